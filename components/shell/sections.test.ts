import { expect, it } from 'vitest'
import { currentSection } from './sections'

it.each([
  ['/', 'Overview'],
  ['/accuracy', 'Overview'],
  ['/cloudprofiles', 'Profiles'],
  ['/cloudprofiles/garden-payments/aws-extended', 'Profiles'],
  ['/versions/aws/kubernetes/1.32.13', 'Profiles'],
  ['/evidence/aws/kubernetes/1.36.2', 'Profiles'],
  ['/compare', 'Profiles'],
  ['/new-cluster/aws', 'Profiles'],
  ['/shoots', 'Clusters'],
  ['/shoots/garden-payments/checkout-prod/plan', 'Clusters'],
  ['/projects/payments', 'Clusters'],
  ['/tonight', 'Clusters'],
  ['/wall', 'Wall'],
  ['/workbench/scenarios/replace', 'Workbench'],
  ['/account', undefined],
  ['/shootsy', undefined],
])('%s belongs to %s', (path, name) => {
  expect(currentSection(path)?.name).toBe(name)
})
