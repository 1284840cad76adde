import { expect, test } from '@playwright/test'
import { type Almanac, MEASURED, measured, startAlmanac } from '../support/almanac'

/** A server that many people look at for a long time. */

const VIEWS = 2_000
/** What a view may leave behind on average, in bytes; the page itself is larger. */
const LEFT = 5_000
/** As many as browsers ask for at a time. */
const AT_ONCE = 8

test('a page is forgotten when it was sent: two thousand views leave a small heap as it was', async () => {
  test.setTimeout(1_200_000)
  const almanac = await startAlmanac({
    env: { DEMO_SHOOTS: '12', NODE_OPTIONS: `--max-old-space-size=512 ${MEASURED}` },
  })
  try {
    // Whatever is made once and kept is there after some views.
    await view(almanac, 100)
    const before = (await measured(almanac)).heap
    await view(almanac, VIEWS)
    const after = (await measured(almanac)).heap
    expect(after - before, `${before} bytes before, ${after} after`).toBeLessThan(VIEWS * LEFT)
  } finally {
    await almanac.stop()
  }
})

async function view({ url }: Almanac, views: number): Promise<void> {
  let left = views
  const visitor = async () => {
    while (left-- > 0) {
      const response = await fetch(`${url}/shoots`)
      expect(response.status).toBe(200)
      await response.text()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
}
