import { minorOf, parseVersion } from '@/lib/engine/rules'
import type { Shoot } from '@/lib/engine/types'
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
  /** Clusters of the same kinds, by these. */
  private readonly groups = new Map<string, { readonly kinds: readonly Kind[]; clusters: number }>()
  private readonly triedBy = new Map<string, number>()

  constructor(private readonly subject: Subject) {}

  /** A cluster that might run it, and how it was when it last did; null: it never did. */
  add(shoot: Shoot, tried: Shoot | null): void {
    const kinds = kindsOf(shoot, this.subject, false)
    const keys = kinds.map(keyOf)
    const group = this.groups.get(keys.join())
    if (group === undefined) this.groups.set(keys.join(), { kinds, clusters: 1 })
    else group.clusters++
    const own = new Set(tried === null ? [] : kindsOf(tried, this.subject, true).map(keyOf))
    for (const key of keys) if (own.has(key)) this.triedBy.set(key, (this.triedBy.get(key) ?? 0) + 1)
  }

  /** What was counted, those that most have tried first; `untried`: how many clusters are of some kind that was not tried. */
  counts(): { readonly kinds: readonly KindCount[]; readonly untried: number } {
    const counts = new Map<string, KindCount>()
    let untried = 0
    for (const { kinds, clusters } of this.groups.values()) {
      for (const kind of kinds) {
        const key = keyOf(kind)
        const { clusters: others = 0 } = counts.get(key) ?? {}
        counts.set(key, { ...kind, clusters: others + clusters, tried: this.triedBy.get(key) ?? 0 })
      }
      if (kinds.some((kind) => !this.triedBy.has(keyOf(kind)))) untried += clusters
    }
    const kinds = [...counts.values()].sort(
      (a, b) => order(a) - order(b) || b.tried - a.tried || b.clusters - a.clusters || (a.value < b.value ? -1 : 1),
    )
    return { kinds, untried }
  }
}

function order({ property }: Kind): number {
  return KIND_PROPERTIES.indexOf(property)
}

function keyOf({ property, value }: Kind): string {
  return `${property} ${value}`
}

/** Of the whole cluster; of its pools those that run it, or where `onIt` is false that might. */
function kindsOf(shoot: Shoot, subject: Subject, onIt: boolean): Kind[] {
  const { region, purpose, workers } = shoot
  const pools = workers.filter((worker) => {
    if (onIt) return runsIn(shoot, worker, subject)
    return subject.image === null || worker.image?.name === subject.image
  })
  const kinds: Kind[] = [
    ...(region === undefined ? [] : [{ property: 'region', value: region } as const]),
    // What the API server fills in.
    { property: 'purpose', value: purpose ?? 'evaluation' },
    ...pools.flatMap(({ architecture, image, cri, updateStrategy, kubernetesVersion }): Kind[] => [
      { property: 'architecture', value: architecture },
      ...(subject.image !== null
        ? [{ property: 'kubernetes', value: minorText(kubernetesVersion ?? shoot.kubernetesVersion) } as const]
        : image === undefined
          ? []
          : [{ property: 'image', value: image.name } as const]),
      { property: 'cri', value: [cri.name, ...cri.containerRuntimes.toSorted()].join(' + ') },
      { property: 'updateStrategy', value: updateStrategy },
    ]),
  ]
  return [...new Map(kinds.map((kind) => [keyOf(kind), kind])).values()]
}

function minorText(version: string): string {
  const parsed = parseVersion(version)
  return parsed === null ? version : minorOf(parsed)
}
