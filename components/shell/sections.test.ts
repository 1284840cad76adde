import { expect, it } from 'vitest'
import { currentPage, currentSection } from './sections'

it.each([
  ['/', 'Overview'],
  ['/accuracy', 'Overview'],
  ['/cloudprofiles', 'Profiles'],
  ['/cloudprofiles/garden-payments/aws-extended', 'Profiles'],
  ['/versions/aws/kubernetes/1.32.13', 'Profiles'],
  ['/shoots', 'Clusters'],
  ['/shoots/garden-payments/checkout-prod/plan', 'Clusters'],
  ['/projects/payments', 'Teams'],
  ['/projects', 'Teams'],
  ['/workbench/scenarios/replace', 'Changes'],
  ['/account', undefined],
  ['/shootsy', undefined],
])('%s belongs to %s', (path, name) => {
  expect(currentSection(path)?.name).toBe(name)
})

it.each([
  ['/', 'Needs attention'],
  ['/shoots', 'All'],
  ['/shoots?project=payments', 'All'],
  ['/shoots?view=tonight&board=1', 'Tonight'],
  ['/shoots?event=forced&within=90&project=payments', 'Forced'],
  ['/shoots?event=fails&within=90', 'Stuck'],
  ['/shoots?strategy=AutoInPlaceUpdate&strategy=ManualInPlaceUpdate', 'In place'],
  ['/shoots/garden-payments/checkout-prod/plan', 'All'],
  ['/projects/payments', 'All teams'],
  ['/cloudprofiles?for=history', 'History'],
  ['/cloudprofiles?for=compare', 'Compare'],
  ['/workbench/policy?profile=aws', 'Policy'],
  ['/workbench?view=guides&profile=aws', 'Guides'],
  ['/versions/aws/kubernetes/1.32.13', undefined],
])('the menu marks for %s the page %s', (address, text) => {
  const { pathname, searchParams } = new URL(address, 'http://almanac')
  const section = currentSection(pathname)
  expect(section && currentPage(section, pathname, searchParams)?.text).toBe(text)
})
