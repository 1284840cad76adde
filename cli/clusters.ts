import { near } from '@/lib/contract/edit-distance'
import { shootsQuery } from '@/lib/contract/selection'
import { MemoizedProfiles } from '@/lib/engine/course'
import type { Instant } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden'
import { wholeSeconds } from '@/lib/landscape/clock'
import { buildLandscapeAhead, type Landscape } from '@/lib/landscape/landscape'
import { findMembers, findShoot, membersWhere } from '@/lib/landscape/lookup'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { shootsView } from '@/lib/questions/clusters/answer/shoots'
import type { ListedShoot, ShootsAnswer } from '@/lib/questions/clusters/contract'
import { eventLine } from '@/lib/words/event-words'
import { profileName, WITHIN_HORIZON } from '@/lib/words/phrases'
import { plainLines } from '@/lib/words/plain-text'
import { ticketText } from '@/lib/words/ticket'
import { countOf, countText } from '@/lib/words/time-text'
import { ownWindow } from '@/lib/words/when'
import { CommandFailure, columns, wrapped } from './layout'
import type { Command } from './options'

type CommandOf<C extends Command['command']> = Extract<Command, { command: C }>

/** A garden that was read, and when. */
interface ReadClusters {
  readonly snapshot: Snapshot
  readonly now: Instant
}

/** The landscape at an instant; one that lies ahead is as the forecast has it then. */
function landscapeAt({ snapshot, now }: ReadClusters, at: Instant | null): Promise<Landscape> {
  const from = Math.max(now, snapshot.observedAt)
  return buildLandscapeAhead(snapshot, wholeSeconds(from), wholeSeconds(at ?? now), new MemoizedProfiles())
}

/** What the page of a cluster says: what is ahead of it, what stands in the way, and what its owner can do. */
export async function shootText(read: ReadClusters, { cluster, at, zone, url }: CommandOf<'shoot'>): Promise<string> {
  const landscape = await landscapeAt(read, at)
  const answer = shootView(landscape, positionOf(landscape, cluster))
  const { shoot, constraints, stuck, advice } = answer
  const name = `${shoot.namespace}/${shoot.name}`
  const link = url === null ? `almanac shoot ${name}` : `${url.replace(/\/+$/, '')}/shoots/${name}`
  const blocks = [
    ticketText(answer, link, zone).trimEnd().split('\n'),
    titled('What stands in the way', [
      ...new Set([...(stuck?.deadEnds ?? []), ...constraints].map(({ text }) => text)),
    ]),
    titled(
      'What can be done',
      advice.map(({ title, text }) => `${title}: ${text}`),
    ),
  ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => plainLines(lines))
    .join('\n\n')}\n`
}

function titled(title: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : [title, ...texts.flatMap((text) => wrapped(text, '- ', '  '))]
}

/** The position of a cluster by its name alone, if no other project has a cluster of that name. */
function positionOf(landscape: Landscape, cluster: string): number {
  const [project, name, ...more] = cluster.split('/')
  if (more.length > 0) throw new CommandFailure(`${cluster}: name a cluster as PROJECT/NAME, or by its name alone.`)
  if (project !== undefined && name !== undefined) return findShoot(landscape, project, name)
  const found = membersWhere(landscape, ({ shoot }) => shoot.name === cluster)
  const members = landscape.roster.members
  const [first] = found
  if (first !== undefined && found.length === 1) return first
  const told = found.length > 0
  const names = told
    ? found.map((at) => `${members.at(at)?.project}/${cluster}`)
    : near(
        cluster,
        [...members].map(({ shoot }) => shoot.name),
      )
  throw new CommandFailure(
    told
      ? `${countOf(found.length, 'cluster')} are called ${cluster}: ${names.slice(0, 10).join(', ')}. Name one of them with its project.`
      : `There is no cluster ${cluster} in this garden.${names.length === 0 ? '' : ` Did you mean ${names.join(', ')}?`}`,
  )
}

/** How many rows an answer has. */
const PAGE = 500

/** The list of clusters, in the order of its page: all that match, one a line. */
export async function listText(read: ReadClusters, command: CommandOf<'list'>): Promise<string> {
  const landscape = await landscapeAt(read, command.at)
  if (command.project !== null) findMembers(landscape, command.project)
  const pages = await pagesOf(landscape, command)
  const items = pages.flatMap((page) => page.items)
  const [head] = pages
  if (command.format === 'json') return `${JSON.stringify({ ...head, items }, null, 2)}\n`
  const { total = 0, all = 0 } = head ?? {}
  const title = `${countText(total)} of ${countOf(all, 'cluster')}${conditionText(command)}`
  const rows = items.map((row) => [
    `${row.project} / ${row.name}`,
    profileName(row.profile),
    row.kubernetes.version,
    ...aheadCells(row, landscape.at),
  ])
  return `${plainLines([title, ...(rows.length > 0 ? ['', ...columns(rows)] : [])])}\n`
}

async function pagesOf(landscape: Landscape, { forced, within, project, profile, zone }: CommandOf<'list'>) {
  const pages: ShootsAnswer[] = []
  for (;;) {
    const query = shootsQuery.parse({
      zone,
      ...(forced && { event: ['forced', 'fails'] }),
      ...(within !== null && { within }),
      ...(project !== null && { project: [project] }),
      ...(profile !== null && { profile: [profile] }),
      offset: pages.length * PAGE,
      limit: PAGE,
    })
    const page = await shootsView(landscape, query)
    pages.push(page)
    if (page.items.length < PAGE) return pages
  }
}

function conditionText({ forced, within }: CommandOf<'list'>): string {
  if (!forced && within === null) return ''
  const what = forced ? ' are forced or fail' : ' have something ahead'
  return `${what} ${within === null ? WITHIN_HORIZON : `within ${countOf(Number(within), 'day')}`}`
}

/** When something happens, and what. */
function aheadCells({ asked, nextForced, next }: ListedShoot, now: Instant): readonly string[] {
  const event = asked ?? nextForced ?? next
  return event === null ? ['', `nothing ${WITHIN_HORIZON}`] : [ownWindow(event.window, now), eventLine(event)]
}
