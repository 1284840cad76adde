import { beforeAll, describe, expect, it } from 'vitest'
import { type ShootAnswer, shootAnswer } from '@/lib/contract/clusters'
import { shootsQuery } from '@/lib/contract/selection'
import { RUNNING_STAGES } from '@/lib/contract/words'
import { auto, imageVersion, shoot as plainShoot, worker } from '@/lib/engine/testdata/builders'
import type { CloudProfile, MachineImageVersion, Shoot, Worker } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { shootsView } from '@/lib/questions/clusters/answer/shoots'
import { findView } from '@/lib/questions/find/answer'
import { profileView } from '@/lib/questions/profiles/answer/profile'
import { profileAnswer } from '@/lib/questions/profiles/contract'
import { buildLandscape, type Landscape } from '../landscape'
import { shootFilter } from '../shoot-filter'

/** One cluster as a story: everything that happens to it can be worked out by hand. */
const at = Date.parse('2026-11-21T18:00:00Z')
const instant = (text: string) => Date.parse(text)

const image = (version: string, rest: Partial<MachineImageVersion>) => imageVersion(`${version} supported`, rest)
const inPlace = (minVersionForUpdate: string) => ({ inPlaceUpdates: { supported: true, minVersionForUpdate } })

const gcp: CloudProfile = {
  kubernetes: [
    { version: '1.35.0', classification: 'preview' },
    { version: '1.34.3', classification: 'supported' },
    { version: '1.33.7', classification: 'supported', expirationDate: instant('2027-06-30T12:00:00Z') },
    { version: '1.33.4', classification: 'deprecated', expirationDate: instant('2026-11-24T12:00:00Z') },
    { version: '1.32.9', classification: 'deprecated', expirationDate: instant('2026-12-15T12:00:00Z') },
  ],
  machineImages: [
    {
      name: 'gardenlinux',
      updateStrategy: 'minor',
      versions: [
        image('1877.5.0', inPlace('1877.4.0')),
        image('1877.4.0', {
          classification: 'deprecated',
          expirationDate: instant('2027-01-31T12:00:00Z'),
          ...inPlace('1877.3.0'),
        }),
      ],
    },
    {
      name: 'suse-chost',
      updateStrategy: 'patch',
      versions: [
        image('15.6.20260930', { expirationDate: instant('2027-04-30T12:00:00Z') }),
        image('15.5.20250901', { classification: 'deprecated', expirationDate: instant('2027-01-12T12:00:00Z') }),
      ],
    },
  ],
  machineTypes: [{ name: 'n2', architecture: 'amd64' }],
}

const pool = (name: string, nodes: number, os: string, version: string, rest: Partial<Worker> = {}) =>
  worker(`${name} ${os} ${version}`, { machineType: 'n2', minimum: nodes, maximum: nodes, ...rest })

const shoot = (name: string, rest: Partial<Shoot>) =>
  plainShoot('1.34.3', [], {
    namespace: 'garden-payments',
    name,
    profile: { kind: 'CloudProfile', name: 'gcp' },
    ...auto,
    window: { begin: '220000+0100', end: '230000+0100' },
    ...rest,
  })

const checkout = shoot('checkout-prod', {
  kubernetesVersion: '1.32.9',
  autoUpdate: { kubernetesVersion: false, machineImageVersion: true },
  workers: [
    pool('web-a', 12, 'gardenlinux', '1877.4.0'),
    pool('batch', 8, 'suse-chost', '15.5.20250901'),
    pool('ledger', 4, 'gardenlinux', '1877.4.0', { updateStrategy: 'AutoInPlaceUpdate' }),
  ],
  lastMaintenance: {
    state: 'Succeeded',
    triggeredTime: instant('2026-11-17T21:06:00Z'),
    description:
      'All maintenance operations successful. Control Plane: Updated Kubernetes version from "1.32.8" to "1.32.9". Reason: Kubernetes version expired - force update required',
  },
})

const snapshot: Snapshot = {
  revision: '7',
  observedAt: at - 40_000,
  profiles: new Map([['gcp', { ref: { kind: 'CloudProfile', name: 'gcp' }, profile: gcp }]]),
  projects: [{ name: 'payments', namespace: 'garden-payments', members: [] }],
  shoots: ChunkedList.of([
    checkout,
    shoot('done', {}),
    shoot('leaving', { kubernetesVersion: '1.33.4', deletionTimestamp: at - 86_400_000 }),
    shoot('lost', { profile: { kind: 'CloudProfile', name: 'aws' }, kubernetesVersion: '1.33.4' }),
    shoot('nightly', { kubernetesVersion: '1.33.4', window: { begin: 'at night', end: 'later' } }),
    shoot('own-pool', {
      kubernetesVersion: '1.33.7',
      workers: [pool('gpu', 2, 'gardenlinux', '1877.5.0', { kubernetesVersion: '1.32.9' })],
    }),
  ]),
  problems: [],
}

