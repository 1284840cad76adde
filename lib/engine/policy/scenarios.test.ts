import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEdit, applyEdits } from '@/lib/engine/edits/edits'
import { maintain } from '@/lib/engine/rules/maintain'
import { anyInstant, anyProfile } from '@/lib/engine/testdata/arbitraries'
import { image, imageVersion, shoot } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { runs } from '@/lib/engine/testdata/runs'
import { DAY, formatInstant, HOUR } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion } from '@/lib/engine/types'
import type { VersionManagement } from './policy'
import { proposeEdits } from './propose'

/**
 * What seed 003 says about Version Management and Version Maintenance, sentence by sentence and in its order, each for Kubernetes
 * and for a machine image; groups are named by its chapters and scenarios. What it says of doing the same by hand is in
 * `@/lib/questions/guides/answer/scenarios/scenarios.test.ts`. Versions are written `1.17.0 deprecated until later`; `later` and `past` are dates that are set, `+120d`
 * and `+30d` are now plus the durations of the policy.
 */

const NOW = Date.UTC(2026, 2, 1, 8)
const DATES: Readonly<Record<string, number>> = {
  later: NOW + 70 * DAY,
  past: NOW - 45 * DAY,
  '+120d': NOW + 120 * DAY,
  '+30d': NOW + 30 * DAY,
}
const MANAGEMENT: VersionManagement = { expirationDuration: 2880 * HOUR }
const MAINTENANCE: VersionManagement = {
  ...MANAGEMENT,
  versionMaintenance: { maintainedVersions: 3, expirationDurationUnmaintainedVersion: 720 * HOUR },
}

/** The CloudProfile that the scenarios assume. */
const MANAGED = [
  '1.18.4 preview',
  '1.18.3 supported',
  '1.17.0 deprecated until later',
  '1.16.0 deprecated until later',
  '1.15.1 deprecated until later',
  '1.15.0 deprecated until later',
  '1.14.0 deprecated until past',
]
const MAINTAINED = [
  '1.18.4 preview',
  '1.18.3 supported',
  '1.17.0 supported',
  '1.16.0 supported',
  '1.15.1 deprecated',
  '1.15.0 deprecated until later',
  '1.14.0 deprecated until past',
]

interface Sentence {
  readonly says: string
  readonly policy: VersionManagement
  readonly given: readonly string[]
  /** Versions that are not as given; all others stay as they are. */
  readonly becomes: readonly string[]
}

const without = (list: readonly string[], ...versions: readonly string[]) =>
  list.filter((line) => !versions.includes(line.split(' ')[0] ?? ''))

const withLines = (list: readonly string[], ...lines: readonly string[]) => [
  ...lines,
  ...without(list, ...lines.map((line) => line.split(' ')[0] ?? '')),
]

