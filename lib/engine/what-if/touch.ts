import {
  type DecisionTimeline,
  isSameDecision,
  isSameMisfit,
  type StateSpace,
  type TransitionNode,
} from '@/lib/engine/course'
import type { CompiledProfile, State } from '@/lib/engine/rules'
import { boundariesOf, isActive, justAfter, parseVersion, stageAt } from '@/lib/engine/rules'
import type { ExpirableVersion, Instant, MachineImage } from '@/lib/engine/types'

/** Strictly after `after` and up to `until`. */
export interface Span {
  readonly after: Instant
  readonly until: Instant
}

const NEVER: readonly Span[] = []
const ALWAYS: readonly Span[] = [{ after: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }]

/** How a version is edited: its life alone, then it is another only while its stage is; or as a whole. */
type VersionEdit =
  | { readonly kind: 'life'; readonly isOther: (at: Instant) => boolean; readonly boundaries: readonly Instant[] }
  | { readonly kind: 'whole' }

/** Edited versions by their text. */
type Edited = ReadonlyMap<string, VersionEdit>

const WHOLE: VersionEdit = { kind: 'whole' }

/**
 * Says when nodes may go on differently on another profile, as far as between two instants. A maintenance depends on what is
 * decided for the versions that a shoot has, and on what the API server says of the versions that it goes to: where decisions
 * are the same and none of these versions is another then, so is the outcome. When in doubt a node counts as touched.
 */
export function touchOf(
  before: CompiledProfile,
  after: CompiledProfile,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): (node: TransitionNode, edited: StateSpace) => readonly Span[] {
  const kubernetes = editedVersions(before.source.kubernetes, after.source.kubernetes)
  const images = editedImages(before.source.machineImages, after.source.machineImages)
  const isNamedOtherwise = !areNamedAlike(before.source.kubernetes, after.source.kubernetes)
  const differs = new Map<DecisionTimeline, Map<DecisionTimeline, readonly Span[]>>()

  /**
   * When two lines for a version come to other decisions, or to a version that is another, or to one that is refused: a
   * refusal names the versions that there are instead, and with other words it counts as another. `listedAs`: what may be refused.
   */
  const differ = (
    [a, b]: readonly [DecisionTimeline, DecisionTimeline],
    current: string,
    edited: Edited,
    listedAs: ((to: string) => ExpirableVersion | undefined) | null,
  ): readonly Span[] => {
    let known = differs.get(a)
    if (known === undefined) {
      known = new Map()
      differs.set(a, known)
    }
    let answer = known.get(b)
    if (answer === undefined) {
      // What stays is looked at as well, but not at its stage.
      const isOther = edited.get(current)?.kind === 'whole'
      answer = isOther
        ? [{ after: Number.NEGATIVE_INFINITY, until: to }]
        : spansWhere(from, to, (at) => {
            const [left, right] = [a.around(at), b.around(at)]
            const until = Math.min(left.until, right.until)
            const isSame = isSameDecision(left.decision, right.decision) && isSameMisfit(left.decision, right.decision)
            if (!isSame) return { holds: true, until }
            if (left.decision.kind !== 'update') return { holds: false, until }
            const { to: target } = left.decision
            const edit = edited.get(target)
            const listed = listedAs?.(target)
            const isOtherThere = edit !== undefined && (edit.kind === 'whole' || edit.isOther(at))
            const isRefused = listedAs !== null && (listed === undefined || !isActive(stageAt(listed, at)))
            const boundaries = [
              ...(edit?.kind === 'life' ? edit.boundaries : []),
              ...(listed ? boundariesOf(listed) : []),
            ]
            return {
              holds: isOtherThere || isRefused,
              until: Math.min(until, ...boundaries.filter((boundary) => boundary >= at)),
            }
          })
      known.set(b, answer)
    }
    return answer
  }

  const byVersion = { off: new Map<string, readonly Span[]>(), on: new Map<string, readonly Span[]>() }

  const ofKubernetes = (space: StateSpace, edited: StateSpace, version: string): readonly Span[] => {
    const auto = space.rested.shoot.autoUpdate.kubernetesVersion
    const spans = auto ? byVersion.on : byVersion.off
    let found = spans.get(version)
    if (found === undefined) {
      const lines = [space.picker.ofKubernetes(version, auto), edited.picker.ofKubernetes(version, auto)] as const
      found = differ(lines, version, kubernetes, null)
      spans.set(version, found)
    }
    return found
  }

  return (node, edited) => {
    const { space, subject } = node
    const { state } = node.carried
    let spans = NEVER
    if (kubernetes.size > 0) {
      // A pool may be held back at its control plane's version: then that has to be listed, or it is told what is.
      if (isNamedOtherwise && before.kubernetes.indexOf(state.kubernetes) === -1 && hasOwnVersion(state)) return ALWAYS
      spans = ofKubernetes(space, edited, state.kubernetes)
      for (const own of state.pools) {
        if (own !== null && own !== state.kubernetes) spans = both(spans, ofKubernetes(space, edited, own))
      }
    }
    if (images.size === 0) return spans
    const controlPlane = parseVersion(state.kubernetes)
    const auto = subject.shoot.autoUpdate.machineImageVersion
    for (const [i, pool] of subject.pools.entries()) {
      const current = state.images[i] ?? null
      const name = pool.worker.image?.name.toLowerCase()
      const versions = name === undefined ? undefined : images.get(name)
      if (current === null || versions === undefined) continue
      const now = edited.rested.pools[i]
      const own = state.pools[i] ?? null
      const kubelet = own === null ? controlPlane : parseVersion(own)
      if (pool.image === undefined || now?.image === undefined || kubelet === null) return ALWAYS
      const { image } = pool
      const lines = [
        space.picker.ofImage(image, { ...pool, kubelet, current }, auto),
        edited.picker.ofImage(now.image, { ...now, kubelet, current }, auto),
      ] as const
      spans = both(
        spans,
        differ(lines, current, versions, (to) => image.versions[image.table.indexOf(to)]?.source),
      )
    }
    return spans
  }
}

