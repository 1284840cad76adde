import { readFile } from 'node:fs/promises'
import { entriesOf } from './support/feeds'
import { AT, pinned } from './support/pages'
import { settled } from './support/settled'
import { expect, test } from './support/test'

test('an owner takes the calendar of a cluster, and what is in it is what the page says', async ({ page, request }) => {
  await page.goto(pinned('/shoots/garden-media/origin-apac'))
  await settled(page)
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Forced updates of this cluster as iCalendar' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('origin-apac.ics')
  const entries = entriesOf(await readFile(await download.path(), 'utf8'))
  const answer = (await (await request.get(`/api/shoots/garden-media/origin-apac?at=${AT}`)).json()) as {
    steps: { kind: string; window: { begin: string } }[]
  }
  const late = answer.steps.filter(({ kind }) => kind === 'forced' || kind === 'fails')
  expect(entries.map(({ begin }) => Date.parse(begin))).toEqual(late.map(({ window }) => Date.parse(window.begin)))
})

test('a calendar program asks again and is told that nothing changed; one that asks wrongly is told what is wrong', async ({
  request,
}) => {
  const feed = '/api/feeds/projects/media.ics?alarm=PT2H'
  const first = await request.get(feed)
  expect(first.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  expect((await request.get(feed, { headers: { 'if-none-match': first.headers().etag ?? '' } })).status()).toBe(304)
  expect((await request.get('/api/feeds/projects/media.ics?alarm=soon')).status()).toBe(400)
  expect((await request.get('/api/feeds/projects/media')).status()).toBe(404)
  expect((await request.get('/api/feeds/projects/nobody.ics')).status()).toBe(404)
})
