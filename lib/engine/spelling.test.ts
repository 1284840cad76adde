import { describe, expect, it } from 'vitest'
import { maintain } from '@/lib/engine/rules/maintain'
import { auto, image, imageVersion, instant, profile, shoot, version, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import type { CloudProfile, Shoot } from '@/lib/engine/types'

/** What Gardener does with versions and times that are spelled or sized in a way one would not expect. */

const now = instant('2026-06-01T22:00:00Z')
const kubernetesAfter = (current: string, versions: string[], more: Partial<Shoot> = auto) =>
  maintain(shoot(current, [], more), memoized(profile(versions)), now).versions.kubernetesVersion
const imageAfter = (
  strategy: 'patch' | 'minor' | 'major',
  current: string,
  versions: string[],
  more: Partial<Shoot> = auto,
) =>
  maintain(
    shoot('1.33.1', [worker(`pool linux ${current}`)], more),
    memoized(profile(['1.33.1'], image('linux', strategy, versions))),
    now,
  ).versions.workers[0]?.image?.version

describe('numbers that are not safe', () => {
  it.each<[string, string | undefined, string]>([
    [
      'are compared to their last digit',
      kubernetesAfter('1.33.9007199254740992', ['1.33.9007199254740992', '1.33.9007199254740993']),
      '1.33.9007199254740993',
    ],
    [
      'up to 64 bits',
      imageAfter('major', '1.0.0', ['1.0.0', '1.0.18446744073709551615', '1.0.9007199254740993']),
      '1.0.18446744073709551615',
    ],
    [
      'beyond are no version, and take no part',
      imageAfter('major', '1.0.0', ['1.0.0', '1.0.18446744073709551616']),
      '1.0.0',
    ],
    [
      'have a next minor, which is the one that is forced',
      kubernetesAfter('1.9007199254740992.0', [
        '1.9007199254740992.0 - 2026-05-01',
        '1.9007199254740993.0',
        '1.9007199254740994.0',
      ]),
      '1.9007199254740993.0',
    ],
    [
      'order dates of image versions, which are safe',
      imageAfter('patch', '15.4.20220818', ['15.4.20220818', '15.4.20230101']),
      '15.4.20230101',
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected)
  })
})

describe('versions with suffixes', () => {
  it.each<[string, string | undefined, string]>([
    ['come before their release', imageAfter('major', '1.2.3-rc1', ['1.2.3-rc1', '1.2.3']), '1.2.3'],
    ['are no update from their release', imageAfter('major', '1.2.3', ['1.2.3', '1.2.3-rc1']), '1.2.3'],
    [
      'are ordered by their parts, numbers as numbers',
      imageAfter('major', '1.2.3-rc.2', ['1.2.3-rc.2', '1.2.3-rc.10']),
      '1.2.3-rc.10',
    ],
    [
      'are of the minor that they are without',
      imageAfter('patch', '1.2.3-foo.12', ['1.2.3-foo.12', '1.2.9-bar', '1.3.0']),
      '1.2.9-bar',
    ],
    [
      'equal each other but for build metadata: no update',
      imageAfter('major', '1.2.3+a', ['1.2.3+a', '1.2.3+b']),
      '1.2.3+a',
    ],
    [
      'that differ in build metadata only are not the same image: one that is not listed is no update to the other',
      imageAfter('major', '1.2.3+c', ['1.2.3+a', '1.2.4']),
      '1.2.4',
    ],
    [
      'of Kubernetes count as listed by their numbers',
      kubernetesAfter('1.33.5-rc1', ['1.33.5', '1.34.0'], {}),
      '1.33.5-rc1',
    ],
    [
      'of the first in the list win over equal ones',
      imageAfter('major', '1.2.2', ['1.2.2', '1.2.3+b', '1.2.3+a']),
      '1.2.3+b',
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected)
  })
})

describe('coerced versions', () => {
  it.each<[string, string | undefined, string]>([
    ['of two numbers have a patch of zero', kubernetesAfter('1.33', ['1.33', '1.33.1']), '1.33.1'],
    ['are targets in the spelling of the profile', kubernetesAfter('1.32.0', ['1.32.0 - 2026-05-01', '1.33']), '1.33'],
    ['of Kubernetes count as listed if they begin a listed one', kubernetesAfter('1.33', ['1.33.5'], {}), '1.33'],
    [
      'of images are listed only in exactly that spelling',
      imageAfter('major', '1.33', ['1.33.0', '1.33.1'], {}),
      '1.33.1',
    ],
    ['of one number are majors', imageAfter('minor', '27', ['27', '27.1', '28']), '27.1'],
    ['may begin with a v', kubernetesAfter('v1.33.1', ['v1.33.1', 'v1.33.2']), 'v1.33.2'],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected)
  })

  it('of a pool become canonical when they are updated', () => {
    const offered = profile(['1.33.5 - 2026-05-01', '1.34'], image('linux', 'major', ['1.0.0']))
    const done = maintain(shoot('1.34.0', [worker('pool linux 1.0.0 1.33.5')]), memoized(offered), now)
    expect(done.changes).toMatchObject([{ component: 'poolKubernetes', to: '1.34.0' }])
  })
})

describe('leading zeros', () => {
  it.each<[string, string | undefined, string]>([
    ['do not count in comparisons', imageAfter('major', '20.04.1', ['20.04.1', '20.4.2']), '20.4.2'],
    ['stay in the target', imageAfter('major', '18.4.20210415', ['18.4.20210415', '20.04.20210616']), '20.04.20210616'],
    [
      'make another image version: 20.4.1 is not 20.04.1',
      imageAfter('major', '20.4.1', ['20.04.1', '20.04.2'], {}),
      '20.04.2',
    ],
    ['belong to the minor without them', imageAfter('patch', '20.04.1', ['20.04.1', '20.4.9', '20.10.1']), '20.4.9'],
    ['make no version after a suffix', imageAfter('major', '1.0.0', ['1.0.0', '1.0.1-01']), '1.0.0'],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected)
  })
})

