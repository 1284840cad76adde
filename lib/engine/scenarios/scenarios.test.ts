import { describe, expect, test } from 'vitest'
import { applyEdit, applyEdits } from '@/lib/engine/edit'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, Stage } from '@/lib/engine/types'
import { newMinor, newPatch } from './add'
import { deprecateSupported, promote } from './classify'
import { type Ground, groundOf, type Listed, type Way } from './ground'
import type { Guide } from './guide'
import { type Holder, lastLeaves, removeExpired } from './remove'
import { previousOf, replaceErroneous } from './replace'

/** The common scenarios of seed 003 on the profile that it assumes. */

const NOW = Date.UTC(2026, 2, 1, 8)
const DATES: Readonly<Record<string, number>> = {
  later: NOW + 70 * DAY,
  past: NOW - 45 * DAY,
  just: NOW - MINUTE,
  '+120d': NOW + 120 * DAY,
  chosen: NOW + 30 * DAY,
}

const ONE_SUPPORTED = [
  '1.18.4 preview',
  '1.18.3 supported',
  '1.17.0 deprecated',
  '1.16.0 deprecated',
  '1.15.1 deprecated',
  '1.15.0 deprecated until later',
  '1.14.0 deprecated until past',
]
const ONE_PER_MINOR = ONE_SUPPORTED.map((line) => line.replace(/^(1\.1[67]\.0) deprecated$/, '$1 supported'))

const read = (line: string): ExpirableVersion => {
  const [version = '', classification, , until] = line.split(' ')
  return {
    version,
    ...(classification !== 'none' && { classification: classification as Stage }),
    ...(until !== undefined && { expirationDate: DATES[until] ?? 0 }),
  }
}
const written = ({ version, classification = 'none' as Stage, expirationDate }: ExpirableVersion): string => {
  const until = Object.entries(DATES).find(([, at]) => at === expirationDate)?.[0] ?? expirationDate
  return [version, classification, ...(until === undefined ? [] : ['until', until])].join(' ')
}

interface Given {
  readonly way?: Way
  readonly list?: readonly string[]
  readonly clusters?: Readonly<Record<string, number>>
  readonly overridden?: readonly string[]
}

function ground({ way = 'hand', list, clusters = {}, overridden = [] }: Given = {}): Ground {
  const lines = list ?? (way === 'maintenance' ? ONE_PER_MINOR : ONE_SUPPORTED)
  const profile: CloudProfile = { kubernetes: lines.map(read), machineImages: [], machineTypes: [] }
  return groundOf(profile, NOW, way, {
    clusters: (version) => clusters[version] ?? 0,
    overriddenBy: (version) => (overridden.includes(version) ? ['garden-a/own'] : []),
  })
}

function listed(of: Ground, version: string): Listed {
  const found = of.listed.find((one) => one.version === version)
  if (found === undefined) throw new Error(`${version} is not listed`)
  return found
}

/** What the draft of a guide makes of the list: only lines that differ, `-` for what goes. */
function effect(of: Ground, guide: Guide): string[] {
  const edits = guide.steps.flatMap((step) => step.edits)
  const { value, problems } = applyEdits(of.profile, edits, applyEdit)
  expect(problems.filter((problem) => problem !== null)).toEqual([])
  const [before, after] = [of.profile.kubernetes.map(written), value.kubernetes.map(written)]
  const names = after.map((line) => line.split(' ')[0])
  return [
    ...after.filter((line) => !before.includes(line)),
    ...before.filter((line) => !names.includes(line.split(' ')[0])).map((line) => `-${line.split(' ')[0]}`),
  ]
}

const found = (guide: Guide, what: RegExp): string =>
  guide.steps
    .flatMap(({ checks }) => checks)
    .filter((one) => what.test(one.what))
    .map(({ state, found }) => `${state}: ${found}`)
    .join('; ')

describe('a new patch version', () => {
  test.each<[string, Given, string, string[]]>([
    ['is added as a preview by hand', {}, '1.18.5', ['1.18.5 preview']],
    [
      'of an older minor is deprecated right away by Version Management',
      { way: 'management', list: ['1.18.3 supported', '1.17.0 deprecated until later'] },
      '1.17.1',
      ['1.17.1 deprecated until +120d'],
    ],
    [
      'becomes the supported one of its maintained minor by Version Maintenance',
      { way: 'maintenance' },
      '1.17.1',
      ['1.17.1 supported', '1.17.0 deprecated until +120d'],
    ],
  ])('%s', (_, given, version, expected) => {
    const on = ground(given)
    expect(effect(on, newPatch(on, version)).filter((line) => !/^1\.1[56]/.test(line))).toEqual(expected)
  })

  test('stands where the newest stand', () => {
    const on = ground()
    const [edit] = newPatch(on, '1.17.1').steps.flatMap(({ edits }) => edits)
    expect(edit).toMatchObject({ kind: 'add', index: 2 })
  })

  test('must be new, readable, and of a minor that is on offer', () => {
    expect(found(newPatch(ground(), '1.18.3'), /not listed yet/)).toBe('fails: 1.18.3, supported, no expiry')
    expect(found(newPatch(ground(), 'latest'), /can read/)).toBe('fails: "latest" is no version')
    expect(found(newPatch(ground(), '1.19.0'), /Other versions/)).toMatch(/^fails: none/)
    expect(found(newPatch(ground(), '1.18.5'), /./)).not.toContain('fails')
  })
})

