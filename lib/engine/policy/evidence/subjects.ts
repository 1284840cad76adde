import { TextNumbers } from '@/lib/engine/course'
import { madeOnce } from '@/lib/engine/grouped'
import {
  compareVersions,
  hasThreeNumbers,
  listedOf,
  listedVersion,
  minorText,
  parseVersion,
  stageAt,
  stagesOf,
} from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant, NamedVersion, Shoot, Stage, Worker } from '@/lib/engine/types'

/** The versions that are previews at an instant, and that a changed profile has supported from then on, or earlier than before. */
export function promotionsBetween(before: CloudProfile, after: CloudProfile, at: Instant): readonly NamedVersion[] {
  const images = [null, ...after.machineImages.map(({ name }) => name)]
  return images.flatMap((image) => {
    const previews = listedOf(before, image).filter((one) => stageAt(one, at) === 'preview')
    return listedOf(after, image).flatMap((listed) => {
      const { version } = listed
      const was = previews.find((one) => one.version === version)
      return was !== undefined && supportedFrom(listed, at) < supportedFrom(was, at) ? [{ image, version }] : []
    })
  })
}

/** When a version is supported first, from an instant on; infinite: never. */
function supportedFrom(version: ExpirableVersion, at: Instant): Instant {
  const span = stagesOf(version).find(({ stage, to }) => stage === 'supported' && (to === null || to > at))
  return span === undefined ? Number.POSITIVE_INFINITY : Math.max(span.from ?? at, at)
}

/**
 * The version that clusters run where they do not run a newer one: the highest below it that is supported, or where none is, that is
 * deprecated and not expired. Null: there is none.
 */
export function predecessorOf(profile: CloudProfile, { image, version }: NamedVersion, at: Instant): string | null {
  const subject = parseVersion(version)
  if (subject === null) return null
  const listed = listedOf(profile, image).flatMap((one) => {
    const parsed = parseVersion(one.version)
    return parsed !== null && compareVersions(parsed, subject) < 0 ? [{ parsed, stage: stageAt(one, at) }] : []
  })
  const highest = (stage: Stage) =>
    listed.filter((one) => one.stage === stage).sort((a, b) => compareVersions(b.parsed, a.parsed))[0]?.parsed.text
  return highest('supported') ?? highest('deprecated') ?? null
}

/** When a preview became supported, as the states of its profile up to `to`, oldest first, tell; null: that was not seen. */
export function promotedAt(
  states: readonly { readonly seen: Instant; readonly value: { readonly profile: CloudProfile } | null }[],
  { image, version }: NamedVersion,
  to: Instant,
): Instant | null {
  let wasPreview = false
  for (const [i, { seen, value }] of states.entries()) {
    const listed = value && listedVersion(value.profile, image, version)
    if (!listed) continue
    const end = Math.min(states[i + 1]?.seen ?? to, to)
    for (const span of stagesOf(listed)) {
      const from = Math.max(span.from ?? seen, seen)
      if (from >= Math.min(span.to ?? end, end)) continue
      if (span.stage === 'supported' && wasPreview) return from
      wasPreview = span.stage === 'preview'
    }
  }
  return null
}

/** Whether the control plane or a pool has it. */
export function runs(shoot: Shoot, subject: NamedVersion): boolean {
  if (subject.image === null && isVersion(subject, shoot.kubernetesVersion)) return true
  return shoot.workers.some((worker) => runsIn(shoot, worker, subject))
}

/** Whether the nodes of a pool have it. */
function runsIn(shoot: Shoot, { kubernetesVersion, image }: Worker, subject: NamedVersion): boolean {
  if (subject.image === null) return isVersion(subject, kubernetesVersion ?? shoot.kubernetesVersion)
  return image?.name === subject.image && image.version === subject.version
}

/** Versions of Kubernetes are the same by value, those of images by their text. */
export function isVersion({ image, version }: NamedVersion, other: string): boolean {
  if (other === version) return true
  if (image !== null || (hasThreeNumbers(version) && hasThreeNumbers(other))) return false
  const [a, b] = [parseVersion(version), parseVersion(other)]
  return a !== null && b !== null && compareVersions(a, b) === 0
}

/** The properties by which clusters are told apart: `image` for a version of Kubernetes, `kubernetes` for a version of an image. */
export const KIND_PROPERTIES = [
  'region',
  'architecture',
  'image',
  'kubernetes',
  'cri',
  'purpose',
  'updateStrategy',
] as const

export interface ClusterProperty {
  readonly property: (typeof KIND_PROPERTIES)[number]
  readonly value: string
}

export interface KindCount extends ClusterProperty {
  /** The number of clusters of that kind. */
  readonly clusters: number
  /** The number of these that have tried it. */
  readonly tried: number
}

