import type { Edit } from '@/lib/engine/edits'
import { isDeepEqual } from '@/lib/engine/json'
import { isRecord } from '@/lib/engine/reader'
import type { CloudProfile, Instant, MachineImageVersion } from '@/lib/engine/types'
import {
  differenceParts,
  differencesBetween,
  editsOf,
} from '@/lib/questions/profiles/answer/profile-history/differences'

/** One thing that a profile says otherwise: `Kubernetes 1.34.4`, `preview → supported`. */
export interface ChangedVersion {
  readonly name: string
  readonly text: string
}

interface ProfileChanges {
  readonly lines: readonly ChangedVersion[]
  /** What of its versions edits make that forms are for: of what is known without the object itself. */
  readonly edits: readonly Edit[]
}

/** What one state of a profile says otherwise than another, in the order in which it is told. */
export function changedVersions(
  before: CloudProfile,
  after: CloudProfile,
  at: Instant,
  dayText: (at: Instant) => string,
): ProfileChanges {
  const found = differencesBetween(before, after, at)
  const lines = found.flatMap((one): ChangedVersion[] => {
    if (one.kind === 'other') return []
    const { name, text } = differenceParts(one, dayText)
    return [{ name: one.image === null ? `Kubernetes ${name}` : name, text }]
  })
  if (!found.some(({ kind }) => kind === 'other')) return { lines, edits: editsOf(found) }
  const runsOn = after.machineImages.flatMap(({ name, versions }) => {
    const listed = before.machineImages.find((image) => image.name === name)?.versions ?? []
    return versions.flatMap((is): ChangedVersion[] => {
      const was = listed.find(({ version }) => version === is.version)
      const texts = was === undefined ? [] : runsOnTexts(was, is)
      return texts.length === 0 ? [] : [{ name: `${name} ${is.version}`, text: texts.join(', ') }]
    })
  })
  const told = [...lines, ...runsOn, ...machineLines(before, after)]
  return { lines: told.length > 0 ? told : [{ name: 'lists', text: 'another order' }], edits: editsOf(found) }
}

/** Fields of a profile's `spec` that are told one by one, where these say anything. */
const TOLD = ['kubernetes', 'machineImages', 'machineTypes', 'machineCapabilities']

/** The fields of `spec` that two texts of a profile write otherwise, and that no line tells yet. */
export function otherFields(
  before: unknown,
  after: unknown,
  lines: readonly ChangedVersion[],
): readonly ChangedVersion[] {
  const [was, is] = [specOf(before), specOf(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort()
  return names.flatMap((name) => {
    if (isDeepEqual(was[name], is[name]) || (TOLD.includes(name) && lines.length > 0)) return []
    const text = was[name] === undefined ? 'added' : is[name] === undefined ? 'removed' : 'changed'
    return [{ name: `spec.${name}`, text }]
  })
}

function specOf(object: unknown): Readonly<Record<string, unknown>> {
  return isRecord(object) && isRecord(object.spec) ? object.spec : {}
}

/** What a version of an image says otherwise besides its life. */
function runsOnTexts(was: MachineImageVersion, is: MachineImageVersion): readonly string[] {
  const moved = (what: string, before: string, after: string) =>
    before === after ? [] : [`${what} ${before || 'none'} → ${after || 'none'}`]
  const quoted = (text: string | undefined) => (text === undefined ? 'any' : `“${text}”`)
  const runtimes = ({ cri }: MachineImageVersion) =>
    cri.map(({ name, containerRuntimes }) => [name, ...containerRuntimes].join(' with ')).join(', ')
  const inPlace = ({ inPlaceUpdates }: MachineImageVersion) =>
    inPlaceUpdates?.supported !== true ? 'no' : `from ${inPlaceUpdates.minVersionForUpdate ?? 'any version'}`
  return [
    ...moved('kubelet', quoted(was.kubeletVersionConstraint), quoted(is.kubeletVersionConstraint)),
    ...moved('architectures', was.architectures.join(', '), is.architectures.join(', ')),
    ...moved('runtimes', runtimes(was), runtimes(is)),
    ...moved('in-place updates', inPlace(was), inPlace(is)),
    ...(isDeepEqual(was.capabilityFlavors ?? [], is.capabilityFlavors ?? []) ? [] : ['other capabilities']),
  ]
}

function* machineLines(before: CloudProfile, after: CloudProfile): Generator<ChangedVersion> {
  const were = new Map(before.machineTypes.map((type) => [type.name, type]))
  const are = new Map(after.machineTypes.map((type) => [type.name, type]))
  for (const [name, type] of are) {
    const was = were.get(name)
    if (was === undefined) yield { name: `machine type ${name}`, text: 'added' }
    else if (!isDeepEqual(was, type)) yield { name: `machine type ${name}`, text: 'changed' }
  }
  for (const name of were.keys()) if (!are.has(name)) yield { name: `machine type ${name}`, text: 'removed' }
  if (!isDeepEqual(before.machineCapabilities, after.machineCapabilities))
    yield { name: 'machine capabilities', text: 'changed' }
}

/**
 * How many of so many rows each group gets, in their order: at least one each, more of those that come first and worry most, and no
 * more than a group has. The sum is `rows`, or what there is, or one of each where there are more groups than rows.
 */
export function sharesOf(sizes: readonly number[], rows: number): number[] {
  const shares = sizes.map((size) => Math.min(size, 1))
  const weights = sizes.map((_, place) => sizes.length + 1 - place)
  for (let left = rows - shares.reduce((sum, share) => sum + share, 0); left > 0; left--) {
    // To the group that has least of what its place gives it.
    let poorest: number | undefined
    for (const [place, size] of sizes.entries()) {
      if ((shares[place] ?? 0) >= size) continue
      if (poorest === undefined || shareAt(place) < shareAt(poorest)) poorest = place
    }
    if (poorest === undefined) break
    shares[poorest] = (shares[poorest] ?? 0) + 1
  }
  return shares

  function shareAt(place: number): number {
    return (shares[place] ?? 0) / (weights[place] ?? 1)
  }
}
