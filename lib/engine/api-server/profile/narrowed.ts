import type { ProfileRefusal } from '@/lib/engine/refusal'
import { compareVersions, parseVersion } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion } from '@/lib/engine/types'
import { carriesSupported } from './expirable'

/**
 * The states of a profile without versions that are in each of them and have no part in what is refused: of thousands of versions
 * a draft edits few. A version has a part if something is refused of it in the end, if it cannot be read, if one that is edited is
 * spelled the same, if it may be supported beside another one, or if it is the highest. In steps, as there may be hundreds of states.
 * @param final what is refused of the last state
 */
export function* narrowed(
  states: readonly CloudProfile[],
  final: readonly ProfileRefusal[],
): Generator<undefined, CloudProfile[]> {
  const refused = new Set(final.flatMap(({ subject }) => subject.version ?? []))
  const names = new Set(states.flatMap(({ machineImages }) => machineImages.map(({ name }) => name)))
  const kubernetes = yield* narrowing(
    states.map((state) => state.kubernetes),
    refused,
  )
  const images = new Map<string, Narrow>()
  for (const name of names) {
    const lists = states.flatMap(({ machineImages }) => machineImages.filter((image) => image.name === name))
    // Where an image is listed twice, or not in all states, all of it counts.
    const isOne = states.every(({ machineImages }) => machineImages.filter((one) => one.name === name).length === 1)
    if (!isOne) continue
    images.set(
      name,
      yield* narrowing(
        lists.map(({ versions }) => versions),
        refused,
      ),
    )
  }
  const known = new Map<CloudProfile, CloudProfile>()
  for (const state of states) {
    if (known.has(state)) continue
    yield
    known.set(state, {
      ...state,
      kubernetes: kubernetes(state.kubernetes),
      machineImages: state.machineImages.map((image) => ({
        ...image,
        versions: images.get(image.name)?.(image.versions) ?? image.versions,
      })),
    })
  }
  return states.map((state) => known.get(state) ?? state)
}

type Narrow = <T extends ExpirableVersion>(list: readonly T[]) => readonly T[]

/** Leaves out of each of some lists what is in all of them and has no part. */
function* narrowing(
  lists: readonly (readonly ExpirableVersion[])[],
  refused: ReadonlySet<string>,
): Generator<undefined, Narrow> {
  const distinct = new Set(lists)
  const counts = new Map<ExpirableVersion, number>()
  for (const list of distinct) {
    yield
    for (const version of new Set(list)) counts.set(version, (counts.get(version) ?? 0) + 1)
  }
  yield
  const isUntouched = (version: ExpirableVersion) => counts.get(version) === distinct.size
  const edited = new Set([...counts.keys()].filter((version) => !isUntouched(version)).map(({ version }) => version))
  const idle = new Set<ExpirableVersion>()
  let highest: ExpirableVersion | null = null
  for (const version of counts.keys()) {
    const { version: text } = version
    const hasPart = refused.has(text) || parseVersion(text) === null || edited.has(text) || carriesSupported(version)
    if (!isUntouched(version) || hasPart) continue
    idle.add(version)
    if (highest === null || isHigher(version, highest)) highest = version
  }
  if (highest !== null) idle.delete(highest)
  return (list) => list.filter((version) => !idle.has(version))
}

function isHigher(a: ExpirableVersion, b: ExpirableVersion): boolean {
  const [one, other] = [parseVersion(a.version), parseVersion(b.version)]
  return one !== null && other !== null && compareVersions(one, other) > 0
}
