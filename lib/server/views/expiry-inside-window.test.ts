import { expect, it } from 'vitest'
import { caseIndex } from '../case.test.support'
import { maintenanceView } from './maintenance'
import { shootView } from './shoot'

const stepsOf = async (name: string, at?: number) => {
  const index = await caseIndex('expiry-inside-window', at)
  return shootView(
    index,
    [...index.snapshot.shoots].findIndex((shoot) => shoot.name === name),
  ).steps.map(({ window, onlyAfter }) => [window.begin, onlyAfter?.at ?? null, onlyAfter?.otherwise?.begin ?? null])
}

it.each([
  ['s', ['2026-11-30T22:00:00Z', '2026-11-30T22:30:00Z', '2026-12-01T22:00:00Z']],
  ['short', ['2026-12-01T22:00:00Z', null, null]],
  ['none', ['2026-11-30T00:00:00Z', '2026-11-30T22:30:00Z', '2026-12-01T00:00:00Z']],
])('both nights are told where a version expires within the window: %s', async (name, expected) => {
  expect(await stepsOf(name)).toEqual([expected])
})

it('the page of the next maintenance says that it depends on the moment', async () => {
  const index = await caseIndex('expiry-inside-window', Date.parse('2026-11-30T08:00:00Z'))
  const place = [...index.snapshot.shoots].findIndex(({ name }) => name === 's')
  expect(maintenanceView(index, place, { kind: 'read', events: [] }).checks).toContainEqual({
    verdict: 'beware',
    title: 'It depends on the moment',
    text: 'Only a maintenance that begins after 30 Nov 2026 22:30 +00:00 does this: a version changes its stage then, and Gardener begins at a random moment. Else it is due on 1 Dec 2026.',
  })
})
