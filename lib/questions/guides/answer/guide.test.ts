import { beforeAll, describe, expect, it, test } from 'vitest'
import { whatIfQuery } from '@/lib/contract/what-if'
import { SCENARIOS } from '@/lib/contract/words'
import { offsetMinutes } from '@/lib/contract/zone'
import { WAYS } from '@/lib/engine/kinds'
import { defaultVersions } from '@/lib/engine/rules/offer'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { openGarden } from '@/lib/garden/open-garden'
import { draftOf } from '@/lib/landscape/draft'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { type PolicyFile, readPolicyText } from '@/lib/landscape/policy'
import { type ScenarioAnswer, scenarioAnswer, scenarioQuery } from '../contract'
import { scenarioView } from './guide'

let landscape: Landscape

beforeAll(async () => {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: String(Math.max(120, runs(300))) })
  await garden.ready()
  landscape = await buildLandscape(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
})

const ask = async (input: object): Promise<ScenarioAnswer> =>
  scenarioAnswer.parse(await scenarioView(landscape, scenarioQuery.parse({ profile: 'aws', ...input }), null))

const draftBy = ({ profile, edits }: ScenarioAnswer) =>
  draftOf(landscape, whatIfQuery.parse({ profile: profile.name, edits }), undefined)

describe.each(SCENARIOS)('the guide %s', (scenario) => {
  test.each(WAYS)('fills a draft, %s, that can be made, for Kubernetes and for every image', async (way) => {
    let drafts = 0
    for (const profile of ['aws', 'azure', 'gcp', 'openstack']) {
      const images = landscape.snapshot.profiles.get(profile)?.profile.machineImages ?? []
      for (const image of [undefined, ...images.map(({ name }) => name)]) {
        const answer = await ask({ scenario, way, profile, ...(image !== undefined && { image }) })
        if (answer.version === null) continue
        const where = `${profile} ${image} ${JSON.stringify(answer.edits)}`
        expect(answer.steps.length, where).toBeGreaterThan(1)
        expect(answer.edits.length, where).toBeGreaterThan(0)
        expect((await draftBy(answer)).edited.problems, where).toEqual(answer.edits.map(() => null))
        expect(
          answer.edits.every((edit) => edit.image === (image ?? null)),
          where,
        ).toBe(true)
        drafts++
      }
    }
    expect(drafts).toBeGreaterThan(4)
  })
})

it('by hand drafts what Gardener accepts, where its preconditions hold', async () => {
  const asked = SCENARIOS.flatMap((scenario) => [{ scenario }, { scenario, image: 'gardenlinux' }])
  const refused = await Promise.all(
    asked.map(async (input) => {
      const answer = await ask(input)
      const fails = answer.steps.some(({ checks }) => checks.some(({ state }) => state === 'fails'))
      return fails || answer.edits.length === 0 ? [] : (await draftBy(answer)).refusals
    }),
  )
  expect(refused.flat()).toEqual([])
})

it('leaves to the draft what the draft tells: no version, one that is listed already, a lower version for new clusters', async () => {
  const problemsOf = async (input: object) =>
    (await draftBy(await ask(input))).edited.problems.map((problem) => problem?.code)
  const kubernetes = landscape.snapshot.profiles.get('aws')?.profile.kubernetes ?? []
  const [today] = [
    ...defaultVersions(memoized({ kubernetes, machineImages: [], machineTypes: [] }), null, landscape.at),
  ]
  expect(await problemsOf({ scenario: 'patch', version: '1.x' })).toEqual(['not-a-version'])
  expect(await problemsOf({ scenario: 'patch', version: today })).toEqual(['already-listed'])
  const { warnings } = await draftBy(await ask({ scenario: 'deprecate', way: 'hand', version: today }))
  expect(warnings.flat()).toContainEqual(expect.objectContaining({ code: 'removes-default', version: today }))
})

