import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAlmanac } from '../support/almanac'
import { PROFILE, shoot } from '../support/live'
import { expect, test } from '../support/test'

test('a cluster that comes and goes is gone from the open list, whatever was asked in between', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-live-'))
  await writeFile(join(folder, 'profile.yaml'), PROFILE)
  await writeFile(join(folder, 'one.yaml'), shoot('one'))
  const almanac = await startAlmanac({ garden: folder })
  try {
    let asked = Number.POSITIVE_INFINITY
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // From the first news on, which may be followed by questions.
      if (pathname === '/api/events' || (asked < Number.POSITIVE_INFINITY && pathname.startsWith('/api/')))
        asked = Date.now()
    })
    await page.goto(`${almanac.url}/shoots`)
    await expect(page.getByRole('link', { name: 'one' }).first()).toBeVisible()
    await expect.poll(() => Date.now() - asked, { message: 'the page has asked what it wants' }).toBeGreaterThan(2000)
    // The status is slow to come: it is of the moment after all this, and the landscape is then as it was before it.
    let answer = () => {}
    const slow = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/status', async (route) => {
      await slow
      await route.continue()
    })
    await writeFile(join(folder, 'two.yaml'), shoot('two'))
    // Offered, or there at once when the table was still being filled.
    const show = page.getByRole('button', { name: 'Show', exact: true })
    const two = page.getByRole('link', { name: 'two' })
    await expect(show.or(two).first()).toBeVisible()
    if (await show.isVisible()) await show.click()
    await expect(two.first()).toBeVisible()
    await rm(join(folder, 'two.yaml'))
    const total = async () => (await (await fetch(`${almanac.url}/api/shoots`)).json()).total
    await expect.poll(total).toBe(1)
    answer()
    await expect(page.getByText('1 is gone')).toBeVisible()
  } finally {
    await page.close()
    await almanac.stop()
    await rm(folder, { recursive: true })
  }
})

test('an open cluster is asked for again when it changes, and not when another one does', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-live-'))
  await writeFile(join(folder, 'profile.yaml'), PROFILE)
  for (const name of ['one', 'two']) await writeFile(join(folder, `${name}.yaml`), shoot(name))
  const almanac = await startAlmanac({ garden: folder })
  try {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const times = (path: string) => asked.filter((one) => one.startsWith(path)).length
    await page.goto(`${almanac.url}/shoots/garden-dev/one`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('one')
    await expect.poll(() => times('/api/events'), 'changes are followed').toBe(1)

    const before = times('/api/status')
    await writeFile(join(folder, 'two.yaml'), shoot('two', '210000+0100'))
    await expect.poll(() => times('/api/status'), 'the change was told').toBeGreaterThan(before)
    await writeFile(join(folder, 'one.yaml'), shoot('one', '200000+0100'))
    await expect(page.getByText('20:00').first()).toBeVisible()
    expect(times('/api/shoots/garden-dev/one'), 'for its own change alone').toBe(1)
  } finally {
    await page.close()
    await almanac.stop()
    await rm(folder, { recursive: true })
  }
})
