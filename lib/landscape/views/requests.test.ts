import { beforeAll, describe, expect, it } from 'vitest'
import { type ShootAnswer, shootAnswer } from '@/lib/contract/clusters'
import { shootsQuery } from '@/lib/contract/selection'
import { auto, image, instant, profile, shoot, version, worker } from '@/lib/engine/testdata/builders'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, Shoot } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { whyView } from '@/lib/questions/cluster/answer/why'
import { shootsView } from '@/lib/questions/clusters/answer/shoots'
import { buildLandscape, type Landscape } from '../landscape'

/** Clusters that differ in what is asked of them, when they are maintained, and what their profile says of what they run. */
const at = instant('2026-11-21T18:00:00Z')
const offered: CloudProfile = profile(
  [version('1.35.0 - 2027-01-01'), '1.34.7', '1.34.6 supported 2026-12-20'],
  image('linux', 'minor', ['1.0.0']),
)
const window = { begin: '220000+0100', end: '230000+0100' }
const pools = [worker('web linux 1.0.0', { minimum: 2, maximum: 6 })]
const one = (name: string, kubernetes: string, more: Partial<Shoot> = {}) =>
  shoot(kubernetes, pools, { name, window, ...more })
const asked = (operation: string) => ({ annotations: { 'maintenance.gardener.cloud/operation': operation } })

const snapshot: Snapshot = {
  revision: '1',
  observedAt: at,
  profiles: new Map([['profile', { ref: { kind: 'CloudProfile', name: 'profile' }, profile: offered }]]),
  projects: [{ name: 'dev', namespace: 'garden-dev', members: [] }],
  shoots: ChunkedList.of([
    one('asked', '1.34.7', asked('rotate-credentials-start')),
    one('confined', '1.34.7', { confineSpecUpdateRollout: true }),
    one('dated', '1.35.0'),
    one('keys', '1.34.7', asked('rotate-ssh-keypair')),
    one('long', '1.34.6', { ...auto, window: { begin: '100000+0100', end: '200000+0100' } }),
    one('moved', '1.34.7', {
      lastMaintenance: {
        state: 'Succeeded',
        triggeredTime: instant('2026-11-17T21:06:00Z'),
        description:
          'All maintenance operations successful. Control Plane: Updated Kubernetes version from "1.33.9" to "1.34.7". Reason: Automatic update of Kubernetes version configured, .spec.kubernetes.kubeAPIServer.enableAnonymousAuthentication was removed. Reason: it is no longer supported',
      },
    }),
    one('rotating', '1.34.7', {
      autoRotation: { etcdEncryptionKey: { rotationPeriod: 28 * DAY, lastCompletionTime: at - 29 * DAY } },
    }),
    one('unreadable', '1.34.6', { ...auto, window: { begin: '22:00', end: '23:00' } }),
  ]),
  problems: [],
}

let landscape: Landscape
const positionOf = (name: string) => [...landscape.roster.members].findIndex((member) => member.shoot.name === name)
const view = (name: string): ShootAnswer => shootAnswer.parse(shootView(landscape, positionOf(name)))

beforeAll(async () => {
  landscape = await buildLandscape(snapshot, at)
})

describe('a rotation', () => {
  it('that is asked for is a step that rolls nodes, and what the list shows next', async () => {
    const { steps, shoot: row, constraints } = view('asked')
    expect(
      steps.map(({ operations, effects, controlPlane }) => [operations[0]?.clause, effects[0]?.effect, controlPlane]),
    ).toEqual([['the rotation of all credentials starts', 'rolling', 'restart']])
    expect(row.next).toMatchObject({
      kind: 'other',
      what: null,
      operations: ['rotate-credentials-start'],
      effect: 'rolling',
      nodes: { min: 2, max: 6 },
    })
    expect(constraints[0]?.text).toContain('the nodes of pool web roll')
    const names = (await shootsView(landscape, shootsQuery.parse({ within: '1', effect: ['rolling'] }))).items.map(
      ({ name }) => name,
    )
    expect(names).toEqual(['asked'])
  })

  it('that touches no node is a step, and nothing that the list is about', () => {
    const { steps, shoot: row } = view('keys')
    expect([steps.length, steps[0]?.effects[0]?.effect, row.next]).toEqual([1, 'none', null])
  })

  it('that is due by itself is one step with its period', () => {
    const { steps } = view('rotating')
    expect(steps.map(({ operations, controlPlaneBecause }) => [operations[0]?.every, controlPlaneBecause])).toEqual([
      [28 * DAY, ['rotate-etcd-encryption-key']],
    ])
  })
})

describe('a window out of bounds', () => {
  it('is said, with when Gardener then maintains', () => {
    expect([view('long').shoot.windowTrouble, view('long').constraints[0]?.text]).toEqual([
      'too-long',
      'Its maintenance window, 10:00–20:00, is 10 h long; at most 6 h are allowed. Maintenance may begin at any time from 10:00 to 19:45.',
    ])
    expect(view('unreadable').shoot.windowTrouble).toBe('unreadable')
    expect(view('asked').shoot.windowTrouble).toBeNull()
  })
})

describe('a version that the profile does not classify', () => {
  it('is unclassified until its date, in rows, lanes and filters', async () => {
    const { shoot: row, lanes, constraints } = view('dated')
    expect(row.kubernetes).toEqual({ version: '1.35.0', stage: 'unclassified', expires: '2027-01-01T00:00:00Z' })
    expect(row.pools[0]?.image?.stage).toBe('unclassified')
    expect(lanes[0]?.segments.map(({ stage }) => stage)).toEqual(['unclassified', 'expired'])
    expect(constraints.map(({ text }) => text)).toContain(
      'Kubernetes 1.35.0 has no classification in the profile, but expires on 1 Jan 2027: until then Gardener treats it as supported.',
    )
    const listed = await shootsView(landscape, shootsQuery.parse({ stage: ['unclassified'], q: 'dated' }))
    expect(listed.total).toBe(1)
    expect((await shootsView(landscape, shootsQuery.parse({ stage: ['supported'], q: 'dated' }))).total).toBe(0)
  })
})

describe('a confined roll-out', () => {
  it('names the window that a change waits for', () => {
    expect(view('confined').rollOut?.begin).toBe('2026-11-21T21:00:00Z')
    expect(view('asked').rollOut).toBeNull()
  })
})

describe('the last maintenance', () => {
  it('is a step with its effect and what it removed', () => {
    const step = view('moved').lastMaintenance?.step
    expect(step?.changes.map(({ from, to, why }) => [from, to, why])).toEqual([['1.33.9', '1.34.7', 'auto']])
    expect(step?.effects).toMatchObject([{ pool: 'web', effect: 'rolling' }])
    expect(step?.dropped.map(({ path }) => path)).toEqual([
      'spec.kubernetes.kubeAPIServer.enableAnonymousAuthentication',
    ])
    expect(step?.controlPlaneBecause).toEqual([
      'spec.kubernetes.version',
      'spec.kubernetes.kubeAPIServer.enableAnonymousAuthentication',
    ])
    expect(step?.window.begin).toBe('2026-11-17T21:00:00Z')
  })

  it('is explained with the versions before it, by the profile of today', async () => {
    const answer = await whyView(landscape, positionOf('moved'), instant('2026-11-17T21:06:00Z'))
    expect([answer.past, answer.subjects[0]?.current]).toEqual([true, '1.33.9'])
    expect(answer.subjects[0]?.otherwise).toBeNull()
    expect((await whyView(landscape, positionOf('moved'), at)).past).toBe(false)
  })
})