describe.each([
  ['Europe/Berlin', '15 Dec 2026 UTC', 60],
  ['America/Los_Angeles', '15 Dec 2026', -480],
])('for a reader in %s', (zone, day, ahead) => {
  it('the day that is chosen ends in UTC, as everywhere', async () => {
    const { edits } = await ask({ scenario: 'deprecate', way: 'hand', until: '2027-03-23', zone })
    expect(edits).toContainEqual(expect.objectContaining({ kind: 'expire', expirationDate: '2027-03-23T23:59:59Z' }))
  })

  it('an expiry is the same day as on other pages', async () => {
    const late = Date.parse('2026-12-15T23:59:00Z')
    const dated = new Map(landscape.snapshot.profiles)
    const aws = dated.get('aws')
    if (aws === undefined) throw new Error('aws is missing')
    const kubernetes = aws.profile.kubernetes.map((one) =>
      one.classification === 'supported' ? { ...one, expirationDate: late } : one,
    )
    dated.set('aws', { ...aws, profile: { ...aws.profile, kubernetes } })
    const query = scenarioQuery.parse({ scenario: 'deprecate', profile: 'aws', zone })
    const { steps } = await scenarioView(
      { ...landscape, snapshot: { ...landscape.snapshot, profiles: dated } },
      query,
      null,
    )
    const found = steps.flatMap(({ checks }) => checks.map((one) => one.found)).join('\n')
    expect(found).toContain(`until ${day}`)
    expect(ahead).toBe(offsetMinutes(zone, late))
  })
})

describe('an expired version that cannot be deleted', () => {
  const AT = Date.parse('2026-11-21T18:00:00Z')
  const gcp = (change: (shoot: Shoot) => Shoot) =>
    buildLandscape({ ...landscape.snapshot, shoots: ChunkedList.of(landscape.snapshot.shoots.map(change)) }, AT)
  const holders = async (from: Landscape, input: object) =>
    (await scenarioView(from, scenarioQuery.parse({ scenario: 'remove', ...input }), null)).holders

  test.each<[string, string, string, string, RegExp]>([
    ['its maintenance fails', 'aws', 'ads/bidder-legacy', 'failed', /^Its maintenance fails: .*kubelet version/],
    ['there is no next version', 'gcp', 'search/index-2024', 'noNextVersion', /^There is no next version .*1\.31\.14/],
    [
      'its window was not reached',
      'openstack',
      'billing/invoices-qa',
      'window',
      /^Its maintenance time window was not/,
    ],
  ])('why a cluster did not move: %s', async (_, profile, cluster, why, reason) => {
    const found = (await holders(landscape, { profile })).find(({ project, name }) => `${project}/${name}` === cluster)
    expect(found).toMatchObject({ why, reason: expect.stringMatching(reason), controlPlane: true, pools: [] })
  })

  test('why a cluster did not move: nobody knows, when windows have passed and no maintenance is recorded', async () => {
    const later = await buildLandscape(landscape.snapshot, AT + 12 * DAY)
    const asked = { profile: 'openstack', version: '1.33.9' }
    const found = (await holders(later, asked)).find(({ name }) => name === 'invoices-qa')
    expect(found).toMatchObject({
      why: 'overdue',
      reason: expect.stringMatching(/^It expired on 21 Nov 2026\. 12 windows/),
    })
    const steps = (await scenarioView(later, scenarioQuery.parse({ scenario: 'remove', ...asked }), null)).steps
    const checks = steps.flatMap(({ checks: all }) => all)
    expect(checks.find(({ what }) => what.includes('should have left by now'))?.found).toMatch(/^[1-9]\d* cluster/)
  })

  test('why a cluster did not move: it is being deleted', async () => {
    const changed = await gcp((shoot) =>
      shoot.name === 'index-2024' ? { ...shoot, deletionTimestamp: AT - 1000 } : shoot,
    )
    const [first] = (await holders(changed, { profile: 'gcp' })).filter(({ name }) => name === 'index-2024')
    expect(first).toMatchObject({ why: 'deleting', leaves: null })
  })

  test('a pool with a version of its own holds it too', async () => {
    const pooled = await gcp((shoot) => {
      if (shoot.name !== 'index-2024') return shoot
      const workers = shoot.workers.map((worker, i) => (i === 0 ? { ...worker, kubernetesVersion: '1.31.14' } : worker))
      return { ...shoot, kubernetesVersion: '1.32.13', workers }
    })
    const found = (await holders(pooled, { profile: 'gcp' })).find(({ name }) => name === 'index-2024')
    expect(found).toMatchObject({ controlPlane: false, pools: [expect.any(String)] })
  })

  test('an image is held by pools, each by its name', async () => {
    const { holders: list } = await ask({ scenario: 'remove', profile: 'azure', image: 'suse-chost' })
    const held = list.find(({ name }) => name === 'origin-apac')
    expect(held).toMatchObject({ controlPlane: false, pools: ['std'], why: 'noNextVersion', leaves: null })
  })

  test('when the last one leaves is told unless one stays', async () => {
    const asked = ['aws', 'azure', 'gcp', 'openstack'].map((profile) => ask({ scenario: 'remove', profile }))
    for (const { holders: list, lastLeaves } of await Promise.all(asked)) {
      for (const { why, leaves } of list) expect(leaves !== null).toBe(why === 'window' || why === 'overdue')
      const stay = list.some(({ leaves }) => leaves === null)
      expect(lastLeaves === null).toBe(stay || list.length === 0)
    }
  })
})

