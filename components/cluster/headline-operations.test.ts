import { expect, test } from 'vitest'
import { shootHeadline } from '@/lib/words/headline'
import { plain } from '@/lib/words/phrases'
import { NOW, STEPS, shootOf, stepOf, windowFrom } from '../outlook/testdata/answers'

const now = Date.parse(NOW)
const tonight = windowFrom('2026-11-21T21:00:00Z')
const rotation = {
  name: 'rotate-ca-start',
  starts: true,
  subject: 'CAs',
  action: 'rotation starts',
  clause: 'the rotation of the CAs starts',
  reason: null,
  every: null,
}
const rolling = stepOf({
  kind: 'other',
  window: tonight,
  controlPlane: 'restart',
  controlPlaneBecause: ['rotate-ca-start'],
  effects: [{ pool: 'web-a', effect: 'rolling', nodes: { min: 12, max: 12 }, because: ['rotate-ca-start'] }],
  operations: [rotation],
})
const told = (steps: readonly (typeof rolling)[]) => shootHeadline(shootOf({ steps: [...steps] }), now, '+01:00')

test('a rotation is what the page says first where nothing else is ahead', () => {
  expect(plain(told([rolling]).lead)).toBe(
    'The rotation of the CAs starts in 3 h, tonight in the window 22:00–23:00 +01:00. All nodes of pool web-a will roll.',
  )
})

test('and what comes before a forced update', () => {
  expect(told([rolling, ...STEPS.slice(1)]).before?.text).toBe(
    'the rotation of the CAs starts, and the 12 nodes of pool web-a roll.',
  )
})

test('what is due by itself and touches no node gives way to any update', () => {
  const due = stepOf({ kind: 'other', window: tonight, operations: [rotation] })
  const auto = { ...STEPS[0], window: windowFrom('2026-11-25T21:00:00Z') } as typeof rolling
  expect(plain(told([due, auto]).lead)).toContain('auto-update to gardenlinux 1877.5.0')
})

test('a field that goes without a new version is named, with the restart', () => {
  const path = 'spec.kubernetes.kubeAPIServer.enableAnonymousAuthentication'
  const drops = stepOf({
    kind: 'other',
    window: tonight,
    controlPlane: 'restart',
    controlPlaneBecause: [path],
    dropped: [{ path, from: 'false', to: null, reason: null }],
  })
  expect(told([drops, ...STEPS.slice(1)]).before?.text).toBe(
    'kubernetes.kubeAPIServer.enableAnonymousAuthentication is removed, and API server and controllers restart.',
  )
})

test('a window that is open all day has no hour', () => {
  const allDay = { ...windowFrom('2026-11-21T00:00:00Z', 24 * 60), latestStart: '2026-11-21T23:59:59Z' }
  const step = { ...STEPS[1], window: allDay } as typeof rolling
  expect(plain(told([step]).lead)).toContain(
    'Forced to Kubernetes 1.33.7 at any time from now on, within a day at the latest.',
  )
  const later = { ...step, window: { ...allDay, begin: '2026-12-19T00:00:00Z', latestStart: '2026-12-19T23:59:59Z' } }
  expect(plain(told([later]).lead)).toContain('in 27 days 6 h, on Sat 19 Dec at any time of the day.')
})
