import { onWire } from '@/lib/contract/dates'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { boundariesOf, defaultVersions, justAfter, stageAt } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import type { Computed } from '@/lib/landscape/draft'
import type { FleetIndex } from '@/lib/landscape/fleet-index'

/**
 * The profiles without the edits of a draft and with them, compared at every instant from now on at which either of them changes: between
 * two of these nothing does. All that is foreseen of clusters follows from the stages of versions, so this holds beyond the days of a forecast.
 */
export function everyInstant({ at, snapshot, forecaster }: FleetIndex, { edited }: Computed) {
  const dates = new Set<Instant>()
  const profiles = [...edited.profiles].flatMap(([key, { before, after }]) => {
    const ref = snapshot.profiles.get(key)?.ref
    if (ref === undefined) return []
    const [was, is] = [versionsIn(before), versionsIn(after)]
    const own = [...was.values(), ...is.values()].flatMap(boundariesOf).filter((date) => date >= at)
    for (const date of own) dates.add(date)
    const instants = [...new Set([at, ...own])].sort((a, b) => a - b).flatMap((date) => [date, justAfter(date)])
    const names = new Set([...was.keys(), ...is.keys()])
    const isOther = (name: string) => {
      const [old, now] = [was.get(name), is.get(name)]
      if (old === undefined || now === undefined) return true
      return instants.some((instant) => stageAt(old, instant) !== stageAt(now, instant))
    }
    const images = [null, ...new Set([...before.machineImages, ...after.machineImages].map(({ name }) => name))]
    const [had, has] = [forecaster.profiles.of(before), forecaster.profiles.of(after)]
    const otherDefaults = instants.find((instant) =>
      images.some((image) => !isSame(defaultVersions(had, image, instant), defaultVersions(has, image, instant))),
    )
    return [
      {
        profile: ref,
        versions: names.size,
        other: [...names].filter(isOther).length,
        otherDefaults: otherDefaults === undefined ? null : onWire(otherDefaults),
      },
    ]
  })
  return { dates: dates.size, profiles } satisfies WhatIfAnswer['everyInstant']
}

function versionsIn({ kubernetes, machineImages }: CloudProfile): ReadonlyMap<string, ExpirableVersion> {
  const named = (image: string, versions: readonly ExpirableVersion[]) =>
    versions.map((listed) => [`${image} ${listed.version}`, listed] as const)
  return new Map([...named('', kubernetes), ...machineImages.flatMap(({ name, versions }) => named(name, versions))])
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((version) => b.has(version))
}
