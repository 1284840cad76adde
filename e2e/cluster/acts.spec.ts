import type { ShootApplyAnswer, ShootApplyInput } from '@/lib/contract/apply'
import type { PlanAnswer } from '@/lib/contract/plan'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { presentIn } from '@/lib/engine/edits/shoot'
import type { JournalAnswer } from '@/lib/questions/journal/contract'
import { type KubeObject, paths } from './support/api'
import { askRoute, untilState } from './support/shown'
import { expect, test } from './support/test'

/** Owners change their clusters on a real API server, in their own name. */

const NAMESPACE = 'garden-payments'
const NAME = 'checkout-prod'
const SHOOT = paths.shoot(NAMESPACE, NAME)
const PAGE = `/shoots/${NAMESPACE}/${NAME}`

function clientOf(url: string) {
  const ask = <T>(path: string, body?: object) => askRoute<T>(url, path, body)
  const base = async () => (await ask<PlanAnswer>(`${PAGE}/plan`, { edits: [] })).resourceVersion
  return {
    base,
    apply: async (edits: readonly PlannedEdit[], more: Partial<ShootApplyInput> = {}): Promise<ShootApplyAnswer> =>
      ask(`${PAGE}/apply`, { base: more.base ?? (await base()), edits, confirm: NAME, ...more }),
    journal: () => ask<JournalAnswer>('/journal'),
  }
}

const CHANGES: Readonly<Record<string, readonly PlannedEdit[]>> = {
  'an automatic update': [{ field: 'spec.maintenance.autoUpdate.kubernetesVersion', value: true }],
  'the window': [
    { field: 'spec.maintenance.timeWindow.begin', value: '010000+0100' },
    { field: 'spec.maintenance.timeWindow.end', value: '020000+0100' },
  ],
  'how a pool rolls': [
    { pool: 'web-a', field: 'maxSurge', value: 4 },
    { pool: 'web-a', field: 'machineControllerManager.machineDrainTimeout', value: '1h' },
  ],
  'the strategy of a pool': [{ pool: 'ledger', field: 'updateStrategy', value: 'ManualInPlaceUpdate' }],
  'an operation in the next maintenance': [
    { field: 'metadata.annotations[maintenance.gardener.cloud/operation]', value: 'rotate-observability-credentials' },
  ],
  'maintenance at once': [{ field: 'metadata.annotations[gardener.cloud/operation]', value: 'maintain' }],
  'the version': [{ field: 'spec.kubernetes.version', value: '1.33.11' }],
}

/** Others look at it too: it is left as it was found. */
let found: KubeObject
test.beforeEach(async ({ plane: { admin } }) => {
  found = await admin.object('GET', SHOOT)
})
test.afterEach(async ({ plane: { admin } }) => {
  const { annotations = {} } = (await admin.object('GET', SHOOT)).metadata as { annotations?: Record<string, string> }
  const before = (found.metadata as { annotations?: Record<string, string> }).annotations ?? {}
  const gone = Object.keys(annotations).filter((name) => !(name in before))
  await admin.object('PATCH', SHOOT, {
    spec: found.spec,
    metadata: { annotations: { ...before, ...Object.fromEntries(gone.map((name) => [name, null])) } },
  })
})

/** What is done by then, or began, stays. */
const WITHOUT_WAY_BACK: ReadonlySet<string> = new Set([
  'the version',
  'maintenance at once',
  'an operation in the next maintenance',
  'the strategy of a pool',
])

test('what owners change is tried, made, and in the journal with a way back where there is one', async ({
  plane: { admin },
  follow,
}) => {
  const { almanac } = await follow({ user: 'operator' })
  await untilState(almanac.url, 'live')
  const { apply, journal } = clientOf(almanac.url)
  for (const [name, edits] of Object.entries(CHANGES)) {
    await test.step(name, async () => {
      const before = await admin.object('GET', SHOOT)
      const tried = await apply(edits, { dryRun: true })
      expect(tried, JSON.stringify(tried)).toMatchObject({
        outcome: 'accepted',
        confirmation: { effect: { isActedOn: true } },
      })
      expect(await admin.object('GET', SHOOT)).toEqual(before)
      const done = await apply(edits)
      const after = await admin.object('GET', SHOOT)
      expect(done).toMatchObject({ outcome: 'applied', resourceVersion: after.metadata.resourceVersion })
      for (const edit of edits) expect(presentIn(after as never)(edit), edit.field).toEqual(edit.value)
      // All pools are there, with all that was not touched.
      const poolsOf = (object: typeof after) =>
        (object.spec as { provider: { workers: { name: string }[] } }).provider.workers
      expect(poolsOf(after).map(({ name }) => name)).toEqual(poolsOf(before).map(({ name }) => name))
      const touched = edits.flatMap((edit) => ('pool' in edit ? edit.pool : []))
      expect(poolsOf(after).filter((pool) => !touched.includes(pool.name))).toEqual(
        poolsOf(before).filter((pool) => !touched.includes(pool.name)),
      )
      expect(after.status).toEqual(before.status)
      const [entry] = (await journal()).entries
      if (done.outcome !== 'applied' || entry?.kind !== 'shoot') throw new Error(JSON.stringify([done, entry]))
      expect(entry).toEqual(done.entry)
      expect(entry.who).toBe('operator@example.com')
      if (WITHOUT_WAY_BACK.has(name)) return
      expect(await apply(entry.inverse)).toMatchObject({ outcome: 'applied' })
      expect((await admin.object('GET', SHOOT)).spec).toEqual(before.spec)
    })
  }
  const { entries } = await journal()
  const [version, maintain] = entries.filter(({ kind }) => kind === 'shoot')
  expect(version).toMatchObject({ inverse: [], effect: { final: [{ field: 'spec.kubernetes.version' }] } })
  expect(maintain).toMatchObject({ inverse: [], effect: { operations: [{ operation: 'maintain', when: 'now' }] } })
})

