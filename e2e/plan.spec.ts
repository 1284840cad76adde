import { readFile } from 'node:fs/promises'
import { expectNoAxeViolations } from './support/axe'
import { PAGE } from './support/plan'
import { expect, test } from './support/test'

test('an owner plans a minor ahead of the forced one, sees what it does, and takes the patch with a link', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(PAGE)
  const form = page.getByRole('region', { name: 'Plan', exact: true })
  const effect = page.getByRole('region', { name: 'Effect', exact: true })
  const patch = page.getByRole('region', { name: 'Patch', exact: true })
  await expect(effect).toContainText('Choose what to change.')
  await expect(patch).toBeHidden()

  // What would skip a minor cannot be chosen, and says why.
  await expect(form.getByRole('radio', { name: /1\.34\.7/ })).toBeDisabled()
  await form.getByRole('radio', { name: /1\.33\.11/ }).check()
  await expect(effect.getByRole('row', { name: /^Control plane/ })).toContainText('API server and controllers restart')
  await expect(effect.getByRole('row', { name: /^web-a/ })).toContainText('Up to 12 nodes roll')
  await expect(effect).toContainText('20of up to 24 nodes; 4 updated in place')
  await expect(patch).toContainText('"path": "/spec/kubernetes/version", "value": "1.33.11"')
  await expect(page).toHaveURL(/plan=1/)

  // More nodes at a time is less time.
  await expect(effect.getByRole('row', { name: /^web-a/ })).toContainText('14 h')
  await form.getByLabel('maxSurge').first().fill('6')
  await form.getByLabel('maxSurge').first().press('Enter')
  await expect(effect.getByRole('row', { name: /^web-a/ })).not.toContainText('14 h')

  await form.getByRole('radio', { name: /In the next window/ }).check()
  await expect(patch).toContainText('It does not fit the window.')
  await expect(page.getByRole('region', { name: 'Worst case' })).toContainText(
    'Tonight, if every drain takes its limit',
  )

  await patch.getByRole('button', { name: 'Copy patch' }).click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain("kubectl -n garden-payments patch shoot checkout-prod --type=json -p '[")
  await page.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain('at=2026-11-21T18')
  // A plan is made of the cluster as it is, not as it was known on that day.
  expect(link).not.toContain('seen=')
  // The patch stays at the lower edge, over what is scrolled below it.
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectNoAxeViolations(page)

  // A user who follows the link sees the same plan.
  await page.goto(link)
  await expect(effect).toContainText('20of up to 24 nodes; 4 updated in place')
  await expect(form.getByRole('radio', { name: /In the next window/ })).toBeChecked()
  await form.getByRole('button', { name: 'Reset' }).click()
  await expect(patch).toBeHidden()
  await page.goBack()
  await expect(form.getByRole('radio', { name: /1\.33\.11/ })).toBeChecked()

  // Also before the page has rendered the address that it wrote: then it renders the same address as before.
  await page.evaluate(() => {
    const push = window.history.pushState.bind(window.history)
    window.history.pushState = (...step) => {
      push(...step)
      window.history.back()
    }
  })
  await form.getByRole('button', { name: 'Reset' }).click()
  await expect(form.getByRole('radio', { name: /1\.33\.11/ })).toBeChecked()
})

test('an owner begins with a plan that many want, finds a quiet night for it, and takes a calendar entry', async ({
  page,
}) => {
  await page.goto(PAGE)
  const form = page.getByRole('region', { name: 'Plan', exact: true })
  const effect = page.getByRole('region', { name: 'Effect', exact: true })
  await form.getByText('Begin with').click()
  await form.getByRole('button', { name: 'A whole minor, pools later' }).click()
  await expect(effect.getByRole('row', { name: /^Control plane/ })).toContainText('1.32.13→1.33.11')
  await expect(effect.getByRole('row', { name: /^web-a/ })).toContainText('No node is touched')

  const nights = page.getByRole('region', { name: 'Nights', exact: true })
  await expect(nights.getByRole('radio', { name: /^Sat 21 Nov: Auto-update/ })).toBeVisible()
  await nights.getByRole('button', { name: 'Sat 28 Nov' }).click()
  await expect(nights).toContainText('Sat 28 Nov: 22:00–23:00 +01:00, nothing else happens.')
  await expect(form.getByRole('radio', { name: /On a day I choose/ })).toBeChecked()
  await expect(
    page.getByRole('region', { name: 'Forecast', exact: true }).getByRole('img', { name: /^your plan.*28 Nov/ }),
  ).toBeVisible()

  const patch = page.getByRole('region', { name: 'Patch', exact: true })
  await patch.getByRole('button', { name: 'Calendar entry' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    patch.getByRole('button', { name: 'Save calendar entry' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('plan-checkout-prod.ics')
  const entry = (await readFile(await file.path(), 'utf8')).replaceAll('\r\n ', '')
  expect(entry).toContain('DTSTART:20261128T210000Z')
  expect(entry).toContain('kubectl -n garden-payments patch shoot checkout-prod --type=json')
})