const SENTENCES: Readonly<Record<string, readonly Sentence[]>> = {
  'seed 003, Common scenarios: the assumed CloudProfile': [
    { says: 'is as Version Management wants it', policy: MANAGEMENT, given: MANAGED, becomes: [] },
    { says: 'is as Version Maintenance wants it', policy: MAINTENANCE, given: MAINTAINED, becomes: [] },
  ],
  'seed 003, Version Management': [
    {
      says: 'classifies versions that have no classification',
      policy: MANAGEMENT,
      given: ['1.18.3', '1.18.2', '1.17.0'],
      becomes: ['1.18.3 supported', '1.18.2 deprecated until +120d', '1.17.0 deprecated until +120d'],
    },
    {
      says: 'enforces one supported version that has no expiration date',
      policy: MANAGEMENT,
      given: ['1.18.3 supported until later', '1.18.2 supported', '1.17.9 supported until later'],
      becomes: ['1.18.3 supported', '1.18.2 deprecated until +120d', '1.17.9 deprecated until later'],
    },
    {
      says: 'deprecates versions with the configured expiration duration',
      policy: { expirationDuration: 720 * HOUR },
      given: ['1.18.3 supported', '1.18.2 supported'],
      becomes: ['1.18.2 deprecated until +30d'],
    },
    {
      says: 'leaves dates that are set as they are, past or future',
      policy: MANAGEMENT,
      given: ['1.18.3 supported', '1.18.2 deprecated until later', '1.18.1 deprecated until past'],
      becomes: [],
    },
  ],
  'seed 003, Version Maintenance': [
    {
      says: 'enforces one supported version per maintained minor version',
      policy: MAINTENANCE,
      given: ['1.18.3 supported', '1.18.2 supported', '1.17.0 supported', '1.16.1 supported', '1.16.0 supported'],
      becomes: ['1.18.2 deprecated until +120d', '1.16.0 deprecated until +120d'],
    },
    {
      says: 'picks the latest of a maintained minor version that has no supported one',
      policy: MAINTENANCE,
      given: ['1.18.3 supported', '1.17.1 deprecated until past', '1.17.0 deprecated until later'],
      becomes: ['1.17.1 supported'],
    },
    {
      says: 'never promotes a preview, even where a maintained minor version has nothing else',
      policy: MAINTENANCE,
      given: ['1.18.3 preview', '1.18.2 preview', '1.17.1 supported'],
      becomes: [],
    },
    {
      says: 'deprecates all versions with an unmaintained minor, no matter what classification they have',
      policy: MAINTENANCE,
      given: [
        '1.18.0 supported',
        '1.17.0 supported',
        '1.16.0 supported',
        '1.15.3 preview',
        '1.15.2 supported',
        '1.15.1',
      ],
      becomes: ['1.15.3 deprecated', '1.15.2 deprecated until +30d', '1.15.1 deprecated until +30d'],
    },
    {
      says: 'does not set an expiration date on the latest version of an unmaintained minor',
      policy: MAINTENANCE,
      given: ['1.18.0 supported', '1.17.0 supported', '1.16.0 supported', '1.15.0 supported', '1.14.2', '1.14.1'],
      becomes: ['1.15.0 deprecated', '1.14.2 deprecated', '1.14.1 deprecated until +30d'],
    },
    {
      says: 'leaves the date that an operator set on the latest version of an unmaintained minor',
      policy: MAINTENANCE,
      given: ['1.18.0 supported', '1.17.0 supported', '1.16.0 supported', '1.15.0 supported until later'],
      becomes: ['1.15.0 deprecated until later'],
    },
    {
      says: 'takes the common duration for unmaintained versions where none of their own is configured',
      policy: { ...MANAGEMENT, versionMaintenance: { maintainedVersions: 1 } },
      given: ['1.18.0 supported', '1.17.1 supported', '1.17.0 supported'],
      becomes: ['1.17.1 deprecated', '1.17.0 deprecated until +120d'],
    },
    {
      says: 'lets versions of unmaintained minors expire sooner than others, where that is configured',
      policy: MAINTENANCE,
      given: ['1.18.1 supported', '1.18.0', '1.17.0 supported', '1.16.0 supported', '1.15.1 supported', '1.15.0'],
      becomes: ['1.18.0 deprecated until +120d', '1.15.1 deprecated', '1.15.0 deprecated until +30d'],
    },
    {
      says: 'has 1.18, 1.17 and 1.16 maintained, 1.15 and 1.14 not',
      policy: MAINTENANCE,
      given: ['1.18.0', '1.17.0', '1.16.0', '1.15.0', '1.14.0'],
      becomes: ['1.18.0 supported', '1.17.0 supported', '1.16.0 supported', '1.15.0 deprecated', '1.14.0 deprecated'],
    },
  ],
  'seed 003, scenario 1, example 1: a new patch version, 1.18.4': [
    {
      says: 'is added as preview; with Version Management it stays one, however many there are',
      policy: MANAGEMENT,
      given: withLines(MANAGED, '1.18.5 preview'),
      becomes: [],
    },
    {
      says: 'is added as preview; with Version Maintenance it stays one, however many there are',
      policy: MAINTENANCE,
      given: withLines(MAINTAINED, '1.18.5 preview'),
      becomes: [],
    },
  ],
  'seed 003, scenario 1, example 2: a new patch version, 1.17.1': [
    {
      says: 'is deprecated with an expiration date right away with Version Management',
      policy: MANAGEMENT,
      given: withLines(MANAGED, '1.17.1'),
      becomes: ['1.17.1 deprecated until +120d'],
    },
    {
      says: 'stays unchanged with Version Maintenance if it is classified as preview',
      policy: MAINTENANCE,
      given: withLines(MAINTAINED, '1.17.1 preview'),
      becomes: [],
    },
    {
      says: 'becomes supported with Version Maintenance if added without a classification, and 1.17.0 deprecated with the expiration date for supported versions',
      policy: MAINTENANCE,
      given: withLines(MAINTAINED, '1.17.1'),
      becomes: ['1.17.1 supported', '1.17.0 deprecated until +120d'],
    },
  ],
  'seed 003, scenario 2: a new minor version, 1.19.0': [
    {
      says: 'becomes supported with Version Management, and 1.18.3 expires after the configured duration',
      policy: MANAGEMENT,
      given: withLines(MANAGED, '1.19.0'),
      becomes: ['1.19.0 supported', '1.18.3 deprecated until +120d'],
    },
    {
      says: 'becomes supported with Version Maintenance, and 1.16.0, now unmaintained, deprecated without an expiration date',
      policy: MAINTENANCE,
      given: withLines(MAINTAINED, '1.19.0'),
      becomes: ['1.19.0 supported', '1.16.0 deprecated'],
    },
    {
      says: 'makes every version of a now unmaintained minor deprecated with Version Maintenance, dated but for the latest',
      policy: MAINTENANCE,
      given: withLines(MAINTAINED, '1.19.0', '1.16.0 supported', '1.16.1 preview', '1.15.1 deprecated until later'),
      becomes: ['1.19.0 supported', '1.16.0 deprecated until +30d', '1.16.1 deprecated'],
    },
    {
      says: 'stays a preview with Version Management if added as one, and 1.18.3, deprecated for it, is supported again',
      policy: MANAGEMENT,
      given: withLines(MANAGED, '1.19.0 preview', '1.18.3 deprecated'),
      becomes: ['1.18.3 supported'],
    },
  ],
  'seed 003, scenario 3: a preview that is promoted, 1.18.4': [
    {
      says: 'with Version Management: 1.18.3 deprecated alone is reset, because nothing higher is there that is no preview',
      policy: MANAGEMENT,
      given: withLines(MANAGED, '1.18.3 deprecated'),
      becomes: ['1.18.3 supported'],
    },
    {
      says: 'with Version Management: 1.18.3 gets its expiration date automatically once 1.18.4 is supported',
      policy: MANAGEMENT,
      given: withLines(MANAGED, '1.18.4 supported', '1.18.3 deprecated'),
      becomes: ['1.18.3 deprecated until +120d'],
    },
    {
      says: 'with Version Management: a date that the operator gives 1.18.3 stays',
      policy: MANAGEMENT,
      given: withLines(MANAGED, '1.18.4 supported', '1.18.3 deprecated until later'),
      becomes: [],
    },
    {
      says: 'with Version Maintenance: the supported version of its own minor gets its date, those of other minors stay',
      policy: MAINTENANCE,
      given: withLines(MAINTAINED, '1.18.4 supported', '1.18.3 deprecated'),
      becomes: ['1.18.3 deprecated until +120d'],
    },
  ],
  'seed 003, scenario 4: a supported version that should be deprecated, 1.18.3': [
    {
      says: 'is deprecated with Version Management by just adding 1.18.4 without a classification',
      policy: MANAGEMENT,
      given: withLines(MANAGED, '1.18.4'),
      becomes: ['1.18.4 supported', '1.18.3 deprecated until +120d'],
    },
    {
      says: 'is reset to supported without an expiration date with Version Management if no higher version is there that is no preview',
      policy: MANAGEMENT,
      given: withLines(MANAGED, '1.18.3 deprecated until later'),
      becomes: ['1.18.3 supported'],
    },
    {
      says: 'is deprecated with Version Maintenance by just adding 1.18.4 without a classification',
      policy: MAINTENANCE,
      given: withLines(MAINTAINED, '1.18.4'),
      becomes: ['1.18.4 supported', '1.18.3 deprecated until +120d'],
    },
    {
      says: 'stays deprecated with Version Maintenance if a higher patch of its minor is there that is no preview',
      policy: MAINTENANCE,
      given: withLines(MAINTAINED, '1.18.4 supported', '1.18.3 deprecated until later'),
      becomes: [],
    },
    {
      says: 'is reset with Version Maintenance too, and so is the latest of any maintained minor',
      policy: MAINTENANCE,
      given: withLines(MAINTAINED, '1.18.3 deprecated until later', '1.17.0 deprecated until later'),
      becomes: ['1.18.3 supported', '1.17.0 supported'],
    },
  ],
  'seed 003, scenario 5: a supported version that has problems, 1.18.3': [
    {
      says: 'a) deleted, the previous one supported by hand: nothing else has to be done with Version Management',
      policy: MANAGEMENT,
      given: withLines(without(MANAGED, '1.18.3'), '1.17.0 supported'),
      becomes: [],
    },
    {
      says: 'a) deleted, the previous one supported by hand: nothing else has to be done with Version Maintenance',
      policy: MAINTENANCE,
      given: withLines(without(MAINTAINED, '1.18.3'), '1.18.2 supported'),
      becomes: [],
    },
    {
      says: 'a) deleted: Version Management makes the latest deprecated version supported again by itself',
      policy: MANAGEMENT,
      given: without(MANAGED, '1.18.3'),
      becomes: ['1.17.0 supported'],
    },
    {
      says: 'b) labeled as preview with a past date: with Version Management the latest deprecated version is supported again',
      policy: MANAGEMENT,
      given: withLines(MANAGED, '1.18.3 preview until past'),
      becomes: ['1.17.0 supported'],
    },
    {
      says: 'b) labeled as preview with a past date: with Version Maintenance the latest deprecated version of its minor is supported again',
      policy: MAINTENANCE,
      given: withLines(MAINTAINED, '1.18.3 preview until past', '1.18.2 deprecated until later'),
      becomes: ['1.18.2 supported'],
    },
    {
      says: 'c) the overall latest, labeled as preview: Version Management leaves it so',
      policy: MANAGEMENT,
      given: withLines(without(MANAGED, '1.18.4'), '1.18.3 preview until past', '1.17.0 supported'),
      becomes: [],
    },
    {
      says: 'c) the overall latest, labeled as preview: Version Maintenance leaves it so',
      policy: MAINTENANCE,
      given: withLines(without(MAINTAINED, '1.18.4'), '1.18.3 preview until past'),
      becomes: [],
    },
    {
      says: 'c) labeled as deprecated instead: Version Management would make it the supported version',
      policy: MANAGEMENT,
      given: withLines(without(MANAGED, '1.18.4'), '1.18.3 deprecated until past', '1.17.0 supported'),
      becomes: ['1.18.3 supported', '1.17.0 deprecated until +120d'],
    },
    {
      says: 'c) labeled as deprecated instead: Version Maintenance would make it the supported version',
      policy: MAINTENANCE,
      given: withLines(without(MAINTAINED, '1.18.4'), '1.18.3 deprecated until past'),
      becomes: ['1.18.3 supported'],
    },
  ],
  'seed 003, scenario 6: a version that is expired but cannot be deleted yet, 1.14.0': [
    { says: 'stays as it is with Version Management', policy: MANAGEMENT, given: MANAGED, becomes: [] },
    { says: 'stays as it is with Version Maintenance', policy: MAINTENANCE, given: MAINTAINED, becomes: [] },
    {
      says: 'leaves nothing behind with Version Maintenance once it is deleted',
      policy: MAINTENANCE,
      given: without(MAINTAINED, '1.14.0'),
      becomes: [],
    },
  ],
  'seed 003, Duties of the operator': [
    {
      says: 'adding previews and promoting them is never done by Version Management',
      policy: MANAGEMENT,
      given: ['1.19.0 preview', '1.18.4 preview', '1.18.3 supported'],
      becomes: [],
    },
    {
      says: 'adding previews and promoting them is never done by Version Maintenance',
      policy: MAINTENANCE,
      given: ['1.19.0 preview', '1.18.4 preview', '1.18.3 supported'],
      becomes: [],
    },
    {
      says: 'setting an expiration date on the latest of an unmaintained minor is left to them, and it stays',
      policy: MAINTENANCE,
      given: withLines(MAINTAINED, '1.15.1 deprecated until later'),
      becomes: [],
    },
    {
      says: 'an unclassified latest version next to the supported one works: both are changed in one update',
      policy: MANAGEMENT,
      given: ['1.18.4', '1.18.3 supported'],
      becomes: ['1.18.4 supported', '1.18.3 deprecated until +120d'],
    },
    {
      says: 'with the supported version deprecated ahead of time the outcome is the same',
      policy: MANAGEMENT,
      given: ['1.18.4', '1.18.3 deprecated'],
      becomes: ['1.18.4 supported', '1.18.3 deprecated until +120d'],
    },
    {
      says: 'versions are compared by number, not by text',
      policy: MAINTENANCE,
      given: ['1.18.10', '1.18.9 supported', '1.9.0', '1.17.0 supported', '1.16.0 supported'],
      becomes: ['1.18.10 supported', '1.18.9 deprecated until +120d', '1.9.0 deprecated'],
    },
  ],
}

