import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape } from '@/lib/landscape/landscape'
import { findShoot } from '@/lib/landscape/lookup'
import { beforeWords, checklistOf } from '@/lib/words/checklist'
import { chooseDashboard } from '@/tools/settings.mjs'
import { dashboardPage, shootView } from './shoot'

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

test('makes of checkout-prod of the demo the checklist that docs/plan.md shows', async () => {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '300' })
  await garden.ready()
  const landscape = await buildLandscape(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
  await garden.close()
  const { advice, shoot, at } = shootView(landscape, findShoot(landscape, 'garden-payments', 'checkout-prod') ?? -1)
  const { groups, rest } = checklistOf(advice)
  const lines = [
    ...groups.map(({ before, items }) => [beforeWords(before, shoot.nextWindow.offset, at), items] as const),
    ['done, or of no use', rest] as const,
  ].flatMap(([when, items]) => [when, ...items.map(({ advice: { title }, state }) => `  ${state}: ${title}`)])
  const [, shown] = /```text\n([^`]*)```/.exec(await readFile('docs/plan.md', 'utf8')) ?? []
  expect(shown).toBe(`${lines.join('\n')}\n`)
})
