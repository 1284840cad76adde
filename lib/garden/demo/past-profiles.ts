import { editObject } from '@/lib/engine/edits'
import { isDeepEqual, type JsonObject } from '@/lib/engine/json'
import { MINUTE } from '@/lib/engine/time'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import type { Snapshot } from '../garden'
import { readObject, withContentVersion } from '../read-object'
import { mergeProfiles, type SourcedObject } from '../snapshot'
import type { DemoManifest } from './api-objects'
import { calendar, type DemoCalendar } from './calendar'
import { type PastEdit, pastEdits } from './past-edits'

export interface ProfilesSince {
  readonly since: Instant
  readonly profiles: Snapshot['profiles']
}

/** The time of a demo: the day from which its dates count, and when it is looked at. */
export interface DemoTime {
  readonly born: string
  readonly now: Instant
}

export interface ReadProfile {
  readonly manifest: DemoManifest
  readonly sourced: SourcedObject
}

/** Edits of today are so old when the demo is looked at: too young for most windows to have seen them. */
const freshness = 20 * MINUTE

/** The last maintenance before the birthday begins earlier than that. */
const lastNight = 16 * MINUTE

type DatedEdit = PastEdit & { readonly time: Instant }

/** Oldest first. */
function datedEdits({ born, now }: DemoTime): readonly DatedEdit[] {
  const at = calendar(born)
  const fresh = Math.max(now - freshness, Date.parse(at.day(0, '00:00:00')) - lastNight)
  const dated = pastEdits.map((edit) => ({
    ...edit,
    time: edit.at === 'today' ? fresh : Date.parse(at.day(...edit.at)),
  }))
  return dated.toSorted((a, b) => a.time - b.time)
}

/** Reads a profile of today, with the program that wrote it last. */
export function readProfile(manifest: DemoManifest, time: DemoTime): SourcedObject['object'] {
  const key = keyOf(manifest)
  return readWritten(
    manifest,
    datedEdits(time).findLast(({ profile }) => profile === key),
  )
}

function readWritten(manifest: DemoManifest, edit: DatedEdit | undefined): SourcedObject['object'] {
  const { metadata, ...others } = withContentVersion(manifest) as DemoManifest
  const managedFields = edit && [
    {
      manager: edit.manager,
      operation: 'Update',
      apiVersion: manifest.apiVersion,
      time: new Date(edit.time).toISOString(),
    },
  ]
  const object = readObject({ ...others, metadata: { ...metadata, ...(managedFields && { managedFields }) } })
  if (object.kind === 'other' || object.kind === 'unreadable' || object.problems.length > 0) {
    throw new Error(`The demo wrote a profile that cannot be read: ${keyOf(manifest)}`)
  }
  return object
}

/**
 * The profiles of the past, oldest first, beginning with what there was before the first edit. The last ones are the very
 * objects of today.
 */
export function pastProfiles(time: DemoTime, read: readonly ReadProfile[], today: Snapshot): readonly ProfilesSince[] {
  const edits = datedEdits(time)
  const current = new Map(read.map(({ manifest, sourced }) => [keyOf(manifest), sourced]))
  const last = new Map(current)
  const after = new Map<DatedEdit, SourcedObject>()
  const manifests = new Map(read.map(({ manifest }) => [keyOf(manifest), manifest]))
  for (const [i, edit] of [...edits.entries()].toReversed()) {
    const { profile } = edit
    const [manifest, sourced] = [manifests.get(profile), current.get(profile)]
    if (manifest === undefined || sourced === undefined) throw new Error(`The demo has no profile ${profile}.`)
    after.set(edit, sourced)
    const older = takenBack(manifest, edit, calendar(time.born), parentOf(sourced.object, current))
    const writer = edits.slice(0, i).findLast((one) => one.profile === profile)
    manifests.set(profile, older)
    current.set(profile, { ...sourced, object: shared(readWritten(older, writer), sourced.object) })
  }
  const merged = (): Snapshot['profiles'] => {
    const { profiles } = mergeProfiles([...current.values()], 'here')
    const isOfToday = (key: string) => current.get(key) === last.get(key)
    const entries = [...profiles].map(([key, entry]) => {
      const known = isOfToday(key) && (entry.parent === undefined || isOfToday(entry.parent))
      return [key, known ? (today.profiles.get(key) ?? entry) : entry] as const
    })
    return new Map(entries)
  }
  const first = { since: Number.NEGATIVE_INFINITY, profiles: merged() }
  const later = edits.map((edit) => {
    const sourced = after.get(edit)
    if (sourced !== undefined) current.set(edit.profile, sourced)
    return { since: edit.time, profiles: merged() }
  })
  return [first, ...later]
}

/** The profile that a namespaced one builds on, as it was then. */
function parentOf(object: SourcedObject['object'], current: ReadonlyMap<string, SourcedObject>): CloudProfile | null {
  if (object.kind !== 'NamespacedCloudProfile') return null
  const parent = current.get(object.parent ?? '')?.object
  return parent?.kind === 'CloudProfile' ? parent.value.profile : null
}

/** What says the same in both of them is the same object: only what an edit touched differs. */
function shared(object: SourcedObject['object'], later: SourcedObject['object']): SourcedObject['object'] {
  if (object.kind !== 'CloudProfile' || later.kind !== 'CloudProfile') return object
  const known = later.value.profile
  const same = <T extends object>(parts: readonly T[], others: readonly T[]): readonly T[] =>
    parts.map((part) => others.find((other) => isDeepEqual(part, other)) ?? part)
  const { kubernetes, machineImages } = object.value.profile
  const profile = {
    ...known,
    kubernetes: same(kubernetes, known.kubernetes),
    machineImages: same(machineImages, known.machineImages),
  }
  return { ...object, value: { ...object.value, profile } }
}

/** The key of an object, as `profileKey` makes it. */
function keyOf({ metadata: { namespace, name } }: DemoManifest): string {
  return namespace === undefined ? name : `${namespace}/${name}`
}

/** What the profile was before the edit. Throws where the edit cannot be taken back. */
function takenBack(
  manifest: DemoManifest,
  { before, profile }: PastEdit,
  at: DemoCalendar,
  parent: CloudProfile | null,
): DemoManifest {
  const edits = before.map((edit) => edit(at, null))
  const edited = editObject(manifest as unknown as JsonObject, edits, parent)
  if (edited.kind === 'problem' || edited.problems.some((problem) => problem !== null))
    throw new Error(`The past of the demo does not lead to its present: ${profile} ${JSON.stringify(edited)}`)
  return edited.object as unknown as DemoManifest
}
