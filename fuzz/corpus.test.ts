import { expect, it, vi } from 'vitest'
import { kept } from './corpus'
import { targets } from './targets'

vi.mock('server-only', () => ({}))

const cases = [...targets].flatMap(([name, read]) => kept(name).map(([file, input]) => ({ name, read, file, input })))

/** What was found once stays mended. How long it takes is for `npm run fuzz` to say, which asks all of this first. */
it.each(cases)('$name holds for $file', async ({ read, input }) => {
  const target = await read()
  expect(await target.check(input)).toBeUndefined()
})