for (const [about, sentences] of Object.entries(SENTENCES)) {
  describe(about, () => {
    for (const kind of ['kubernetes', 'image'] as const) {
      test.each(sentences.map((sentence) => [`${sentence.says} (${kind})`, sentence] as const))('%s', (_, sentence) => {
        const profile = profileOf(kind, sentence.given)
        const before = structuredClone(profile)
        const policy = {
          kubernetes: kind === 'kubernetes' ? sentence.policy : null,
          machineImages: kind === 'image' ? sentence.policy : null,
        }
        const proposed = proposeEdits(profile, policy, NOW)
        if (proposed.kind !== 'ok') throw new Error(proposed.reason)

        expect(linesOf(kind, proposed.profile).filter((line) => !sentence.given.includes(line))).toEqual(
          sentence.becomes,
        )
        const edits = proposed.proposals.flatMap((proposal) => proposal.edits)
        expect(applyEdits(profile, edits, applyEdit).value).toEqual(proposed.profile)
        expect(proposeEdits(proposed.profile, policy, NOW + HOUR)).toMatchObject({ kind: 'ok', proposals: [] })
        expect(profile).toEqual(before)
      })
    }
  })
}

describe('seed 003, scenario 5: shoots that run the erroneous version', () => {
  const versionAmong = (...lines: readonly string[]) =>
    maintain(shoot('1.18.3'), memoized(profileOf('kubernetes', lines)), NOW, { ignoreWindow: true }).versions
      .kubernetesVersion
  const from = shoot('1.17.0', [], { autoUpdate: { kubernetesVersion: true, machineImageVersion: false } })

  test('b) are forcefully updated off the preview with a past date, even without auto-update', () => {
    expect(versionAmong('1.18.5 supported', '1.18.4 preview', '1.18.3 preview until past')).toBe('1.18.5')
  })
  test('b) are forcefully updated off the deprecated version with a past date', () => {
    expect(versionAmong('1.18.5 supported', '1.18.3 deprecated until past', '1.18.2 supported')).toBe('1.18.5')
  })
  test('b), c) are never downgraded', () => {
    expect(versionAmong('1.18.4 preview', '1.18.3 preview until past', '1.18.2 supported', '1.17.0 supported')).toBe(
      '1.18.3',
    )
  })
  test.each(['1.18.3 deprecated until past', '1.18.3 preview until past', '1.18.3 preview'])(
    'c) do not become more: no auto-update leads to %s',
    (line) => {
      const given = [line, '1.17.1 supported', '1.17.0 deprecated until past']
      const { versions } = maintain(from, memoized(profileOf('kubernetes', given)), NOW, { ignoreWindow: true })
      expect(versions.kubernetesVersion).toBe('1.17.1')
      const without = maintain(from, memoized(profileOf('kubernetes', [line, '1.17.0 supported'])), NOW, {
        ignoreWindow: true,
      })
      expect(without.versions.kubernetesVersion).toBe('1.17.0')
    },
  )
})

