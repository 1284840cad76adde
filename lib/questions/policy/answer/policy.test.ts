import { beforeAll, describe, expect, test } from 'vitest'
import { edits } from '@/lib/contract/edits'
import type { Edit } from '@/lib/engine/edits/edit'
import { applyEdit, applyEdits } from '@/lib/engine/edits/edits'
import { proposeEdits } from '@/lib/engine/policy/propose'
import { parseInstant } from '@/lib/engine/time'
import type { Garden, ProfileEntry, Snapshot } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape } from '@/lib/landscape/landscape'
import { EXAMPLE, type PolicyFile, readPolicyText } from '@/lib/landscape/policy'
import { policyStatusView } from '../answer'
import { policyAnswer, policyEffectsAnswer, policyStatusAnswer } from '../contract'
import { policyView } from './policy'
import { policyEffectsView } from './policy-effects'

const at = Date.parse('2026-11-21T18:00:00Z')
let garden: Garden
let snapshot: Snapshot
let entries: ProfileEntry[]

beforeAll(async () => {
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '150' })
  await garden.ready()
  snapshot = garden.snapshot()
  entries = [...snapshot.profiles.values()].filter(({ ref }) => ref.kind === 'CloudProfile')
})

const read = readPolicyText(EXAMPLE)
if (read.kind !== 'ok') throw new Error('the example is a policy')
const { policy } = read

const file = (reading = readPolicyText(EXAMPLE)): PolicyFile => ({
  name: 'policy.yaml',
  readAt: at,
  text: EXAMPLE,
  reading,
})

function viewOf({ profile }: ProfileEntry, rest: Partial<Parameters<typeof policyView>[0]> = {}) {
  const view = policyView({ profile, policy, at, zone: 'UTC', ...rest })
  if (view.kind !== 'ok') throw new Error(view.kind)
  return view
}

describe('what the policy makes of the demo', () => {
  test('is told as the contract says', () => {
    for (const entry of entries) {
      const outcome = policyView({ profile: entry.profile, policy, at, zone: 'UTC' })
      expect(policyAnswer.shape.outcome.parse(outcome)).toEqual(outcome)
    }
  })

  test('adopting all edits leaves nothing to propose', () => {
    for (const { profile } of entries) {
      const bodies = viewOf({ profile } as ProfileEntry).proposals.flatMap((proposal) => proposal.edits)
      expect(edits.safeParse(bodies).success).toBe(true)
      const engineEdits = bodies.map((body): Edit => {
        if (body.kind === 'classify') return { ...body, from: at } as Edit
        if (body.kind === 'expire' && body.expirationDate !== null)
          return { ...body, expirationDate: parseInstant(body.expirationDate) }
        return body as Edit
      })
      const { value, problems } = applyEdits(profile, engineEdits, applyEdit)
      expect(problems.filter((problem) => problem !== null)).toEqual([])
      expect(proposeEdits(value, policy, at)).toMatchObject({ kind: 'ok', proposals: [] })
    }
  })

  test('the releases of an answer, asked for, give the same answer', () => {
    for (const entry of entries) {
      const expected = viewOf(entry)
      const releases = expected.releases.map(({ problem: _, ...body }) => body)
      expect(viewOf(entry, { releases })).toEqual(expected)
    }
  })

  test('a day that has passed, and one beyond the year, are named; today counts', () => {
    const [entry] = entries
    if (entry === undefined) throw new Error('the demo has a profile')
    const releases = ['2026-11-20', '2026-11-21', '2028-01-01'].map((date, i) => {
      return { date, image: null, version: `1.99.${i}`, classification: null }
    })
    expect(viewOf(entry, { releases }).releases.map(({ problem }) => problem)).toEqual([
      'This day has passed.',
      null,
      'This day is more than a year away.',
    ])
  })
})

describe('the drift of profiles from the file', () => {
  test('counts what the policy would edit, of CloudProfiles only', () => {
    const status = policyStatusView(snapshot, at, file())
    expect(policyStatusAnswer.parse(status)).toEqual(status)
    expect(status.profiles).toHaveLength(entries.length)
    for (const { profile, differing } of status.profiles) {
      const entry = snapshot.profiles.get(profile.name)
      expect(differing).toBe(entry && viewOf(entry).proposals.length)
    }
  })

  test('without a file there is none', () => {
    expect(policyStatusView(snapshot, at, null)).toMatchObject({ file: null, profiles: [] })
  })

  test('a file that cannot be read says why, and nothing about profiles', () => {
    const status = policyStatusView(snapshot, at, file(readPolicyText('kind: Shoot')))
    expect(status).toMatchObject({ file: { problems: [{ path: 'kind', line: 1 }] }, profiles: [] })
  })

  test('a profile with a version that cannot be read says so', () => {
    const [entry] = entries
    if (entry === undefined) throw new Error('the demo has a profile')
    const broken = { ...entry, profile: { ...entry.profile, kubernetes: [{ version: 'newest' }] } }
    const status = policyStatusView({ ...snapshot, profiles: new Map([['aws', broken]]) }, at, file())
    expect(status.profiles[0]?.problem).toMatch(/^newest cannot be read \(.+\): the policy does nothing/)
  })
})

test.each([
  ['Europe/Berlin', '2027-01-11T23:00:00Z'],
  ['America/Los_Angeles', '2027-01-12T08:00:00Z'],
])(
  'a release that is expected on 12 January comes as that day begins in %s, and is told as that day',
  (zone, begins) => {
    const release = { date: '2027-01-12', image: null, version: '1.99.0', classification: 'preview' } as const
    const entry = entries[0]
    if (entry === undefined) throw new Error('the demo has no profile')
    const view = viewOf(entry, { zone, releases: [release] })
    expect(view.releases).toEqual([{ ...release, problem: null }])
    const added = view.year.lists.flatMap(({ versions }) => versions).find(({ version }) => version === '1.99.0')
    expect(added?.spans[0]?.from).toBe(begins)
  },
)

describe('what the policy means for clusters', () => {
  test('is told as the contract says; before is the profile as it is', async () => {
    const landscape = await buildLandscape(snapshot, at)
    for (const entry of entries) {
      const effects = await policyEffectsView(landscape, entry, { policy, zone: 'UTC' })
      const { clusters, proposals, year } = policyEffectsAnswer
        .pick({ clusters: true, proposals: true, year: true })
        .parse(effects)
      expect(proposals.map(({ version }) => version)).toEqual(viewOf(entry).proposals.map(({ version }) => version))
      const total = (side: 'before' | 'after') => year?.minors.reduce((sum, one) => sum + one.clusters[side], 0)
      expect([total('before'), total('after')]).toEqual([clusters, clusters])
      const months = year?.months ?? []
      for (const side of ['before', 'after'] as const)
        expect(months.reduce((sum, one) => sum + one.forced[side], 0)).toBe(year?.forced[side])
      expect(new Set(proposals.map(({ forced }) => forced.before)).size).toBeLessThanOrEqual(1)
    }
  })

  test('a policy that changes nothing changes nothing for clusters', async () => {
    const landscape = await buildLandscape(snapshot, at)
    const off = { kubernetes: null, machineImages: null }
    for (const entry of entries) {
      const { proposals, year } = await policyEffectsView(landscape, entry, { policy: off, zone: 'UTC', releases: [] })
      expect(proposals).toEqual([])
      expect(year?.forced.after).toBe(year?.forced.before)
      expect(year?.minors.every(({ clusters }) => clusters.before === clusters.after)).toBe(true)
    }
  })
})