let landscape: Landscape
let answer: ShootAnswer
const view = (name: string) =>
  shootView(
    landscape,
    [...landscape.roster.members].findIndex((m) => m.shoot.name === name),
  )

beforeAll(async () => {
  landscape = await buildLandscape(snapshot, at)
  answer = shootAnswer.parse(view('checkout-prod'))
})

describe('checkout-prod', () => {
  it('auto-updates images tonight, is forced twice, moves an image and then fails for good', () => {
    const steps = answer.steps.map(({ kind, window, changes, repeats }) => [
      kind,
      window.begin,
      changes.map(({ pool, from, to }) => `${pool ?? 'control plane'}: ${from} → ${to}`),
      repeats > 0,
    ])
    expect(steps).toEqual([
      ['auto', '2026-11-21T21:00:00Z', ['web-a: 1877.4.0 → 1877.5.0', 'ledger: 1877.4.0 → 1877.5.0'], false],
      ['forced', '2026-12-15T21:00:00Z', ['control plane: 1.32.9 → 1.33.7'], false],
      ['forced', '2027-01-12T21:00:00Z', ['batch: 15.5.20250901 → 15.6.20260930'], false],
      ['fails', '2027-04-30T21:00:00Z', ['batch: 15.6.20260930 → null'], true],
      ['fails', '2027-06-30T21:00:00Z', ['control plane: 1.33.7 → 1.34.3', 'batch: 15.6.20260930 → null'], false],
      ['fails', '2027-07-01T21:00:00Z', ['batch: 15.6.20260930 → null'], true],
    ])
  })

  it('tells what rolls and what is updated in place', () => {
    expect(answer.steps[1]?.effects.map(({ pool, effect, nodes }) => [pool, effect, nodes.max])).toEqual([
      ['web-a', 'rolling', 12],
      ['batch', 'rolling', 8],
      ['ledger', 'inPlace', 4],
    ])
    expect(answer.steps[1]?.controlPlane).toBe('restart')
  })

  it('has its next event tonight and its next forced one in December, the nodes that roll counted', () => {
    const { next, nextForced } = answer.shoot
    expect([next?.kind, next?.what, next?.to, next?.effect, next?.nodes.max, next?.more]).toEqual([
      'auto',
      'gardenlinux',
      '1877.5.0',
      'rolling',
      12,
      1,
    ])
    expect([nextForced?.kind, nextForced?.what, nextForced?.to, nextForced?.effect, nextForced?.nodes.max]).toEqual([
      'forced',
      'Kubernetes',
      '1.33.7',
      'rolling',
      20,
    ])
  })

  it('shows its window in its own offset', () => {
    expect([answer.shoot.windowText, answer.shoot.nextWindow.offset]).toEqual(['22:00–23:00', '+01:00'])
    expect(answer.shoot.nextWindow.latestStart).toBe('2026-11-21T21:45:00Z')
  })

  it('has lanes from the last maintenance on, cut where stages change, and says from when on one is stuck', () => {
    const lanes = answer.lanes.map(({ id, segments, stuckFrom }) => [
      id,
      segments.map(
        ({ version, stage, from, to }) => `${version} ${stage} ${from?.slice(0, 10) ?? '?'}–${to?.slice(0, 10) ?? '?'}`,
      ),
      stuckFrom,
    ])
    const [controlPlane] = lanes
    const followers = lanes.filter(([id]) => typeof id === 'string' && id.endsWith('/kubernetes'))
    expect(followers).toEqual(
      ['web-a', 'batch', 'ledger'].map((pool) => [`pool/${pool}/kubernetes`, ...(controlPlane?.slice(1) ?? [])]),
    )
    expect(lanes.filter((lane) => !followers.includes(lane))).toEqual([
      [
        'control-plane',
        [
          '1.32.8 notInProfile ?–2026-11-17',
          '1.32.9 deprecated 2026-11-17–2026-12-15',
          '1.32.9 expired 2026-12-15–2026-12-15',
          '1.33.7 supported 2026-12-15–2027-06-30',
          '1.33.7 expired 2027-06-30–2027-06-30',
          '1.34.3 supported 2027-06-30–?',
        ],
        null,
      ],
      ['pool/web-a/image', ['1877.4.0 deprecated ?–2026-11-21', '1877.5.0 supported 2026-11-21–?'], null],
      [
        'pool/batch/image',
        [
          '15.5.20250901 deprecated ?–2027-01-12',
          '15.5.20250901 expired 2027-01-12–2027-01-12',
          '15.6.20260930 supported 2027-01-12–2027-04-30',
          '15.6.20260930 expired 2027-04-30–?',
        ],
        '2027-04-30T21:00:00Z',
      ],
      ['pool/ledger/image', ['1877.4.0 deprecated ?–2026-11-21', '1877.5.0 supported 2026-11-21–?'], null],
    ])
  })

  it('knows what is known', () => {
    expect(answer.knownUntil).toBe('2027-06-30T12:00:00Z')
  })

  it('tells its owner what helps and what does not', () => {
    expect(answer.advice.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      'do: Move pool batch off suse-chost 15.6.20260930',
      'do: Update to 1.33.7 on your own day',
      'do: Update pool batch to suse-chost 15.6.20260930 on your own day',
      'helps: Give Kubernetes 1.32.9 more time in a namespaced profile',
      'no-help: Moving the window would not help',
      'no-help: Kubernetes auto-update would not help',
      'choice: Keep the automatic image update of 21 Nov 2026, or leave it out',
      'done: Image auto-update is on',
    ])
    expect(answer.advice[1]).toMatchObject({
      patch: '{"spec":{"kubernetes":{"version":"1.33.7"}}}',
      patchType: 'merge',
    })
    expect(answer.advice[5]?.text).toBe(
      'Auto-update stays within 1.32, which has no newer patch to go to. The update of 15 Dec 2026 is forced all the same.',
    )
    expect(answer.advice[0]?.text).toContain('This pool could run gardenlinux 1877.5.0.')
    expect(answer.constraints).toEqual([])
  })
})

