import { describe, expect, test } from 'vitest'
import { applyEdit, applyEdits } from '@/lib/engine/edits/edits'
import { type HeldShoot, lastLeaves } from '@/lib/engine/explain/obstacles'
import type { VersionManagement } from '@/lib/engine/policy/policy'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, ImageUpdateStrategy, Stage } from '@/lib/engine/types'
import { holdReasonText } from '@/lib/words/dead-ends'
import { policiesOf } from './automation'
import { type GuideContext, type GuideVersion, type GuideWay, guideContext, usualVersion } from './guide-context'
import { deprecateSupported, type Guide, newMinor, newPatch, promote, removeExpired } from './presets'
import { type ArrivingClusters, previousOf, replaceErroneous } from './replace'

/**
 * The common scenarios of seed 003 on the profile that it assumes, sentence by sentence: each for Kubernetes and for a machine
 * image, by hand, with Version Management and with Version Maintenance. What an automation makes of a list is checked closer in
 * `policy/scenarios.test.ts`; here it is what a guide drafts.
 */

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
  readonly image?: string | null
  readonly strategy?: ImageUpdateStrategy
  readonly inForce?: VersionManagement
  readonly way?: GuideWay
  readonly list?: readonly string[]
  readonly clusters?: Readonly<Record<string, number>>
  readonly overridden?: readonly string[]
}

const RUNS = { architectures: ['arm64'], cri: [{ name: 'containerd', containerRuntimes: [] }] }

function groundFor({
  image = null,
  strategy = 'major',
  inForce,
  way = 'hand',
  list,
  clusters = {},
  overridden = [],
}: Given): GuideContext {
  const lines = list ?? (way === 'maintenance' ? ONE_PER_MINOR : ONE_SUPPORTED)
  const versions = lines.map(read)
  const images = versions.map((version) => ({ ...version, ...RUNS }))
  const profile: CloudProfile = {
    kubernetes: image === null ? versions : [],
    machineImages: image === null ? [] : [{ name: image, updateStrategy: strategy, versions: images }],
    machineTypes: [],
  }
  return guideContext({
    zone: 'UTC',
    profile,
    image,
    at: NOW,
    way,
    policies: policiesOf(inForce ?? null),
    clusters: (version) => clusters[version] ?? 0,
    overriddenBy: (version) => (overridden.includes(version) ? ['garden-a/own'] : []),
  })
}

function listed(of: GuideContext, version: string): GuideVersion {
  const found = of.listed.find((one) => one.version === version)
  if (found === undefined) throw new Error(`${version} is not listed`)
  return found
}