/** Whether a refusal that names the Kubernetes versions that there are says the same. */
function areNamedAlike(before: readonly ExpirableVersion[], after: readonly ExpirableVersion[]): boolean {
  const isPreview = (one: ExpirableVersion | undefined) => one?.classification === 'preview'
  return (
    before.length === after.length &&
    before.every((one, i) => one.version === after[i]?.version && isPreview(one) === isPreview(after[i]))
  )
}

function hasOwnVersion({ kubernetes, pools }: State): boolean {
  return pools.some((own) => own !== null && own !== kubernetes)
}

function both(some: readonly Span[], more: readonly Span[]): readonly Span[] {
  if (some.length === 0 || some === more) return more
  return more.length === 0 ? some : [...some, ...more]
}

/** `asks`: what holds at an instant, and up to when it surely stays so. */
function spansWhere(
  from: Instant,
  to: Instant,
  asks: (at: Instant) => { readonly holds: boolean; readonly until: Instant },
): readonly Span[] {
  const spans: Span[] = []
  let after = Number.NEGATIVE_INFINITY
  for (let at = from; after < to; at = justAfter(after)) {
    const { holds, ...asked } = asks(at)
    const until = Math.min(asked.until, to)
    const previous = spans.at(-1)
    if (!holds) {
      // Nothing.
    } else if (previous?.until === after) {
      spans[spans.length - 1] = { ...previous, until }
    } else {
      spans.push({ after, until })
    }
    after = until
  }
  return spans.length === 0 ? NEVER : spans
}

/** Those that are new, gone or not the same. */
function editedVersions(before: readonly ExpirableVersion[], after: readonly ExpirableVersion[]): Edited {
  const edited = new Map<string, VersionEdit>()
  if (before === after) return edited
  const old = new Map(before.map((version) => [version.version, version]))
  for (const version of after) {
    const was = old.get(version.version)
    if (was === undefined) edited.set(version.version, WHOLE)
    else if (was !== version && !isEqual(was, version)) edited.set(version.version, editOf(was, version))
  }
  const kept = new Set(after.map(({ version }) => version))
  for (const { version } of before) if (!kept.has(version)) edited.set(version, WHOLE)
  return edited
}

function editOf(before: ExpirableVersion, after: ExpirableVersion): VersionEdit {
  if (!isEqual(apartFromLife(before), apartFromLife(after))) return WHOLE
  return {
    kind: 'life',
    isOther: (at) => stageAt(before, at) !== stageAt(after, at),
    boundaries: [...boundariesOf(before), ...boundariesOf(after)],
  }
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function apartFromLife({ classification: _, expirationDate: __, lifecycle: ___, ...rest }: ExpirableVersion) {
  return rest
}

/** Edited versions by image, in lower case; an image whose strategy changes is there with none. */
function editedImages(before: readonly MachineImage[], after: readonly MachineImage[]): ReadonlyMap<string, Edited> {
  const edited = new Map<string, Edited>()
  if (before === after) return edited
  const names = new Set([...before, ...after].map(({ name }) => name))
  for (const name of names) {
    const was = before.find((image) => image.name === name)
    const is = after.find((image) => image.name === name)
    const versions = editedVersions(was?.versions ?? [], is?.versions ?? [])
    const isSameImage = was !== undefined && is !== undefined && was.updateStrategy === is.updateStrategy
    if (isSameImage && versions.size === 0) continue
    const folded = name.toLowerCase()
    edited.set(folded, new Map([...(edited.get(folded) ?? []), ...versions]))
  }
  return edited
}
