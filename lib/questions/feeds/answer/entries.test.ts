import { expect, it, test } from 'vitest'
import { auto, image, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import type { CloudProfile, Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { openGarden } from '@/lib/garden/open-garden'
import { emptySnapshot } from '@/lib/garden/snapshot'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { shootHeadline } from '@/lib/words/headline'
import { plain } from '@/lib/words/phrases'
import { leading } from '@/lib/words/shown-steps'
import { entriesOf } from './entries'

const AT = Date.parse('2026-11-21T18:00:00Z')
const KUBERNETES = ['1.33.5', '1.34.1']

/** What the page of a cluster says first, and the calendar entry of the same window. */
async function bothOf(landscape: Landscape, position: number) {
  const answer = shootView(landscape, position)
  const { entries } = await entriesOf(landscape, [position], () => true)
  const begin = leading(answer.steps)?.window.begin
  const entry = entries.find((one) => begin !== undefined && one.begin === Date.parse(begin))
  return { page: plain(shootHeadline(answer, AT, 'UTC').lead), lines: entry?.description.split('\n') ?? [] }
}

function indexOf(one: Shoot, offered: CloudProfile) {
  const entry = { ref: one.profile, profile: offered }
  const profiles = new Map([[one.profile.name, entry]]) as unknown as typeof emptySnapshot.profiles
  return buildLandscape({ ...emptySnapshot, observedAt: AT, profiles, shoots: ChunkedList.of([one]) }, AT)
}

const linux = image('linux', 'patch', ['1.0.0', '1.0.1'])
const lastLinux = image('linux', 'patch', ['1.0.0 supported 2026-10-01'])
const pools = [worker('a linux 1.0.0'), worker('b linux 1.0.0')]
const many = ['a', 'b', 'c', 'd', 'e'].map((name) => worker(`${name} linux 1.0.0`))

test.each<[what: string, Shoot, CloudProfile, page: string, entry: string]>([
  [
    'a forced control plane',
    ...([shoot('1.33.5'), profile(['1.33.5 supported 2026-12-01', '1.34.1'])] as const),
    ...(['Forced to Kubernetes 1.34.1 in ', 'Forced to Kubernetes 1.34.1, from 1.33.5.'] as const),
  ],
  [
    'an automatic update of two pools',
    ...([shoot('1.34.1', pools, auto), profile(KUBERNETES, linux)] as const),
    ...([
      'Pools a and b auto-update to linux 1.0.1 in ',
      'Pools a and b auto-update to linux 1.0.1, from 1.0.0.',
    ] as const),
  ],
  [
    'one of more pools than are named',
    ...([shoot('1.34.1', many, auto), profile(KUBERNETES, linux)] as const),
    ...(['5 pools auto-update to linux 1.0.1 in ', '5 pools auto-update to linux 1.0.1, from 1.0.0.'] as const),
  ],
  [
    'a forced pool',
    ...([
      shoot('1.34.1', pools.slice(0, 1)),
      profile(KUBERNETES, image('linux', 'patch', ['1.0.0 supported 2026-12-01', '1.0.1'])),
    ] as const),
    ...(['Pool a is forced to linux 1.0.1 in ', 'Pool a is forced to linux 1.0.1, from 1.0.0.'] as const),
  ],
  [
    'a control plane that has nowhere to go',
    ...([shoot('1.33.5'), profile(['1.33.5 supported 2026-10-01', '1.35.1'])] as const),
    ...([
      'There is no version to move to from Kubernetes 1.33.5.',
      'There is no version to move to from Kubernetes 1.33.5.',
    ] as const),
  ],
  [
    'pools that have nowhere to go',
    ...([shoot('1.34.1', pools), profile(KUBERNETES, lastLinux)] as const),
    ...([
      'There is no version to move to from linux 1.0.0 in pools a and b.',
      'There is no version to move to from linux 1.0.0 in pools a and b.',
    ] as const),
  ],
])('the page and the calendar say the same of %s', async (_, one, offered, page, entry) => {
  const both = await bothOf(await indexOf(one, offered), 0)
  expect(both.page).toContain(page)
  expect(both.lines).toContain(entry)
})

it('says of every cluster of the demo what its page says first', async () => {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '120' })
  await garden.ready()
  const landscape = await buildLandscape(garden.snapshot(), AT)
  let compared = 0
  for (let position = 0; position < landscape.roster.members.length; position++) {
    const { page, lines } = await bothOf(landscape, position)
    if (lines.length === 0) continue
    // A page also names what a refusal is for, in brackets before the full stop.
    const plain = page.replace(/ \([^()]+\)\.$/, '.')
    const said = lines.some((line) => page.startsWith(line.split(', from ')[0] ?? '') || plain.includes(line))
    expect(said, `${page}\n${lines.join('\n')}`).toBe(true)
    compared++
  }
  await garden.close()
  expect(compared).toBeGreaterThan(50)
})
