import { FakeApi, writeKubeconfig } from '@/lib/garden/kubernetes/testdata/fake-api'
import { startAlmanac } from './support/almanac'
import { reviewOf } from './support/reviews'
import { expect, test } from './support/test'

const SESSION_SECRET = 'a secret of the tests that is long enough for any of them'

test(
  'somebody signs in with a token, comes to where they wanted, and signs out',
  {
    tag: '@firefox',
  },
  async ({ page, context }, info) => {
    const api = await FakeApi.start()
    api.script = reviewOf('anna@example.com')
    const KUBECONFIG = await writeKubeconfig(api, info.outputPath(''))
    const almanac = await startAlmanac({ garden: 'kubernetes', env: { AUTH: 'token', SESSION_SECRET, KUBECONFIG } })
    const address = `${almanac.url}/shoots?project=media#end`
    await page.goto(address)
    await expect(page).toHaveURL(`${almanac.url}/signin?to=${encodeURIComponent('/shoots?project=media')}#end`)
    await page.getByLabel('Bearer token').fill('of-anna')
    await expect(page.locator('input[name=to]')).toHaveValue('/shoots?project=media#end')
    await page.getByRole('button', { name: 'Sign in with the token' }).click()
    await expect(page).toHaveURL(address)
    const sessions = async () => (await context.cookies(address)).filter(({ name }) => name.includes('session'))
    expect(await sessions()).toEqual([expect.objectContaining({ name: 'almanac-session', httpOnly: true })])
    await page.getByRole('link', { name: 'anna@example.com' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(`${almanac.url}/signin`)
    // Firefox tells for a moment of what it was told to forget.
    await expect.poll(sessions).toEqual([])
    // A page that is open would complain that its server is gone.
    await page.goto('about:blank')
    await almanac.stop()
    await api.stop()
  },
)
