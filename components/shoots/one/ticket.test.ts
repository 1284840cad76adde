import { expect, test } from 'vitest'
import { STEPS, shootOf } from '../fixtures'
import { ticketText } from './ticket'

test('a ticket says what happens, every step with its year, and where to see the same again', () => {
  expect(ticketText(shootOf({ steps: STEPS.slice(0, 2) }), 'https://almanac.example', 'Europe/Berlin')).toBe(
    `payments / checkout-prod (namespace garden-payments, profile gcp)
Forced to Kubernetes 1.33.7 in 24 days 3 h, in the window Tue 15 Dec 22:00–23:00 +01:00. All nodes of 2 pools will roll.
Before that, tonight 22:00–23:00 +01:00: pools web-a and ledger auto-update to gardenlinux 1877.5.0, and the 12 nodes of web-a roll.

- Sat 21 Nov 2026 22:00–23:00 +01:00, auto-update
  Pool web-a, image: gardenlinux 1877.4.0 → 1877.5.0. Rolling update, 12 nodes.
  Pool ledger, image: gardenlinux 1877.4.0 → 1877.5.0. In-place update, 4 nodes.
  Gardener says: Automatic update of the machine image version is configured (image update strategy: minor)
- Tue 15 Dec 2026 22:00–23:00 +01:00, forced
  Control plane and 3 pools: 1.32.9 → 1.33.7. Rolling, 20 nodes; 4 in place.
  Gardener says: Kubernetes version expired - force update required

As far as expiry dates are set, until 31 Aug 2027. As of Sat 21 Nov 2026, 19:00 +01:00:
https://almanac.example/shoots/garden-payments/checkout-prod?at=2026-11-21T18:00:00Z
`,
  )
})

test('nothing ahead is said as well', () => {
  expect(ticketText(shootOf({ steps: [], knownUntil: null }), '', 'UTC')).toContain(
    'No update is due: no expiry date is set for what this cluster runs.',
  )
})
