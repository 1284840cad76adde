import type { CompiledProfile } from '@/lib/engine/compile'
import { type DecisionLine, isSame } from '@/lib/engine/decision'
import { imageLineOf, kubernetesLineOf, type Subject } from '@/lib/engine/subject'
import type { TransitionNode } from '@/lib/engine/transitions'
import type { ExpirableVersion, Instant, MachineImage } from '@/lib/engine/types'
import { parseVersion } from '@/lib/engine/version'

/**
 * Says which nodes may go on differently on another profile, between two instants. A maintenance depends on what is decided
 * for the versions that a shoot has, and on what the API server says of the versions that it goes to: where decisions stay
 * the same and none of these versions is edited, so does the outcome. When in doubt a node counts as touched.
 */
export function touchOf(
  before: CompiledProfile,
  after: CompiledProfile,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): (node: TransitionNode, rested: Subject) => boolean {
  const kubernetes = editedVersions(before.source.kubernetes, after.source.kubernetes)
  const images = editedImages(before.source.machineImages, after.source.machineImages)
  const differs = new Map<DecisionLine, Map<DecisionLine, boolean>>()

  /** Whether two lines come to other decisions, or to versions that are edited themselves. */
  const differ = (a: DecisionLine, b: DecisionLine, edited: ReadonlySet<string>): boolean => {
    let known = differs.get(a)
    if (known === undefined) {
      known = new Map()
      differs.set(a, known)
    }
    let answer = known.get(b)
    if (answer === undefined) {
      answer = differBetween(a, b, edited, from, to)
      known.set(b, answer)
    }
    return answer
  }

  const ofKubernetes = (node: TransitionNode, rested: Subject, version: string): boolean =>
    differ(kubernetesLineOf(node.subject, version), kubernetesLineOf(rested, version), kubernetes)

  return (node, rested) => {
    const { state } = node.carried
    if (kubernetes.size > 0) {
      if (ofKubernetes(node, rested, state.kubernetes)) return true
      for (const own of state.pools) {
        // A pool may be held back at its control plane's version: then that has to be listed.
        if (own !== null && (kubernetes.has(state.kubernetes) || ofKubernetes(node, rested, own))) return true
      }
    }
    if (images.size === 0) return false
    const controlPlane = parseVersion(state.kubernetes)
    for (const [i, pool] of node.subject.pools.entries()) {
      const current = state.images[i] ?? null
      const name = pool.worker.image?.name.toLowerCase()
      const edited = name === undefined ? undefined : images.get(name)
      if (current === null || edited === undefined) continue
      const now = rested.pools[i]
      const own = state.pools[i] ?? null
      const kubelet = own === null ? controlPlane : parseVersion(own)
      if (pool.image === undefined || now?.image === undefined || kubelet === null) return true
      if (edited.has(current)) return true
      const line = imageLineOf(node.subject, pool, pool.image, current, kubelet)
      if (differ(line, imageLineOf(rested, now, now.image, current, kubelet), edited)) return true
    }
    return false
  }
}

/** Decisions hold from one boundary, exclusive, to the next, inclusive: it is enough to look at each once. */
function differBetween(
  a: DecisionLine,
  b: DecisionLine,
  edited: ReadonlySet<string>,
  from: Instant,
  to: Instant,
): boolean {
  const ends = [...a.boundaries, ...b.boundaries].filter((end) => end >= from && end < to)
  return [...ends, to].some((at) => {
    const [left, right] = [a.at(at), b.at(at)]
    return !isSame(left, right) || (left.kind === 'update' && edited.has(left.to))
  })
}

/** By text: those that are new, gone or not the same. */
function editedVersions(before: readonly ExpirableVersion[], after: readonly ExpirableVersion[]): Set<string> {
  const edited = new Set<string>()
  if (before === after) return edited
  const old = new Map(before.map((version) => [version.version, version]))
  for (const version of after) {
    const was = old.get(version.version)
    if (was !== version && (was === undefined || JSON.stringify(was) !== JSON.stringify(version)))
      edited.add(version.version)
  }
  const kept = new Set(after.map(({ version }) => version))
  for (const { version } of before) if (!kept.has(version)) edited.add(version)
  return edited
}

/** Edited versions by image, in lower case; an image whose strategy changes is there with none. */
function editedImages(before: readonly MachineImage[], after: readonly MachineImage[]): Map<string, Set<string>> {
  const edited = new Map<string, Set<string>>()
  if (before === after) return edited
  const names = new Set([...before, ...after].map(({ name }) => name))
  for (const name of names) {
    const was = before.find((image) => image.name === name)
    const is = after.find((image) => image.name === name)
    const versions = editedVersions(was?.versions ?? [], is?.versions ?? [])
    const isSameImage = was !== undefined && is !== undefined && was.updateStrategy === is.updateStrategy
    if (isSameImage && versions.size === 0) continue
    const folded = name.toLowerCase()
    edited.set(folded, new Set([...(edited.get(folded) ?? []), ...versions]))
  }
  return edited
}
