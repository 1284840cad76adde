import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Edit } from '@/lib/engine/edits/edit'
import { applyEdit, applyEdits } from '@/lib/engine/edits/edits'
import type { ClusterForecast, ForecastClass } from '@/lib/engine/outlook/cluster-forecast'
import { Forecaster } from '@/lib/engine/outlook/forecaster'
import { CompiledProfile } from '@/lib/engine/rules/compile'
import { compareVersions, parseVersion } from '@/lib/engine/rules/gardener-semver'
import { minorOf } from '@/lib/engine/rules/version'
import * as arbitrary from '@/lib/engine/testdata/arbitraries'
import { auto, image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { runs } from '@/lib/engine/testdata/runs'
import { withoutBreak } from '@/lib/engine/testdata/without-break'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, Instant, Shoot } from '@/lib/engine/types'
import { warningText } from '@/lib/words/draft'
import { HarmOfEdits } from './responsible'
import { type EditWarning, editWarnings, FREEZES } from './warnings'
import { effectOn, type WhatIf, WhatIfs } from './what-if'

vi.setConfig({ testTimeout: 120_000 })

/** Who fares worse by edits: found with forecasts from scratch and a count of forced updates, part by part. */

const anyShoots = fc.array(arbitrary.anyShoot, { minLength: 1, maxLength: 5 })
const anyChoices = fc.array(
  fc.record({
    place: fc.nat(20),
    how: fc.constantFrom('remove', 'expire', 'clear', 'preview', 'supported'),
    day: fc.nat(30),
  }),
  { minLength: 1, maxLength: 3 },
)
type Choices = typeof anyChoices extends fc.Arbitrary<infer T> ? T : never

function editsOf(profile: CloudProfile, choices: Choices, from: Instant): readonly Edit[] {
  const listed = [
    ...profile.kubernetes.map((one): [null, ExpirableVersion] => [null, one]),
    ...profile.machineImages.flatMap(({ name, versions }) =>
      versions.map((one): [string, ExpirableVersion] => [name, one]),
    ),
  ]
  return choices.flatMap(({ place, how, day }): Edit[] => {
    const [image, one] = listed[place % Math.max(1, listed.length)] ?? [null, undefined]
    if (one === undefined) return []
    const { version } = one
    if (how === 'remove') return [{ kind: how, image, version }]
    if (how === 'expire') return [{ kind: how, image, version, expirationDate: from + day * DAY }]
    if (how === 'clear') return [{ kind: 'expire', image, version, expirationDate: null }]
    return [{ kind: 'classify', image, version, classification: how as 'preview' | 'supported', from }]
  })
}

interface Case {
  readonly found: WhatIf
  readonly warnings: readonly EditWarning[]
  readonly until: Instant
  /** Of each class. */
  readonly forecasts: readonly { readonly before: ClusterForecast; readonly after: ClusterForecast }[]
}

function caseOf(shoots: readonly Shoot[], before: CloudProfile, edits: readonly Edit[], from: Instant): Case {
  const to = from + arbitrary.days * DAY
  const until = from + 40 * DAY
  const states = [before]
  for (const edit of edits) states.push(applyEdits(states.at(-1) ?? before, [edit], applyEdit).value)
  const after = states.at(-1) ?? before
  const forecaster = new Forecaster()
  const classes = shoots.map((example): ForecastClass => {
    const pools = example.workers.map(({ minimum, maximum }) => ({ min: minimum, max: maximum }))
    return { profile: 'p', example, forecast: forecaster.between(from, to, example, before), clusters: 1, pools }
  })
  const days = [Math.floor(from / DAY) * DAY, until]
  const found = withoutBreak(
    new WhatIfs(classes).steps({
      profiles: new Map([['p', { before, after }]]),
      until,
      days,
      soon: null,
    }),
  )
  const dateOf = (at: Instant) => new Date(at).toISOString().slice(0, 10)
  const harms = new HarmOfEdits(edits, states)
  for (const one of found.changed.values()) harms.add(one)
  const warnings = editWarnings({
    edits,
    states,
    harms,
    compiled: (one) => new CompiledProfile(one),
    at: from,
    dateOf,
    freezes: FREEZES,
  }).flat()
  const fresh = structuredClone(after)
  const forecasts = classes.map(({ example, forecast }) => {
    return { before: forecast, after: new Forecaster().between(from, to, example, fresh) }
  })
  return { found, warnings, until, forecasts }
}

interface Forced {
  readonly part: string
  readonly kind: string
  readonly at: Instant
  readonly to: string | null
}

