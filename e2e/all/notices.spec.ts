import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureOf } from '@/lib/apply/notices'
import { type Almanac, startAlmanac } from '../support/almanac'
import { expiring, openDraft } from '../support/apply'
import { expectNoAxeViolations } from '../support/axe'
import { expect, test } from '../support/test'

const SECRET = 'a secret of at least thirty-two bytes'

let server: Server
let almanac: Almanac
const got: { readonly headers: IncomingMessage['headers']; readonly body: string }[] = []

test.beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    got.push({ headers: request.headers, body })
    response.writeHead(204).end()
  })
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  almanac = await startAlmanac({ env: { NOTICE_URL: url, NOTICE_SECRET: SECRET } })
})

test.afterAll(async () => {
  await almanac.stop()
  await new Promise((closed) => server.close(closed))
})

test('who applies a draft sees what projects are told, and each is told once', async ({ page, request }) => {
  const { version, base } = await expiring(request, almanac.url)
  await openDraft(page, almanac.url, base, [
    { kind: 'expire', image: null, version, expirationDate: '2027-09-30T00:00:00Z' },
  ])
  await page.getByRole('region', { name: 'Patch' }).getByRole('button', { name: 'Apply' }).click()
  const dialog = page.getByRole('dialog')
  const tell = dialog.getByRole('checkbox', { name: /^Tell \d+ projects? at 127\.0\.0\.1:\d+ once it is applied$/ })
  await expect(tell).not.toBeChecked()
  await dialog.getByText('What is sent', { exact: true }).click()
  await dialog.getByRole('group').filter({ hasNotText: 'What is sent' }).first().locator('summary').click()
  const shown = await dialog.getByRole('textbox', { name: / is told$/ }).inputValue()
  await expectNoAxeViolations(page)
  expect(got, 'nothing is sent before').toEqual([])
  await tell.check()
  await dialog.getByRole('button', { name: 'Apply to aws' }).click()
  await expect(dialog).toContainText(/\d+ projects? (was|were) told\./)
  expect(got.length).toBeGreaterThan(0)
  const projects = got.map(({ body }) => JSON.parse(body).project)
  expect(new Set(projects).size).toBe(projects.length)
  expect(
    got.map(({ body }) => body),
    'what was shown',
  ).toContain(shown)
  for (const { headers, body } of got)
    expect(headers['x-almanac-signature']).toBe(
      signatureOf({ secret: SECRET }, String(headers['x-almanac-time']), body),
    )
})