describe('seed 003, Version Management: the configuration', () => {
  test('Kubernetes versions and machine images have durations of their own', () => {
    const versions = ['1.2.3', '1.2.2'].map(versionOf)
    const images = profileOf('image', ['1.2.3', '1.2.2'])
    const policy = { kubernetes: MANAGEMENT, machineImages: { expirationDuration: 720 * HOUR } }
    const proposed = proposeEdits({ ...images, kubernetes: versions }, policy, NOW)
    if (proposed.kind !== 'ok') throw new Error(proposed.reason)
    expect(linesOf('kubernetes', proposed.profile)).toEqual(['1.2.3 supported', '1.2.2 deprecated until +120d'])
    expect(linesOf('image', proposed.profile)).toEqual(['1.2.3 supported', '1.2.2 deprecated until +30d'])
  })

  test('Version Maintenance of Kubernetes alone leaves images to Version Management', () => {
    const images = profileOf('image', ['2.0.0', '1.0.0'])
    const policy = { kubernetes: MAINTENANCE, machineImages: MANAGEMENT }
    const proposed = proposeEdits(images, policy, NOW)
    if (proposed.kind !== 'ok') throw new Error(proposed.reason)
    expect(linesOf('image', proposed.profile)).toEqual(['2.0.0 supported', '1.0.0 deprecated until +120d'])
  })
})

