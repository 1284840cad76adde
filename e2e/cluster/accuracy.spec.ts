import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccuracyAnswer } from '@/lib/questions/accuracy/contract'
import { type Api, paths } from './support/api'
import { create, load } from './support/landscape'
import { daysAgo, Past } from './support/past'
import { askRoute, untilRecorded, untilState } from './support/shown'
import { expect, test } from './support/test'

test.describe.configure({ timeout: 300_000 })

const NAMESPACE = 'garden-accuracy'
const PROFILE = 'weighed'
const apiVersion = 'core.gardener.cloud/v1beta1'
const POLICY = 'quota.example.com'

const expires = (version: string, days: number, time = '12:00') => ({
  version,
  classification: 'deprecated',
  expirationDate: new Date(daysAgo(days, time)).toISOString().replace('.000', ''),
})
const supported = (version: string) => ({ version, classification: 'supported' })

/** Of the profile, with what an operator changes in it on the way. */
function offered({ moved = false, added = false } = {}): readonly object[] {
  return [
    ...(added ? [supported('1.34.1')] : []),
    supported('1.34.0'),
    supported('1.33.9'),
    expires('1.33.5', 10),
    supported('1.32.9'),
    expires('1.32.8', moved ? 6 : 14),
    supported('1.31.7'),
    expires('1.31.4', 13),
    // No version lies above it that it could be forced to.
    expires('1.29.2', 9),
  ]
}

const images = [
  {
    name: 'gardenlinux',
    updateStrategy: 'major',
    versions: [supported('1877.9.0'), expires('1877.4.0', 8)].map((version) => ({
      ...version,
      architectures: ['amd64'],
      cri: [{ name: 'containerd' }],
    })),
  },
]

const profile = (versions = offered()) => ({
  apiVersion,
  kind: 'CloudProfile',
  metadata: { name: PROFILE },
  spec: {
    type: 'local',
    kubernetes: { versions },
    machineImages: images,
    machineTypes: [{ name: 'small', cpu: '2', gpu: '0', memory: '4Gi', architecture: 'amd64', usable: true }],
    regions: [{ name: 'here' }],
  },
})

const window = (hour: number) => ({ begin: `${hour}0000+0000`, end: `${hour + 1}0000+0000` })

function cluster(name: string, kubernetes: string, { auto = false, image }: { auto?: boolean; image?: string } = {}) {
  const workers = (image === undefined ? [] : [image]).map((version) => ({
    name: 'pool',
    machine: { type: 'small', image: { name: 'gardenlinux', version }, architecture: 'amd64' },
    minimum: 1,
    maximum: 2,
    cri: { name: 'containerd' },
    updateStrategy: 'AutoRollingUpdate',
  }))
  return {
    apiVersion,
    kind: 'Shoot',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      cloudProfile: { kind: 'CloudProfile', name: PROFILE },
      kubernetes: { version: kubernetes },
      maintenance: {
        autoUpdate: { kubernetesVersion: auto, ...(workers.length > 0 && { machineImageVersion: false }) },
        timeWindow: window(22),
      },
      provider: { type: 'local', workers },
      purpose: 'evaluation',
      region: 'here',
    },
    status: { lastOperation: { type: 'Reconcile', state: 'Succeeded', progress: 100, description: '' } },
  }
}

/** From now on the API server refuses to update one cluster, for a reason that no rule of Almanac knows. */
async function forbid(admin: Api, name: string): Promise<void> {
  const registration = '/apis/admissionregistration.k8s.io/v1'
  const same = 'object.spec.kubernetes.version == oldObject.spec.kubernetes.version'
  await admin.object('POST', `${registration}/validatingadmissionpolicies`, {
    metadata: { name: POLICY },
    spec: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: ['core.gardener.cloud'], apiVersions: ['*'], operations: ['UPDATE'], resources: ['shoots'] },
        ],
      },
      validations: [{ expression: `object.metadata.name != '${name}' || ${same}`, message: 'the quota is used up' }],
    },
  })
  await admin.object('POST', `${registration}/validatingadmissionpolicybindings`, {
    metadata: { name: POLICY },
    spec: { policyName: POLICY, validationActions: ['Deny'] },
  })
  await untilRefused(admin, name, true)
}

