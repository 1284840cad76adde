import { afterAll, expect, it } from 'vitest'
import { kept, targets } from './target'

// Tests share what a process has once: other tests have other landscapes.
const shared = ownNames().map((name) => [name, Reflect.get(globalThis, name)] as const)
for (const [name] of shared) Reflect.deleteProperty(globalThis, name)
afterAll(() => {
  for (const name of ownNames()) Reflect.deleteProperty(globalThis, name)
  for (const [name, value] of shared) Reflect.set(globalThis, name, value)
})

function ownNames(): readonly symbol[] {
  return Object.getOwnPropertySymbols(globalThis).filter(({ description }) => description?.startsWith('almanac.'))
}

const cases = [...targets].flatMap(([name, read]) => kept(name).map(([file, input]) => ({ name, read, file, input })))

/** What was found once stays mended. How long it takes is for `npm run fuzz` to say, which asks all of this first. */
it.each(cases)('$name holds for $file', async ({ read, input }) => {
  const target = await read()
  expect(await target.check(input)).toBeUndefined()
})
