import { describe, expect, it } from 'vitest'
import { auto, image, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { HOUR, MINUTE } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { forecast } from './forecast'
import { shootOn } from './moved-on'
import { pastUpdates, type SeenShoot } from './past-updates'

const night = instant('2026-06-01T22:00:00Z')
const offered = memoized(profile(['1.33.5', '1.33.6', '1.34.2'], image('linux', 'major', ['1.0.0', '1.1.0'])))
const before = shoot('1.33.5', [worker('a linux 1.0.0')], auto)

/** What a maintenance in the night makes of it: the versions first, then what is said of it. */
function maintained(subject: Shoot): { readonly versions: Shoot; readonly told: Shoot } {
  const [step] = forecast(subject, offered, { from: night - HOUR, to: night + HOUR }).steps
  if (step?.description == null) throw new Error('nothing to do')
  const { versions: next, description } = step
  const pools = next.workers.map(({ kubernetesVersion }) => kubernetesVersion)
  const images = next.workers.map((one) => one.image?.version ?? null)
  const versions = shootOn(subject, { kubernetes: next.kubernetesVersion, pools, images })
  return { versions, told: { ...versions, lastMaintenance: { description, state: 'Succeeded', triggeredTime: night } } }
}

/** In words: what it was, when, and which versions it moved. */
function told(states: readonly SeenShoot[]): string[] {
  return pastUpdates(states).map((update) => {
    const at = new Date(update.at).toISOString().slice(5, 16)
    if (update.kind === 'maintenance') {
      const { step } = update
      return `${at} ${step.kind}: ${step.changes.map((change) => `${change.pool ?? 'control plane'} ${change.from}${change.kind === 'update' ? ` to ${change.to}` : ''}`)}`
    }
    const found = update.after === undefined ? '' : ', found later'
    return `${at} other${found}: ${update.moves.map(({ pool, from, to }) => `${pool ?? 'control plane'} ${from} to ${to}`)}`
  })
}

describe('what happened to a shoot', () => {
  const { versions, told: after } = maintained(before)
  const both = '06-01T22:00 auto: control plane 1.33.5 to 1.33.6,a 1.0.0 to 1.1.0'
  const start: SeenShoot = { seen: night - 24 * HOUR, after: null, value: before }

  it.each<[string, SeenShoot[], string[]]>([
    ['nothing', [start], []],
    ['a maintenance, seen at once', [start, { seen: night + MINUTE, value: after }], [both]],
    [
      'one whose versions are seen before its words',
      [start, { seen: night, value: versions }, { seen: night + 2 * MINUTE, value: after }],
      [both],
    ],
    [
      'one that ran while nothing was recorded',
      [start, { seen: night + 8 * HOUR, after: night - 2 * HOUR, value: after }],
      [both],
    ],
    ['one that was there when recording began', [{ seen: night + HOUR, after: null, value: after }], [both]],
    [
      'a change by hand',
      [start, { seen: night - HOUR, value: { ...before, kubernetesVersion: '1.34.2' } }],
      ['06-01T21:00 other: control plane 1.33.5 to 1.34.2'],
    ],
    [
      'a change that was found later',
      [start, { seen: night - HOUR, after: night - 5 * HOUR, value: { ...before, kubernetesVersion: '1.34.2' } }],
      ['06-01T21:00 other, found later: control plane 1.33.5 to 1.34.2'],
    ],
    [
      'the same versions by hand an hour before the maintenance that would have set them',
      [start, { seen: night - HOUR, value: versions }, { seen: night + MINUTE, value: after }],
      ['06-01T21:00 other: control plane 1.33.5 to 1.33.6,a 1.0.0 to 1.1.0', both],
    ],
    [
      'an own version of a pool, and its end',
      [
        start,
        { seen: night - 3 * HOUR, value: { ...before, workers: [worker('a linux 1.0.0 1.32.1')] } },
        { seen: night - 2 * HOUR, value: before },
      ],
      ['06-01T19:00 other: a 1.33.5 to 1.32.1', '06-01T20:00 other: a 1.32.1 to 1.33.5'],
    ],
    ['a pool that came', [start, { seen: night, value: { ...before, workers: [worker('b linux 1.1.0')] } }], []],
    [
      'another image',
      [start, { seen: night, value: { ...before, workers: [worker('a other 7.0.0')] } }],
      ['06-01T22:00 other: a linux 1.0.0 to 7.0.0'],
    ],
    [
      'one that was deleted and made anew',
      [
        start,
        { seen: night, value: null },
        { seen: night + HOUR, value: { ...before, kubernetesVersion: '1.34.2', creationTimestamp: night + HOUR } },
      ],
      [],
    ],
  ])('%s', (_, states, expected) => expect(told(states)).toEqual(expected))

  it('tells what it was seen as before, with the old versions, and after', () => {
    const numbered = (value: Shoot, resourceVersion: string) => ({ ...value, resourceVersion })
    const seenAfter = (...values: Shoot[]) => values.map((value, i) => ({ seen: night + i * MINUTE, value }))
    const early = { seen: night - HOUR, value: numbered(before, '1') }
    const [a, b, c] = [numbered(versions, '2'), numbered(after, '3'), numbered({ ...after, hibernated: true }, '4')]
    const sides = (states: readonly SeenShoot[]) =>
      pastUpdates(states).map((one) => [one.before?.resourceVersion, one.shoot.resourceVersion])
    expect(sides([early, ...seenAfter(b, c)])).toEqual([['1', '3']])
    expect(sides([early, ...seenAfter(a, b, c)])).toEqual([['1', '3']])
    expect(sides([...seenAfter(b)])).toEqual([[undefined, '3']])
    const byHand = numbered({ ...before, kubernetesVersion: '1.34.2' }, '2')
    expect(sides([early, ...seenAfter(byHand)])).toEqual([['1', '2']])
    expect(sides([early, { seen: night - MINUTE, value: null }, ...seenAfter(b)])).toEqual([[undefined, '3']])
  })

  it('tells a maintenance once, with what was said of it last', () => {
    const failed: Shoot = {
      ...before,
      lastMaintenance: {
        description: 'Maintenance failed',
        state: 'Failed',
        triggeredTime: night,
        failureReason: 'Updates to the Shoot failed to be applied: no',
      },
    }
    const updates = pastUpdates([start, { seen: night, value: failed }, { seen: night + HOUR, value: { ...failed } }])
    expect(updates.map(({ kind, at }) => [kind, at])).toEqual([['maintenance', night]])
  })
})
