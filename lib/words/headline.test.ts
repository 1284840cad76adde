import { describe, expect, test } from 'vitest'
import {
  changeOf,
  NOW,
  rowOf,
  STEPS,
  shootOf,
  stepOf,
  TONIGHT_WINDOW,
  windowFrom,
} from '@/components/outlook/testdata/answers'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { DeadEndBody, ForecastStepBody } from '@/lib/contract/steps'
import { shootHeadline } from './headline'
import { plain } from './phrases'

const now = Date.parse(NOW)
const said = (over: Partial<ShootAnswer>, zone = '+01:00', at = now) => {
  const { lead, before, after } = shootHeadline(shootOf(over), at, zone)
  const others = [before, after].flatMap((other) => (other === null ? [] : [`${other.when} ${other.text}`]))
  return [plain(lead), ...others].join(' | ')
}
const [tonight, december, january, april] = STEPS as readonly [
  ForecastStepBody,
  ForecastStepBody,
  ForecastStepBody,
  ForecastStepBody,
]
const flags = rowOf().flags

describe('the headline of a cluster', () => {
  test('a forced update, with what comes before it', () => {
    expect(said({})).toBe(
      'Forced to Kubernetes 1.33.7 in 24 days 3 h, in the window Tue 15 Dec 22:00–23:00 +01:00. All nodes of 2 pools will roll. Later updates lead to 1.34.3 by 30 Jun 2027.' +
        ' | Before that, tonight 22:00–23:00 +01:00: pools web-a and ledger auto-update to gardenlinux 1877.5.0, and the 12 nodes of pool web-a roll.',
    )
  })

  test('what a moment within the window decides about is said with both nights', () => {
    const otherwise = windowFrom('2026-12-16T21:00:00Z')
    expect(said({ steps: [{ ...december, onlyAfter: { at: '2026-12-15T21:30:00Z', otherwise } }] })).toContain(
      'in the window Tue 15 Dec 22:00–23:00 +01:00 if maintenance begins after 22:30, else Wed 16 Dec. ',
    )
  })

  test('a maintenance that fails for some pools says what it does to others all the same', () => {
    const why = 'and Gardener says nothing of it.'
    const image = (pool: string, to: string | null) =>
      changeOf({
        component: 'poolImage',
        pool,
        image: 'os',
        from: '1',
        to,
        unreported: to === null ? `This stays, ${why}` : `This is stored, ${why}`,
      })
    const changes = [image('a', '2'), image('gone', null), image('z', null)]
    const effects = ['a', 'gone', 'z'].map((pool) => ({
      pool,
      effect: pool === 'a' ? ('rolling' as const) : ('none' as const),
      because: [],
      nodes: pool === 'a' ? { min: 1, max: 3 } : { min: 0, max: 0 },
    }))
    const step = stepOf({ kind: 'fails', changes, effects, window: windowFrom('2026-12-01T21:00:00Z') })
    expect(said({ steps: [step] })).toContain(
      ' os 1 stays in pools gone and z. All the same, pool a is forced to os 2, and the 1–3 nodes of pool a roll.',
    )
    expect(said({ steps: [{ ...step, denied: true }] })).not.toContain('All the same')
  })

  test('of pools that part later, each end of the chain is said, and when the last is reached', () => {
    const image = (pool: string, from: string, to: string) =>
      changeOf({ component: 'poolImage', pool, image: 'os', from, to })
    const step = (begin: string, ...changes: ReturnType<typeof image>[]) =>
      stepOf({ window: windowFrom(begin), changes })
    const steps = [
      step('2026-12-01T21:00:00Z', image('a', '1', '2'), image('b', '1', '2')),
      step('2027-01-01T21:00:00Z', image('a', '2', '3')),
      step('2027-02-01T21:00:00Z', image('b', '2', '4'), image('c', '2', '9')),
    ]
    expect(said({ steps })).toContain('Pools a and b are forced to os 2 in')
    expect(said({ steps })).toContain('. Later updates lead to 3 and 4 by 1 Feb 2027.')
    expect(said({ steps: steps.slice(0, 1) })).not.toContain('Later updates')
  })

  test('in a zone of the viewer that differs, the cluster’s own time comes first', () => {
    expect(said({ steps: [december] }, 'Asia/Kolkata')).toContain(
      'in the window Tue 15 Dec 22:00–23:00 +01:00, Wed 16 Dec 02:30–03:30 for you.',
    )
    expect(said({ steps: [december] }, 'Europe/Berlin')).not.toContain('for you')
  })

  test('a forced image update of one pool; the year is said when it is not this one', () => {
    expect(said({ steps: [january] })).toBe(
      'Pool batch is forced to suse-chost 15.6.20260930 in 52 days, in the window Tue 12 Jan 2027 22:00–23:00 +01:00. All nodes of pool batch will roll.',
    )
  })

  test('only an auto-update ahead, tonight', () => {
    expect(said({ steps: [tonight] })).toBe(
      'Pools web-a and ledger auto-update to gardenlinux 1877.5.0 in 3 h, tonight in the window 22:00–23:00 +01:00. All nodes of pool web-a will roll.',
    )
  })

  test('while the window is open', () => {
    expect(said({ steps: [tonight] }, '+01:00', Date.parse('2026-11-21T21:10:00Z'))).toContain(
      'auto-update to gardenlinux 1877.5.0 now, in the open window 22:00–23:00 +01:00.',
    )
  })

  test('a failure names its cause and that it comes again', () => {
    const endless = { ...april, lastWindowBegin: '2027-11-20T21:00:00Z' }
    expect(said({ steps: [endless] })).toBe(
      'Maintenance fails in 160 days, in the window Fri 30 Apr 2027 22:00–23:00 +01:00, and again every night. There is no version to move to from suse-chost 15.6.20260930 in pool batch.',
    )
  })

  test('failing although the image has other versions, with why they are none for the pool', () => {
    const { nextForced } = rowOf({})
    if (nextForced === null) throw new Error('nothing is forced')
    const shoot = rowOf({ nextForced: { ...nextForced, window: april.window, cause: 'unfit-in-place' } })
    expect(said({ steps: [april], shoot })).toMatch(
      /There is no version to move to from suse-chost 15\.6\.20260930 in pool batch: image is not for updates in place\.$/,
    )
  })

  test('a failure that began before says since when, how many nights, and that it goes on', () => {
    const first = { ...april, window: TONIGHT_WINDOW, lastWindowBegin: '2027-11-20T21:00:00Z' }
    const failing = (since: string | null, nights: number | null, step = first, now?: number) => {
      const stuck = { failing: { since, nights, last: '2026-11-20T21:03:00Z' }, deadEnds: [] }
      return said({ steps: [step], stuck }, '+01:00', now)
    }
    expect(failing('2026-11-10T21:00:00Z', 11)).toMatch(
      /^Maintenance has failed for 11 nights, since Tue 10 Nov\. It fails again every night, next in 3 h\. There is no version/,
    )
    const last = 'Maintenance failed Fri 20 Nov. It fails again every night, next in 3 h. There'
    expect(failing('2026-11-20T21:00:00Z', 1)).toContain(last)
    expect(failing(null, null)).toContain(last)
    const once = { ...first, repeats: 0, lastWindowBegin: TONIGHT_WINDOW.begin }
    expect(failing(null, null, once)).toContain('It fails again in 3 h. There')
    expect(failing(null, null, first, Date.parse('2026-11-21T21:10:00Z'))).toContain(
      'every night, next now, in the open window. There',
    )
    expect(said({ steps: [first] })).toMatch(/^Maintenance fails in 3 h, tonight /)
  })

  test('nights that fail end with the one on which something gets through', () => {
    const denied = { ...april, denied: true }
    const through = { ...december, window: windowFrom('2027-06-30T21:00:00Z') }
    expect(said({ steps: [denied, through] })).toBe(
      'Maintenance fails in 160 days, in the window Fri 30 Apr 2027 22:00–23:00 +01:00, and again every night until Tue 29 Jun 2027. The API server refuses it, so nothing is updated.' +
        ' | After that, Wed 30 Jun 2027 22:00–23:00 +01:00: the cluster is forced to Kubernetes 1.33.7, and the 20 nodes of pools web-a and batch roll.',
    )
  })

  test('nights on which something else is done while the same still fails are no end', () => {
    const meanwhile = { ...april, window: windowFrom('2027-06-30T21:00:00Z'), repeats: 0 }
    const changes = [...december.changes, ...april.changes]
    const rest = { ...april, window: windowFrom('2027-07-01T21:00:00Z'), lastWindowBegin: '2027-11-20T21:00:00Z' }
    expect(said({ steps: [april, { ...meanwhile, changes }, rest] })).toContain('and again every night. There is')
  })

  test('nights that fail may end without anything being done', () => {
    expect(said({ steps: [april] })).toMatch(/ and again every night until Tue 29 Jun 2027\. There is .*batch\.$/)
  })

  test('a failure that comes once', () => {
    const once = { ...april, repeats: 0, lastWindowBegin: april.window.begin }
    expect(said({ steps: [once] })).toContain('Fri 30 Apr 2027 22:00–23:00 +01:00. There is no version')
  })

  test('a refusal by the API server', () => {
    expect(said({ steps: [{ ...december, kind: 'fails', denied: true }] })).toMatch(
      /^Maintenance fails in 24 days 3 h, .* The API server refuses it, so nothing is updated\.$/,
    )
  })

  test('a refusal for an image or a pool names it, where all are for one', () => {
    const step = { ...december, kind: 'fails' as const, denied: true }
    const end: DeadEndBody = {
      kind: 'refused',
      component: 'poolImage',
      pool: 'web-a',
      image: 'gardenlinux',
      version: '1592.18.0',
      to: null,
      rule: 'image-kubelet',
      since: step.window.begin,
      began: null,
      until: null,
      text: '',
    }
    const { nextForced } = rowOf({})
    if (nextForced === null) throw new Error('nothing is forced')
    const shoot = rowOf({ nextForced: { ...nextForced, window: step.window, cause: 'image-kubelet < 1.33' } })
    const refused = (...deadEnds: DeadEndBody[]) => said({ shoot, steps: [step], stuck: { failing: null, deadEnds } })
    expect(refused(end)).toMatch(
      / so nothing is updated: image allows kubelet < 1\.33 \(gardenlinux 1592\.18\.0 in pool web-a\)\.$/,
    )
    expect(refused(end, { ...end, pool: 'batch' })).toMatch(/ \(gardenlinux 1592\.18\.0 in pools web-a and batch\)\.$/)
    expect(refused({ ...end, to: '1877.9.0' })).toMatch(/ \(gardenlinux 1877\.9\.0 in pool web-a\)\.$/)
    expect(refused(end, { ...end, version: '1' })).toMatch(/ kubelet < 1\.33\.$/)
    expect(refused(end, { ...end, pool: 'batch', rule: 'image-capabilities' })).toMatch(/ kubelet < 1\.33\.$/)
    expect(refused({ ...end, rule: 'pool-pending-in-place' })).toMatch(/ \(pool web-a\)\.$/)
    expect(refused({ ...end, rule: 'api-ends', pool: null })).toMatch(/ kubelet < 1\.33\.$/)
  })

  test('nothing ahead, with and without a date that is known', () => {
    expect(said({ steps: [] })).toBe('No update is due as far as expiry dates are set, until 31 Aug 2027.')
    expect(said({ steps: [], knownUntil: null })).toBe(
      'No update is due: no expiry date is set for what this cluster runs.',
    )
  })

  test('nothing ahead of what has expired: there was a date', () => {
    const shoot = rowOf({
      pools: [
        {
          name: 'a',
          kubernetes: null,
          image: { name: 'gardenlinux', version: '1.0.0', stage: 'expired', expires: '2026-11-01T00:00:00Z' },
          updateStrategy: 'AutoRollingUpdate',
          nodes: { min: 1, max: 1 },
        },
      ],
    })
    expect(said({ shoot, steps: [], knownUntil: null })).toBe(
      'No update is due: all expiry dates of what this cluster runs have passed.',
    )
  })

  test('what a person has to select is not updated by maintenance alone', () => {
    const pools = rowOf().pools.map((pool) => ({ ...pool, updateStrategy: 'ManualInPlaceUpdate' as const }))
    const effects = ['web-a', 'batch', 'ledger'].map((pool) => ({
      pool,
      effect: 'inPlace' as const,
      nodes: { min: 1, max: 1 },
      because: [],
    }))
    const step = stepOf({ changes: december.changes, effects })
    expect(said({ shoot: rowOf({ pools }), steps: [step] })).toMatch(
      / All nodes of all 3 pools are updated in place, each once a person has labelled it\.$/,
    )
    const one = pools.map((pool, i) => (i === 0 ? pool : { ...pool, updateStrategy: 'AutoInPlaceUpdate' as const }))
    expect(said({ shoot: rowOf({ pools: one }), steps: [step] })).toMatch(
      / are updated in place, those of pool web-a each once a person has labelled it\.$/,
    )
  })

  test('a workerless cluster has no nodes that could roll', () => {
    const shoot = rowOf({ pools: [], flags: { ...flags, workerless: true } })
    const step = stepOf({ changes: december.changes, controlPlane: 'restart' })
    expect(said({ shoot, steps: [step] })).toMatch(/It has no nodes: API server and controllers restart\.$/)
  })

  test('deleting and without a profile: nothing is forecast, and why', () => {
    expect(said({ shoot: rowOf({ flags: { ...flags, deleting: true } }) })).toMatch(/^This cluster is being deleted\./)
    const lost = rowOf({ flags: { ...flags, profileMissing: true } })
    expect(said({ shoot: lost, steps: [] })).toMatch(/^The profile gcp cannot be found\./)
  })

  test('more than one earlier step: the first in words, the others counted', () => {
    const later = stepOf({ kind: 'auto', window: windowFrom('2026-11-24T21:00:00Z') })
    expect(said({ steps: [tonight, later, december] })).toMatch(/of pool web-a roll\. Then 1 more step\.$/)
  })
})
