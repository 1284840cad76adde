import { describe, expect, test } from 'vitest'
import { stageAt } from '@/lib/engine/rules/lifecycle'
import { DAY, formatInstant } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, Instant, Stage } from '@/lib/engine/types'
import { expectedReleases } from './calendar'
import type { LifecyclePolicy } from './read'
import { type ExpectedRelease, type PolicySimulation, simulatePolicy } from './simulate'

const NOW = Date.UTC(2026, 10, 21, 18)
const SPAN = { now: NOW, until: NOW + 365 * DAY }
const POLICY: LifecyclePolicy = {
  kubernetes: {
    expirationDuration: 120 * DAY,
    versionMaintenance: { maintainedVersions: 3, expirationDurationUnmaintainedVersion: 30 * DAY },
  },
  machineImages: { expirationDuration: 120 * DAY },
}
const machines = { architectures: ['arm64'], cri: [{ name: 'containerd', containerRuntimes: ['gvisor'] }] }

const profile = (...kubernetes: ExpirableVersion[]): CloudProfile => ({
  kubernetes,
  machineImages: [
    {
      name: 'os',
      updateStrategy: 'major',
      versions: [
        { version: '1592.10.0', classification: 'supported', ...machines },
        { version: '1592.9.0', classification: 'supported', ...machines },
      ],
    },
  ],
  machineTypes: [],
})
const PROFILE = profile(
  { version: '1.34.3', classification: 'supported' },
  { version: '1.33.7', classification: 'supported', expirationDate: NOW + 300 * DAY },
  { version: '1.32.9', classification: 'supported' },
)

const on = (day: string): Instant => Date.parse(`${day}T00:00:00Z`)
const release = (
  day: string,
  version: string,
  classification: ExpectedRelease['classification'] = null,
): ExpectedRelease => ({
  at: on(day),
  image: null,
  version,
  classification,
})

function simulate(releases: readonly ExpectedRelease[], of = PROFILE): Extract<PolicySimulation, { kind: 'ok' }> {
  const simulation = simulatePolicy(of, POLICY, releases, SPAN)
  if (simulation.kind !== 'ok') throw new Error(simulation.reason)
  return simulation
}

/** `preview from 2027-03-16`, … of one version. */
function spansOf(simulation: Extract<PolicySimulation, { kind: 'ok' }>, version: string): string[] {
  const life = simulation.lives.find((one) => one.version === version)
  return (life?.spans ?? []).map(
    ({ stage, from }) => `${stage}${from === null ? '' : ` from ${formatInstant(from).slice(0, 10)}`}`,
  )
}

describe('a year with releases', () => {
  test('without any, only what the policy wants now is done', () => {
    const { steps } = simulate([])
    expect(steps.map((step) => step.proposals.map(({ before }) => before.version))).toEqual([['1.33.7', '1592.9.0']])
  })

  test('a patch without a classification becomes supported at once, the one before it expires after 120 days', () => {
    const simulation = simulate([release('2026-12-01', '1.34.4')])
    expect(spansOf(simulation, '1.34.4')).toEqual(['supported from 2026-12-01'])
    expect(spansOf(simulation, '1.34.3')).toEqual([
      'supported',
      'deprecated from 2026-12-01',
      'expired from 2027-03-31',
    ])
  })

  test('a preview stays one until it is promoted; the minor counts as maintained from its first day', () => {
    const simulation = simulate([
      release('2027-01-10', '1.35.0', 'preview'),
      release('2027-02-21', '1.35.0', 'supported'),
    ])
    expect(spansOf(simulation, '1.35.0')).toEqual(['preview from 2027-01-10', 'supported from 2027-02-21'])
    expect(spansOf(simulation, '1.32.9')).toEqual(['supported', 'deprecated from 2027-01-10'])
    expect(simulation.openDates).toEqual([{ image: null, version: '1.32.9', since: on('2027-01-10') }])
  })

  test('a date is left to people only for the last patch of an unmaintained minor: those before it get theirs', () => {
    const simulation = simulate([
      release('2027-01-10', '1.35.0', 'preview'),
      release('2027-03-01', '1.32.10'),
      release('2027-05-01', '1.32.11'),
    ])
    expect(spansOf(simulation, '1.32.10')).toEqual(['deprecated from 2027-03-01', 'expired from 2027-05-31'])
    expect(simulation.openDates).toEqual([{ image: null, version: '1.32.11', since: on('2027-05-01') }])
  })

  test('a date that the policy takes away now never comes', () => {
    expect(spansOf(simulate([]), '1.33.7')).toEqual(['supported'])
  })

  test('a release that is listed already, or cannot be read, is named and left out', () => {
    const [, step] = simulate([release('2026-12-01', '1.34.3'), release('2026-12-01', 'newest')]).steps
    expect(step?.releases.map(({ problem }) => problem)).toEqual([
      { code: 'already-listed', image: null, version: '1.34.3' },
      { code: 'not-a-version', version: 'newest' },
    ])
  })

  test('what lies before now or beyond the year does not take place', () => {
    expect(simulate([release('2026-11-20', '1.34.4'), release('2028-01-01', '1.34.5')]).steps).toHaveLength(1)
  })

  test('a new image version runs where the highest one does', () => {
    const { course } = simulate([{ at: on('2026-12-01'), image: 'os', version: '1592.11.0', classification: null }])
    const added = course.machineImages[0]?.versions.find(({ version }) => version === '1592.11.0')
    expect(added).toMatchObject(machines)
  })

  test('a version that cannot be read stops the policy', () => {
    expect(simulatePolicy(profile({ version: 'x' }), POLICY, [], SPAN)).toMatchObject({
      kind: 'unreadable',
      version: 'x',
    })
  })

  test('the profile itself is not changed', () => {
    const before = structuredClone(PROFILE)
    simulate([release('2026-12-01', '1.34.4')])
    expect(PROFILE).toEqual(before)
  })
})

