import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { ForecastClass } from '@/lib/engine/outlook/cluster-forecast'
import { Forecaster } from '@/lib/engine/outlook/forecaster'
import * as arbitrary from '@/lib/engine/testdata/arbitraries'
import {
  auto,
  image,
  imageVersion,
  instant,
  profile,
  shoot,
  unavailableUntil,
  version,
  worker,
} from '@/lib/engine/testdata/builders'
import { runs } from '@/lib/engine/testdata/runs'
import { withoutBreak } from '@/lib/engine/testdata/without-break'
import { DAY, HOUR } from '@/lib/engine/time'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import { type ComparedEvents, compareForecasts } from './compare'
import type { PartEvent } from './part-events'
import { EventTally } from './tally'
import { type WhatIf, WhatIfs } from './what-if'

vi.setConfig({ testTimeout: 120_000 })

/** The edits' effect, which has to be what forecasts from scratch say. */
function checked(shoots: readonly Shoot[], before: CloudProfile, after: CloudProfile, from: Instant): WhatIf {
  const to = from + arbitrary.days * DAY
  const until = from + 40 * DAY
  const forecaster = new Forecaster()
  const classes = shoots.map((example): ForecastClass => {
    const pools = example.workers.map(({ minimum, maximum }) => ({ min: minimum, max: maximum }))
    return { profile: 'p', example, forecast: forecaster.between(from, to, example, before), clusters: 1, pools }
  })
  const midnight = Math.floor(from / DAY) * DAY
  const soon = { begin: midnight + 18 * HOUR, end: midnight + 30 * HOUR }
  const starts = Array.from({ length: 42 }, (_, i) => midnight + i * DAY)
  const found = withoutBreak(
    new WhatIfs(classes).steps({
      profiles: new Map([['p', { before, after }]]),
      until,
      days: starts,
      soon,
    }),
  )
  const tally = new EventTally({ until, days: starts, soon })
  const fresh = structuredClone(after)
  for (const [place, one] of classes.entries()) {
    const forecast = new Forecaster().between(from, to, one.example, fresh)
    tally.add(one, forecast.events)
    expect(told(found.changed.get(place)?.comparison)).toEqual(
      told(compareForecasts(one.forecast.events, forecast.events, until)),
    )
  }
  expect(found.totals.after).toEqual(tally.totals())
  expect(found.load.after).toEqual(tally.days)
  return found
}

function told(comparison: ComparedEvents | undefined) {
  if (comparison === undefined || comparison.effect === 'unchanged') return 'unchanged'
  const { effect, before, after } = comparison
  return { effect, sides: [before, after].map(toldSide) }
}

function toldSide(side: PartEvent | null) {
  return side && [side.kind, side.change, side.event.from, side.event.window, side.event.digest.changes]
}

/** Some versions of one profile with the life that they have in another, or gone. */
function mixed(before: CloudProfile, other: CloudProfile, picks: readonly number[]): CloudProfile {
  const mix = <V extends { readonly version: string }>(versions: readonly V[], others: readonly V[], from: number) =>
    versions.flatMap((one, i) => {
      const pick = picks[(from + i) % picks.length]
      const { version: _, ...life } = others[i % Math.max(1, others.length)] ?? one
      return pick === 0 ? [] : pick === 1 ? [{ ...one, ...life }] : [one]
    })
  return {
    ...before,
    kubernetes: mix(before.kubernetes, other.kubernetes, 0),
    machineImages: before.machineImages.map((one, i) => ({
      ...one,
      versions: mix(one.versions, other.machineImages[i]?.versions ?? [], 3 + i),
    })),
  }
}

const anyShoots = fc.array(arbitrary.anyShoot, { minLength: 1, maxLength: 6 })
const anyPicks = fc.array(fc.nat(6), { minLength: 5, maxLength: 9 })

test('what edits change is what forecasts from scratch say, for any shoots and edits', () => {
  fc.assert(
    fc.property(
      anyShoots,
      arbitrary.anyProfile,
      arbitrary.anyProfile,
      anyPicks,
      arbitrary.anyInstant,
      (shoots, before, other, picks, from) => {
        checked(shoots, before, mixed(before, other, picks), from)
      },
    ),
    { numRuns: runs(300) },
  )
})