/** What the draft of a guide makes of the list: only lines that differ, `-` for what goes. */
function effect(of: GuideContext, guide: Guide): string[] {
  const edits = guide.steps.flatMap((step) => step.edits)
  const { value, problems } = applyEdits(of.profile, edits, applyEdit)
  expect(problems.filter((problem) => problem !== null)).toEqual([])
  const lines = ({ kubernetes, machineImages }: CloudProfile) =>
    (of.image === null ? kubernetes : (machineImages[0]?.versions ?? [])).map(written)
  const [before, after] = [lines(of.profile), lines(value)]
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

describe.each([null, 'os'])('image: %s', (image) => {
  const ground = (given: Given = {}) => groundFor({ image, ...given })

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
      if (edit === undefined) throw new Error('the guide adds it')
      const { value } = applyEdits(on.profile, [edit], applyEdit)
      const list =
        on.image === null
          ? value.kubernetes
          : (value.machineImages.find(({ name }) => name === on.image)?.versions ?? [])
      expect(list[2]?.version).toBe('1.17.1')
    })

    test('must be of a minor that is on offer', () => {
      expect(found(newPatch(ground(), 'latest'), /Other versions/)).toMatch(/^fails: none/)
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

    test('must be the next one: a Kubernetes minor cannot be skipped, that of an image can', () => {
      const skipping = newMinor(ground(), '1.20.0', null)
      const next = newMinor(ground(), '1.19.0', null)
      expect(found(next, /^It follows|^It is higher/)).toMatch(/^holds: 1\.18\.4/)
      expect(found(skipping, /^It follows|^It is higher/)).toMatch(image === null ? /^fails/ : /^holds/)
      expect(found(newMinor(ground(), '1.16.7', null), /^It follows|^It is higher/)).toMatch(/^fails/)
    })

    test('of an image: how far its updates go by themselves is told', () => {
      if (image === null) return
      const with_ = (strategy: 'patch' | 'minor') =>
        found(newMinor(ground({ strategy }), '1.19.0', null), /by themselves/)
      expect(with_('patch')).toMatch(/^beware: no: with the update strategy patch/)
      expect(with_('minor')).toBe('holds: once supported, with the update strategy minor')
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

    test.each<GuideWay>(['management', 'maintenance'])(
      'is set back by Version %s when nothing higher but a preview is there',
      (way) => {
        const on = ground({ way })
        const guide = deprecateSupported(on, listed(on, '1.18.3'), null)
        expect(found(guide, /leaves it/)).toBe(
          `fails: no: it sets ${image === null ? '' : 'os '}1.18.3 to supported again`,
        )
      },
    )

    test('stays deprecated when there is a higher one', () => {
      const on = ground({ way: 'maintenance', list: ['1.18.4 supported', '1.18.3 supported'] })
      const guide = deprecateSupported(on, listed(on, '1.18.3'), null)
      expect(effect(on, guide)).toEqual(['1.18.3 deprecated until +120d'])
      expect(found(guide, /leaves it/)).toBe('')
    })

    test('leaves alone what the automation wants otherwise anyway, and says so', () => {
      const on = ground({ way: 'maintenance', list: ['1.18.4 none', '1.18.3 supported'] })
      const guide = deprecateSupported(on, listed(on, '1.18.3'), null)
      expect(effect(on, guide)).toEqual(['1.18.3 deprecated until +120d'])
      expect(found(guide, /as the automation wants/)).toMatch(/^beware: no: it wants another version otherwise/)
    })

    test('tells where its clusters go', () => {
      const on = ground({ list: ['1.19.0 supported', '1.18.3 supported'], clusters: { '1.18.3': 7 } })
      const guide = deprecateSupported(on, listed(on, '1.18.3'), DATES.chosen ?? 0)
      const which = image === null ? 'the next minor, and all nodes roll' : 'another minor; all nodes of its pools roll'
      expect(found(guide, /higher patch/)).toBe(`beware: none: once it expires, it leads to 1.19.0, ${which}`)
    })
  })

  describe('an erroneous version', () => {
    const list = ['1.19.0 supported', '1.18.4 supported', '1.18.3 deprecated until later', '1.17.0 deprecated']
    const guideOf = (given: Given, version = '1.18.4') => {
      const on = ground(given)
      const erroneous = listed(on, version)
      return { on, guide: replaceErroneous(on, erroneous, previousOf(on, erroneous), null) }
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
    })

    test.each<GuideWay>(['management', 'maintenance'])('b) is parked as an expired preview with Version %s', (way) => {
      const { on, guide } = guideOf({ way, list, clusters: { '1.18.4': 3 } })
      expect(effect(on, guide)[0]).toBe('1.18.4 preview until just')
      expect(effect(on, guide).includes('1.18.3 supported')).toBe(way === 'maintenance')
    })

    test('b) should be parked before more clusters go there', () => {
      const on = ground({ list, clusters: { '1.18.4': 3 } })
      const erroneous = listed(on, '1.18.4')
      const hurry = (arriving: ArrivingClusters | null) =>
        found(replaceErroneous(on, erroneous, previousOf(on, erroneous), arriving), /within a day$/)
      expect(hurry({ clusters: 112, first: NOW + HOUR })).toBe(
        'beware: 112 clusters, the first from 1 Mar 2026 09:00 +00:00 on',
      )
      expect(hurry(null)).toBe('holds: none')
    })

    test('c) that is the latest of all expires, and its clusters stay', () => {
      const { on, guide } = guideOf({ clusters: { '1.18.3': 3 } }, '1.18.3')
      expect(caseOf(guide)).toEqual(['c'])
      expect(effect(on, guide)[0]).toBe('1.18.3 deprecated until just')
    })

    test.each<[GuideWay, string]>([
      ['hand', 'deprecated until just'],
      ['management', 'preview until just'],
      ['maintenance', 'preview until just'],
    ])('c) may not expire as the highest Kubernetes version: it is parked as a preview, %s', (way, expired) => {
      const { on, guide } = guideOf({ way, list: list.slice(1), clusters: { '1.18.4': 3 } })
      expect(caseOf(guide)).toEqual(['c'])
      const parked = image === null ? 'preview' : expired
      expect(effect(on, guide)).toContain(`1.18.4 ${parked}`)
      expect(effect(on, guide)).toContain('1.18.3 supported')
      expect(found(guide, /may have an expiration/)).toMatch(
        image === null ? /^beware: no: Gardener today refuses/ : /^holds/,
      )
    })

    test.each<[GuideWay, string]>([
      ['management', '1.17.0'],
      ['maintenance', '1.18.2'],
    ])('with Version %s needs nothing else: the automation supports %s again', (way, again) => {
      const lines = ['1.18.3 supported', '1.18.2 preview', '1.17.0 deprecated until later']
      const on = ground({ way, list: way === 'management' ? lines : ['1.18.3 supported', '1.18.2 deprecated'] })
      const guide = replaceErroneous(on, listed(on, '1.18.3'), undefined, null)
      expect(effect(on, guide)).toEqual([`${again} supported`, '-1.18.3'])
      expect(found(guide, /picks a version/)).toBe(`holds: ${again}`)
      expect(found(guide, /second run/)).toBe('holds: changes nothing')
    })
  })

  describe('the automated way of replace says one thing', () => {
    const unmaintained = [
      '1.19.0 supported',
      '1.18.0 supported',
      '1.17.0 supported',
      '1.16.1 supported',
      '1.16.0 deprecated',
    ]
    test.each<[string, Given, string, string, RegExp, string]>([
      [
        'another one is supported already: nothing is picked',
        { way: 'management', list: ['1.19.0 supported', '1.18.4 supported', '1.18.3 deprecated'] },
        '1.18.4',
        'Nothing else has to be done',
        /Label it as preview with an expiration date in the past: the automation leaves a preview as it is\./,
        'holds: none: 1.19.0 is supported already',
      ],
      [
        'the latest of its minor is picked',
        { way: 'maintenance', list: ['1.19.0 supported', '1.18.4 supported', '1.18.3 deprecated'] },
        '1.18.4',
        '1.18.3 is supported again',
        /as a deprecated version the automation would make it supported again\./,
        'holds: 1.18.3',
      ],
      [
        'nothing but previews is left',
        { way: 'management', list: ['1.18.4 preview', '1.18.3 supported'] },
        '1.18.3',
        'No version is supported',
        /label it as preview with an expiration date in the past: as a deprecated/,
        'beware: none: no version is left that it may support. Add a newer one',
      ],
      [
        'a minor that is not maintained has no supported version',
        { way: 'maintenance', list: unmaintained },
        '1.16.1',
        'No version of 1.16 is supported',
        /Label it as deprecated with an expiration date in the past: its minor is not maintained/,
        'beware: none: no version is left that it may support. Add a newer one',
      ],
    ])('%s', (_, given, version, title, parked, picks) => {
      const on = ground({ ...given, clusters: { [version]: 3 } })
      const guide = replaceErroneous(on, listed(on, version), undefined, null)
      const again = guide.steps.find(({ checks }) => checks.some(({ what }) => /picks a version/.test(what)))
      expect(again?.title).toBe(image === null || !/^1/.test(title) ? title : `${image} ${title}`)
      expect(guide.steps.map((step) => step.text).join('\n')).toMatch(parked)
      expect(found(guide, /picks a version/)).toBe(picks)
      expect(found(guide, /leaves it so/)).toBe('')
    })
  })

  describe('before an automation gets a version that it would support', () => {
    const firsts = (guide: Guide) => guide.steps.map(({ title }) => title).filter((title) => / first$/.test(title))
    const name = (version: string) => (image === null ? version : `${image} ${version}`)
    test.each<[string, Given, 'patch' | 'minor', string, string[]]>([
      ['a patch: the supported one of all', { way: 'management' }, 'patch', '1.18.5', ['1.18.3']],
      ['a patch: the supported one of its minor', { way: 'maintenance' }, 'patch', '1.17.1', ['1.17.0']],
      [
        'an unclassified one counts as supported',
        { way: 'management', list: ['1.18.3 none'] },
        'patch',
        '1.18.4',
        ['1.18.3'],
      ],
      ['a minor: the supported one of all', { way: 'management' }, 'minor', '1.19.0', ['1.18.3']],
      ['a minor with Version Maintenance has no other version', { way: 'maintenance' }, 'minor', '1.19.0', []],
      ['an older patch is not supported', { way: 'management' }, 'patch', '1.17.1', []],
      ['by hand it comes as a preview', { way: 'hand' }, 'patch', '1.18.5', []],
    ])('%s', (_, given, kind, version, expected) => {
      const on = ground(given)
      const guide = kind === 'patch' ? newPatch(on, version) : newMinor(on, version, null)
      expect(firsts(guide)).toEqual(expected.map((former) => `Deprecate ${name(former)} first`))
      const kinds = guide.steps.flatMap(({ edits }) => edits).map((edit) => edit.kind)
      expect(kinds.indexOf('add')).toBe(expected.length)
      if (expected.length === 0) return
      expect(guide.steps.find(({ title }) => / first$/.test(title))?.text).toMatch(
        /forbidden, and the automation is blocked\. Deprecate the former one in the same change/,
      )
      expect(found(guide, /leaves it so/)).toBe('')
    })
  })

  describe('an expired version that is to be removed', () => {
    const window = (hours: number): HeldShoot['held'] => ({
      kind: 'window',
      begins: NOW + (hours - 1) * HOUR,
      leaves: NOW + hours * HOUR,
    })
    const remove = (
      list: readonly (Omit<HeldShoot, 'counts'> & Partial<HeldShoot>)[],
      overridden: readonly string[] = [],
    ) => {
      const on = ground({ overridden })
      const holders = list.map((one): HeldShoot => ({ counts: true, ...one }))
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
          { held: window(5) },
          { held: { kind: 'deleting' } },
          { held: { kind: 'failed', reason: { said: 'no' }, leaves: null } },
          { held: { kind: 'noNextVersion', reason: { cause: 'no-version' } } },
        ],
        ['1.14.0'],
      )
      expect(found(guide, /window was not reached/)).toBe('beware: 1 cluster')
      expect(found(guide, /being deleted/)).toBe('beware: 1 cluster')
      expect(found(guide, /maintenance fails/)).toBe('fails: 1 cluster')
      expect(found(guide, /next version/)).toBe('fails: 1 cluster')
      expect(found(guide, /Nobody uses it/)).toBe('fails: 3 clusters, garden-a/own')
    })

    test('tells when the last one leaves', () => {
      const holders = [{ held: window(5) }, { held: window(30) }]
      expect(lastLeaves(holders)).toBe(NOW + 30 * HOUR)
      expect(lastLeaves([])).toBeNull()
    })

    test('is held by pools on their own too: Gardener does not look at them', () => {
      const guide = remove([{ held: window(5), counts: false }])
      expect(found(guide, /Nobody uses it/)).toBe('holds: nobody')
      expect(found(guide, /^Pools that run it/)).toMatch(/^beware: of 1 cluster: Gardener does not look at them/)
    })

    test('is held where a namespaced profile gives more time', () => {
      const held = { kind: 'extended', until: NOW + 9 * DAY, leaves: NOW + 9 * DAY + HOUR } as const
      const guide = remove([{ held }])
      expect(found(guide, /more time/)).toBe('beware: 1 cluster')
    })

    test.each<[string, HeldShoot['held'], string]>([
      ['being deleted', { kind: 'deleting' }, 'It is being deleted: maintenance is not performed.'],
      [
        'a failed maintenance',
        { kind: 'failed', reason: { said: 'no quota' }, leaves: null },
        'Its maintenance fails: no quota',
      ],
      [
        'no next version',
        { kind: 'noNextVersion', reason: { cause: 'none-for-kubelet' } },
        'There is no next version that it could go to: no image for the kubelet',
      ],
      [
        'no next version at all',
        { kind: 'noNextVersion', reason: { cause: 'no-version' } },
        'There is no next version that it could go to.',
      ],
      [
        'a window not reached',
        window(2),
        'Its maintenance time window was not reached; it begins at 1 Mar 2026 10:00 +01:00.',
      ],
      [
        'a failure that is over',
        { ...window(2), kind: 'overdue', because: { lastFailure: 'no quota' } } as HeldShoot['held'],
        'The next one, from 1 Mar 2026 10:00 +01:00, is foreseen to succeed. The last one failed: no quota',
      ],
      [
        'nobody knows why, days after it expired',
        { ...window(2), kind: 'overdue', because: { expired: NOW - 12 * DAY, windows: 12 } } as HeldShoot['held'],
        'It expired on 17 Feb 2026. 12 windows have passed since then, and no maintenance is recorded. Almanac does not know why it did not leave. The next window begins at 1 Mar 2026 10:00 +01:00.',
      ],
      [
        'a date of its own',
        { kind: 'extended', until: NOW + DAY, leaves: null },
        'Its namespaced profile gives it until 2 Mar 2026.',
      ],
    ])('says why a cluster did not move: %s', (_, held, expected) => {
      expect(holdReasonText(held, { begin: '100000+0100', end: '110000+0100' }, '+01:00')).toBe(expected)
    })

    test('must have expired', () => {
      const on = ground()
      expect(found(removeExpired(on, listed(on, '1.15.0'), []), /expired/)).toMatch(/^fails: 1\.15\.0, deprecated/)
    })
  })

  describe('the policy of the landscape', () => {
    const inForce: VersionManagement = { expirationDuration: 30 * DAY, versionMaintenance: { maintainedVersions: 1 } }

    test('gives the automations its values', () => {
      const on = ground({ way: 'management', inForce, list: ['1.18.3 supported'] })
      expect(effect(on, newMinor(on, '1.19.0', null))).toEqual(['1.19.0 supported', '1.18.3 deprecated until chosen'])
      const one = ground({ way: 'maintenance', inForce, list: ['1.18.3 supported'] })
      expect(effect(one, newMinor(one, '1.19.0', null))).toEqual(['1.19.0 supported', '1.18.3 deprecated'])
    })

    test('is told where it would undo what is done by hand', () => {
      const on = ground({ inForce, list: ['1.18.4 preview', '1.18.3 supported'] })
      const guide = deprecateSupported(on, listed(on, '1.18.3'), DATES.chosen ?? 0)
      const name = image === null ? '1.18.3' : 'os 1.18.3'
      expect(found(guide, /this landscape leaves it/)).toBe(
        `beware: no: it sets ${name} to supported, takes the expiration date off ${name}`,
      )
      expect(effect(on, guide)).toEqual(['1.18.3 deprecated until chosen'])
      const added = newPatch(on, '1.18.5')
      expect(found(added, /this landscape leaves it/)).toBe('holds: it changes nothing')
    })

    test('a version that it cannot read stops an automation, and that is said', () => {
      const on = ground({ way: 'management', list: ['1.18.3 supported', 'newest supported'] })
      const guide = newPatch(on, '1.18.4')
      expect(found(guide, /can read every/)).toMatch(/^fails: newest cannot be read/)
      expect(effect(on, guide)).toEqual(['1.18.4 none'])
    })
  })

  test('a preview is promoted in the place of the one supported version with Version Management', () => {
    const on = ground({ way: 'management', list: ['1.19.0 preview', '1.18.3 supported'] })
    expect(effect(on, promote(on, listed(on, '1.19.0'), null))).toEqual([
      '1.19.0 supported',
      '1.18.3 deprecated until +120d',
    ])
  })

  test('a preview that is not the latest is not promoted for long with Version Management', () => {
    const on = ground({ way: 'management', list: ['1.18.3 supported', '1.17.2 preview'] })
    const guide = promote(on, listed(on, '1.17.2'), null)
    expect(found(guide, /leaves it so/)).toMatch(/^fails: no: it (sets|deprecates)/)
  })
})

