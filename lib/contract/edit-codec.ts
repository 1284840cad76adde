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
    case 'add':
      return onWire(
        edit.image === null
          ? { ...edit, entry: writable(edit.entry) }
          : { ...edit, entry: writable<MachineImageVersion>(edit.entry) },
      )
    case 'schedule':
      return onWire({ ...edit, lifecycle: edit.lifecycle?.filter(isWritable) ?? null })
    case 'restore':
      return onWire({ ...edit, life: writable(edit.life) })
    case 'yaml':
      return edit
    default:
      return onWire(edit)
  }
}

interface StageBody<S extends Stage> {
  readonly classification: S
  readonly startTime?: string | undefined
}

/** What is known of a version's life, with instants as texts. */
interface LifeBody<S extends Stage> {
  readonly classification?: S | undefined
  readonly expirationDate?: string | undefined
  readonly lifecycle?: readonly StageBody<S>[] | undefined
}

export function readLife<S extends Stage>({ classification, expirationDate, lifecycle }: LifeBody<S>) {
  return {
    ...(classification !== undefined && { classification }),
    ...(expirationDate !== undefined && { expirationDate: instantOf(expirationDate) }),
    ...(lifecycle !== undefined && { lifecycle: lifecycle.map(readStage) }),
  }
}

function readStage<S extends Stage>({ classification, startTime }: StageBody<S>) {
  return { classification, ...(startTime !== undefined && { startTime: instantOf(startTime) }) }
}

/** What is known of a version as far as it can be written: `unavailable` follows from the other stages. */
function writable<T extends VersionLife>(life: T) {
  const classification = CLASSIFICATIONS.find((one) => one === life.classification)
  return { ...life, classification, lifecycle: life.lifecycle?.filter(isWritable) }
}

function isWritable(stage: LifecycleStage): stage is LifecycleStage & { readonly classification: Classification } {
  return stage.classification !== 'unavailable'
}

/** Reads an image version with the defaults of the API server: containerd, and amd64 if capabilities do not say. */
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

/** The instant of a text that was checked before. A text that is no date would be an instant that never comes. */
function instantOf(text: string): Instant {
  return parseInstant(text) ?? Number.POSITIVE_INFINITY
}
