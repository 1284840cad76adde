import { expect, test } from '@playwright/test'
import { endOfAlmanac } from './support/almanac'

// What is wrong with each setting is held by the tests of its reader; every start that fails is in e2e/all.
test('a setting that the server cannot read ends it with one sentence and code 1, before anything is served', async () => {
  const { code, output } = await endOfAlmanac({ env: { DEMO_SHOOTS: 'abc' } })
  expect(output).toMatch(/^DEMO_SHOOTS=abc is not a number of clusters from 1 to /m)
  expect(output).not.toMatch(/Almanac shows|\n {4}at /)
  expect(code).toBe(1)
})
