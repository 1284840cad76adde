import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EditBody } from '@/lib/contract/edits'
import { encodeDraft } from '@/lib/questions/draft/browser/draft'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract'
import { type Almanac, startAlmanac } from '../support/almanac'
import { changedLines, edits, patch } from '../support/draft'
import { expect, test } from '../support/test'

/** One day is one date on every page, wherever the reader is: the profile expires versions at the end of days of UTC. */

const VERSION = '1.33.11'

// They share what is made for them.
test.describe.configure({ mode: 'default' })

let folder: string
let almanac: Almanac
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-days-'))
  await cp('lib/garden/testdata/profiles.yaml', join(folder, 'profiles.yaml'))
  almanac = await startAlmanac({ garden: folder })
})
test.afterAll(async () => {
  await almanac.stop()
  await rm(folder, { recursive: true })
})

for (const { timezoneId, day, seconds } of [
  { timezoneId: 'Europe/Berlin', day: '28 Feb 2027 UTC', seconds: '30' },
  { timezoneId: 'America/Los_Angeles', day: '28 Feb 2027', seconds: '40' },
]) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test(`an expiry at the end of 28 February UTC is ${day} on profile, workbench, guide, policy and journal, and set in UTC`, async ({
      page,
      playwright,
    }) => {
      const { url } = almanac
      // The first answer tells the server where the reader is.
      await page.goto(url)
      await page.goto(`${url}/cloudprofiles/aws?view=table`)
      const listed = page.getByRole('row').filter({ hasText: VERSION })
      await expect(listed.first()).toContainText(day)

      const request = await playwright.request.newContext({ baseURL: url })
      const { profile, kubernetes }: ProfileAnswer = await (await request.get('/api/cloudprofiles/aws')).json()
      const expirationDate = kubernetes.find(({ version }) => version === VERSION)?.expires ?? ''
      expect(expirationDate).toMatch(/^2027-02-28T23:59:/)
      const expire: EditBody = { kind: 'expire', image: null, version: VERSION, expirationDate }
      const draft = await encodeDraft({ profile: 'aws', base: profile.resourceVersion, edits: [expire] })
      await page.goto(`${url}/workbench/aws?draft=${draft}`)
      await expect(edits(page)).toContainText(`Expire ${VERSION} ${day}`)
      await edits(page)
        .getByRole('button', { name: /^Edit 1/ })
        .click()
      await expect(edits(page)).toContainText(`until ${day}`)
      // What is set is a day in UTC, for all users.
      const expires = edits(page).getByRole('group', { name: 'Expires, UTC' })
      const field = expires.getByLabel('Expires: day', { exact: true })
      await expect(field).toHaveValue('28 Feb 2027')
      await field.press('ArrowUp')
      await expect(await changedLines(page)).toContainText(/added.*2027-03-01T23:59:/)
      await field.press('ArrowDown')
      await field.blur()
      await expect(field).toHaveValue('28 Feb 2027')
      await expect(patch(page), 'back where it was, to the second').toContainText('Nothing would be written.')
      await page.getByRole('button', { name: 'Table' }).first().click()
      await expect(page.getByRole('table', { name: 'Versions before and after' })).toContainText(day)
      // The instant on the reader's own clock has its time of day beside it.
      await expect(page.getByRole('main')).not.toContainText(/1 Mar 2027(?!, 00:59 )/)

      await page.goto(`${url}/workbench/scenarios/deprecate?profile=aws&version=${VERSION}&way=hand`)
      await expect(page.getByRole('region', { name: 'Steps' })).toContainText(`${VERSION}, supported, until ${day}`)
      await page.goto(`${url}/workbench/policy?profile=aws`)
      await expect(
        page.getByRole('region', { name: 'It proposes today' }).getByRole('row').filter({ hasText: VERSION }),
      ).toContainText(day)

      const moved = { ...expire, expirationDate: `2027-02-28T23:59:${seconds}Z` }
      const applied = await request.post('/api/apply', {
        data: { profile: 'aws', base: profile.resourceVersion, edits: [moved], confirm: 'aws' },
      })
      expect(await applied.json()).toMatchObject({ outcome: 'applied' })
      await page.goto(`${url}/workbench?view=journal`)
      await expect(page.getByRole('list', { name: 'Applied edits' }).locator('> li').first()).toContainText(
        `Expire ${VERSION}, ${day}`,
      )
    })
  })
}