/** What is forced, or due and fails; a part that goes on failing to leave a version counts once. */
function forcedIn({ events }: ClusterForecast): readonly Forced[] {
  const failing = new Map<string, string>()
  return events.flatMap(({ from: at, digest }) => {
    const known = new Map(failing)
    failing.clear()
    return digest.changes.flatMap(({ component, pool, what, from, to, why }): Forced[] => {
      const part = `${component} ${pool} ${what}`
      const fails = digest.denied || to === null
      if (fails) failing.set(part, from)
      if (why === 'auto' || (fails && known.get(part) === from)) return []
      const [left, right] = [from, to].map((text) => minorText(text ?? ''))
      const kind =
        component === 'poolImage' ? part : `${part} ${left} ${left === right && to !== null ? 'stays' : 'leaves'}`
      return [{ part, kind, at, to: fails ? null : to }]
    })
  })
}

function minorText(text: string): string {
  const parsed = parseVersion(text)
  return parsed === null ? text : minorOf(parsed)
}

function isAsFar(a: string | null, b: string | null): boolean {
  const [left, right] = [parseVersion(a ?? ''), parseVersion(b ?? '')]
  return left !== null && right !== null && compareVersions(left, right) >= 0
}

function fails({ events }: ClusterForecast, until: Instant): boolean {
  return events.some(({ kind, from }) => kind === 'fails' && from <= until)
}

const property = (check: (one: Case) => void) =>
  fc.assert(
    fc.property(anyShoots, arbitrary.anyProfile, anyChoices, arbitrary.anyInstant, (shoots, before, choices, from) =>
      check(caseOf(shoots, before, editsOf(before, choices, from), from)),
    ),
    { numRuns: runs(150) },
  )

test('whoever has a forced update of a part more than without the edits is newly forced or earlier, and nobody else', () => {
  property(({ found, until, forecasts }) => {
    for (const [place, { before, after }] of forecasts.entries()) {
      const effect = effectOn(found, place)
      const [was, is] = [forcedIn(before), forcedIn(after)]
      const count = (all: readonly Forced[], kind: string) => all.filter((one) => one.kind === kind).length
      const moved = is.filter(({ to }) => to !== null)
      const inTime = moved.filter(({ at }) => at <= until)
      const more = inTime.filter(({ kind }) => count(inTime, kind) > count(was, kind))
      if (effect === 'forced') expect(moved.some(({ kind }) => count(is, kind) > count(was, kind))).toBe(true)
      // Brought as far by then without the edits as well: a stop on the way is no new place to be forced to.
      const isReached = ({ part, at, to }: Forced) =>
        was.some((one) => one.part === part && one.at <= at && isAsFar(one.to, to))
      if (more.length > 0 && !more.some(isReached))
        expect(['stuck', 'stuckSooner', 'stuckLater', 'freed', 'forced', 'earlier']).toContain(effect)
    }
  })
})

test('those that are forced more than without the edits are gained, those that get stuck included', () => {
  property(({ found, until, forecasts }) => {
    const isForced = (ahead: ClusterForecast, by: Instant) =>
      forcedIn(ahead).some(({ to, at }) => to !== null && at <= by)
    const fresh = forecasts.filter(({ before, after }) => {
      return !isForced(before, until) && isForced(after, until)
    })
    expect(found.gained.forced).toBe(fresh.length)
    expect(found.gained.forced).toBeGreaterThanOrEqual(found.effects.forced)
    for (const [place, { before }] of forecasts.entries()) {
      const effect = effectOn(found, place)
      if (effect === 'forced') expect(isForced(before, Number.POSITIVE_INFINITY)).toBe(false)
    }
  })
})

test('whoever fails with the edits and not without is stuck, the other way round freed, and nobody else', () => {
  property(({ found, until, forecasts }) => {
    for (const [place, { before, after }] of forecasts.entries()) {
      const effect = effectOn(found, place)
      const [failed, isFailing] = [fails(before, until), fails(after, until)]
      expect([effect === 'stuck', effect === 'freed']).toEqual([!failed && isFailing, failed && !isFailing])
    }
    const { effects, totals } = found
    expect(totals.after.fails - totals.before.fails).toBe(effects.stuck - effects.freed)
  })
})

test('whoever fails either way is stuck sooner or later where it begins on another day', () => {
  property(({ found, until, forecasts }) => {
    for (const [place, { before, after }] of forecasts.entries()) {
      const [was, is] = [before, after].map(({ events }) => {
        return events.find(({ kind, from }) => kind === 'fails' && from <= until)?.from ?? null
      })
      const by = was == null || is == null ? 0 : is - was
      const effect = effectOn(found, place)
      expect([effect === 'stuckSooner', effect === 'stuckLater']).toEqual([by < 0, by > 0])
    }
  })
})

