import { expect } from '@playwright/test'
import { startAlmanac } from '../support/almanac'
import { pinned } from '../support/pages'
import { test } from '../support/test'

test.use({ expectedErrors: [/status of 429/] })

/** All clients ask through a proxy that is trusted, so that each may have an address. */
const from = (address: string) => ({ 'x-forwarded-for': address })
const GREEDY = from('192.0.2.1')
const CALM = from('192.0.2.2')

/** Each another one, at an instant that was not asked for before: all of them take their time. */
function whatIf(i: number): string {
  const expirationDate = new Date(Date.UTC(2027, 0, 1 + i)).toISOString()
  const edits = [{ kind: 'expire', image: null, version: '1.34.6', expirationDate }]
  return JSON.stringify({ profile: 'aws', edits, at: '2026-12-24T00:00:00Z' })
}

test('who asks for fifty what-ifs at once holds up nobody else, and is told when to ask again', async () => {
  const almanac = await startAlmanac({
    garden: 'demo:2026-11-21',
    env: { DEMO_SHOOTS: '10000', TRUSTED_PROXIES: '127.0.0.1' },
  })
  const leaving = new AbortController()
  const ask = (i: number, headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(`${almanac.url}/api/what-if`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: whatIf(i),
      ...(signal && { signal }),
    })
  const metric = async (line: string) => {
    const text = await (await fetch(`${almanac.url}/metrics`)).text()
    return Number(new RegExp(`^${line.replace(/[{}]/g, '\\$&')} (\\d+)$`, 'm').exec(text)?.[1])
  }
  try {
    expect((await fetch(`${almanac.url}/api/garden`)).status).toBe(200)
    let answered = 0
    const asked = Array.from({ length: 50 }, async (_, i) => {
      const response = await ask(i, GREEDY, leaving.signal)
      if (response.status === 429) return response
      await response.json()
      answered++
      throw new Error('answered')
    })
    const refused = await Promise.any(asked)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.json()).toMatchObject({ error: { code: 'too-many', retryAfter: 5 } })

    const [calm, cheap] = await Promise.all([ask(100, CALM), fetch(`${almanac.url}/api/shoots`, { headers: GREEDY })])
    expect([calm.status, cheap.status]).toEqual([200, 200])
    expect(answered, 'of fifty, while others and what takes no time were answered').toBeLessThan(32)
    leaving.abort()
    await Promise.allSettled(asked)
    await expect.poll(() => metric('almanac_costly{kind="answer",state="waiting"}')).toBe(0)
    expect(await metric('almanac_costly_total{kind="answer",fate="left"}')).toBeGreaterThan(0)
    expect(await metric('almanac_costly_total{kind="answer",fate="refused"}')).toBeGreaterThan(0)
    expect(almanac.log()).toContain('"status":499')
    expect(almanac.log(), 'and nothing failed').not.toContain('"level":"error"')
    const page = await fetch(`${almanac.url}/projects?at=2026-12-24T00:00:00Z`, { headers: CALM })
    expect(page.status).toBe(200)
    expect(await page.text()).toMatch(/class="headline[^>]*><strong>/)
    expect((await ask(101, GREEDY)).status).toBe(200)
  } finally {
    leaving.abort()
    await almanac.stop()
  }
})

test('a page says that too much was asked for, and asks again by itself', async ({ page }) => {
  await page.goto(pinned('/projects'))
  let asked = 0
  await page.route('**/api/wall', (route) => {
    const message = '30 answers that take long are being waited for from here already.'
    const json = { error: { code: 'too-many', message, hint: 'Pages ask again by themselves.', retryAfter: 1 } }
    return ++asked > 1 ? route.fallback() : route.fulfill({ status: 429, json })
  })
  const told = page.getByRole('alert').filter({ hasText: '30 answers that take long are being waited for' })
  const seen = told.waitFor()
  await page.keyboard.press('2')
  await seen
  await expect(page.getByRole('main')).toContainText('Furthest behind')
  await expect(told).toHaveCount(0)
  expect(asked).toBe(2)
})