describe('the policy of POLICY', () => {
  const file = (text: string): PolicyFile => ({ name: 'p.yaml', readAt: 0, text, reading: readPolicyText(text) })
  const policy = (management: string) =>
    file(`controllers: {cloudProfile: {kubernetesVersionManagement: ${management}}}`)
  const minor = (given: PolicyFile | null, input: object = {}) =>
    scenarioView(landscape, scenarioQuery.parse({ profile: 'aws', scenario: 'minor', ...input }), given)

  test('gives guides its durations, and says how they are usually done', async () => {
    const given = policy('{expirationDuration: 240h}')
    const answer = await minor(given)
    expect(answer).toMatchObject({
      way: 'management',
      policy: { file: 'p.yaml', inForce: 'management', expiration: 10, problem: null },
    })
    const dates = answer.edits.flatMap((edit) => (edit.kind === 'expire' ? [edit.expirationDate] : []))
    expect(dates).toContain('2026-12-01T18:00:00Z')
    expect((await minor(given, { way: 'hand' })).way).toBe('hand')
  })

  test('with Version Maintenance', async () => {
    const given = policy(
      '{versionMaintenance: {maintainedKubernetesVersions: 2, expirationDurationUnmaintainedVersion: 24h}}',
    )
    expect(await minor(given)).toMatchObject({
      way: 'maintenance',
      policy: { inForce: 'maintenance', expiration: 120, maintained: 2, expirationUnmaintained: 1 },
    })
  })

  test.each<[string, PolicyFile | null, object]>([
    ['none is set', null, { file: null, inForce: null, expiration: 120, maintained: 3, problem: null }],
    [
      'it is about images only',
      file('controllers: {cloudProfile: {machineImageVersionManagement: {expirationDuration: 1h}}}'),
      { file: 'p.yaml', inForce: null, expiration: 120, problem: null },
    ],
    [
      'it is broken',
      policy('{expirationDuration: 12d}'),
      { file: 'p.yaml', inForce: null, problem: expect.stringMatching(/^line 1: .*expirationDuration must be a dur/) },
    ],
  ])('usual values where %s', async (_, given, expected) => {
    expect(await minor(given)).toMatchObject({ way: 'hand', policy: expected })
  })

  test('images have their own', async () => {
    const given = file('controllers: {cloudProfile: {machineImageVersionManagement: {expirationDuration: 48h}}}')
    expect((await minor(given, { image: 'gardenlinux' })).policy).toMatchObject({
      inForce: 'management',
      expiration: 2,
    })
  })
})

test('a version that has problems: who goes there within a day', async () => {
  const { steps } = await ask({ scenario: 'replace', image: 'gardenlinux' })
  const [check] = steps.flatMap((step) => step.checks).filter(({ what }) => /within a day$/.test(what))
  expect(check).toMatchObject({
    state: 'beware',
    found: expect.stringMatching(/^\d+ clusters?, the first from 21 Nov 2026/),
  })
})

it('is about another version when that is asked for', async () => {
  const { versions } = await ask({ scenario: 'deprecate' })
  const other = versions.at(-1)?.version
  expect((await ask({ scenario: 'deprecate', version: other })).version).toBe(other)
  await expect(ask({ scenario: 'deprecate', version: '9.9.9' })).rejects.toThrow('9.9.9 is not listed in aws')
  await expect(ask({ scenario: 'deprecate', profile: 'garden-payments/aws-extended' })).rejects.toThrow('CloudProfile')
  await expect(ask({ scenario: 'deprecate', image: 'windows' })).rejects.toThrow('windows is no machine image of aws')
})
