import { expect, it, vi } from 'vitest'
import { almanac } from '@/lib/landscape/garden'
import { openTheGarden } from '@/lib/landscape/open-the-garden'
import { NotFound } from '@/lib/process/errors'
import { movementRoute } from '@/lib/questions/overview/contract'
import { answerVersion } from '@/lib/questions/version/answer'
import { versionRoute } from '@/lib/questions/version/contract'
import { type AnswerTo, answer } from './answer'

openTheGarden()

const clock = '2026-11-21T18:00:00Z'

async function asking(count: AnswerTo<typeof versionRoute>) {
  const asker = almanac()
  await asker.garden.ready()
  return (version: string, query: Readonly<Record<string, string>> = { at: clock }) =>
    answer(versionRoute, count, asker, { path: { ref: ['aws', 'kubernetes', version] }, query })
}

it('tells again what follows from a landscape alone, to who asks for the same', async () => {
  const count = vi.fn(answerVersion)
  const ask = await asking(count)
  const first = await ask('1.33.11')
  expect([await ask('1.33.11'), count.mock.calls.length]).toEqual([first, 1])
  for (const [version, query] of [
    ['1.34.6', { at: clock }],
    ['1.33.11', { at: clock, zone: 'Asia/Tokyo' }],
    ['1.33.11', { at: '2026-11-22T18:00:00Z' }],
  ] as const) {
    count.mockClear()
    await ask(version, query)
    await ask(version, query)
    expect(count, JSON.stringify([version, query])).toHaveBeenCalledOnce()
  }
})

it('computes anew what failed', async () => {
  const count = vi.fn<typeof answerVersion>(async () => {
    throw new NotFound('a version')
  })
  const ask = await asking(count)
  for (const _ of [1, 2]) await expect(ask('1.99.9')).rejects.toMatchObject({ code: 'not-found' })
  expect(count).toHaveBeenCalledTimes(2)
})

it('computes anew what also follows from something else', async () => {
  const count = vi.fn(async () => ({}) as never)
  const asker = almanac()
  for (const _ of [1, 2]) await answer(movementRoute, count, asker, { query: { at: clock } })
  expect(count).toHaveBeenCalledTimes(2)
})
