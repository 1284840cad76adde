import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { ApplyContext } from '@/lib/apply/context'
import { Journal } from '@/lib/apply/journal'
import { type ShootApplyInput, shootApplyAnswer, shootApplyQuery } from '@/lib/contract/apply'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { Forecaster } from '@/lib/engine/outlook/forecaster'
import type { Garden, JsonObject } from '@/lib/garden'
import { demoManifests } from '@/lib/garden/demo/manifests'
import { openGarden } from '@/lib/garden/open-garden'
import { InMemoryHistory } from '@/lib/history'
import { buildLandscape } from '@/lib/landscape/landscape'
import { findShoot } from '@/lib/landscape/lookup'
import { journalView } from '@/lib/questions/journal/answer'
import { journalAnswer } from '@/lib/questions/journal/contract'
import { openStore } from '@/lib/store'
import { applyToShoot } from './apply'
import { planView } from './plan/view'

const forecaster = new Forecaster()

function applyContextOf(garden: Garden): ApplyContext {
  return {
    garden,
    identity: { kind: 'process' },
    user: null,
    sight: '',
    journal: new Journal(openStore({})),
    landscape: () => buildLandscape(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'), { forecaster }),
    uncut: async () => null,
    promoting: { rule: null, history: new InMemoryHistory() },
  }
}

const path = { namespace: 'garden-payments', name: 'checkout-prod' }

async function baseOf(context: ApplyContext): Promise<string> {
  const landscape = await context.landscape()
  return (await planView(context, landscape, findShoot(landscape, path.namespace, path.name), { edits: [] }))
    .resourceVersion
}

async function applyAt(context: ApplyContext, edits: readonly PlannedEdit[], more: Partial<ShootApplyInput> = {}) {
  const query = shootApplyQuery.parse({ base: await baseOf(context), edits: [...edits], ...more })
  return shootApplyAnswer.parse(JSON.parse(JSON.stringify(await applyToShoot(context, path, query))))
}

const demo: Garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '60' })
const context = applyContextOf(demo)
beforeEach(async () => {
  await demo.ready()
  await demo.reset?.()
})
afterAll(() => demo.close())

const apply = (edits: readonly PlannedEdit[], more?: Partial<ShootApplyInput>) => applyAt(context, edits, more)
const shoot = () => [...demo.snapshot().shoots].find(({ name }) => name === path.name)

const confine: PlannedEdit = { field: 'spec.maintenance.confineSpecUpdateRollout', value: true }
const minor: PlannedEdit = { field: 'spec.kubernetes.version', value: '1.33.11' }

