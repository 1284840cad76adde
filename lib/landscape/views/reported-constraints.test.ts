import { expect, it } from 'vitest'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { nightOf } from '@/lib/landscape/zone'
import { maintenanceView } from '@/lib/questions/cluster/answer/maintenance'
import { planView } from '@/lib/questions/cluster/answer/plan/view'
import { shootView } from '@/lib/questions/cluster/answer/shoot'
import { tonightView } from '@/lib/questions/clusters/answer/tonight'
import { buildLandscape } from '../landscape'
import { Outlook } from '../outlook'
import { shootRowOf } from '../shoot-row'
import { CASE_AT, caseGarden, caseIndex } from '../testdata/case'

it('what gardenlet reports is said before nodes roll, and changes nothing of what is foreseen', async () => {
  const landscape = await caseIndex('maintenance-preconditions')
  const { constraints, steps } = shootView(landscape, 0)
  expect(steps.map(({ kind }) => kind)).toEqual(['forced'])
  expect(constraints[0]).toEqual({
    severity: 'warning',
    reported: true,
    text: 'gardenlet reports since 20 Nov 2026 that MaintenancePreconditionsSatisfied is False (ProblematicWebhooks): ValidatingWebhookConfiguration "policy" is problematic: webhook "check.example.org" with failurePolicy "Fail" and 20s timeout might prevent worker nodes from properly joining the shoot cluster. The maintenance of 26 Nov 2026 does not wait for that: the nodes of pool w are replaced or updated all the same.',
  })
  expect(constraints.filter(({ text }) => text.includes('ManualInPlaceWorkersUpdated'))).toEqual([])
})

it('the next maintenance has it among what is looked at', async () => {
  const { checks, outcome } = maintenanceView(await caseIndex('maintenance-preconditions'), 0, {
    kind: 'read',
    events: [],
  })
  expect(outcome).toBe('changes')
  expect(checks).toContainEqual(expect.objectContaining({ verdict: 'beware', title: 'Constraint not met' }))
})

const SAYS =
  /^gardenlet reports since 20 Nov 2026 that MaintenancePreconditionsSatisfied is False \(ProblematicWebhooks\): .*\.$/

it('what runs tonight says it of clusters whose nodes are to roll', async () => {
  const at = Date.parse('2026-11-26T18:00:00Z')
  const evening = await caseIndex('maintenance-preconditions', at)
  const { rows } = await tonightView(evening, { night: nightOf('UTC', at), at, zone: 'UTC' })
  expect(rows.map(({ kind, state, reported }) => [kind, state, reported])).toEqual([
    ['forced', 'toCome', { clusters: 1, text: expect.stringMatching(SAYS) }],
  ])
})

it('rows of the list say of it that the cluster is unready, whatever else it is', async () => {
  const { flags } = shootRowOf(new Outlook(await caseIndex('maintenance-preconditions'), 0))
  expect(flags).toMatchObject({ unready: true, failed: false, hibernated: false })
  expect(shootRowOf(new Outlook(await caseIndex('sleeps-by-schedule'), 0)).flags.unready).toBe(false)
})

it('rows of the list say it in full, and a plan of the nodes that it rolls itself, or of the next update', async () => {
  const garden = await caseGarden('maintenance-preconditions')
  try {
    const landscape = await buildLandscape(garden.snapshot(), CASE_AT)
    const reported = shootView(landscape, 0).constraints.filter((one) => one.reported)
    expect(reported).toHaveLength(1)
    const planned = async (edits: PlannedEdit[]) =>
      (await planView({ garden, identity: { kind: 'process' } }, landscape, 0, { edits })).reported
    expect(await planned([])).toEqual(reported.map(({ text }) => text))
    const [rolled] = await planned([{ field: 'spec.kubernetes.version', value: '1.35.6' }])
    expect(rolled).toMatch(
      /\. The change does not wait for that: the nodes of pool w are replaced or updated all the same\.$/,
    )
  } finally {
    await garden.close()
  }
})