describe('the course of the year as one profile', () => {
  const simulation = simulate([
    release('2026-12-01', '1.34.4'),
    release('2027-01-10', '1.35.0', 'preview'),
    release('2027-02-21', '1.35.0', 'supported'),
  ])

  test('says of every version at every time what its spans say; before it is added, a preview', () => {
    for (let at = NOW + 1; at < SPAN.until; at += DAY) {
      for (const { version, spans, added } of simulation.lives.filter(({ image }) => image === null)) {
        const listed = simulation.course.kubernetes.find((one) => one.version === version)
        const span = spans.find(({ from, to }) => (from === null || from < at) && (to === null || at <= to))
        const expected = added !== null && at <= added ? 'preview' : span?.stage
        expect([version, listed && stageAt<Stage>(listed, at)]).toEqual([version, expected])
      }
    }
  })

  test('leaves versions that nothing happens to as they are', () => {
    const untouched = simulate([]).course.kubernetes[0]
    expect(untouched).toBe(PROFILE.kubernetes[0])
  })
})

describe('the releases that are expected', () => {
  const lines = (releases: readonly ExpectedRelease[], image: string | null) =>
    releases
      .filter((one) => one.image === image)
      .map(({ at, version, classification }) =>
        [formatInstant(at).slice(0, 10), version, classification].join(' ').trim(),
      )

  test('three minors a year, each a preview for six weeks, and patches every two months', () => {
    expect(lines(expectedReleases(PROFILE, SPAN), null)).toEqual([
      '2027-01-21 1.34.4',
      '2027-01-21 1.33.8',
      '2027-01-21 1.32.10',
      '2027-03-21 1.35.0 preview',
      '2027-03-21 1.34.5',
      '2027-03-21 1.33.9',
      '2027-03-21 1.32.11',
      '2027-05-02 1.35.0 supported',
      '2027-05-21 1.35.1',
      '2027-05-21 1.34.6',
      '2027-05-21 1.33.10',
      '2027-07-21 1.36.0 preview',
      '2027-07-21 1.35.2',
      '2027-07-21 1.34.7',
      '2027-07-21 1.33.11',
      '2027-09-01 1.36.0 supported',
      '2027-09-21 1.36.1',
      '2027-09-21 1.35.3',
      '2027-09-21 1.34.8',
      '2027-11-21 1.37.0 preview',
      '2027-11-21 1.36.2',
      '2027-11-21 1.35.4',
      '2027-11-21 1.34.9',
    ])
  })

  test('previews that are there are promoted: a minor after six weeks, a patch with the next patches', () => {
    const of = profile(
      { version: '1.35.0', classification: 'preview' },
      { version: '1.34.4', classification: 'preview' },
      { version: '1.34.3', classification: 'supported' },
    )
    expect(lines(expectedReleases(of, SPAN, { minors: 0, patches: 6, images: 0 }), null)).toEqual([
      '2027-01-02 1.35.0 supported',
      '2027-05-21 1.35.1',
      '2027-05-21 1.34.4 supported',
      '2027-11-21 1.35.2',
      '2027-11-21 1.34.5',
    ])
  })

  const image = (...versions: string[]): CloudProfile => ({
    kubernetes: [],
    machineImages: [
      { name: 'os', updateStrategy: 'major', versions: versions.map((version) => ({ version, ...machines })) },
    ],
    machineTypes: [],
  })

  test.each([
    ['the number that changed last goes on', ['1592.9.0', '1592.10.0'], ['1592.11.0', '1592.12.0']],
    ['a date becomes the day of the release', ['22.04.20260815'], ['22.04.20270521', '22.04.20271121']],
    ['after a new major its minors go on', ['3975.2.1', '4081.2.0'], ['4081.3.0', '4081.4.0']],
    ['a single version goes on with patches', ['15.6.1'], ['15.6.2', '15.6.3']],
    ['pre-releases do not count', ['2.0.0-rc1', '1.5.2', '1.5.1'], ['1.5.3', '1.5.4']],
    ['without any version nothing is expected', [], []],
  ])('images: %s', (_, versions, expected) => {
    const releases = expectedReleases(image(...versions), SPAN, { minors: 0, patches: 0, images: 6 })
    expect(releases.map(({ version }) => version)).toEqual(expected)
  })

  test('every one of them takes place', () => {
    const expected = expectedReleases(PROFILE, SPAN)
    const { steps } = simulate(expected)
    expect(steps.flatMap((step) => step.releases)).toHaveLength(expected.length)
    expect(steps.flatMap((step) => step.releases).filter(({ problem }) => problem !== null)).toEqual([])
  })

  test('at the end of a long month the day is the last of a shorter one', () => {
    const span = { now: Date.UTC(2026, 9, 31, 12), until: Date.UTC(2027, 3, 30) }
    const releases = expectedReleases(image('1.0.0'), span, { minors: 0, patches: 0, images: 1 })
    expect(releases.map(({ at }) => formatInstant(at).slice(0, 10))).toEqual([
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ])
  })
})
