import type { Edit, VersionLife } from '@/lib/engine/edits'
import { CLASSIFICATIONS } from '@/lib/engine/kinds'
import { parseInstant } from '@/lib/engine/time'
import type {
  Classification,
  CloudProfile,
  Instant,
  LifecycleStage,
  MachineImageVersion,
  Stage,
} from '@/lib/engine/types'
import { onWire } from './dates'
import type { EditBody, NewVersionBody } from './edits'

/**
 * Edits on the wire, in addresses and in the browser (`EditBody`), and as the engine makes them (`Edit`): one way there and one
 * way back. It needs no validator, so that the browser can load it.
 */

/** An edit as the engine takes it. `at`: when stages begin that say no time; `profile` decides about defaults. */
export function readEdit(body: EditBody, at: Instant, profile: Pick<CloudProfile, 'machineCapabilities'>): Edit {
  switch (body.kind) {
    case 'add': {
      const place = body.index === undefined ? {} : { index: body.index }
      const { version } = body.entry
      return body.image === null
        ? { kind: 'add', image: null, entry: { version, ...readLife(body.entry) }, ...place }
        : { kind: 'add', image: body.image, entry: readImageVersion(body.entry, profile), ...place }
    }
    case 'classify': {
      const { kind, image, version, classification, from } = body
      return { kind, image, version, classification, from: from === undefined ? at : instantOf(from) }
    }
    case 'expire': {
      const { expirationDate } = body
      return { ...body, expirationDate: expirationDate === null ? null : instantOf(expirationDate) }
    }
    case 'schedule':
      return { ...body, lifecycle: body.lifecycle === null ? null : body.lifecycle.map(readStage) }
    case 'restore':
      return { ...body, life: readLife(body.life) }
    case 'addImage': {
      const { index, ...rest } = body
      return { ...rest, ...(index !== undefined && { index }) }
    }
    default:
      return body
  }
}

/** The way back. */
export function editBody(edit: Edit): EditBody {
  switch (edit.kind) {
    case 'add': {
      const place = edit.index === undefined ? {} : { index: edit.index }
      const { version } = edit.entry
      const entry =
        edit.image === null
          ? { version, ...lifeBody(writable(edit.entry)) }
          : { version, ...lifeBody(writable(edit.entry)), ...imageBody(edit.entry) }
      return { kind: 'add', image: edit.image, entry, ...place }
    }
    case 'classify':
      return { ...edit, from: onWire(edit.from) }
    case 'expire':
      return { ...edit, expirationDate: edit.expirationDate === null ? null : onWire(edit.expirationDate) }
    case 'schedule':
      return { ...edit, lifecycle: edit.lifecycle?.flatMap(writableIn).map(stageBody) ?? null }
    case 'restore':
      return { ...edit, life: lifeBody(writable(edit.life)) }
    default:
      return edit
  }
}

/** What is known of a version's life, with instants as numbers or as texts. */
interface LifeOf<S extends Stage, T> {
  readonly classification?: S | undefined
  readonly expirationDate?: T | undefined
  readonly lifecycle?: readonly StageOf<S, T>[] | undefined
}

interface StageOf<S extends Stage, T> {
  readonly classification: S
  readonly startTime?: T | undefined
}

export function readLife<S extends Stage>({ classification, expirationDate, lifecycle }: LifeOf<S, string>) {
  return {
    ...(classification !== undefined && { classification }),
    ...(expirationDate !== undefined && { expirationDate: instantOf(expirationDate) }),
    ...(lifecycle !== undefined && { lifecycle: lifecycle.map(readStage) }),
  }
}

function readStage<S extends Stage>({ classification, startTime }: StageOf<S, string>) {
  return { classification, ...(startTime !== undefined && { startTime: instantOf(startTime) }) }
}

export function lifeBody<S extends Stage>({ classification, expirationDate, lifecycle }: LifeOf<S, Instant>) {
  return {
    ...(classification !== undefined && { classification }),
    ...(expirationDate !== undefined && { expirationDate: onWire(expirationDate) }),
    ...(lifecycle !== undefined && { lifecycle: lifecycle.map(stageBody) }),
  }
}

function stageBody<S extends Stage>({ classification, startTime }: StageOf<S, Instant>) {
  return { classification, ...(startTime !== undefined && { startTime: onWire(startTime) }) }
}

/** The life as far as it can be written: `unavailable` follows from the other stages. */
function writable({ classification, expirationDate, lifecycle }: VersionLife): LifeOf<Classification, Instant> {
  return { classification: writableStage(classification), expirationDate, lifecycle: lifecycle?.flatMap(writableIn) }
}

function writableIn({ classification, startTime }: LifecycleStage): StageOf<Classification, Instant>[] {
  const stage = writableStage(classification)
  return stage === undefined ? [] : [{ classification: stage, startTime }]
}

function writableStage(stage: Stage | undefined): Classification | undefined {
  return CLASSIFICATIONS.find((one) => one === stage)
}

/** With the defaults of the API server: containerd, and amd64 where capabilities do not say. */
function readImageVersion(
  { version, architectures, cri, kubeletVersionConstraint, capabilityFlavors, inPlaceUpdates, ...life }: NewVersionBody,
  { machineCapabilities = [] }: Pick<CloudProfile, 'machineCapabilities'>,
): MachineImageVersion {
  return {
    version,
    ...readLife(life),
    architectures: architectures ?? (machineCapabilities.length > 0 ? [] : ['amd64']),
    cri: (cri ?? [{ name: 'containerd' }]).map(({ name, containerRuntimes = [] }) => ({ name, containerRuntimes })),
    ...(kubeletVersionConstraint !== undefined && { kubeletVersionConstraint }),
    ...(capabilityFlavors !== undefined && { capabilityFlavors }),
    ...(inPlaceUpdates !== undefined && { inPlaceUpdates: readInPlaceUpdates(inPlaceUpdates) }),
  }
}

function readInPlaceUpdates({ supported, minVersionForUpdate }: NonNullable<NewVersionBody['inPlaceUpdates']>) {
  return { supported, ...(minVersionForUpdate !== undefined && { minVersionForUpdate }) }
}

/** What a profile says of a version of an image besides its life. */
export function imageBody({
  architectures,
  cri,
  kubeletVersionConstraint,
  capabilityFlavors,
  inPlaceUpdates,
}: MachineImageVersion) {
  return {
    architectures: [...architectures],
    cri: cri.map(({ name, containerRuntimes }) => ({ name, containerRuntimes: [...containerRuntimes] })),
    ...(kubeletVersionConstraint !== undefined && { kubeletVersionConstraint }),
    ...(capabilityFlavors !== undefined && {
      capabilityFlavors: capabilityFlavors.map((flavor) =>
        Object.fromEntries(Object.entries(flavor).map(([name, values]) => [name, [...values]])),
      ),
    }),
    ...(inPlaceUpdates !== undefined && { inPlaceUpdates: { ...inPlaceUpdates } }),
  }
}

/** Of a text that was checked; what is no day would be never. */
function instantOf(text: string): Instant {
  return parseInstant(text) ?? Number.POSITIVE_INFINITY
}