test('a second writer loses nothing, and one that only writes the status is in nobody’s way', async ({
  plane: { admin },
  follow,
}) => {
  const { almanac } = await follow({ user: 'operator' })
  await untilState(almanac.url, 'live')
  const { apply, base } = clientOf(almanac.url)
  const opened = await base()
  const confine: PlannedEdit = { field: 'spec.maintenance.confineSpecUpdateRollout', value: true }
  await admin.object('PATCH', `${SHOOT}/status`, { status: { observedGeneration: 4712 } })
  expect(await apply([confine], { base: opened })).toMatchObject({ outcome: 'applied' })
  const next = await base()
  await admin.object('PATCH', SHOOT, { spec: { purpose: 'evaluation' } })
  const late = await apply([{ ...confine, value: false }], { base: next })
  if (late.outcome !== 'conflict') throw new Error(JSON.stringify(late))
  expect(late.difference?.filter(({ kind }) => kind !== 'same').map(({ text }) => text.trim())).toContain(
    'purpose: evaluation',
  )
  const { spec } = await admin.object('GET', SHOOT)
  expect(spec).toMatchObject({ purpose: 'evaluation', maintenance: { confineSpecUpdateRollout: true } })
  expect(await apply([{ ...confine, value: false }])).toMatchObject({ outcome: 'applied' })
  expect((await admin.object('GET', SHOOT)).spec).toMatchObject({ purpose: 'evaluation' })
})

test('who may not is refused in the words of the API server, and sees no button', { tag: '@smoke' }, async ({
  plane: { admin },
  follow,
  page,
}) => {
  const { almanac } = await follow({ user: 'viewer' })
  await untilState(almanac.url, 'live')
  const { apply, journal } = clientOf(almanac.url)
  const before = await admin.object('GET', SHOOT)
  for (const dryRun of [true, false]) {
    expect(
      await apply([{ field: 'spec.maintenance.confineSpecUpdateRollout', value: true }], { dryRun }),
    ).toMatchObject({
      outcome: 'forbidden',
      message: expect.stringContaining('User "viewer@example.com" cannot patch resource "shoots"'),
    })
  }
  expect(await admin.object('GET', SHOOT)).toEqual(before)
  expect((await journal()).entries).toEqual([])
  const command = page.getByRole('region', { name: 'Commands' }).getByText('Maintain now')
  await page.goto(`${almanac.url}${PAGE}/maintenance`)
  await command.click()
  await expect(page.getByRole('button', { name: 'Apply…' })).toHaveCount(0)
  await page.goto(`${almanac.url}${PAGE}/maintenance`)
  const ledger = page.getByRole('region', { name: 'Pool ledger' })
  const switches = ledger.getByText(/^What it may be switched to/)
  await switches.click()
  await expect(ledger.getByRole('button', { name: 'Copy' })).not.toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Apply…' })).toHaveCount(0)
  await page.goto(`${almanac.url}${PAGE}/plan`)
  await page.getByRole('radio', { name: /^1\.33\.11/ }).check()
  await expect(page.getByText('only who may patch Shoots in garden-payments can, such as the owner')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Apply…' })).toHaveCount(0)

  const { almanac: theirs } = await follow({ user: 'operator' })
  await untilState(theirs.url, 'live')
  await page.goto(`${theirs.url}${PAGE}/maintenance`)
  await command.click()
  await expect(page.getByRole('button', { name: 'Apply…' }).first()).toBeVisible()
  await page.goto(`${theirs.url}${PAGE}/maintenance`)
  await switches.click()
  await expect(ledger.getByRole('button', { name: 'Apply…' })).toBeVisible()
})