describe('the policy as a whole', () => {
  test('one version that cannot be read stops it, images too', () => {
    const profile = { ...profileOf('image', ['1.2.3', '1.2.2']), kubernetes: [{ version: 'latest' }] }
    const policy = { kubernetes: MANAGEMENT, machineImages: MANAGEMENT }
    expect(proposeEdits(profile, policy, NOW)).toMatchObject({ kind: 'unreadable', image: null, version: 'latest' })
  })

  test('a kind of versions that is not configured is left alone', () => {
    const profile = profileOf('image', ['1.2.3', '1.2.2'])
    const proposed = proposeEdits(profile, { kubernetes: MANAGEMENT, machineImages: null }, NOW)
    expect(proposed).toEqual({ kind: 'ok', proposals: [], judged: [], profile })
  })

  test('versions that schedule their own stages are left alone', () => {
    const version: ExpirableVersion = { version: '1.18.3', lifecycle: [{ classification: 'deprecated' }] }
    const proposed = proposeEdits(
      { ...profileOf('image', []), kubernetes: [version] },
      { kubernetes: MANAGEMENT, machineImages: null },
      NOW,
    )
    expect(proposed).toMatchObject({ proposals: [], judged: [{ rule: 'stages' }] })
  })
})

function profileOf(kind: 'kubernetes' | 'image', lines: readonly string[]): CloudProfile {
  const versions = lines.map(versionOf)
  return {
    kubernetes: kind === 'kubernetes' ? versions : [],
    machineImages:
      kind === 'image'
        ? [
            image(
              'os',
              'major',
              versions.map((version) => imageVersion(version)),
            ),
          ]
        : [],
    machineTypes: [],
  }
}