async function allow(admin: Api): Promise<void> {
  const registration = '/apis/admissionregistration.k8s.io/v1'
  await admin.ask('DELETE', `${registration}/validatingadmissionpolicybindings/${POLICY}`)
  await admin.ask('DELETE', `${registration}/validatingadmissionpolicies/${POLICY}`)
}

/** It takes the API server a moment to notice. */
async function untilRefused(admin: Api, name: string, isRefused: boolean): Promise<void> {
  const tried = { spec: { kubernetes: { version: '1.33.9' } } }
  const path = `${paths.shoot(NAMESPACE, name)}?dryRun=All`
  const isNow = async () => (await admin.ask('PATCH', path, tried)).status >= 300
  await expect.poll(isNow, { timeout: 30_000 }).toBe(isRefused)
}

/** Weeks in which each cluster went another way. */
async function live(admin: Api, past: Past): Promise<void> {
  const shoot = (name: string) => paths.shoot(NAMESPACE, name)
  const edit = (name: string, spec: object) => () => admin.object('PATCH', shoot(name), { spec })
  const list = (versions: readonly object[]) => () =>
    admin.object('PATCH', paths.cloudProfile(PROFILE), { spec: { kubernetes: { versions } } })
  /** What is done on a day, by its time. */
  const days: Record<number, Record<string, () => Promise<void>>> = {
    16: { '09:00': () => past.at(daysAgo(16, '09:00'), list(offered({ moved: true }))) },
    15: { '10:00': () => past.at(daysAgo(15, '10:00'), () => create(admin, cluster('new', '1.33.5'))) },
    13: { '06:00': () => past.pause() },
    12: {
      '09:00': () => past.at(daysAgo(12, '09:00'), list(offered({ moved: true, added: true }))),
      '15:00': () => past.at(daysAgo(12, '15:00'), edit('by-hand', { kubernetes: { version: '1.33.9' } })),
    },
    11: {
      '16:00': () => past.at(daysAgo(11, '16:00'), edit('moved', { maintenance: { timeWindow: window(14) } })),
    },
    10: {
      '13:00': () => past.maintainNow('on-demand', daysAgo(10, '13:00')),
      '21:00': async () => {
        await forbid(admin, 'refused')
        past.fails('breaks', 1)
      },
    },
    9: {
      '21:00': async () => {
        await allow(admin)
        await untilRefused(admin, 'refused', false)
      },
    },
  }
  for (let day = 45; day >= 1; day--) {
    const isSeen = day !== 13
    await past.quiet(daysAgo(day))
    const looks = Object.fromEntries(
      ['14:20', '22:20'].map((time) => [time, () => past.maintainAll(daysAgo(day, time), isSeen)]),
    )
    const all = Object.entries<() => Promise<void>>({ ...days[day], ...looks })
    for (const [, act] of all.sort(([a], [b]) => (a < b ? -1 : 1))) await act()
  }
  await past.quiet(daysAgo(0))
  await past.quiet(Date.now())
}

const AGES = ['1', '7', '30'] as const
type Counts = AccuracyAnswer['ages'][number]['counts']
type Outcome = 'as-forecast' | 'unknown' | keyof Counts['reasons']

/** Of each cluster what the forecasts of 1, 7 and 30 days before came to, of every window that counts. */
const outcomes: Readonly<Record<string, readonly [of1: Outcome[], of7: Outcome[], of30: Outcome[]]>> = {
  forced: [['as-forecast'], ['as-forecast'], ['as-forecast']],
  image: [['as-forecast'], ['as-forecast'], ['as-forecast']],
  stuck: [['as-forecast'], ['as-forecast'], ['as-forecast']],
  auto: [['profile-edited'], ['profile-edited'], ['profile-edited']],
  // The day before, nothing was ahead any more.
  'by-hand': [[], ['owner-acted'], ['owner-acted']],
  // The date that stood there at first passed without an update; of the later one the oldest forecast did not know.
  postponed: [['as-forecast'], ['as-forecast', 'profile-edited'], ['profile-edited', 'profile-edited']],
  moved: [['window-moved'], ['window-moved'], ['window-moved']],
  // In the night that was forecast the API server refused it, so it came in the next one.
  refused: [
    ['gardener-failed', 'gardener-failed'],
    ['gardener-failed', 'gardener-failed'],
    ['gardener-failed', 'gardener-failed'],
  ],
  breaks: [['gardener-failed'], ['gardener-failed'], ['gardener-failed']],
  'on-demand': [['owner-acted'], ['owner-acted'], ['owner-acted']],
  new: [['as-forecast'], ['unknown'], ['unknown']],
}
/** Maintained while Almanac did not look. */
const UNSEEN = 1

