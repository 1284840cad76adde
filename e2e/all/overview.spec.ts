import { pinned } from '../support/pages'
import { clippedRings } from '../support/rings'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

test.describe('somebody on call wants to know what is ahead', () => {
  test('the headline counts clusters, and each of its figures is the length of a list', async ({ page }) => {
    await page.goto(pinned('/'))
    const text = await page.getByRole('heading', { level: 1 }).innerText()
    const [, forced = '', stuck = ''] =
      /^(\d+) clusters are forced within 90 days(?:, \d+ of them tonight)?\. (\d+) are stuck\./.exec(text) ?? []
    for (const [event, count] of [
      ['forced', forced],
      ['fails', stuck],
    ]) {
      await page.goto(pinned(`/shoots?event=${event}&within=90`))
      await expect(page.getByRole('status').filter({ hasText: `${count} of 120 match` })).toBeVisible()
    }
  })
})

test.describe('keys', () => {
  test('can be turned off for those whom they disturb', async ({ page }) => {
    await page.goto(pinned('/'))
    await page.getByRole('button', { name: /^Keys/ }).click()
    await page.getByLabel('Single keys work on every page').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.reload()
    await settled(page)
    await page.keyboard.press('/')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('no ring of the focus is cut off', async ({ page }) => {
  await page.goto(pinned('/'))
  await settled(page)
  expect(await clippedRings(page, 70)).toEqual([])
  await page.goto(pinned('/?view=table'))
  await settled(page)
  expect(await clippedRings(page, 40)).toEqual([])
})
