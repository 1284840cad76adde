import { request as newRequest } from '@playwright/test'
import { expect, test } from './support/test'
import { tokenOf } from './support/users'

const SESSION_SECRET = 'a secret of the tests that is long enough for any of them'

test.describe('with a token', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('whoever is signed out is led to sign in, and back to the very same address', async ({ page, followed }) => {
    const { url } = await followed({ AUTH: 'token', SESSION_SECRET })
    const address = '/shoots?project=payments&sort=name'
    await page.goto(`${url}${address}`)
    await expect(page).toHaveURL(/\/signin\?to=/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the garden landscape')

    await page.getByLabel('Bearer token').fill('nonsense')
    await page.getByRole('button', { name: 'Sign in with the token' }).click()
    const problem = page.getByRole('alert').filter({ hasText: 'The garden does not let this token in' })
    await expect(problem).toContainText('Unauthorized')

    await page.getByLabel('Bearer token').fill(` ${tokenOf('viewer')}\n`)
    await page.getByRole('button', { name: 'Sign in with the token' }).click()
    await expect(page).toHaveURL(`${url}${address}`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
  })

  test('a program brings its own token', async ({ followed }) => {
    const { url } = await followed({ AUTH: 'token', SESSION_SECRET })
    const program = await newRequest.newContext()
    expect((await program.get(`${url}/api/garden`)).status()).toBe(401)
    const authorization = `Bearer ${tokenOf('viewer')}`
    expect((await program.get(`${url}/api/garden`, { headers: { authorization } })).status()).toBe(200)
    expect((await program.get(`${url}/api/garden`, { headers: { authorization: 'Bearer forged' } })).status()).toBe(401)
    await program.dispose()
  })
})
