import { madeOnce } from '@/lib/engine/grouped'
import { remembered } from '@/lib/engine/once'
import { type MaintenanceDigest, tight } from '@/lib/engine/outlook'
import { hasThreeNumbers } from '@/lib/engine/rules'
import type { ClassSum } from './class-sums'
import type { ClassedLandscape, PlacedClass, ShootClass } from './classes'
import { isOn } from './trajectory'
import { sameValueText } from './version-text'

/** The classes that run a version, or will run it by the forecast: by profile, then by version. */
export type VersionClasses = ReadonlyMap<string, ReadonlyMap<string, readonly ShootClass[]>>

export class VersionSum implements ClassSum {
  private readonly profiles = new Map<string, Map<string, ShootClass[]>>()
  /** Lists that were not given out yet. All others are copied before they change. */
  private own = new Set<ShootClass[]>()
  /** Clusters share maintenances, so the targets of each are computed once. */
  private readonly targetsOf = remembered(({ changes, denied }: MaintenanceDigest) =>
    denied ? [] : tight(changes.flatMap(({ what, to }) => (to === null ? [] : [keyOf(what, to)]))),
  )

  add(one: ShootClass, times: 1 | -1): void {
    const versions = madeOnce(this.profiles, one.profile, () => new Map<string, ShootClass[]>())
    for (const key of this.keysOf(one)) {
      const list = this.ownIn(versions, key)
      if (times === 1) list.push(one)
      else list.splice(list.indexOf(one), 1)
    }
  }

  private ownIn(versions: Map<string, ShootClass[]>, key: string): ShootClass[] {
    const known = versions.get(key)
    if (known !== undefined && this.own.has(known)) return known
    const list = known?.slice() ?? []
    this.own.add(list)
    versions.set(key, list)
    return list
  }

  told(): VersionClasses {
    this.own = new Set()
    return new Map([...this.profiles].map(([profile, versions]) => [profile, new Map(versions)]))
  }

  private keysOf({ example: { kubernetesVersion, workers }, forecast }: ShootClass): ReadonlySet<string> {
    const keys = new Set([keyOf('Kubernetes', kubernetesVersion)])
    for (const { kubernetesVersion: own, image } of workers) {
      if (own !== undefined) keys.add(keyOf('Kubernetes', own))
      if (image !== undefined) keys.add(keyOf(image.name, image.version))
    }
    for (const { digest } of forecast.events) for (const key of this.targetsOf(digest)) keys.add(key)
    return keys
  }
}

/** Kubernetes versions are compared by value, image versions by their text. */
function keyOf(what: string, version: string): string {
  return `${what} ${what !== 'Kubernetes' || hasThreeNumbers(version) ? version : sameValueText(version)}`
}

/** The classes of a profile that run a version or will run it, each with its place, in order. */
export function classesAbout(
  landscape: ClassedLandscape & { readonly versionClasses: VersionClasses },
  profile: string,
  { what, version }: { readonly what: string; readonly version: string },
): readonly PlacedClass[] {
  const classes = landscape.versionClasses.get(profile)?.get(keyOf(what, version))
  return classes === undefined ? [] : landscape.classes.inOrder(classes)
}

/** The classes of a profile that run a version now. */
export function classesOn(
  landscape: Parameters<typeof classesAbout>[0],
  profile: string,
  { what, version }: Parameters<typeof classesAbout>[2],
): readonly PlacedClass[] {
  return classesAbout(landscape, profile, { what, version }).filter(([, { example }]) => isOn(example, what, version))
}