describe('dates', () => {
  const at = (text: string, expiry: string) =>
    maintain(
      shoot('1.33.1'),
      memoized(profile([{ ...version('1.33.1'), expirationDate: instant(expiry) }, '1.33.2'])),
      instant(text),
      { ignoreWindow: true },
    ).versions.kubernetesVersion

  it.each<[string, string, string]>([
    [
      'with an offset are the instants that they name',
      at('2026-06-01T00:00:00Z', '2026-06-01T02:00:00+02:00'),
      '1.33.1',
    ],
    ['and a millisecond later are past', at('2026-06-01T00:00:00.001Z', '2026-06-01T02:00:00+02:00'), '1.33.2'],
    ['behind UTC may fall on the next day', at('2026-06-01T04:59:59Z', '2026-05-31T23:59:59-05:00'), '1.33.1'],
    ['with a fraction last until that fraction', at('2026-06-01T00:00:00.25Z', '2026-06-01T00:00:00.25Z'), '1.33.1'],
    ['and not longer', at('2026-06-01T00:00:00.251Z', '2026-06-01T00:00:00.25Z'), '1.33.2'],
    [
      'of 29 February last through the last second of that day',
      at('2028-02-29T23:59:59Z', '2028-02-29T23:59:59Z'),
      '1.33.1',
    ],
    ['of 29 February are past in March', at('2028-03-01T00:00:00Z', '2028-02-29T23:59:59Z'), '1.33.2'],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected)
  })
})

describe('windows', () => {
  const runsAt = (window: Shoot['window'], at: string) =>
    maintain(
      shoot('1.33.1', [], { ...auto, ...(window === undefined ? {} : { window }) }),
      memoized(profile(['1.33.1', '1.33.2'])),
      instant(at),
    ).skipped === null
  const overMidnight = { begin: '233000+0000', end: '013000+0000' }

  it.each<[string, boolean, boolean]>([
    ['over midnight run before it', runsAt(overMidnight, '2026-06-01T23:30:00Z'), true],
    ['over midnight run after it', runsAt(overMidnight, '2026-06-02T01:15:00Z'), true],
    ['over midnight do not run in their last 15 minutes', runsAt(overMidnight, '2026-06-02T01:15:01Z'), false],
    ['over midnight do not run at noon', runsAt(overMidnight, '2026-06-02T12:00:00Z'), false],
    ['over midnight run from a leap day into March', runsAt(overMidnight, '2028-03-01T00:30:00Z'), true],
    ['run on a leap day', runsAt({ begin: '220000+0000', end: '230000+0000' }, '2028-02-29T22:10:00Z'), true],
    [
      'on another clock may be over midnight in UTC',
      runsAt({ begin: '010000+0200', end: '030000+0200' }, '2026-06-01T23:00:00Z'),
      true,
    ],
    [
      'that end as they begin are open all day',
      runsAt({ begin: '220000+0000', end: '220000+0000' }, '2026-06-01T12:00:00Z'),
      true,
    ],
    ['that cannot be read are open all day', runsAt({ begin: 'ten', end: 'eleven' }, '2026-06-01T12:00:00Z'), true],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected)
  })
})

describe('both forms of lifecycle in one profile', () => {
  const staged = (number: string, from: string, until: string) => ({
    version: number,
    lifecycle: [
      { classification: 'preview' as const },
      { classification: 'supported' as const, startTime: instant(from) },
      { classification: 'expired' as const, startTime: instant(until) },
    ],
  })
  const offered: CloudProfile = profile(
    [
      '1.33.1 deprecated 2026-06-10',
      '1.33.2 supported',
      staged('1.33.3', '2026-06-05', '2026-06-20'),
      staged('1.34.0', '2026-06-15', '2027-01-01'),
    ],
    image('linux', 'minor', [
      '1.0.0 deprecated 2026-06-10',
      imageVersion(staged('1.1.0', '2026-06-05', '2026-06-20')),
      imageVersion(staged('1.2.0', '2026-06-15', '2027-01-01')),
    ]),
  )
  const on = (day: string, current: string, more: Partial<Shoot> = auto) => {
    const done = maintain(
      shoot(current, [worker('pool linux 1.0.0')], more),
      memoized(offered),
      instant(`2026-06-${day}T22:00:00Z`),
    )
    return `${done.versions.kubernetesVersion} ${done.versions.workers[0]?.image?.version}${done.denied ? ' refused' : ''}`
  }

  it.each<[string, string, string]>([
    ['a preview of the new form is no target, beside versions of the old one', on('04', '1.33.1'), '1.33.2 1.0.0'],
    ['it becomes one as soon as its next stage has begun', on('06', '1.33.1'), '1.33.3 1.1.0'],
    ['a date of the old form expires while stages of the new one go on', on('11', '1.33.1', {}), '1.33.3 1.1.0'],
    ['a stage that ends removes a target, and the old form takes over', on('21', '1.33.1'), '1.33.2 1.2.0'],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected)
  })

  it('ignores the old fields of a version that has stages', () => {
    const both = {
      ...staged('1.33.2', '2026-01-01', '2027-01-01'),
      classification: 'deprecated' as const,
      expirationDate: instant('2026-01-01'),
    }
    expect(maintain(shoot('1.33.2'), memoized(profile([both, '1.33.3'])), now).changes).toEqual([])
  })
})