test('whoever is only forced later, or no more, is neither newly forced nor forced earlier', () => {
  property(({ found, forecasts }) => {
    for (const [place, { before, after }] of forecasts.entries()) {
      const was = forcedIn(before)
      const isPostponed = forcedIn(after).every(({ kind, at }, i, is) => {
        const nth = is.slice(0, i).filter((one) => one.kind === kind).length
        const same = was.filter((one) => one.kind === kind)[nth]
        return same !== undefined && same.at <= at
      })
      if (isPostponed) expect(['forced', 'earlier']).not.toContain(effectOn(found, place))
    }
  })
})

test('a comparison sets no part of a cluster against another', () => {
  property(({ found, forecasts }) => {
    for (const place of forecasts.keys()) {
      const { before, after } = found.changed.get(place)?.comparison ?? { before: null, after: null }
      if (!before?.change || !after?.change) continue
      expect([before.change.component, before.change.pool]).toEqual([after.change.component, after.change.pool])
    }
  })
})

test('every cluster that gets stuck, is newly forced or forced earlier is in a warning, and no count is beyond the figures', () => {
  property(({ found, warnings }) => {
    const { forced: newlyForced } = found.gained
    const { stuck, forced, earlier, stuckSooner, stuckLater } = found.effects
    // What fails with and without the edits counts by when it begins to, whatever it is forced to before.
    const failing = stuckSooner + stuckLater
    const told = warnings.flatMap((warning) => ('harm' in warning ? [warning] : []))
    expect(told.reduce((all, { clusters }) => all + clusters, 0)).toBeGreaterThanOrEqual(stuck + forced + earlier)
    const most = {
      stuck,
      failing: Number.POSITIVE_INFINITY,
      forced: newlyForced,
      earlier: newlyForced + earlier + failing,
      more: earlier + failing,
    }
    for (const { harm, clusters } of told) expect(clusters).toBeLessThanOrEqual(most[harm])
  })
})