describe('applying edits of a cluster', () => {
  it('changes it, and is in the journal with who, what, effect and the way back', async () => {
    const before = demo.snapshot()
    const base = await baseOf(context)
    const answer = await apply([confine])
    if (answer.outcome !== 'applied') throw new Error(JSON.stringify(answer))
    expect(answer.resourceVersion).toBe(await baseOf(context))
    expect(shoot()?.confineSpecUpdateRollout).toBe(true)
    const { entries, canReset } = journalAnswer.parse(await journalView(context))
    expect(canReset).toBe(true)
    expect(entries[0]).toEqual(answer.entry)
    expect(answer.entry).toMatchObject({ kind: 'shoot', shoot: path, base, edits: [confine], effect: { pools: [] } })
    expect(await apply(answer.entry.inverse)).toMatchObject({ outcome: 'applied' })
    expect(shoot()).toEqual([...before.shoots].find(({ name }) => name === path.name))
  })

  it('that is only tried tells what to confirm, and changes nothing', async () => {
    const before = demo.snapshot()
    expect(await apply([confine], { dryRun: true })).toMatchObject({
      outcome: 'accepted',
      resourceVersion: await baseOf(context),
      confirmation: { sentence: expect.stringContaining('No node is touched by it.'), typing: null },
    })
    expect(demo.snapshot()).toBe(before)
  })

  it('to another minor wants the name of the cluster, as nodes roll and nobody can go back', async () => {
    for (const confirm of [undefined, 'checkout', 'CHECKOUT-PROD']) {
      const answer = await apply([minor], confirm === undefined ? {} : { confirm })
      if (answer.outcome !== 'unconfirmed') throw new Error(JSON.stringify(answer))
      expect(answer.confirmation.typing).toBe('checkout-prod')
      expect(answer.confirmation.sentence).toMatch(
        /^Replaces up to \d+ nodes \(web-a, batch\), updates 4 nodes \(ledger\) in place and restarts the control plane at once\. There is no way back for spec\.kubernetes\.version\. No Gardener acts on it here/,
      )
      expect(answer.confirmation.effect.final).toMatchObject([{ field: 'spec.kubernetes.version' }])
    }
    const done = await apply([minor, confine], { confirm: ' checkout-prod ' })
    expect(done).toMatchObject({ outcome: 'applied', entry: { inverse: [{ ...confine, value: null }] } })
    expect(shoot()?.kubernetesVersion).toBe('1.33.11')
  })

  it('says in which window confined changes are rolled out', async () => {
    await apply([confine])
    const answer = await apply([minor], { dryRun: true })
    if (answer.outcome !== 'accepted') throw new Error(JSON.stringify(answer))
    expect(answer.confirmation.sentence).toContain('in its maintenance window.')
    expect(answer.confirmation.effect.window?.begin).toBe('2026-11-21T21:00:00Z')
  })

  it('that asks for maintenance says what that does, and that nothing acts on it here', async () => {
    const edit: PlannedEdit = { field: 'metadata.annotations[gardener.cloud/operation]', value: 'maintain' }
    const answer = await apply([edit], { confirm: 'checkout-prod' })
    if (answer.outcome !== 'applied') throw new Error(JSON.stringify(answer))
    expect(answer.entry.effect).toMatchObject({
      operations: [{ operation: 'maintain', when: 'now' }],
      isActedOn: false,
    })
    expect(answer.entry.inverse).toEqual([{ ...edit, value: null }])
    expect(shoot()?.annotations['gardener.cloud/operation']).toBe('maintain')
  })

  it('that somebody else has changed is a conflict that tells what', async () => {
    const base = await baseOf(context)
    await apply([{ pool: 'web-a', field: 'maxSurge', value: 5 }])
    const answer = await apply([confine], { base })
    if (answer.outcome !== 'conflict') throw new Error(JSON.stringify(answer))
    expect(answer).toMatchObject({ base, resourceVersion: await baseOf(context) })
    expect(answer.difference?.filter(({ kind }) => kind === 'new').map(({ text }) => text.trim())).toEqual([
      'maxSurge: 5',
    ])
    expect(await apply([confine], { base: 'never' })).toMatchObject({ outcome: 'conflict', difference: null })
    expect(shoot()?.confineSpecUpdateRollout).toBe(false)
  })

  it('that was made for what another process has shown is a conflict only where that differs', async () => {
    const shown = await demo.preview(context.identity, { kind: 'Shoot', ...path }, (object) => object)
    if (shown.kind !== 'ok') throw new Error(shown.kind)
    const { status: _, ...then } = shown.object
    const elsewhere = (objectAt: Garden['objectAt']) =>
      applyContextOf(Object.assign(Object.create(demo) as Garden, { objectAt }) as Garden)
    const asked = { base: 'of another', dryRun: true }
    // Gardener has written the status since.
    expect(
      await applyAt(
        elsewhere(async () => then),
        [confine],
        asked,
      ),
    ).toMatchObject({ outcome: 'accepted' })
    const other = elsewhere(async () => ({ ...then, spec: { purpose: 'testing' } }))
    const answer = await applyAt(other, [confine], { ...asked, base: 'of a third' })
    if (answer.outcome !== 'conflict') throw new Error(JSON.stringify(answer))
    expect(answer.difference?.map(({ text }) => text.trim())).toContain('purpose: testing')
    const gone = elsewhere(async () => null)
    expect(await applyAt(gone, [confine], { ...asked, base: 'of old' })).toMatchObject({ difference: null })
  })

  it('of a pool that is not there is impossible, of what Gardener does not take refused', async () => {
    expect(await apply([confine, { pool: 'no', field: 'maxSurge', value: 5 }])).toEqual({
      outcome: 'impossible',
      problems: [null, { code: 'no-pool', text: 'There is no such pool.' }],
    })
    expect(await apply([{ field: 'spec.kubernetes.version', value: '1.99.0' }])).toMatchObject({
      outcome: 'refused',
      causes: [{ field: 'spec.kubernetes.version' }, {}],
    })
    await apply([confine])
    expect(await apply([confine])).toMatchObject({ outcome: 'unchanged' })
    await expect(
      applyToShoot(context, { ...path, name: 'nobody' }, shootApplyQuery.parse({ base: '1', edits: [confine] })),
    ).rejects.toMatchObject({ code: 'not-found' })
  })

  it('by somebody who signed in carries their name, and their identity to the garden', async () => {
    const identities: unknown[] = []
    const watched: Garden = Object.assign(Object.create(demo) as Garden, {
      apply: (...args: Parameters<Garden['apply']>) => {
        identities.push(args[0])
        return demo.apply(...args)
      },
    })
    const identity = { kind: 'user', token: 't' } as const
    const theirs = { ...context, garden: watched, identity, user: { name: 'ada@example.com', groups: [] } }
    expect(await applyAt(theirs, [confine])).toMatchObject({ outcome: 'applied', entry: { who: 'ada@example.com' } })
    expect(identities).toEqual([identity, identity])
  })
})