describe('clusters that are different', () => {
  it('nothing is ahead of one that is being deleted', () => {
    const { steps, advice, constraints, shoot } = view('leaving')
    expect([steps, advice, shoot.next, shoot.flags.deleting]).toEqual([[], [], null, true])
    expect(constraints[0]?.text).toContain('maintenance never runs for it')
  })

  it('nothing is known of one without its profile', () => {
    const { steps, constraints, shoot, lanes, knownUntil } = view('lost')
    expect([steps, shoot.kubernetes.stage, shoot.flags.profileMissing]).toEqual([[], 'unknown', true])
    expect(lanes[0]?.segments).toEqual([{ version: '1.33.4', stage: 'unknown', from: null, to: null }])
    expect([constraints[0]?.severity, knownUntil]).toEqual(['bad', null])
  })

  it('one whose window cannot be read may be maintained at any time', () => {
    const { shoot, constraints } = view('nightly')
    expect([shoot.windowText, shoot.nextWindow.begin, shoot.nextWindow.end]).toEqual([
      null,
      '2026-11-21T00:00:00Z',
      '2026-11-22T00:00:00Z',
    ])
    expect(constraints[0]?.text).toBe(
      'Its maintenance window cannot be read: maintenance may begin at any time of the day. It says "at night" to "later"; times are written like 220000+0100.',
    )
  })
})