/** Reads `1.17.0 deprecated until later`. */
function versionOf(line: string): ExpirableVersion {
  const [version = '', classification, , date] = line.split(' ')
  const at = date === undefined ? undefined : DATES[date]
  return {
    version,
    ...(classification !== undefined && { classification: classification as 'supported' }),
    ...(at !== undefined && { expirationDate: at }),
  }
}

test('a second run changes nothing, of any profile', () => {
  fc.assert(
    fc.property(anyProfile, anyInstant, fc.boolean(), (profile, at, isMaintained) => {
      const management = isMaintained ? MAINTENANCE : MANAGEMENT
      const policy = { kubernetes: management, machineImages: management }
      const first = proposeEdits(profile, policy, at)
      if (first.kind !== 'ok') return
      for (const then of [at, at + DAY])
        expect(proposeEdits(first.profile, policy, then)).toMatchObject({ proposals: [] })
    }),
    { numRuns: runs(300) },
  )
})

function linesOf(kind: 'kubernetes' | 'image', profile: CloudProfile): string[] {
  const versions = kind === 'kubernetes' ? profile.kubernetes : (profile.machineImages[0]?.versions ?? [])
  return versions.map(({ version, classification, expirationDate }) => {
    const date = Object.keys(DATES).find((name) => DATES[name] === expirationDate)
    const until = expirationDate === undefined ? '' : ` until ${date ?? formatInstant(expirationDate)}`
    return `${version}${classification === undefined ? '' : ` ${classification}`}${until}`
  })
}