describe('a cluster whose status moves all the time', () => {
  it('is no conflict, and its version counts nevertheless', async () => {
    let now = JSON.parse(JSON.stringify(demoManifests({ born: '2026-11-21', shoots: 60 }))).find(
      ({ metadata }: { metadata: { name: string } }) => metadata.name === path.name,
    ) as JsonObject
    let version = 100
    const asked: string[] = []
    const written = () => ({ ...now, metadata: { ...(now.metadata as JsonObject), resourceVersion: String(version) } })
    const moving: Garden = Object.assign(Object.create(demo) as Garden, {
      preview: async () => ({
        kind: 'ok',
        resourceVersion: String(version),
        object: written(),
        edited: written(),
        file: null,
        texts: async () => ({ before: '', after: '' }),
      }),
      apply: async (...[, , edit, { resourceVersion, dryRun }]: Parameters<Garden['apply']>) => {
        asked.push(resourceVersion ?? '')
        if (resourceVersion !== String(version))
          return { kind: 'conflict', newer: { resourceVersion: String(version), object: written() } }
        if (!dryRun) now = edit(now)
        return { kind: 'applied', resourceVersion: String(version), dryRun: dryRun ?? false }
      },
    })
    const theirs = { ...context, garden: moving }
    const base = await baseOf(theirs)
    now = { ...now, status: { observedGeneration: 7 } }
    version = 101
    expect(await applyAt(theirs, [confine], { base })).toMatchObject({ outcome: 'applied', entry: { base: '101' } })
    expect(asked).toEqual(['100', '101', '101'])
    now = { ...now, metadata: { ...(now.metadata as JsonObject), labels: { a: 'b' } } }
    version = 102
    expect(await applyAt(theirs, [{ ...confine, value: false }], { base: '101' })).toMatchObject({
      outcome: 'conflict',
    })
  })
})

describe('a cluster in a folder', () => {
  it('is written into its file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-shoot-'))
    const file = join(folder, 'garden.yaml')
    const items = JSON.parse(JSON.stringify(demoManifests({ born: '2026-11-21', shoots: 60 })))
    const text = stringify({ apiVersion: 'v1', kind: 'List', items })
    await writeFile(file, `# Kept by the platform team\n${text}`)
    const garden = openGarden({ GARDEN: folder })
    await garden.ready()
    const theirs = applyContextOf(garden)
    const answer = await applyAt(theirs, [{ pool: 'web-a', field: 'maxSurge', value: 7 }])
    expect(answer).toMatchObject({ outcome: 'applied', entry: { effect: { isActedOn: false } } })
    const [before, after] = [
      `# Kept by the platform team\n${text}`.split('\n'),
      (await readFile(file, 'utf8')).split('\n'),
    ]
    expect(after.filter((line, i) => line !== before[i]).map((line) => line.trim())).toEqual(['maxSurge: 7'])
    await garden.close()
    await rm(folder, { recursive: true })
  })
})
