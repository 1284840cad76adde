import { expect, test } from 'vitest'
import { doneWithin } from './done-within'

const never = new Promise<never>(() => {})

test.each([
  ['is done', Promise.resolve('it'), true],
  ['is not done', never, false],
])('what %s in time is told so', async (_, done, isDone) => {
  expect(await doneWithin(done, 5)).toBe(isDone)
})

test('what fails in time fails here', async () => {
  await expect(doneWithin(Promise.reject(new Error('no')), 5)).rejects.toThrow('no')
})