test('what an edit of a single image changes is what forecasts from scratch say, of shoots without it too', () => {
  fc.assert(
    fc.property(
      anyShoots,
      arbitrary.anyProfile,
      arbitrary.anyProfile,
      anyPicks,
      fc.nat(3),
      (shoots, before, other, picks, place) => {
        const edited = mixed(before, other, picks).machineImages
        const isEdited = place % Math.max(1, edited.length)
        const machineImages = before.machineImages.map((one, i) => (i === isEdited ? (edited[i] ?? one) : one))
        checked(shoots, before, { ...before, machineImages }, arbitrary.start)
      },
    ),
    { numRuns: runs(300) },
  )
})

describe('an edit', () => {
  const from = instant('2026-06-01T12:00:00Z')

  test('that ends a failure brings one more maintenance, which says so', () => {
    const failing = profile([version('1.33.5 supported 2026-06-03')])
    const mended = profile([version('1.33.5 supported 2026-06-03'), version('1.33.6 preview')])
    const later = profile([
      {
        version: '1.33.5',
        lifecycle: [
          { classification: 'expired', startTime: instant('2026-06-03') },
          { classification: 'preview', startTime: instant('2026-06-05') },
        ],
      },
    ])
    expect(checked([shoot('1.33.5', [])], failing, later, from).effects.auto).toBe(1)
    expect(checked([shoot('1.33.5', [])], failing, mended, from).effects.unchanged).toBe(1)
  })

  test('counts where only a refusal changes, which names the versions that there are', () => {
    const offered = (...others: Parameters<typeof imageVersion>[0][]) =>
      profile(
        ['1.33.5'],
        image('linux', 'major', [
          imageVersion('1.0.0'),
          imageVersion(unavailableUntil('2.0.0', '2026-08-01')),
          ...others.map((text) => imageVersion(text)),
        ]),
      )
    const [before, after] = [offered(unavailableUntil('1.1.0', '2026-06-10')), offered()]
    const subject = shoot('1.33.5', [worker('pool linux 1.0.0')], auto)
    const { load } = checked([subject], before, after, from)
    const nights = (of: typeof load.before) => of.flatMap(({ fails }, day) => (fails > 0 ? [day] : []))
    expect([nights(load.before), nights(load.after)]).toEqual([[0, 9], [0]])
  })

  test('counts where only the refusal of a pool changes, which names the Kubernetes versions that there are', () => {
    const subject = shoot('1.35.0', [{ ...worker('pool linux 1.0.0'), kubernetesVersion: '1.33.0' }])
    const offered = (...versions: Parameters<typeof version>[0][]) =>
      profile(
        versions.map((text) => version(text)),
        image('linux', 'patch', ['1.0.0']),
      )
    const before = offered(
      '1.33.0 supported 2026-06-03',
      '1.34.0 supported 2026-06-05',
      '1.31.0 supported 2026-06-05',
      '1.35.1 deprecated 2026-05-01',
    )
    const after = offered('1.34.0 supported 2026-06-04', '1.31.0 supported 2026-06-05', '1.35.1 deprecated 2026-05-01')
    const { load } = checked([subject], before, after, from)
    const nights = (of: typeof load.before) => of.flatMap(({ fails }, day) => (fails > 0 ? [day] : []))
    expect([nights(load.before), nights(load.after)]).toEqual([
      [0, 2, 3, 4],
      [0, 1, 3],
    ])
  })

  test('counts where an image step breaks off and leaves other pools changed behind', () => {
    const subject = shoot('1.33.5', [worker('a linux 1.0.0'), worker('b linux 1.1.0'), worker('c unknown 1.0.0')])
    const offered = (...versions: string[]) => profile(['1.33.5'], image('linux', 'major', versions))
    const { effects, totals } = checked([subject], offered('1.0.0', '1.1.1'), offered('1.1.1'), from)
    expect([effects.earlier, totals.before.nodes.max, totals.after.nodes.max]).toEqual([1, 3, 6])
  })
})