describe('a new minor version', () => {
  test.each<[string, Given, number | null, string[]]>([
    [
      'comes as a preview after the supported one was deprecated, by hand',
      {},
      null,
      ['1.19.0 preview', '1.18.3 deprecated'],
    ],
    ['the same with a date', {}, DATES.chosen ?? 0, ['1.19.0 preview', '1.18.3 deprecated until chosen']],
    [
      'becomes supported and the one before expires, by Version Management',
      { way: 'management' },
      null,
      ['1.19.0 supported', '1.18.3 deprecated until +120d'],
    ],
    [
      'makes the oldest minor unmaintained: deprecated without a date, by Version Maintenance',
      { way: 'maintenance' },
      null,
      ['1.19.0 supported', '1.16.0 deprecated'],
    ],
  ])('%s', (_, given, until, expected) => {
    const on = ground(given)
    const lines = effect(on, newMinor(on, '1.19.0', until))
    expect(lines.filter((line) => /^1\.1[89]|^1\.16/.test(line) && !/^1\.16.*until/.test(line))).toEqual(expected)
  })

  test('must be the next one: a minor cannot be skipped', () => {
    expect(found(newMinor(ground(), '1.20.0', null), /follows/)).toMatch(/^fails/)
    expect(found(newMinor(ground(), '1.19.0', null), /follows/)).toMatch(/^holds: 1\.18\.4/)
  })
})

describe('a preview that is promoted', () => {
  test.each<[string, Given, number | null, string[]]>([
    ['takes the place of the supported one, by hand', {}, null, ['1.18.4 supported', '1.18.3 deprecated']],
    ['which may get a date', {}, DATES.chosen ?? 0, ['1.18.4 supported', '1.18.3 deprecated until chosen']],
    [
      'which gets its date by Version Management',
      { way: 'management', list: ONE_SUPPORTED.slice(0, 2) },
      null,
      ['1.18.4 supported', '1.18.3 deprecated until +120d'],
    ],
    [
      'which is that of the same minor with Version Maintenance',
      { way: 'maintenance', list: ONE_PER_MINOR.slice(0, 4) },
      null,
      ['1.18.4 supported', '1.18.3 deprecated until +120d'],
    ],
  ])('%s', (_, given, until, expected) => {
    const on = ground(given)
    expect(effect(on, promote(on, listed(on, '1.18.4'), until))).toEqual(expected)
  })

  test('must be a preview', () => {
    const on = ground()
    expect(found(promote(on, listed(on, '1.18.3'), null), /is a preview/)).toMatch(/^fails/)
  })
})

describe('the supported version that is deprecated', () => {
  test('is deprecated by hand, with or without a date', () => {
    const on = ground()
    expect(effect(on, deprecateSupported(on, listed(on, '1.18.3'), null))).toEqual(['1.18.3 deprecated'])
    expect(effect(on, deprecateSupported(on, listed(on, '1.18.3'), DATES.chosen ?? 0))).toEqual([
      '1.18.3 deprecated until chosen',
    ])
  })

  test.each<Way>(['management', 'maintenance'])(
    'is set back by Version %s when nothing higher but a preview is there',
    (way) => {
      const on = ground({ way })
      const guide = deprecateSupported(on, listed(on, '1.18.3'), null)
      expect(found(guide, /leaves it/)).toBe('fails: it would set 1.18.3 to supported again')
    },
  )

  test('stays deprecated when there is a higher one', () => {
    const on = ground({ way: 'maintenance', list: ['1.18.4 none', '1.18.3 supported'] })
    const guide = deprecateSupported(on, listed(on, '1.18.3'), null)
    expect(effect(on, guide)).toEqual(['1.18.4 supported', '1.18.3 deprecated until +120d'])
  })

  test('tells where its clusters go', () => {
    const on = ground({ list: ['1.19.0 supported', '1.18.3 supported'], clusters: { '1.18.3': 7 } })
    const guide = deprecateSupported(on, listed(on, '1.18.3'), DATES.chosen ?? 0)
    expect(found(guide, /higher patch/)).toBe('beware: none: once it expires, it leads to 1.19.0, the next minor')
    expect(found(guide, /forces a minor/)).toBe('beware: on 7 clusters that run it')
  })
})