describe('the clusters table', () => {
  const names = async (query: Record<string, unknown>) =>
    (await shootsView(landscape, shootsQuery.parse(query))).items.map(({ name }) => name)

  it.each<[string, Record<string, unknown>, string[]]>([
    [
      'shows what fails, then what is forced by time, then auto, then nothing, each by name',
      {},
      ['checkout-prod', 'own-pool', 'nightly', 'done', 'leaving', 'lost'],
    ],
    ['by name', { sort: 'name' }, ['checkout-prod', 'done', 'leaving', 'lost', 'nightly', 'own-pool']],
    ['by version, the oldest first', { sort: 'version', limit: 3 }, ['checkout-prod', 'leaving', 'lost']],
    ['by next event', { sort: 'next', limit: 3 }, ['nightly', 'checkout-prod', 'own-pool']],
    ['a page of it', { sort: 'name', offset: 1, limit: 2 }, ['done', 'leaving']],
    ['a word of its name', { q: 'check PROD' }, ['checkout-prod']],
    ['a project, by its name or its namespace', { project: ['payments'], q: 'done' }, ['done']],
    ['a profile that is not there any more', { profile: ['aws'] }, ['lost']],
    ['a minor of Kubernetes', { version: ['1.32'], sort: 'name' }, ['checkout-prod', 'own-pool']],
    ['a version of a pool', { version: ['1.32.9'], sort: 'name' }, ['checkout-prod', 'own-pool']],
    ['an image', { version: ['suse-chost'] }, ['checkout-prod']],
    ['a version of an image', { version: ['gardenlinux 1877.5.0'] }, ['own-pool']],
    ['a stage', { stage: ['unknown'] }, ['lost']],
    ['an event within days', { event: ['forced'], within: '30' }, ['checkout-prod', 'own-pool']],
    ['anything within a day', { within: '1', sort: 'name' }, ['checkout-prod', 'nightly']],
    ['nothing within 12 months', { within: 'none', sort: 'name' }, ['done', 'leaving', 'lost']],
    ['an event that rolls nodes', { effect: ['rolling'], event: ['forced'] }, ['checkout-prod', 'own-pool']],
    ['a failure', { event: ['fails'] }, ['checkout-prod']],
    ['a day', { date: '2026-12-15' }, ['checkout-prod', 'own-pool']],
    [
      'a day elsewhere, where the window begins after midnight',
      { date: '2026-12-16', zone: 'Asia/Tokyo' },
      ['checkout-prod', 'own-pool'],
    ],
    ['a day on which that does not happen', { date: '2026-12-15', event: ['fails'] }, []],
    ['a month', { date: '2027-01' }, ['checkout-prod']],
    ['a name and a version in plain words', { q: 'prod 1.32' }, ['checkout-prod']],
    ['the beginning of a version of an image', { q: 'v1.32 suse' }, ['checkout-prod']],
    ['no other project', { 'not.project': ['payments'] }, []],
    ['other profiles', { 'not.profile': ['gcp'] }, ['lost']],
    ['two filters that add up, one to leave out', { version: ['1.32'], 'not.version': ['suse-chost'] }, ['own-pool']],
    ['a stage that nothing is in', { 'not.stage': ['unknown'], sort: 'name', limit: 1 }, ['checkout-prod']],
    ['what is skipped as it is being deleted', { flag: ['deleting'] }, ['leaving']],
    ['what is not', { 'not.flag': ['deleting', 'profileMissing'], within: 'none' }, ['done']],
    ['nothing ahead that fails', { event: ['forced'], 'not.event': ['fails'] }, ['own-pool', 'nightly']],
    ['nothing ahead that rolls nodes', { within: '365', 'not.effect': ['rolling'] }, ['nightly']],
    ['an event that leads to a version', { to: ['1.33'], event: ['forced'] }, ['checkout-prod', 'own-pool']],
    ['an event that leads to an image', { to: ['gardenlinux'] }, ['checkout-prod']],
    ['a window hour on the clock of the cluster', { 'not.window': ['22'] }, ['nightly']],
  ])('%s', async (_, query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  it('counts what matches', async () => {
    const { total, all, projects, rolling, facets } = await shootsView(
      landscape,
      shootsQuery.parse({ event: ['forced'] }),
    )
    expect({ total, all, projects, rolling }).toEqual({ total: 3, all: 6, projects: 1, rolling: 2 })
    expect(facets.version).toContainEqual({ value: '1.33.4', count: 1 })
    expect(facets.image).toContainEqual({ value: 'gardenlinux 1877.4.0', count: 1 })
    expect(facets.event).toContainEqual({ value: 'fails', count: 1 })
  })

  it('counts values over all clusters as long as nothing is filtered', async () => {
    const { facets } = await shootsView(landscape, shootsQuery.parse({}))
    expect(facets.version).toContainEqual({ value: '1.33.4', count: 3 })
    expect(facets.minor).toContainEqual({ value: '1.32', count: 2 })
    expect(facets.project).toEqual([{ value: 'payments', count: 6 }])
    // Of a list of words those without clusters are told too.
    expect(facets.stage.map(({ value }) => value)).toEqual(RUNNING_STAGES)
  })

  it('filters without a query match all', () => {
    const matches = shootFilter(landscape, shootsQuery.parse({}))
    expect([...landscape.forecasts].every((_, i) => matches(i))).toBe(true)
  })
})

describe('the profile', () => {
  const panelOf = (what: string, version: string) => {
    const entry = snapshot.profiles.get('gcp')
    const panel = entry && profileView(landscape, entry, { what, version }).selected
    if (!panel) throw new Error(version)
    return panel
  }

  it('lists versions newest first with their roles and users', () => {
    const entry = snapshot.profiles.get('gcp')
    if (entry === undefined) throw new Error('gcp')
    const { kubernetes, images, selected } = profileAnswer.parse(
      profileView(landscape, entry, { what: 'Kubernetes', version: '1.32.9' }),
    )
    expect(kubernetes.map((v) => [v.version, v.stage, v.clusters, v.defaultForNew, v.autoTarget, v.latest])).toEqual([
      ['1.35.0', 'preview', 0, false, false, true],
      ['1.34.3', 'supported', 1, true, false, false],
      ['1.33.7', 'supported', 1, false, true, false],
      ['1.33.4', 'deprecated', 2, false, false, false],
      ['1.32.9', 'deprecated', 2, false, false, false],
    ])
    expect(images[0]?.versions.map((v) => [v.version, v.minor, v.autoTarget])).toEqual([
      ['1877.5.0', '1877', true],
      ['1877.4.0', '1877', false],
    ])
    expect(selected?.path.bands.map((b) => [b.from, b.to, b.kind, b.clusters, b.firstAt.slice(0, 10)])).toEqual([
      ['1.32.9', '1.33.7', 'forced', 2, '2026-12-15'],
      ['1.33.7', '1.34.3', 'forced', 2, '2027-06-30'],
    ])
    expect(selected?.largest.map(({ name }) => name)).toEqual(['checkout-prod'])
  })

  it('says when the largest leave the version, whatever else happens to them before', () => {
    const leaving = (what: string, version: string) =>
      panelOf(what, version).largest.map(({ name, next }) => [
        name,
        next?.what,
        next?.to,
        next?.window.begin.slice(0, 10),
      ])
    // Tonight images are updated, which is no answer to who leaves 1.32.9.
    expect(leaving('Kubernetes', '1.32.9')).toEqual([['checkout-prod', 'Kubernetes', '1.33.7', '2026-12-15']])
  })

  it('counts who moves to a version that nobody runs yet', () => {
    expect(panelOf('suse-chost', '15.6.20260930')).toMatchObject({
      clusters: 0,
      arriving: { clusters: 1, withinDay: 0, firstAt: '2027-01-12T21:00:00Z' },
    })
    expect(panelOf('gardenlinux', '1877.5.0').arriving).toEqual({
      clusters: 1,
      withinDay: 1,
      firstAt: '2026-11-21T21:00:00Z',
    })
    expect(panelOf('Kubernetes', '1.35.0').arriving).toEqual({ clusters: 0, withinDay: 0, firstAt: null })
  })
})

describe('find', () => {
  it.each<[string, string[]]>([
    ['checkout', ['shoot checkout-prod']],
    ['payments', ['project payments', 'shoot checkout-prod']],
    ['gcp', ['profile gcp']],
    ['1.33', ['version 1.33.7', 'version 1.33.4']],
    ['suse 15.6', ['version 15.6.20260930']],
    ['payments 1.33', ['shoot leaving', 'shoot lost', 'shoot nightly', 'shoot own-pool']],
    ['gcp checkout', ['shoot checkout-prod']],
    ['checkout suse', ['shoot checkout-prod']],
    ['checkout 1.34', []],
    ['nobody', []],
    ['chekcout', ['shoot checkout-prod']],
    ['payment 1.33', ['shoot leaving', 'shoot lost', 'shoot nightly', 'shoot own-pool']],
    ['chekcout-pord', ['shoot checkout-prod']],
    ['paymnets chekout', ['shoot checkout-prod']],
  ])('%s', (q, expected) => {
    const found = findView(landscape, q).items.map((item) => {
      if (item.kind === 'shoot') return `shoot ${item.name}`
      if (item.kind === 'version') return `version ${item.version}`
      return item.kind === 'profile' ? `profile ${item.profile.name}` : `project ${item.project}`
    })
    expect(found.slice(0, expected.length)).toEqual(expected)
    if (expected.length === 0) expect(found).toEqual([])
  })

  it('says what it looked for instead: names that are near, else the words that are names, and guesses nothing for a short word', () => {
    expect(findView(landscape, 'chekcout PAYMNETS').instead).toBe('checkout payments')
    expect(findView(landscape, 'checkout').instead).toBeNull()
    expect(findView(landscape, 'checkout zebra').instead).toBe('checkout')
    expect(findView(landscape, 'gpc')).toMatchObject({ instead: null, total: 0 })
  })
})
