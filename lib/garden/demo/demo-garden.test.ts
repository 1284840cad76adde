import { beforeAll, describe, expect, it } from 'vitest'
import { forecast } from '@/lib/engine/course/forecast'
import { type MaintenanceOutcome, maintain } from '@/lib/engine/rules/maintain'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY } from '@/lib/engine/time'
import type { ComponentChange, Shoot } from '@/lib/engine/types'
import { profileKey, type Snapshot } from '../garden'
import { openGarden } from '../open-garden'

let snapshot: Snapshot

beforeAll(async () => {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '1500' })
  await garden.ready()
  snapshot = garden.snapshot()
  await garden.close()
})

const profileOf = (shoot: Shoot) => {
  const entry = snapshot.profiles.get(profileKey(shoot.profile))
  if (!entry) throw new Error(`${shoot.name} has no profile`)
  return entry.profile
}

const tonight = (shoot: Shoot): MaintenanceOutcome =>
  maintain(shoot, memoized(profileOf(shoot)), snapshot.observedAt, { ignoreWindow: true })

const named = (name: string): Shoot => {
  const shoot = [...snapshot.shoots].find((one) => `${one.namespace.slice('garden-'.length)}/${one.name}` === name)
  if (!shoot) throw new Error(`There is no ${name}`)
  return shoot
}

const words = (change: ComponentChange): string =>
  `${change.image ?? 'Kubernetes'} ${change.from} ${change.kind === 'update' ? change.to : 'fails'} ${change.why}`

describe('the demo keeps to the rules of Gardener', () => {
  it('only what is new since last night changes tonight', () => {
    const isNew = (shoot: Shoot, change: ComponentChange): boolean =>
      (shoot.profile.name === 'aws' && words(change) === 'Kubernetes 1.34.6 1.34.7 auto') ||
      (shoot.profile.name === 'aws' && words(change) === 'gardenlinux 1877.4.0 1877.9.0 auto') ||
      (shoot.profile.name === 'openstack' && words(change) === 'Kubernetes 1.33.9 1.33.11 expired')
    const surprising = [...snapshot.shoots].flatMap((shoot) => {
      const { changes, denied } = tonight(shoot)
      const made = denied ? [] : changes.filter((change) => change.kind === 'update')
      return made.filter((change) => !isNew(shoot, change)).map((change) => `${shoot.name}: ${words(change)}`)
    })
    expect(surprising).toEqual([])
  })

  it('what fails tonight has failed last night with the same words, but for what is new', () => {
    const failing = [...snapshot.shoots].filter((shoot) => {
      const { lastMaintenance, lastMaintenanceWritten } = tonight(shoot)
      return lastMaintenanceWritten && lastMaintenance?.state === 'Failed'
    })
    expect(failing.length).toBeGreaterThan(8)
    const different = failing.filter((shoot) => {
      const now = tonight(shoot).lastMaintenance
      const before = shoot.lastMaintenance
      return before?.description !== now?.description || before?.failureReason !== now?.failureReason
    })
    expect(different.map(({ name }) => name)).toEqual(['ledger-eu'])
  })

  it('what failed last night fails again tonight', () => {
    const failed = [...snapshot.shoots].filter(({ lastMaintenance }) => lastMaintenance?.state === 'Failed')
    const recovered = failed.filter((shoot) => tonight(shoot).lastMaintenance?.state !== 'Failed')
    expect(recovered.filter(({ deletionTimestamp }) => deletionTimestamp === undefined)).toEqual([])
  })

  it('no maintenance runs into an error, and none was triggered in the future', () => {
    for (const shoot of snapshot.shoots) {
      expect(tonight(shoot).error).toBeNull()
      expect(shoot.lastMaintenance?.triggeredTime ?? 0).toBeLessThan(snapshot.observedAt)
    }
  })
})

describe('the stories of the demo', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'is forced to the next minor in three weeks',
      'payments/checkout-prod',
      ['21 forced Kubernetes 1.32.13 1.33.11 expired'],
    ],
    [
      'is forced over two minors in two nights',
      'monitoring/loki-eu',
      ['9 forced Kubernetes 1.31.14 1.32.13 expired', '10 forced Kubernetes 1.32.13 1.33.11 expired'],
    ],
    ['has no next minor', 'search/index-2024', ['0 fails Kubernetes 1.31.14 fails expired']],
    ['has an image at its end', 'media/origin-apac', ['0 fails suse-chost 15.6.20260930 fails expired']],
    ['has an image that will be at its end', 'logistics/label-print', ['12 fails ubuntu 22.4.20260801 fails expired']],
    [
      'is refused, as its image does not run the next kubelet',
      'payments/kyc-legacy',
      ['21 denied Kubernetes 1.32.13 1.33.11 expired'],
    ],
    [
      'is refused, as nodes wait for an update in place',
      'payments/ledger-eu',
      ['0 denied Kubernetes 1.34.6 1.34.7 auto'],
    ],
    ['has bought itself time', 'payments/settlement', []],
    ['is forced tonight', 'billing/invoices-qa', ['0 forced Kubernetes 1.33.9 1.33.11 expired']],
    ['is forced in three days', 'search/index-dev', ['3 forced Kubernetes 1.34.4 1.34.7 expired']],
    ['is being deleted', 'media/poc-av1', []],
  ])('a cluster that %s: %s', (_, name, expected) => {
    const shoot = named(name)
    const from = snapshot.observedAt
    const { steps } = forecast(shoot, memoized(profileOf(shoot)), { from, to: from + 90 * DAY })
    const told = steps.flatMap((step) =>
      step.changes.map((change) => {
        const day = Math.floor((step.at - from) / DAY)
        return `${day} ${step.denied ? 'denied' : step.kind} ${words(change)}`
      }),
    )
    for (const line of expected) expect(told).toContain(line)
    if (expected.length === 0) expect(told).toEqual([])
  })
})

it('has the events of maintenances of the last week, and forgets older ones', async () => {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '120' })
  await garden.ready()
  const reasons = async (namespace: string, name: string) => {
    const events = await garden.events({ kind: 'process' }, { namespace, name })
    return events.kind === 'read' ? events.events.map(({ type, reason }) => `${type} ${reason}`) : events.reason
  }
  expect(await reasons('garden-payments', 'checkout-prod')).toEqual(['Normal KubernetesVersionMaintenance'])
  expect(await reasons('garden-billing', 'dunning')).toEqual(Array(2).fill('Warning MachineImageVersionMaintenance'))
  // The API server refused it: Gardener writes none.
  expect(await reasons('garden-ads', 'bidder-legacy')).toEqual([])
  expect(await reasons('garden-logistics', 'depot-db')).toEqual([])
  await garden.close()
})
