import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { type Almanac, startAlmanac } from '../support/almanac'

/** A server that many people look at for a long time. */

const VIEWS = 2_000
/** What a view may leave behind on average, in bytes; the page itself is larger. */
const LEFT = 5_000
/** As many as browsers ask for at a time. */
const AT_ONCE = 8

test('a page is forgotten when it was sent: two thousand views leave a small heap as it was', async () => {
  test.setTimeout(1_200_000)
  const preload = fileURLToPath(new URL('../support/heap.mjs', import.meta.url))
  const almanac = await startAlmanac({
    env: { DEMO_SHOOTS: '12', NODE_OPTIONS: `--max-old-space-size=512 --import=${preload}` },
  })
  try {
    // Whatever is made once and kept is there after some views.
    await view(almanac, 100)
    const before = await heapOf(almanac)
    await view(almanac, VIEWS)
    const after = await heapOf(almanac)
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

async function heapOf({ pid, log }: Almanac): Promise<number> {
  const told = () => [...log().matchAll(/^heap (\d+)$/gm)]
  const count = told().length
  process.kill(pid, 'SIGUSR2')
  await expect.poll(() => told().length).toBe(count + 1)
  return Number(told().at(-1)?.[1])
}
