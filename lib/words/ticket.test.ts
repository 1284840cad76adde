import { expect, test } from 'vitest'
import { STEPS, shootOf } from '@/components/outlook/testdata/answers'
import { ticketText } from './ticket'

const LINK =
  'https://almanac.example/shoots/garden-payments/checkout-prod?at=2026-11-21T18:00:00Z&seen=2026-11-21T18:00:00Z'

test('a ticket says what happens, every step with its year, what it is computed from, and where to look', () => {
  expect(ticketText(shootOf({ steps: STEPS.slice(0, 2) }), LINK, 'Europe/Berlin')).toBe(
    `payments / checkout-prod (namespace garden-payments, profile gcp)
Forced to Kubernetes 1.33.7 in 24 days 3 h, in the window Tue 15 Dec 22:00–23:00 +01:00. All nodes of 2 pools will roll.
Before that, tonight 22:00–23:00 +01:00: pools web-a and ledger auto-update to gardenlinux 1877.5.0, and the 12 nodes of pool web-a roll.

- Tue 17 Nov 2026, 22:06 +01:00, last maintenance: Succeeded
  Control plane and 3 pools: 1.32.8 → 1.32.9. Kubelet restart only.
  Gardener says: All maintenance operations successful. Control Plane: Updated Kubernetes version from "1.32.8" to "1.32.9". Reason: Kubernetes version expired - force update required
- Sat 21 Nov 2026 22:00–23:00 +01:00, auto-update
  Pool web-a, image: gardenlinux 1877.4.0 → 1877.5.0. 12 nodes roll.
  Pool ledger, image: gardenlinux 1877.4.0 → 1877.5.0. 4 nodes in place.
  Gardener says: Automatic update of the machine image version is configured (image update strategy: minor)
- Tue 15 Dec 2026 22:00–23:00 +01:00, forced
  Control plane and 3 pools: 1.32.9 → 1.33.7. 20 nodes roll; 4 nodes in place.
  Gardener says: Kubernetes version expired - force update required

As far as expiry dates are set, until 31 Aug 2027. As of Sat 21 Nov 2026, 19:00 +01:00, from data read Sat 21 Nov 2026, 19:00 +01:00:
${LINK}
`,
  )
})

test('nothing ahead is said as well', () => {
  expect(ticketText(shootOf({ steps: [], knownUntil: null }), '', 'UTC')).toContain(
    'No update is due: no expiry date is set for what this cluster runs.',
  )
})

test('a ticket about a time to come says that the clusters were moved on, and since when', () => {
  const ahead = { ...shootOf({ steps: [] }), at: '2026-12-14T09:00:00Z', foreseenFrom: '2026-11-22T08:00:00Z' }
  expect(ticketText(ahead, '', 'UTC')).toContain(
    'As of Mon 14 Dec 2026, 09:00 +00:00, from data read Sat 21 Nov 2026, 18:00 +00:00 and moved on from Sun 22 Nov 2026, 08:00 +00:00 as if nobody acted:',
  )
})

test('what failed last is told with its reason, and so are confined roll-outs', () => {
  const { lastMaintenance, shoot } = shootOf()
  const failed = {
    at: lastMaintenance?.at ?? null,
    state: 'Failed',
    description: 'Maintenance failed',
    foreseen: false,
    step: null,
  }
  const text = ticketText(
    shootOf({ lastMaintenance: { ...failed, failureReason: 'it is refused' }, rollOut: shoot.nextWindow }),
    '',
    'UTC',
  )
  expect(text).toContain('last maintenance: Failed\n  Gardener says: Maintenance failed\n  because: it is refused\n')
  expect(text).toContain(
    'Roll-outs are confined to the window: a change made now waits for Sat 21 Nov 2026 22:00–23:00 +01:00.',
  )
  expect(ticketText(shootOf({ lastMaintenance: null }), '', 'UTC')).toContain('- no maintenance is recorded')
})
