import { expect, test } from 'vitest'
import { chooseDashboard } from '@/tools/settings.mjs'
import { dashboardPage } from './shoot'

const cluster = { namespace: 'garden-payments', project: 'payments', name: 'checkout-prod' }

test.each<[string, typeof cluster, string | null]>([
  ['', cluster, null],
  [
    'https://d.example.org/namespace/{namespace}/shoots/{name}',
    cluster,
    'https://d.example.org/namespace/garden-payments/shoots/checkout-prod',
  ],
  [
    'https://d.example.org/{project}/{name}?of={name}',
    cluster,
    'https://d.example.org/payments/checkout-prod?of=checkout-prod',
  ],
  [
    'https://d.example.org/{project}/{name}',
    { ...cluster, name: '../../x?y#z' },
    'https://d.example.org/payments/..%2F..%2Fx%3Fy%23z',
  ],
  ['javascript:alert({name})', cluster, null],
])('%s', (template, given, page) => {
  expect(dashboardPage(given, template)).toBe(page)
})

test.each([
  '',
  undefined,
  ' ',
  'https://d.example.org/namespace/{namespace}/shoots/{name}',
  'http://localhost:8080/{project}/{name}',
])('starts with DASHBOARD_URL=%s', (value) => {
  expect(chooseDashboard(value)).toEqual(value?.trim() ? { DASHBOARD_URL: value } : {})
})

test.each([
  ['d.example.org/{project}/{name}', /begins with https/],
  ['javascript:alert(1)//{project}{name}', /begins with https/],
  ['https://{name}.example.org/{project}', /in its path/],
  ['https://d.example.org/{project}', /\{name\}/],
  ['https://d.example.org/{name}', /\{namespace\} or \{project\}/],
  ['https://d.example.org/{project}/{shoot}/{name}', /\{shoot\}/],
])('does not start with DASHBOARD_URL=%s', (value, reason) => {
  expect(() => chooseDashboard(value)).toThrow(reason)
})
