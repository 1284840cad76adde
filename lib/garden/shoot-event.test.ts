import { expect, it } from 'vitest'
import { readShootEvent } from './shoot-event'

const about = { kind: 'Shoot', namespace: 'garden-a', name: 'one' }

it.each([
  [
    'of the core API',
    {
      involvedObject: about,
      type: 'Warning',
      reason: 'R',
      message: 'm',
      count: 3,
      firstTimestamp: '2026-11-01T00:00:00Z',
      lastTimestamp: '2026-11-02T00:00:00Z',
      eventTime: null,
      source: { component: 'gardenlet' },
    },
    { type: 'Warning', reason: 'R', message: 'm', count: 3, at: Date.UTC(2026, 10, 2), by: 'gardenlet' },
  ],
  [
    'of the newer API',
    {
      regarding: about,
      type: 'Normal',
      reason: 'R',
      note: 'm',
      eventTime: '2026-11-01T00:00:00.123456Z',
      series: { count: 5, lastObservedTime: '2026-11-03T00:00:00.000000Z' },
      reportingController: 'gardener-controller-manager',
    },
    {
      type: 'Normal',
      reason: 'R',
      message: 'm',
      count: 5,
      at: Date.UTC(2026, 10, 3),
      by: 'gardener-controller-manager',
    },
  ],
  ['that says little', { involvedObject: about, message: 'm' }, { type: 'Normal', reason: '', message: 'm', count: 1 }],
])('an event %s', (_, raw, event) => {
  expect(readShootEvent(raw)).toEqual({ shoot: 'garden-a/one', event })
})

it.each([
  ['of a pod', { involvedObject: { ...about, kind: 'Pod' }, message: 'm' }],
  ['without words', { involvedObject: about }],
  ['that is none', 'text'],
  ['of nothing', { involvedObject: 7, message: ['m'] }],
])('an event %s is passed over', (_, raw) => {
  expect(readShootEvent(raw)).toBeUndefined()
})
