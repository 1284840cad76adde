import { minorText } from '@/lib/engine/rules'
import type { Shoot, Worker } from '@/lib/engine/types'
import { runsIn, type Subject } from './promotions'

/** By what clusters are told apart: `image` of those on a version of Kubernetes, `kubernetes` of those on one of an image. */
export const KIND_PROPERTIES = [
  'region',
  'architecture',
  'image',
  'kubernetes',
  'cri',
  'purpose',
  'updateStrategy',
] as const

export interface Kind {
  readonly property: (typeof KIND_PROPERTIES)[number]
  readonly value: string
}

export interface KindCount extends Kind {
  /** Of that kind. */
  readonly clusters: number
  /** Of these: that have tried it. */
  readonly tried: number
}

/** Counts which kinds of clusters there are, and how many of each have tried a version. */
export class KindCounter {
  /** Clusters that say the same of what their kinds follow from, and said the same when they tried it. */
  private readonly groups = new Map<
    string,
    { readonly kinds: readonly Kind[]; readonly tried: Kinds; clusters: number }
  >()
  /** Clusters share pools: what kinds each is of is read once, on a kubelet where that decides. */
  private readonly pools = new Map<string, Map<Worker, string>>()

  constructor(private readonly subject: Subject) {}

  /** A cluster that might run it, and how it was when it last did; null: it never did. */
  add(shoot: Shoot, tried: Shoot | null): void {
    const text = `${this.textOf(shoot, false)} ${tried === null ? '' : this.textOf(tried, true)}`
    let group = this.groups.get(text)
    if (group === undefined) {
      const own = tried === null ? [] : kindsOf(tried, this.subject, true)
      group = { kinds: kindsOf(shoot, this.subject, false), tried: new Set(own.map(keyOf)), clusters: 0 }
      this.groups.set(text, group)
    }
    group.clusters++
  }

  private textOf(shoot: Shoot, onIt: boolean): string {
    const { region, purpose, kubernetesVersion, workers } = shoot
    const texts = this.pools.get(kubernetesVersion) ?? new Map<Worker, string>()
    this.pools.set(kubernetesVersion, texts)
    let text = JSON.stringify([region, purpose])
    for (const worker of workers) {
      if (onIt && !runsIn(shoot, worker, this.subject)) continue
      const own = texts.get(worker) ?? poolKinds(worker, kubernetesVersion, this.subject).map(keyOf).join()
      texts.set(worker, own)
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
    const isUntried = (kind: Kind) => counts.get(keyOf(kind))?.tried === 0
    let untried = 0
    for (const { kinds, clusters } of this.groups.values()) if (kinds.some(isUntried)) untried += clusters
    const kinds = [...counts.values()].sort(
      (a, b) => order(a) - order(b) || b.tried - a.tried || b.clusters - a.clusters || (a.value < b.value ? -1 : 1),
    )
    return { kinds, untried }
  }
}

/** As their keys. */
type Kinds = ReadonlySet<string>

function order({ property }: Kind): number {
  return KIND_PROPERTIES.indexOf(property)
}

function keyOf({ property, value }: Kind): string {
  return `${property} ${value}`
}

/** Of the whole cluster; of its pools those that run it, or where `onIt` is false that might. */
function kindsOf(shoot: Shoot, subject: Subject, onIt: boolean): Kind[] {
  const { region, purpose, kubernetesVersion } = shoot
  const workers = onIt ? shoot.workers.filter((worker) => runsIn(shoot, worker, subject)) : shoot.workers
  const kinds: Kind[] = [
    ...(region === undefined ? [] : [{ property: 'region', value: region } as const]),
    // What the API server fills in.
    { property: 'purpose', value: purpose ?? 'evaluation' },
    ...workers.flatMap((worker) => poolKinds(worker, kubernetesVersion, subject)),
  ]
  return [...new Map(kinds.map((kind) => [keyOf(kind), kind])).values()]
}

/** Of a pool that runs it or might; none of any other. `kubelet`: where it has none of its own. */
function poolKinds(
  { architecture, image, cri, updateStrategy, kubernetesVersion }: Worker,
  kubelet: string,
  subject: Subject,
): Kind[] {
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
