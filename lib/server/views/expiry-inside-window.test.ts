import { expect, it } from 'vitest'
import { shootBadge } from '../badges/words'
import { caseIndex } from '../case.test.support'
import { entriesOf } from '../feeds/entries'
import { shootRow } from '../shoot-row'
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

/** What lists tell of the same night: with both only where the moment decides. */
async function listed(name: string) {
  const index = await caseIndex('expiry-inside-window')
  const position = [...index.roster.members].findIndex(({ shoot }) => shoot.name === name)
  const { onlyAfter } = shootRow(index, position).nextForced ?? {}
  const { entries } = entriesOf(index, [position], () => true)
  const about = entries[0]?.description.split('\n').at(-1)
  const { text } = shootBadge(index, position)
  return [onlyAfter?.at ?? null, onlyAfter?.otherwise?.begin ?? null, about, text]
}

it.each<[string, (string | null)[]]>([
  [
    's',
    [
      '2026-11-30T22:30:00Z',
      '2026-12-01T22:00:00Z',
      'Only if it begins after 30 Nov 2026 22:30 +00:00, else in the window of 1 Dec 2026.',
      'forced in 4 d or in 5 d',
    ],
  ],
  ['short', [null, null, 'Window 1 Dec 2026 22:00–22:30 +00:00. It begins at 22:15 at the latest.', 'forced in 5 d']],
])('lists, calendars and badges tell both nights too: %s', async (name, expected) => {
  expect(await listed(name)).toEqual(expected)
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
