import { dump } from 'js-yaml'
import { onWire } from '@/lib/contract/dates'
import type { EditBody } from '@/lib/contract/edits'
import { whatIfQuery } from '@/lib/contract/what-if'
import { forecast, type MemoizedProfile, MemoizedProfiles } from '@/lib/engine/course'
import { groupedBy } from '@/lib/engine/grouped'
import { Forecaster } from '@/lib/engine/outlook'
import { essence, replay } from '@/lib/engine/testdata/replay'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { demoObjects } from '@/lib/garden/demo/manifests'
import { profileKey, type Snapshot } from '@/lib/garden/garden'
import { readObject } from '@/lib/garden/read-object'
import { SharedParts } from '@/lib/garden/shoot-fields'
import { makeSnapshot, type SourcedObject } from '@/lib/garden/snapshot'
import { advanceLandscape, buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { whatIfView } from '@/lib/questions/draft/answer/what-if/view'

/** The day that the demo is of, and the instant that everything is computed for. */
const born = '2026-11-21'
export const at = Date.parse(`${born}T18:00:00Z`)

const to = at + 365 * DAY

/**
 * A year of every cluster from cold, which must come to the same as `maintain()` in every window of a sample, and what one changed
 * cluster costs once all are known.
 */
export async function year(shoots: number, sample = 400): Promise<readonly BenchFigure[]> {
  const { snapshot } = demoSnapshot(shoots)
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

  let landscape: Landscape = await buildLandscape(snapshot, at)
  const change = await times(200, async (round) => {
    const place = Math.floor((round / 200) * shoots)
    const before = landscape.snapshot.shoots.at(place)
    if (before === undefined) throw new Error(`There is no cluster ${place}.`)
    const after = { ...before, kubernetesVersion: round % 2 === 0 ? '1.33.9' : '1.32.13' }
    const changed = landscape.snapshot.shoots.toSpliced(place, 1, after)
    const next = await advanceLandscape(landscape, { ...landscape.snapshot, revision: `${round}`, shoots: changed })
    if (next === null) throw new Error('One cluster has changed, and nothing else.')
    landscape = next
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
    { what: 'one changed cluster: the next landscape, median', value: change.median * 1000, unit: 'µs', below: 1000 },
  ]
}

/** All events of all clusters, profile by profile, as the landscape goes through them. */
function foreseen({ profiles, shoots }: Snapshot): number {
  const forecaster = new Forecaster()
  let events = 0
  for (const [key, group] of groupedBy(shoots, ({ profile }) => profileKey(profile))) {
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

const warming = 4

/** One edit, every cluster, 365 days, before and after: the whole answer as a page gets it, no draft asked for twice. */
export async function whatIf(shoots: number): Promise<readonly BenchFigure[]> {
  const landscape = await buildLandscape(demoSnapshot(shoots).snapshot, at)
  const expire = (image: string | null, version: string, day: number): EditBody => ({
    kind: 'expire',
    image,
    version,
    expirationDate: onWire(at + day * DAY),
  })
  const kinds: readonly [what: string, profile: string, edit: (round: number) => EditBody][] = [
    ['expire a version that many run', 'aws', (i) => expire(null, '1.34.6', 20 + i)],
    ['expire the version that all move to', 'aws', (i) => expire(null, '1.34.7', 100 + i)],
    [
      'promote a preview',
      'aws',
      (i) => ({ kind: 'classify', image: null, version: '1.36.2', classification: i % 2 ? 'deprecated' : 'supported' }),
    ],
    ['expire an image version', 'azure', (i) => expire('gardenlinux', '1877.4.0', 20 + i)],
  ]
  const figures: BenchFigure[] = []
  for (const [what, profile, edit] of kinds) {
    const answer = (round: number) => whatIfView(landscape, whatIfQuery.parse({ profile, edits: [edit(round)] }))
    await times(warming, answer)
    const { median, best } = await times(21, async (round) => JSON.stringify(await answer(round + warming)))
    const { changed, clusters } = (await answer(warming)).figures
    figures.push(
      { what: `${what}: ${changed} of ${clusters} change; median`, value: median, unit: 'ms', below: 500 },
      { what: `${what}: best`, value: best, unit: 'ms' },
    )
  }
  return figures
}

/** The demo as a snapshot, and how many bytes of JSON its objects are when the API sends them. */
export function demoSnapshot(shoots: number): { readonly snapshot: Snapshot; readonly bytes: number } {
  const objects: SourcedObject[] = []
  const sharing = new SharedParts()
  let bytes = 0
  for (const manifest of demoObjects({ born, shoots })) {
    const text = JSON.stringify(manifest)
    bytes += Buffer.byteLength(text)
    const object = readObject(manifest)
    if (object.kind === 'other' || object.kind === 'unreadable') throw new Error(`unreadable ${text}`)
    objects.push({ object: sharing.object(object), source: 'demo' })
  }
  return { snapshot: makeSnapshot({ revision: `${shoots}`, observedAt: at, objects, problems: [] }), bytes }
}

/** The demo as `kubectl get … -A -o yaml` writes it. */
export function dumpText(shoots: number): string {
  const items = [...demoObjects({ born, shoots })]
  return dump({ apiVersion: 'v1', items, kind: 'List' }, { noArrayIndent: true, noRefs: true })
}

/** A CloudProfile of it as JSON. */
export function benchProfileText(name: string): string {
  for (const object of demoObjects({ born, shoots: 0 }))
    if (object.kind === 'CloudProfile' && object.metadata.name === name) return JSON.stringify(object)
  throw new Error(`There is no CloudProfile ${name}.`)
}

/** The same garden, but nothing that was remembered for its objects applies. */
function anew(snapshot: Snapshot): Snapshot {
  const profiles = new Map([...snapshot.profiles].map(([key, entry]) => [key, structuredClone(entry)]))
  return { ...snapshot, profiles, shoots: ChunkedList.of(snapshot.shoots.map((shoot) => ({ ...shoot }))) }
}

export interface BenchFigure {
  readonly what: string
  readonly value: number
  readonly unit: 'ms' | 'µs' | 'MB' | '×' | ''
  /** What the value should stay below; absent: for information. */
  readonly below?: number
}

/** How long work takes, in milliseconds on the clock. */
export async function time(work: () => unknown): Promise<number> {
  const begin = performance.now()
  kept.result = await work()
  return performance.now() - begin
}

/** What the work gave, so that no compiler leaves the work out. */
const kept: { result?: unknown } = {}

/** The time of many runs: the middle of all, and the best, as others may use the machine at the same time. */
export async function times(
  rounds: number,
  work: (round: number) => unknown,
): Promise<{ median: number; best: number }> {
  const runs: number[] = []
  for (let round = 0; round < rounds; round++) runs.push(await time(() => work(round)))
  runs.sort((a, b) => a - b)
  return { median: runs[rounds >> 1] ?? Number.NaN, best: runs[0] ?? Number.NaN }
}
