import 'server-only'
import type { CsvValue } from '@/lib/contract/csv'
import { onWire } from '@/lib/contract/dates'
import type { Garden } from '@/lib/garden'
import { profileKey } from '@/lib/garden/garden'
import type { AnswerTo, TextParts } from '@/lib/http/answer'
import { type CsvColumn, csvParts, inParts } from '@/lib/http/in-parts'
import { momentOf, nowOf } from '@/lib/landscape/clock'
import { landscapeAt, readLandscapeAt } from '@/lib/landscape/current-landscape'
import type { ClusterEvent } from '@/lib/landscape/event'
import type { Landscape } from '@/lib/landscape/landscape'
import { nightOf } from '@/lib/landscape/zone'
import { whatText } from '@/lib/words/event-words'
import type {
  AllShootsQuery,
  clusterViewsRoute,
  shootsCsvRoute,
  shootsJsonRoute,
  shootsRoute,
  tonightRoute,
} from '../contract'
import { allItems, allShoots, type ListedItem, shootsReady, shootsView, viewCounts } from './shoots'
import { nightSeenFrom, tonightView } from './tonight'

export const answerShoots: AnswerTo<typeof shootsRoute> = async ({ query }, { garden }) => {
  const landscape = await landscapeAt(garden, query.at)
  await shootsReady(landscape, query)
  return shootsView(landscape, query)
}

export const answerShootsCsv: AnswerTo<typeof shootsCsvRoute> = async ({ query }, { garden }) =>
  shootsCsv(await landscapeAt(garden, query.at), query)

export const answerShootsJson: AnswerTo<typeof shootsJsonRoute> = async ({ query }, { garden }) =>
  shootsJson(await landscapeAt(garden, query.at), query)

export const answerTonight: AnswerTo<typeof tonightRoute> = async (
  { query: { at: pinned, zone, ...filters } },
  { garden },
) => {
  const { landscape, ...shown } = await nightAt(garden, pinned, zone)
  return tonightView(landscape, { ...shown, zone, filters })
}

async function nightAt(garden: Garden, pinned: string | undefined, zone: string) {
  const now = nowOf(garden.snapshot())
  const at = pinned === undefined ? (await readLandscapeAt(garden, pinned)).at : momentOf(pinned).at
  const night = nightOf(zone, at)
  const seenFrom = nightSeenFrom(night, at, now)
  const from = at <= now ? pinned : seenFrom > now ? onWire(seenFrom) : undefined
  return { landscape: await readLandscapeAt(garden, from), night, at }
}

export const answerClusterViews: AnswerTo<typeof clusterViewsRoute> = async (
  { query: { at: pinned, zone, project } },
  { garden },
) => {
  const landscape = await landscapeAt(garden, pinned)
  const { landscape: nightLandscape, ...shown } = await nightAt(garden, pinned, zone)
  return viewCounts(landscape, nightLandscape, { ...shown, zone, filters: { project } })
}

const COLUMNS: readonly CsvColumn<ListedItem>[] = [
  ['project', (row) => row.project],
  ['namespace', (row) => row.namespace],
  ['cluster', (row) => row.name],
  ['profile', ({ profile }) => profileKey(profile)],
  ['purpose', (row) => row.purpose],
  ['region', (row) => row.region],
  ['kubernetes', (row) => row.kubernetes.version],
  ['stage', (row) => row.kubernetes.stage],
  ['expires', (row) => onWire(row.kubernetes.expires)],
  ['pools', (row) => row.pools.map(poolText).join('; ')],
  ['nodes at least', (row) => row.nodes.min],
  ['nodes at most', (row) => row.nodes.max],
  ['window', ({ windowText, nextWindow }) => windowText && `${windowText} ${nextWindow.offset}`],
  ['next window begins', (row) => onWire(row.nextWindow.begin)],
  ['auto-update of Kubernetes', (row) => row.autoUpdate.kubernetes],
  ['auto-update of images', (row) => row.autoUpdate.machineImage],
  ['flags', ({ flags }) => (Object.keys(flags) as (keyof typeof flags)[]).filter((flag) => flags[flag]).join(' ')],
  ...eventColumns('next', (row) => row.next),
  ...eventColumns('next forced', (row) => row.nextForced),
  // What filters ask for is what the rows show.
  ...eventColumns('asked for', (row) => row.asked),
]

function poolText({ name, kubernetes, image, nodes }: ListedItem['pools'][number]): string {
  const runs = [image && `${image.name} ${image.version}`, kubernetes && `Kubernetes ${kubernetes.version}`]
  return `${name}: ${[...runs, `${nodes.min} to ${nodes.max} nodes`].filter(Boolean).join(', ')}`
}

function eventColumns(title: string, event: (row: ListedItem) => ClusterEvent | null): CsvColumn<ListedItem>[] {
  const of = (value: (event: ClusterEvent) => CsvValue) => (row: ListedItem) => {
    const one = event(row)
    return one && value(one)
  }
  return [
    [`${title}: kind`, of(({ kind }) => kind)],
    [`${title}: window begins`, of(({ window }) => onWire(window.begin))],
    [`${title}: what`, of(whatText)],
    [`${title}: from`, of(({ from }) => from)],
    [`${title}: to`, of(({ to }) => to)],
    [`${title}: nodes`, of(({ effect }) => effect)],
    [`${title}: why it fails`, of(({ cause }) => cause)],
  ]
}

/** All clusters that a question finds, as a table in its order. What is wrong with the question is thrown before the first part. */
export async function shootsCsv(landscape: Landscape, query: AllShootsQuery): Promise<TextParts> {
  return csvParts(COLUMNS, allItems(landscape, query))
}

/** The answer with all its items. */
export async function shootsJson(landscape: Landscape, query: AllShootsQuery): Promise<TextParts> {
  return jsonParts(await allShoots(landscape, query))
}

async function* jsonParts({ head, items }: Awaited<ReturnType<typeof allShoots>>): TextParts {
  yield `${JSON.stringify(head).slice(0, -1)},"items":[`
  let isFirst = true
  yield* inParts(items, (row) => {
    const text = `${isFirst ? '' : ','}\n${JSON.stringify(onWire(row))}`
    isFirst = false
    return text
  })
  yield '\n]}\n'
}