test('a new version of an image runs what the one before runs', () => {
  const on = groundFor({ image: 'os' })
  const [edit] = newPatch(on, '1.17.1').steps.flatMap(({ edits }) => edits)
  expect(edit).toMatchObject({ kind: 'add', image: 'os', entry: { version: '1.17.1', architectures: ['arm64'] } })
  expect(found(newPatch(on, '1.17.1'), /runs on/)).toMatch(/^beware: as the version before it/)
})

test('an image that is updated within its major has nowhere to go beyond it', () => {
  const list = ['2.0.0 supported', '1.18.3 supported', '1.18.2 deprecated']
  const caseOf = (strategy: 'patch' | 'major') => {
    const on = groundFor({ image: 'os', strategy, list, clusters: { '1.18.3': 1 } })
    return replaceErroneous(on, listed(on, '1.18.3'), undefined, null).cases.find(({ applies }) => applies)?.id
  }
  expect(caseOf('patch')).toBe('c')
  expect(caseOf('major')).toBe('b')
})

test.each<[string, string | null, readonly string[], string, string]>([
  ['Kubernetes', null, ['1.19.0 preview', '1.18.3 supported', '1.18.4 preview'], '1.18.5', '1.20.0'],
  ['an image with numbers', 'os', ['2150.1.0 supported', '2150.0.0 deprecated'], '2150.1.1', '2150.2.0'],
  ['an image with dates', 'os', ['22.4.20260115 supported', '22.4.20251001 supported'], '22.4.20260301', '22.5.0'],
])('the usual releases: %s', (_, image, list, patch, minor) => {
  const on = groundFor({ image, list })
  expect(usualVersion(on, 'patch')).toBe(patch)
  expect(usualVersion(on, 'minor')).toBe(minor)
})