/** Counts which kinds of clusters there are, and how many of each have tried a version. */
export class KindCounter {
  /** Clusters that say the same of what their kinds follow from, and said the same when they tried it. */
  private readonly groups = new Map<
    string,
    { readonly kinds: readonly ClusterProperty[]; readonly tried: ClusterPropertyKeys; clusters: number }
  >()
  /** Clusters share pools: what kinds each is of is read once, on a kubelet where that decides. */
  private readonly pools = new Map<string, Map<Worker, number>>()
  private readonly numbers = new TextNumbers()

  constructor(private readonly subject: NamedVersion) {}

  /** A cluster that might run it, and how it was when it last did; null: it never did. */
  add(shoot: Shoot, tried: Shoot | null): void {
    const text = `${this.textOf(shoot, false)} ${tried === null ? '' : this.textOf(tried, true)}`
    madeOnce(this.groups, text, () => {
      const own = tried === null ? [] : kindsOf(tried, this.subject, true)
      return { kinds: kindsOf(shoot, this.subject, false), tried: new Set(own.map(keyOf)), clusters: 0 }
    }).clusters++
  }

  private textOf(shoot: Shoot, onIt: boolean): string {
    const { region, purpose, kubernetesVersion, workers } = shoot
    const known = this.pools.get(kubernetesVersion) ?? new Map<Worker, number>()
    this.pools.set(kubernetesVersion, known)
    let text = `${this.numbers.of(`${region}`)} ${this.numbers.of(`${purpose}`)}`
    for (const worker of workers) {
      if (onIt && !runsIn(shoot, worker, this.subject)) continue
      const own =
        known.get(worker) ?? this.numbers.of(poolKinds(worker, kubernetesVersion, this.subject).map(keyOf).join())
      known.set(worker, own)
      text += `|${own}`
    }
    return text
  }

  /** What was counted, those that most have tried first; `untried`: how many clusters are of some kind that was not tried. */
  counts(): { readonly kinds: readonly KindCount[]; readonly untried: number } {
    const counts = new Map<string, KindCount>()
    for (const { kinds, tried, clusters } of this.groups.values()) {
      for (const kind of kinds) {
        const key = keyOf(kind)
        const known = counts.get(key) ?? { ...kind, clusters: 0, tried: 0 }
        const triedOf = known.tried + (tried.has(key) ? clusters : 0)
        counts.set(key, { ...known, clusters: known.clusters + clusters, tried: triedOf })
      }
    }
    const isUntried = (kind: ClusterProperty) => counts.get(keyOf(kind))?.tried === 0
    let untried = 0
    for (const { kinds, clusters } of this.groups.values()) if (kinds.some(isUntried)) untried += clusters
    const kinds = [...counts.values()].sort(
      (a, b) => order(a) - order(b) || b.tried - a.tried || b.clusters - a.clusters || (a.value < b.value ? -1 : 1),
    )
    return { kinds, untried }
  }
}

/** Properties as their keys. */
type ClusterPropertyKeys = ReadonlySet<string>

function order({ property }: ClusterProperty): number {
  return KIND_PROPERTIES.indexOf(property)
}

function keyOf({ property, value }: ClusterProperty): string {
  return `${property} ${value}`
}

/** The properties of a cluster: of the whole, and of the pools that run the version, or that might if `onIt` is false. */
function kindsOf(shoot: Shoot, subject: NamedVersion, onIt: boolean): ClusterProperty[] {
  const { region, purpose, kubernetesVersion } = shoot
  const workers = onIt ? shoot.workers.filter((worker) => runsIn(shoot, worker, subject)) : shoot.workers
  const kinds: ClusterProperty[] = [
    ...(region === undefined ? [] : [{ property: 'region', value: region } as const]),
    // What the API server fills in.
    { property: 'purpose', value: purpose ?? 'evaluation' },
    ...workers.flatMap((worker) => poolKinds(worker, kubernetesVersion, subject)),
  ]
  return [...new Map(kinds.map((kind) => [keyOf(kind), kind])).values()]
}

/**
 * The properties of a pool that runs the version or might; none for other pools. `kubelet` counts if the pool has no version of its own.
 */
function poolKinds(
  { architecture, image, cri, updateStrategy, kubernetesVersion }: Worker,
  kubelet: string,
  subject: NamedVersion,
): ClusterProperty[] {
  if (subject.image !== null && image?.name !== subject.image) return []
  return [
    { property: 'architecture', value: architecture },
    ...(subject.image !== null
      ? [{ property: 'kubernetes', value: minorText(kubernetesVersion ?? kubelet) } as const]
      : image === undefined
        ? []
        : [{ property: 'image', value: image.name } as const]),
    { property: 'cri', value: [cri.name, ...cri.containerRuntimes.toSorted()].join(' + ') },
    { property: 'updateStrategy', value: updateStrategy },
  ]
}
