import { describe, expect, it } from 'vitest'
import { instant, profile, shoot, version } from '@/lib/engine/testdata/builders'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { Garden, ProfileEntry, Snapshot } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { gardenOf } from '@/lib/garden/testdata/garden-of'
import { InMemoryHistory } from '@/lib/history'
import type { Asker } from '@/lib/landscape/garden'
import { buildLandscape } from '@/lib/landscape/landscape'
import { PastGardens } from '@/lib/landscape/past'
import { type ChangeEffectAnswer, changeEffectAnswer, type ProfileChangeBody } from '../contract/history'
import { effectOfChange, recordsOf } from './history'
import { profileHistoryView } from './profile-history/view'

/** Second 10 of that minute, and milliseconds of it. */
const second = instant('2026-11-20T16:00:10Z')
const expiries = ['2026-12-01', '2026-12-11', '2026-12-31'] as const
const ref = { kind: 'CloudProfile', name: 'profile' } as const

const entryOf = (expires: string): ProfileEntry => ({
  ref,
  profile: profile([version('1.35.3 supported'), version(`1.34.6 deprecated ${expires}`)]),
  resourceVersion: expires,
})

function landscapeOf(entry: ProfileEntry | null, clusters = 2): Snapshot {
  return {
    revision: `${entry?.resourceVersion} ${clusters}`,
    observedAt: second,
    profiles: new Map(entry === null ? [] : [[ref.name, entry]]),
    projects: [{ name: 'dev', namespace: 'garden-dev', members: [] }],
    shoots: ChunkedList.of(Array.from({ length: clusters }, (_, i) => shoot('1.34.6', [], { name: `cluster-${i}` }))),
    problems: [],
  }
}

type Shown = readonly [at: Instant, landscape: Snapshot, isFollowed?: boolean]

let landscapes = 0

/** What is asked of a history, as the page of a profile asks it. */
async function asked(shown: readonly Shown[]) {
  const history = new InMemoryHistory()
  for (const [at, landscape, isFollowed = true] of shown) history.record(landscape, at, isFollowed)
  const today = shown.at(-1)?.[1] ?? landscapeOf(null)
  const garden: Garden = { ...gardenOf([], second), snapshot: () => today, cutOf: (whole) => whole }
  // Effects are kept by what a user sees: no other test sees this landscape.
  const asker: Asker = { identity: { kind: 'process' }, user: null, garden, sight: `landscape ${++landscapes}` }
  const pasts = new PastGardens(garden, history)
  const changes = async (): Promise<readonly ProfileChangeBody[]> => {
    const entry = entryOf(expiries[0])
    const noJournal = { read: async () => ({ entries: [], begun: [], unreadable: 0, problems: [] }) }
    const records = await recordsOf({ sight: '' }, entry, history, noJournal)
    const answer = await profileHistoryView(await buildLandscape(today, second + DAY), entry, records, 'UTC')
    return answer.changes.toReversed()
  }
  const effectAt = async (change: string): Promise<ChangeEffectAnswer> => {
    const effect = await effectOfChange(asker, [ref.name], Date.parse(change), { history, pasts })
    changeEffectAnswer.parse(effect)
    return effect
  }
  return { changes, effectAt }
}

const [first, later, last] = expiries.map((expires) => entryOf(expires))
if (first === undefined || later === undefined || last === undefined) throw new Error('There are three.')

const textsOf = async (shown: readonly Shown[]): Promise<readonly string[]> => {
  const { changes, effectAt } = await asked(shown)
  const texts: string[] = []
  for (const change of await changes()) texts.push((await effectAt(change.change)).text)
  return texts
}

describe('the effect of each change that a page asks for', () => {
  it('is that of the only change, at its own moment', async () => {
    const { changes, effectAt } = await asked([
      [second - MINUTE, landscapeOf(first)],
      [second + 700, landscapeOf(later)],
    ])
    const [change] = await changes()
    expect(change).toMatchObject({
      change: '2026-11-20T16:00:10.700Z',
      seen: '2026-11-20T16:00:10Z',
      before: '2026-11-20T16:00:09Z',
    })
    expect(await effectAt('2026-11-20T16:00:10.700Z')).toMatchObject({
      change: '2026-11-20T16:00:10.700Z',
      at: '2026-11-20T16:00:10Z',
      clusters: 2,
      text: '2 clusters are now forced 10 days later',
    })
  })

  it('is known of a change in the second in which recording began, of which there is no page before it', async () => {
    const shown: readonly Shown[] = [
      [second + 300, landscapeOf(first)],
      [second + 700, landscapeOf(later)],
    ]
    expect(await textsOf(shown)).toEqual(['2 clusters are now forced 10 days later'])
    expect((await (await asked(shown)).changes()).map(({ before }) => before)).toEqual([null])
  })

  it('is its own where two changes came within a second', async () => {
    expect(
      await textsOf([
        [second - MINUTE, landscapeOf(first)],
        [second + 300, landscapeOf(later)],
        [second + 700, landscapeOf(last)],
      ]),
    ).toEqual(['2 clusters are now forced 10 days later', '2 clusters are now forced 20 days later'])
  })

  it('is of the clusters that were there just before it, also within its second', async () => {
    expect(
      await textsOf([
        [second - MINUTE, landscapeOf(first, 1)],
        [second + 300, landscapeOf(first, 3)],
        [second + 700, landscapeOf(later, 3)],
      ]),
    ).toEqual(['3 clusters are now forced 10 days later'])
  })

  it('is of the clusters that were there before the gap in which it came about', async () => {
    const { changes, effectAt } = await asked([
      [second - HOUR, landscapeOf(first, 1)],
      [second, landscapeOf(later, 3), false],
    ])
    const [change] = await changes()
    expect(change).toMatchObject({ after: '2026-11-20T15:00:10Z', before: '2026-11-20T15:00:10Z' })
    expect(await effectAt(change?.change ?? '')).toMatchObject({
      at: '2026-11-20T15:00:10Z',
      text: '1 cluster is now forced 10 days later',
    })
  })

  it('is that of a deletion too', async () => {
    const [text] = await textsOf([
      [second - MINUTE, landscapeOf(first)],
      [second, landscapeOf(null)],
    ])
    expect(text).toBe('2 clusters are now stuck')
  })

  it('is computed once', async () => {
    const { effectAt } = await asked([
      [second - MINUTE, landscapeOf(first)],
      [second, landscapeOf(later)],
    ])
    expect(await effectAt('2026-11-20T16:00:10Z')).toBe(await effectAt('2026-11-20T16:00:10.000Z'))
  })

  it('is not told of a moment at which nothing changed, of the first state, nor of a profile that is not there', async () => {
    const { effectAt } = await asked([
      [second - MINUTE, landscapeOf(first)],
      [second, landscapeOf(later)],
    ])
    for (const moment of ['2026-11-20T16:00:10.001Z', '2026-11-20T15:59:10Z', '2030-01-01T00:00:00Z']) {
      await expect(effectAt(moment)).rejects.toMatchObject({
        code: 'not-found',
        message: `What a change of profile at ${moment} did is not in what is recorded.`,
      })
    }
    const { effectAt: effectOfNone } = await asked([[second, landscapeOf(null)]])
    await expect(effectOfNone('2026-11-20T16:00:10Z')).rejects.toMatchObject({
      message: 'The profile profile is not in this garden.',
    })
  })
})
