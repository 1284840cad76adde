import { forecast, type MemoizedProfile, MemoizedProfiles } from '@/lib/engine/course'
import { FleetForecaster } from '@/lib/engine/outlook'
import { essence, replay } from '@/lib/engine/testdata/replay'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { profileKey, type Snapshot } from '@/lib/garden/garden'
import { advanceIndex, buildIndex, type FleetIndex } from '@/lib/landscape/fleet-index'
import { anew, at, landscape } from './landscape'
import { type Figure, times } from './measure'

const to = at + 365 * DAY

/**
 * A year of every cluster from cold, which must come to the same as `maintain()` in every window of a sample, and what one changed
 * cluster costs once all are known.
 */
export async function year(shoots: number, sample = 400): Promise<readonly Figure[]> {
  const { snapshot } = landscape(shoots)
  const cold = Array.from({ length: 10 }, () => anew(snapshot))
  const { best } = await times(cold.length, (round) => foreseen(cold[round] ?? snapshot))
  const profiles = new MemoizedProfiles()
  const chosen = [...snapshot.shoots].filter(
    ({ deletionTimestamp }, i) => deletionTimestamp === undefined && i % Math.floor(shoots / sample) === 0,
  )
  const differing = chosen.filter((shoot) => {
    const entry = snapshot.profiles.get(profileKey(shoot.profile))
    return entry !== undefined && !comesToTheSame(shoot, profiles.of(entry.profile))
  })

  let index: FleetIndex = await buildIndex(snapshot, at)
  const change = await times(200, (round) => {
    const place = Math.floor((round / 200) * shoots)
    const before = index.snapshot.shoots.at(place)
    if (before === undefined) throw new Error(`There is no cluster ${place}.`)
    const after = { ...before, kubernetesVersion: round % 2 === 0 ? '1.33.9' : '1.32.13' }
    const changed = index.snapshot.shoots.toSpliced(place, 1, after)
    const next = advanceIndex(index, { ...index.snapshot, revision: `${round}`, shoots: changed })
    if (next === null) throw new Error('One cluster has changed, and nothing else.')
    index = next
  })
  return [
    {
      what: `${shoots} clusters × 365 days from cold, one core, best of ${cold.length}`,
      value: best,
      unit: 'ms',
      below: 1000,
    },
    {
      what: `clusters of a sample of ${chosen.length} whose steps differ from those of maintain()`,
      value: differing.length,
      unit: '',
      below: 1,
    },
    { what: 'one changed cluster: the next index, median', value: change.median * 1000, unit: 'µs', below: 1000 },
  ]
}

/** All events of all clusters, profile by profile, as the index goes through them. */
function foreseen({ profiles, shoots }: Snapshot): number {
  const forecaster = new FleetForecaster()
  let events = 0
  const groups = new Map<string, Shoot[]>()
  for (const shoot of shoots) {
    const key = profileKey(shoot.profile)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [shoot])
    else group.push(shoot)
  }
  for (const [key, group] of groups) {
    const profile = profiles.get(key)?.profile
    if (profile === undefined) continue
    for (const shoot of group) {
      if (shoot.deletionTimestamp === undefined) events += forecaster.between(at, to, shoot, profile).events.length
    }
  }
  return events
}

function comesToTheSame(shoot: Shoot, profile: MemoizedProfile): boolean {
  const { autoRotation: _, ...plain } = shoot
  const plainly = replay(plain, profile, at, to, 'latestStart')
  const { steps, final } = forecast(plain, profile, { from: at, to })
  return JSON.stringify([steps.map(essence), final]) === JSON.stringify([plainly.steps, plainly.final])
}
