import { describe, expect, it } from 'vitest'
import { instant, shoot, worker } from '@/lib/engine/testdata/builders'
import { HOUR, MINUTE } from '@/lib/engine/time'
import type { Instant, LastError, Shoot } from '@/lib/engine/types'
import { pastUpdates, reconciliationOf, type SeenShoot } from './past-updates'

const night = instant('2026-06-01T22:00:00Z')
const before = shoot('1.33.5', [worker('a linux 1.0.0')])
const description =
  'All maintenance operations successful. Control Plane: Updated Kubernetes version from "1.33.5" to "1.33.6". Reason: Automatic update of Kubernetes version configured'
const set: Shoot = { ...before, kubernetesVersion: '1.33.6' }
const maintained: Shoot = { ...set, lastMaintenance: { description, state: 'Succeeded', triggeredTime: night } }

const is = (state: string, more: Partial<Shoot> = {}, value = maintained): Shoot => ({
  ...value,
  lastOperation: { type: 'Reconcile', state },
  ...more,
})
const awaited = { awaitsReconciliation: true }
const quota: readonly LastError[] = [{ description: 'no', codes: ['ERR_INFRA_QUOTA_EXCEEDED'] }]

/** A state at so many minutes after the maintenance began. */
const at = (minutes: number, value: Shoot | null, after?: number): SeenShoot => ({
  seen: night + minutes * MINUTE,
  ...(after !== undefined && { after: night + after * MINUTE }),
  value,
})
const start = at(-600, { ...before, lastOperation: { type: 'Reconcile', state: 'Succeeded' } })

/** `0 to 41 succeeded`, in minutes after the night began. */
function told(states: readonly SeenShoot[], gaps: readonly Instant[] = [], known = night + 10 * HOUR): string | null {
  const all = [start, ...states]
  const [update] = pastUpdates(all)
  if (update === undefined) throw new Error('nothing happened')
  const found = reconciliationOf(update, { states: all, gaps, known })
  if (found === null) return null
  const minute = (moment: Instant) => (moment - night) / MINUTE
  const failed = found.failed === null ? '' : `, failed at ${minute(found.failed.at)} ${found.failed.codes}`
  return `${minute(found.from)} to ${minute(found.until)} ${found.end}${failed}`
}

describe('the reconciliation that carries an update out', () => {
  it.each<[string, SeenShoot[], string | null]>([
    [
      'is over when it succeeded',
      [at(1, is('Succeeded', awaited)), at(2, is('Processing')), at(41, is('Succeeded'))],
      '0 to 41 succeeded',
    ],
    ['may be seen with the versions', [at(1, is('Processing')), at(41, is('Succeeded'))], '0 to 41 succeeded'],
    [
      'is not the one that went on before',
      [
        at(1, is('Processing', awaited)),
        at(3, is('Succeeded', awaited)),
        at(4, is('Processing')),
        at(30, is('Succeeded')),
      ],
      '0 to 30 succeeded',
    ],
    [
      'is not the one of an hour later, where its own was not seen',
      [at(1, is('Succeeded')), at(90, is('Processing')), at(95, is('Succeeded'))],
      null,
    ],
    ['goes on', [at(1, is('Processing'))], '0 to 600 goes-on'],
    ['is still to begin', [at(1, is('Succeeded', awaited))], '0 to 600 not-begun'],
    [
      'is tried again after it failed',
      [
        at(1, is('Processing')),
        at(20, is('Error', { lastErrors: quota })),
        at(25, is('Processing', { lastErrors: quota })),
        at(50, is('Succeeded')),
      ],
      '0 to 50 succeeded, failed at 20 ERR_INFRA_QUOTA_EXCEEDED',
    ],
    [
      'has not succeeded after it failed',
      [at(1, is('Processing')), at(20, is('Failed'))],
      '0 to 600 goes-on, failed at 20 ',
    ],
    [
      'ends with the next change of versions',
      [at(1, is('Processing')), at(30, is('Processing', { kubernetesVersion: '1.34.2' }))],
      '0 to 30 changed',
    ],
    ['ends with the cluster', [at(1, is('Processing')), at(30, null)], '0 to 30 changed'],
    [
      'is not known after nobody looked',
      [at(1, is('Processing')), at(90, is('Succeeded'), 30)],
      '0 to 30 not-recorded',
    ],
    ['is not known where nobody saw it begin', [at(90, is('Processing'), -30), at(95, is('Succeeded'))], null],
    [
      'of what is set by hand begins when it is seen to',
      [at(1, is('Succeeded', awaited, set)), at(120, is('Processing', {}, set)), at(131, is('Succeeded', {}, set))],
      '120 to 131 succeeded',
    ],
  ])('%s', (_, states, expected) => expect(told(states)).toBe(expected))

  it('is not known from the moment on at which nobody looked, though nothing else was found then', () => {
    const states = [at(1, is('Processing')), at(90, is('Succeeded'))]
    expect(told(states, [night + 30 * MINUTE])).toBe('0 to 30 not-recorded')
    expect(told(states, [night - 30 * MINUTE, night + 95 * MINUTE])).toBe('0 to 90 succeeded')
    expect(told(states.slice(0, 1), [night + 30 * MINUTE])).toBe('0 to 30 not-recorded')
  })

  it('is none where nothing was changed', () => {
    const failed = { description: 'Maintenance failed', state: 'Failed', triggeredTime: night } as const
    const reason = 'Updates to the Shoot failed to be applied: no'
    const value = is('Succeeded', { lastMaintenance: { ...failed, failureReason: reason } }, before)
    expect(told([at(1, value)])).toBeNull()
  })
})