describe('an erroneous version', () => {
  const list = ['1.19.0 supported', '1.18.4 supported', '1.18.3 deprecated until later', '1.17.0 deprecated']
  const guideOf = (given: Given, version = '1.18.4') => {
    const on = ground(given)
    const erroneous = listed(on, version)
    return { on, guide: replaceErroneous(on, erroneous, previousOf(on, erroneous)) }
  }
  const caseOf = ({ cases }: Guide) => cases.filter(({ applies }) => applies).map(({ id }) => id)

  test('a) that nobody runs is deleted, and the one before is supported again', () => {
    const { on, guide } = guideOf({ list })
    expect(caseOf(guide)).toEqual(['a'])
    expect(effect(on, guide)).toEqual(['1.18.3 supported', '-1.18.4'])
  })

  test('a) is none for a version that a namespaced profile holds', () => {
    const { guide } = guideOf({ list, overridden: ['1.18.4'] })
    expect(caseOf(guide)).toEqual(['b'])
    expect(guide.cases[0]?.found).toContain('garden-a/own')
  })

  test('b) that clusters run expires at once, and they go up', () => {
    const { on, guide } = guideOf({ list, clusters: { '1.18.4': 3 } })
    expect(caseOf(guide)).toEqual(['b'])
    expect(effect(on, guide)).toEqual(['1.18.4 deprecated until just', '1.18.3 supported'])
    expect(found(guide, /higher version/)).toBe('holds: 1.19.0, supported, no expiry')
    expect(found(guide, /same minor/)).toMatch(/^beware: none/)
    expect(found(guide, /forced/)).toBe('beware: 3 clusters, in the next maintenance')
  })

  test.each<Way>(['management', 'maintenance'])('b) is parked as an expired preview with Version %s', (way) => {
    const { on, guide } = guideOf({ way, list, clusters: { '1.18.4': 3 } })
    expect(effect(on, guide)[0]).toBe('1.18.4 preview until just')
    expect(effect(on, guide).includes('1.18.3 supported')).toBe(way === 'maintenance')
  })

  test('c) that is the latest of all expires, and its clusters stay', () => {
    const { on, guide } = guideOf({ clusters: { '1.18.3': 3 } }, '1.18.3')
    expect(caseOf(guide)).toEqual(['c'])
    expect(effect(on, guide)[0]).toBe('1.18.3 deprecated until just')
    expect(found(guide, /stay on it/)).toBe('beware: 3 clusters')
  })

  test('c) may not expire when nothing is listed above it: it is parked as a preview', () => {
    const { on, guide } = guideOf({ list: list.slice(1), clusters: { '1.18.4': 3 } })
    expect(caseOf(guide)).toEqual(['c'])
    expect(effect(on, guide)).toEqual(['1.18.4 preview', '1.18.3 supported'])
    expect(found(guide, /may have an expiration/)).toMatch(/^beware: no: Gardener today refuses/)
  })
})

describe('an expired version that is to be removed', () => {
  const window = (hours: number): Holder['held'] => ({
    kind: 'window',
    begins: NOW + (hours - 1) * HOUR,
    leaves: NOW + hours * HOUR,
  })
  const remove = (holders: readonly Holder[], overridden: readonly string[] = []) => {
    const on = ground({ overridden })
    return removeExpired(on, listed(on, '1.14.0'), holders)
  }

  test('is removed when nobody holds it', () => {
    const guide = remove([])
    expect(effect(ground(), guide)).toEqual(['-1.14.0'])
    expect(guide.steps.flatMap(({ checks }) => checks).every(({ state }) => state === 'holds')).toBe(true)
  })

  test('is held by clusters, each with its reason, and by namespaced profiles', () => {
    const guide = remove(
      [
        { name: 'a/late', held: window(5) },
        { name: 'a/deleting', held: { kind: 'deleting' } },
        { name: 'a/failed', held: { kind: 'failed', reason: 'no' } },
        { name: 'a/stuck', held: { kind: 'noNextVersion', reason: 'none' } },
      ],
      ['1.14.0'],
    )
    expect(found(guide, /window was not reached/)).toBe('beware: a/late')
    expect(found(guide, /being deleted/)).toBe('beware: a/deleting')
    expect(found(guide, /maintenance failed/)).toBe('fails: a/failed')
    expect(found(guide, /next version/)).toBe('fails: a/stuck')
    expect(found(guide, /Clusters that run it/)).toBe('fails: 3 clusters')
    expect(found(guide, /Namespaced/)).toBe('fails: garden-a/own')
    expect(found(guide, /last cluster/)).toBe('fails: not by itself: 3 clusters do not move')
  })

  test('tells when the last one leaves', () => {
    const holders = [
      { name: 'a/one', held: window(5) },
      { name: 'a/two', held: window(30) },
    ]
    expect(lastLeaves(holders)).toBe(NOW + 30 * HOUR)
    expect(found(remove(holders), /last cluster/)).toBe(
      'beware: by 2 Mar 2026 14:00 +00:00, more than 24 hours from now',
    )
    expect(lastLeaves([])).toBeNull()
  })

  test('must have expired', () => {
    const on = ground()
    expect(found(removeExpired(on, listed(on, '1.15.0'), []), /expired/)).toMatch(/^fails: 1\.15\.0, deprecated/)
  })
})
