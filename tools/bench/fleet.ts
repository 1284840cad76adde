import { forecast, type MemoizedProfile, MemoizedProfiles } from '@/lib/engine/course'
import { FleetForecaster } from '@/lib/engine/outlook'
import { firstDay, lastDay, maintain, momentOn, scheduleOf, windowOf } from '@/lib/engine/rules'
import { after, essence, replay } from '@/lib/engine/testdata/replay'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, Shoot } from '@/lib/engine/types'
import { profileKey, type Snapshot } from '@/lib/garden/garden'
import { anew, at, landscape } from './landscape'
import { type Figure, type Spent, summary, time } from './measure'

const to = at + 365 * DAY

/** A year of every cluster from cold, against calling `maintain()` in every window of a sample, which must come to the same. */
export async function fleet(shoots = 100_000, sample = 400): Promise<Figure[]> {
  const { snapshot } = landscape(shoots)
  const profiles = new MemoizedProfiles()
  const all = byProfile(anew(snapshot)).flatMap(([profile, shoots]) =>
    shoots.map((shoot): [Shoot, MemoizedProfile] => [shoot, profiles.of(profile)]),
  )
  const chosen = all.filter((_, i) => i % Math.floor(all.length / sample) === 0)
  const runs: Spent[] = []
  const replays: number[] = []
  let windows = 0
  // By turns, so that whatever else the machine does meets both.
  for (let turn = 0; turn < 5; turn++) {
    for (let i = 0; i < 2; i++) runs.push(fromCold(snapshot))
    windows = 0
    const replay = time(() => {
      for (const [shoot, profile] of chosen) windows += everyWindow(shoot, profile)
    })
    replays.push(replay.wall)
  }
  const { best } = summary(runs.map(({ wall }) => wall))
  const cpu = summary(runs.map(({ cpu }) => cpu)).best
  const perWindow = summary(replays).best / windows
  const all365 = perWindow * 365 * all.length
  const differing = chosen.filter(([shoot, profile]) => !comesToTheSame(shoot, profile)).length
  return [
    {
      bench: 'fleet',
      what: `${shoots} clusters × 365 days from cold, one core`,
      value: best,
      unit: 'ms',
      target: { below: 1000 },
    },
    { bench: 'fleet', what: 'the same: processor time, with threads that compile', value: cpu, unit: 'ms' },
    {
      bench: 'fleet',
      what: `maintain() in a window, over ${windows} windows of ${chosen.length} clusters`,
      value: perWindow * 1000,
      unit: 'µs',
    },
    { bench: 'fleet', what: 'every window of every cluster at that pace', value: all365, unit: 'ms' },
    { bench: 'fleet', what: 'times faster than that', value: all365 / best, unit: '×' },
    {
      bench: 'fleet',
      what: `clusters of the ${chosen.length} whose steps differ`,
      value: differing,
      unit: '',
      target: { below: 1 },
    },
  ]
}

function fromCold(snapshot: Snapshot): Spent {
  const cold = anew(snapshot)
  const forecaster = new FleetForecaster()
  return time(() => {
    let events = 0
    for (const [profile, shoots] of byProfile(cold)) {
      for (const shoot of shoots) events += forecaster.between(at, to, shoot, profile).events.length
    }
    return events
  })
}

/** Profile by profile, as the index goes through them. */
function byProfile({ profiles, shoots }: Snapshot): [CloudProfile, Shoot[]][] {
  const groups = new Map<Shoot['profile'], Shoot[]>()
  for (const shoot of shoots) {
    if (shoot.deletionTimestamp !== undefined) continue
    const group = groups.get(shoot.profile)
    if (group === undefined) groups.set(shoot.profile, [shoot])
    else group.push(shoot)
  }
  return [...groups].flatMap(([reference, group]): [CloudProfile, Shoot[]][] => {
    const entry = profiles.get(profileKey(reference))
    return entry === undefined ? [] : [[entry.profile, group]]
  })
}

function everyWindow(shoot: Shoot, profile: MemoizedProfile): number {
  const schedule = scheduleOf(windowOf(shoot), 'latestStart')
  let current = shoot
  const first = firstDay(schedule, at)
  const last = lastDay(schedule, to)
  for (let day = first; day <= last; day++)
    current = after(current, maintain(current, profile, momentOn(schedule, day)))
  return last - first + 1
}

function comesToTheSame(shoot: Shoot, profile: MemoizedProfile): boolean {
  const { autoRotation: _, ...plain } = shoot
  const plainly = replay(plain, profile, at, to, 'latestStart')
  const { steps, final } = forecast(plain, profile, { from: at, to })
  return JSON.stringify([steps.map(essence), final]) === JSON.stringify([plainly.steps, plainly.final])
}