describe('an edit warns', () => {
  const from = instant('2026-11-21T18:00:00Z')
  const told = (shoots: readonly Shoot[], before: CloudProfile, ...edits: readonly Edit[]) => {
    const { found, warnings } = caseOf(shoots, before, edits, from)
    const { unchanged: _, ...effects } = found.effects
    return [Object.entries(effects).filter(([, count]) => count > 0), warnings.map(warningText)]
  }
  const kubernetes = (text: string, settings: Partial<Shoot> = auto) =>
    shoot(text, [worker('pool linux 1.0.0')], settings)
  const linux = image('linux', 'minor', ['1.0.0', '1.1.0'])

  test('when it takes away the patch that clusters would go to by themselves: they are forced to another minor', () => {
    const before = profile(['1.35.4', '1.34.6', '1.34.5 deprecated 2026-11-30'], linux)
    const removal: Edit = { kind: 'remove', image: null, version: '1.34.6' }
    expect(told([kubernetes('1.34.5')], before, removal)).toEqual([
      [['forced', 1]],
      [
        '1 cluster is newly forced to another minor, Kubernetes 1.35.4: up to 3 nodes roll.',
        'Of Kubernetes 1.34 no version is supported any more.',
      ],
    ])
  })

  test('when it takes away the patch that clusters are forced to first: their nodes roll earlier', () => {
    const before = profile(['1.35.4', '1.34.6 deprecated 2026-12-20', '1.34.5 deprecated 2026-11-30'], linux)
    const removal: Edit = { kind: 'remove', image: null, version: '1.34.6' }
    expect(told([kubernetes('1.34.5', {})], before, removal)).toEqual([
      [['earlier', 1]],
      ['1 cluster is forced earlier to another minor, Kubernetes 1.35.4, on 30 Nov 2026: up to 3 nodes roll.'],
    ])
  })

  test('when clusters come to a minor of which the rules do not know what it takes away', () => {
    const before = profile(['1.37.0', '1.36.3'], linux)
    const expiry: Edit = { kind: 'expire', image: null, version: '1.36.3', expirationDate: instant('2026-12-03') }
    expect(told([kubernetes('1.36.3', {})], before, expiry)).toEqual([
      [['forced', 1]],
      [
        '1 cluster is newly forced to another minor, Kubernetes 1.37.0: up to 3 nodes roll.',
        'Almanac does not know what Kubernetes 1.37 takes away: Gardener 1.150 supports 1.32 to 1.36.',
      ],
    ])
  })

  test('when its date lies in the past, also of a version that it adds', () => {
    const text =
      'Kubernetes 1.34.4 expires in the past, on 1 Nov 2026: it is expired as soon as this is applied, and its clusters are forced in their next windows.'
    const expirationDate = instant('2026-11-01')
    const listed = profile(['1.34.6', '1.34.4 deprecated'], linux)
    expect(told([], listed, { kind: 'expire', image: null, version: '1.34.4', expirationDate })).toEqual([[], [text]])
    const entry = { version: '1.34.4', classification: 'deprecated', expirationDate } as const
    expect(told([], profile(['1.34.6'], linux), { kind: 'add', image: null, entry })).toEqual([[], [text]])
  })

  test('when an image is forced', () => {
    const expiry: Edit = { kind: 'expire', image: 'linux', version: '1.0.0', expirationDate: instant('2026-12-03') }
    expect(told([kubernetes('1.34.6', {})], profile(['1.34.6'], linux), expiry)).toEqual([
      [['forced', 1]],
      ['1 cluster is newly forced to linux 1.1.0: up to 3 nodes roll.'],
    ])
  })

  test('when an image is forced of a cluster whose Kubernetes is forced anyway: it is not newly forced', () => {
    const expiry: Edit = { kind: 'expire', image: 'linux', version: '1.0.0', expirationDate: instant('2026-12-03') }
    const before = profile(['1.34.6', '1.34.5 deprecated 2027-01-10'], linux)
    expect(told([kubernetes('1.34.5', {})], before, expiry)).toEqual([
      [['earlier', 1]],
      ['1 cluster is forced to linux 1.1.0 too, beside what it is forced to anyway: up to 3 nodes roll.'],
    ])
  })

  test('of those that are newly forced and get stuck later as of both', () => {
    const before = profile(['1.34.6', '1.34.5 deprecated'], linux)
    const expire = (version: string, day: string): Edit => {
      return { kind: 'expire', image: null, version, expirationDate: instant(day) }
    }
    const edits = [expire('1.34.5', '2026-11-30'), expire('1.34.6', '2026-12-10')]
    const { found } = caseOf([kubernetes('1.34.5', {})], before, edits, from)
    expect([found.gained.forced, found.totals.after.forced, found.totals.after.fails]).toEqual([1, 1, 1])
    const [effects, warnings] = told([kubernetes('1.34.5', {})], before, ...edits)
    expect(effects).toEqual([['stuck', 1]])
    expect(warnings).toEqual(
      expect.arrayContaining([
        '1 cluster cannot leave Kubernetes 1.34.6: no version to move to.',
        '1 cluster is newly forced to Kubernetes 1.34.6: no node rolls.',
      ]),
    )
  })

  test('of nothing when it only puts off what is forced', () => {
    const before = profile(['1.35.4', '1.34.6 deprecated 2026-11-30'], linux)
    const expiry: Edit = { kind: 'expire', image: null, version: '1.34.6', expirationDate: instant('2026-12-10') }
    expect(told([kubernetes('1.34.6')], before, expiry)).toEqual([[['later', 1]], []])
  })

  test('of nothing when a patch takes the place of another minor', () => {
    const before = profile(['1.35.4', '1.34.5 deprecated 2026-11-30'], linux)
    const entry = { version: '1.34.6', expirationDate: instant('2026-12-15') }
    expect(told([kubernetes('1.34.5', {})], before, { kind: 'add', image: null, entry })).toEqual([[['later', 1]], []])
  })

  test('of those that get stuck, as often as they are counted stuck, and apart from it of those that fail anyway', () => {
    const before = profile(['1.35.4', '1.34.6'], image('linux', 'minor', ['1.0.0', '0.9.0 deprecated 2026-11-01']))
    const failing = shoot('1.35.4', [{ ...worker('pool linux 1.0.0'), image: { name: 'linux', version: '1.1.0' } }])
    const expiry: Edit = { kind: 'expire', image: null, version: '1.35.4', expirationDate: instant('2026-11-30') }
    expect(told([kubernetes('1.35.4'), failing], before, expiry)).toEqual([
      [
        ['stuck', 1],
        ['target', 1],
      ],
      [
        '1 cluster cannot leave Kubernetes 1.35.4: no version to move to.',
        '1 cluster that fails to update anyway cannot leave Kubernetes 1.35.4 either: no version to move to.',
        'New clusters that name no version get Kubernetes 1.35.4 until 30 Nov 2026; from then on they get 1.34.6.',
      ],
    ])
  })
})
