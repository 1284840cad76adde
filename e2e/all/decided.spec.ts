import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dump } from 'js-yaml'
import { demoManifests } from '@/lib/garden/demo/manifests'
import { freePort } from '../../tools/address.mjs'
import { root } from '../../tools/root.mjs'
import { type Almanac, startAlmanac } from '../support/almanac'
import { settled } from '../support/settled'
import { expect, test } from '../support/test'

const DAY = 86_400_000
const today = new Date().toISOString().slice(0, 10)
const dayIn = (days: number) => new Date(Date.parse(today) + days * DAY).toISOString().slice(0, 10)

let folder: string
/** The Git checkout that live is made of. */
let repository: string
let live: Almanac
let canary: Almanac

test.beforeAll(async () => {
  test.setTimeout(300_000)
  folder = mkdtempSync(join(tmpdir(), 'almanac-decided-'))
  repository = join(folder, 'landscape')
  mkdirSync(repository)
  const policy = join(folder, 'policy.yaml')
  const rule = ['kind: PromotionRule', 'clusters: 1', 'days: 1', 'failedUpdates: 2', 'landscapes: [canary]']
  writeFileSync(policy, ['kind: ControllerManagerConfiguration', '---', ...rule].join('\n'))
  const manifests = demoManifests({ born: today, shoots: 120 }) as { kind: string; metadata: { name: string } }[]
  const isAws = ({ kind, metadata }: (typeof manifests)[number]) => kind === 'CloudProfile' && metadata.name === 'aws'
  const text = (of: object) => dump(of, { noRefs: true, lineWidth: -1 })
  writeFileSync(join(repository, 'aws.yaml'), text(manifests.find(isAws) ?? {}))
  writeFileSync(
    join(repository, 'others.yaml'),
    manifests
      .filter((one) => !isAws(one))
      .map(text)
      .join('---\n'),
  )
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=Live as it is')

  const ports = { canary: await freePort(), live: await freePort() }
  const LANDSCAPES = Object.entries(ports)
    .map(([name, port]) => `${name}=http://127.0.0.1:${port}`)
    .join()
  canary = await startAlmanac({ garden: `demo:${today}`, port: ports.canary, env: { LANDSCAPES } })
  live = await startAlmanac({ garden: repository, port: ports.live, env: { LANDSCAPES, POLICY: policy } })
})

test.afterAll(async () => {
  for (const one of [live, canary]) await one?.stop()
  rmSync(folder, { recursive: true })
})

function git(...args: readonly string[]): string {
  const who = ['-c', 'user.name=operator', '-c', 'user.email=operator@example.com']
  return execFileSync('git', [...who, ...args], { cwd: repository, encoding: 'utf8' })
}

function almanac(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools/almanac.mjs'), ...args], {
    cwd: repository,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** The entry of a version in the file of the profile: lines up to the next entry. */
function entryOf(version: string): string {
  const text = readFileSync(join(repository, 'aws.yaml'), 'utf8')
  return new RegExp(`- version: ${version}\\n(?:(?! *- ).*\\n)*`).exec(text)?.[0] ?? ''
}

/** An operator: what a pull request does, a month more for whom it hits, and what comes next, promoted on the evidence of canary. */
test('from a pull request that expires a minor to its exception and the next promotion', async ({ page }) => {
  const end = dayIn(20)
  git('switch', '--quiet', '--create=end-of-1.33')
  const profile = join(repository, 'aws.yaml')
  const before = entryOf('1.33.11')
  expect(before).toContain('expirationDate')
  const after = before.replace(/(expirationDate: ).*/, `$1'${end}T12:00:00Z'`)
  writeFileSync(profile, readFileSync(profile, 'utf8').replace(before, after))
  git('commit', '--quiet', '--all', '--message=aws: end 1.33 earlier')

  // The comment on it.
  const limits = ['--fail-on', 'refused,stuck', '--name', 'live', '--url', live.url]
  const comment = almanac('diff', 'main', 'end-of-1.33', '--format', 'markdown', '--zone', 'Europe/Berlin', ...limits)
  expect(comment.stderr).toBe('')
  expect(comment.status).toBe(0)
  expect(comment.stdout).toMatch(/^<!-- almanac diff live -->\n/)
  const [, headline = ''] = /what this does to clusters of live\n\n(.*)\n/.exec(comment.stdout) ?? []
  expect(headline).toMatch(/forced/)
  expect(comment.stdout).toContain('search / ')
  expect(comment.stdout).toContain('The API server would accept it.')
  const [, draft = ''] = /\]\((http\S+draft=\S+)\)/.exec(comment.stdout) ?? []
  await page.goto(draft)
  await settled(page)
  await expect(page.getByRole('main')).toContainText(/clusters?.*forced/)

  // It is merged, and live follows the checkout.
  git('switch', '--quiet', 'main')
  git('merge', '--quiet', '--no-ff', '--message=Merge end-of-1.33', 'end-of-1.33')
  await page.goto(`${live.url}/versions/aws/kubernetes/1.33.11`)
  await settled(page)
  await page.getByText(/^By project, /).click()
  await page.getByRole('link', { name: 'Give search more time' }).click()
  await settled(page)
  const asked = page.getByRole('region', { name: 'What is asked' })
  await expect(asked).toContainText('The garden would accept it')
  await asked.getByRole('group', { name: 'Until when' }).getByRole('button').last().click()
  await asked.getByRole('textbox', { name: /^Why/ }).fill('The index is built anew until then.')
  await expect(page.getByRole('region', { name: 'Effect' })).toContainText(/clusters? of search gets? \d+ days? more/)
  await page.getByRole('region', { name: 'Apply' }).getByRole('button', { name: 'Apply' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Apply to search-more-time/ }).click()
  await expect(dialog).toContainText('Applied.')
  expect(git('status', '--porcelain')).toMatch(/search-more-time/)
  await dialog.getByRole('link', { name: 'All exceptions' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'search-more-time' })).toContainText('1.33.11')
  git('add', '.')
  git('commit', '--quiet', '--message=More time for search')

  // What comes next, on what canary went through.
  await page.goto(`${live.url}/versions/aws/kubernetes/1.36.2?evidence=all`)
  const evidence = page.getByRole('region', { name: 'Evidence', exact: true })
  await expect(evidence).toContainText(/\d+ days, \d+ clusters?, \d+ failed on canary/)
  await evidence.getByRole('link', { name: 'Promote it' }).click()
  await page.getByRole('link', { name: /^Fill a draft with/ }).click()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  for (const box of await dialog.getByRole('checkbox').all()) await box.check()
  await dialog.getByRole('button', { name: 'Apply to aws' }).click()
  await expect(dialog).toContainText('Applied')
  expect(entryOf('1.36.2')).toContain('classification: supported')
  await page.goto(`${live.url}/workbench?view=journal`)
  await expect(page.getByText(/^Counted as well, .*canary, 1\.36\.2: /)).toBeVisible()
})
