import { expect, it } from 'vitest'
import { caseIndex } from '../case.test.support'
import { maintenanceView } from './maintenance'
import { shootView } from './shoot'

it('what gardenlet reports is said before nodes roll, and changes nothing of what is foreseen', async () => {
  const index = await caseIndex('maintenance-preconditions')
  const { constraints, steps } = shootView(index, 0)
  expect(steps.map(({ kind }) => kind)).toEqual(['forced'])
  expect(constraints[0]).toEqual({
    severity: 'warning',
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
