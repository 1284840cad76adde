import { FleetForecaster } from '@/lib/engine/outlook'
import type { Snapshot } from '@/lib/garden/garden'
import { shootChanges } from '@/lib/landscape/delta'
import { buildIndex, type FleetIndex, withChanges } from '@/lib/landscape/fleet-index'
import { at, landscape } from './landscape'
import { type Figure, summary, time, timeAsync } from './measure'

const changes = 200

/** What one changed cluster costs once a landscape is indexed, and one changed profile; neither does the rest again. */
export async function change(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const shoots of [1000, 10_000, 100_000]) figures.push(...(await changeAt(shoots)))
  return figures
}

async function changeAt(shoots: number): Promise<Figure[]> {
  const { snapshot } = landscape(shoots)
  const forecaster = new FleetForecaster()
  let index: FleetIndex = await buildIndex(snapshot, at, { forecaster })
  let current: Snapshot = snapshot
  const updates: number[] = []
  const searches: number[] = []
  for (let i = 0; i < changes; i++) {
    const place = Math.floor((i / changes) * shoots)
    const before = current.shoots.at(place)
    if (before === undefined) continue
    const after = { ...before, kubernetesVersion: i % 2 === 0 ? '1.33.9' : '1.32.13' }
    const next: Snapshot = { ...current, revision: String(i), shoots: current.shoots.toSpliced(place, 1, after) }
    searches.push(time(() => shootChanges(current.shoots, next.shoots, 1000)).wall * 1000)
    updates.push(
      time(() => {
        index = withChanges(index, next, [{ before, after }])
      }).wall * 1000,
    )
    current = next
  }
  const members = [...index.roster.members].filter(({ profile }) => profile === 'openstack').length
  const profileCost = await changeOfProfile(index, forecaster)
  return [
    {
      bench: 'change',
      what: `one cluster of ${shoots}: the index; median`,
      value: summary(updates).median,
      unit: 'µs',
    },
    {
      bench: 'change',
      what: `one cluster of ${shoots}: finding it among two lists; median`,
      value: summary(searches).median,
      unit: 'µs',
    },
    {
      bench: 'change',
      what: `one profile of ${shoots} clusters, that of ${members}: processor time`,
      value: profileCost,
      unit: 'ms',
    },
  ]
}

/** An earlier date for one version of openstack. */
async function changeOfProfile(index: FleetIndex, forecaster: FleetForecaster): Promise<number> {
  const runs: number[] = []
  for (let i = 0; i < 5; i++) {
    const profiles = new Map(index.snapshot.profiles)
    const entry = profiles.get('openstack')
    if (entry === undefined) throw new Error('no openstack')
    const kubernetes = entry.profile.kubernetes.map((version, place) =>
      place === 2 ? { ...version, expirationDate: at + (i + 20) * 86_400_000 } : version,
    )
    profiles.set('openstack', { ...entry, profile: { ...entry.profile, kubernetes } })
    const next = { ...index.snapshot, revision: `p${i}`, profiles }
    runs.push((await timeAsync(() => buildIndex(next, at, { forecaster, before: index }))).cpu)
  }
  return summary(runs).best
}
