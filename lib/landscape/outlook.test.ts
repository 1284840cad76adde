import { describe, expect, it } from 'vitest'
import { profile, shoot } from '@/lib/engine/testdata/builders'
import { DAY } from '@/lib/engine/time'
import type { ExpirableVersion, Instant, Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { emptySnapshot } from '@/lib/garden/snapshot'
import { buildLandscape } from './landscape'
import { Outlook } from './outlook'

const AT = Date.parse('2026-11-21T18:00:00Z')

/** A landscape of one cluster. */
function indexOf(one: Shoot, ...versions: Parameters<typeof profile>[0]) {
  const entry = { ref: one.profile, profile: profile(versions), parent: null, resourceVersion: '1', problems: [] }
  const profiles = new Map([[one.profile.name, entry]]) as unknown as typeof emptySnapshot.profiles
  return buildLandscape({ ...emptySnapshot, observedAt: AT, profiles, shoots: ChunkedList.of([one]) }, AT)
}

const LEADS_NOWHERE = ['1.33.5 supported 2026-10-01', '1.35.1']
/** Nothing is forced to a preview. */
const PREVIEW_UNTIL: ExpirableVersion = {
  version: '1.34.1',
  lifecycle: [
    { classification: 'preview' },
    { classification: 'supported', startTime: Date.parse('2026-12-10T00:00:00Z') },
  ],
}
const LEADS_ON = ['1.33.5', '1.33.6', '1.34.1']

function failedAt(triggeredTime: Instant): Pick<Shoot, 'lastMaintenance'> {
  return { lastMaintenance: { state: 'Failed', description: 'said before', triggeredTime } }
}

describe('the outlook of a cluster', () => {
  it('is computed when it is first asked for, and then known', async () => {
    const outlook = new Outlook(await indexOf(shoot('1.33.5'), ...LEADS_NOWHERE), 0)
    const { steps } = outlook
    expect(steps).toHaveLength(1)
    expect(outlook.steps).toBe(steps)
  })

  it('is of no cluster where there is none', async () => {
    const landscape = await indexOf(shoot('1.33.5'), ...LEADS_NOWHERE)
    expect(() => new Outlook(landscape, 1)).toThrow(RangeError)
  })

  it.each([
    ['goes on with a failure of long ago, of which only that is known', LEADS_NOWHERE, 3 * DAY],
    ['goes on with one of the last window, and tells since when', LEADS_NOWHERE, 20 * 3600_000],
  ] as const)('its next maintenance %s', async (_, versions, ago) => {
    const { stuck } = new Outlook(await indexOf(shoot('1.33.5', [], failedAt(AT - ago)), ...versions), 0)
    const since = Date.parse('2026-10-01T22:00:00Z')
    expect(stuck?.failing).toEqual({
      last: AT - ago,
      ...(ago > DAY ? { since: null, nights: null } : { since, nights: 51 }),
    })
  })

  it.each([
    ['succeeds', LEADS_ON],
    ['comes weeks before the first that fails', ['1.33.5 supported 2026-12-20', '1.35.1']],
  ])('tells of no failure where the next maintenance %s', async (_, versions) => {
    const { stuck } = new Outlook(await indexOf(shoot('1.33.5', [], failedAt(AT - 3 * DAY)), ...versions), 0)
    expect(stuck?.failing ?? null).toBe(null)
  })

  it('tells where it cannot get on that it could not in the last maintenance that failed, though not in which before', async () => {
    const made = AT - 20 * DAY
    const one = shoot('1.33.5', [], { creationTimestamp: made, ...failedAt(AT - 3 * DAY) })
    const { stuck } = new Outlook(await indexOf(one, ...LEADS_NOWHERE), 0)
    expect(stuck?.failing).toEqual({ since: null, nights: null, last: AT - 3 * DAY })
    expect(stuck?.deadEnds).toMatchObject([{ began: Date.parse('2026-11-17T22:00:00Z'), older: true }])
  })

  it.each([
    ['as far as can be seen', LEADS_NOWHERE, null],
    ['until a version that comes leads on', [...LEADS_NOWHERE, PREVIEW_UNTIL], '2026-12-09T22:00:00Z'],
  ] as const)('is stuck %s', async (_, versions, until) => {
    const { stuck } = new Outlook(await indexOf(shoot('1.33.5'), ...versions), 0)
    expect(stuck?.event).toMatchObject({ kind: 'fails', digest: { lead: { from: '1.33.5', to: null } } })
    expect(stuck?.until).toBe(until === null ? null : Date.parse(until))
  })
})