const outcomesOf = (before: number) =>
  Object.entries(outcomes).flatMap(([name, all]) => (all[before] ?? []).map((outcome) => ({ name, outcome })))
const countOf = (before: number, outcome: Outcome) => outcomesOf(before).filter((one) => one.outcome === outcome).length

const expectedAges = AGES.map((before, i) => {
  const reasons = {
    'owner-acted': countOf(i, 'owner-acted'),
    'profile-edited': countOf(i, 'profile-edited'),
    'window-moved': countOf(i, 'window-moved'),
    'gardener-failed': countOf(i, 'gardener-failed'),
    'almanac-wrong': 0,
  }
  const unknown = countOf(i, 'unknown')
  const counts = { total: outcomesOf(i).length - unknown, asForecast: countOf(i, 'as-forecast'), reasons }
  return { before, counts, unknown }
})

test('what Gardener, owners and operators did is told as such, and Almanac was never wrong', async ({
  plane: { admin },
  connect,
  other,
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-accuracy-'))
  const { kubeconfig } = await connect()
  const env = { KUBECONFIG: kubeconfig.path, NAMESPACES: NAMESPACE, DATA_DIR: folder }
  try {
    await load(admin, [
      profile(),
      cluster('forced', '1.33.5'),
      cluster('image', '1.33.9', { image: '1877.4.0' }),
      cluster('stuck', '1.29.2'),
      cluster('auto', '1.34.0', { auto: true }),
      cluster('by-hand', '1.33.5'),
      cluster('postponed', '1.32.8'),
      cluster('moved', '1.33.5'),
      cluster('refused', '1.33.5'),
      cluster('breaks', '1.33.5'),
      cluster('on-demand', '1.33.5'),
      cluster('unseen', '1.31.4'),
    ])
    const past = new Past(admin, env)
    try {
      await past.ready()
      await live(admin, past)
    } finally {
      await past.close()
    }
    const { url } = await other('kubernetes', env)
    await untilState(url, 'live')
    await untilRecorded(url)
    const ask = (before: string) => askRoute<AccuracyAnswer>(url, `/accuracy?days=30&before=${before}&limit=500`)
    await expect.poll(async () => (await ask('1')).computed.left, { timeout: 60_000 }).toBe(0)

    for (const [i, before] of AGES.entries()) {
      const answer = await ask(before)
      expect(answer.ages.map(({ before, counts, unknown }) => ({ before, counts, unknown }))).toEqual(expectedAges)
      expect(answer.unrecorded).toBe(UNSEEN)
      const named = answer.deviations.map(({ name, reason }) => `${name} ${reason}`)
      const expected = outcomesOf(i).filter(({ outcome }) => outcome !== 'as-forecast' && outcome !== 'unknown')
      expect(named.sort()).toEqual(expected.map(({ name, outcome }) => `${name} ${outcome}`).sort())
    }

    const metrics = await (await fetch(`${url}/metrics`)).text()
    for (const { before, counts } of expectedAges)
      for (const [outcome, count] of Object.entries({ 'as-forecast': counts.asForecast, ...counts.reasons }))
        expect(metrics).toContain(
          `almanac_forecast_accuracy_maintenances{days_before="${before}",outcome="${outcome}"} ${count}`,
        )

    await page.goto(`${url}/accuracy?days=30&before=7`)
    const [, seven] = expectedAges
    const headline = page.getByText(/^\d+ of \d+ maintenances? went as the forecast said/)
    await expect(headline).toContainText(`${seven?.counts.asForecast} of ${seven?.counts.total} maintenance`)
    await expect(headline).toContainText('none was Almanac’s error.')
    await expect(page.getByRole('table', { name: 'Every deviation' })).toContainText('the quota is used up')
  } finally {
    await allow(admin)
    for (const { metadata } of await admin.list(paths.shoots(NAMESPACE)))
      await admin.ask('DELETE', paths.shoot(NAMESPACE, metadata.name))
    await admin.ask('DELETE', paths.cloudProfile(PROFILE))
    rmSync(folder, { recursive: true, force: true })
  }
})
