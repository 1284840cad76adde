import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { editObject } from '@/lib/engine/edits'
import type { Edit } from '@/lib/engine/edits/edit'
import { type ShootEdit, withEdits } from '@/lib/engine/edits/shoot'
import type { JsonObject } from '@/lib/engine/json'
import { parseInstant } from '@/lib/engine/time'
import type { Garden, ObjectRef, ProfileEntry } from '../garden'
import { openGarden } from '../open-garden'

const aws: ObjectRef = { kind: 'CloudProfile', name: 'aws' }
const process = { kind: 'process' } as const
const until = parseInstant('2027-03-01T00:00:00Z')

let garden: Garden

beforeEach(async () => {
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '60' })
  await garden.ready()
})
afterEach(() => garden.close())

const entry = (key = 'aws'): ProfileEntry => {
  const found = garden.snapshot().profiles.get(key)
  if (found === undefined) throw new Error(`there is no ${key}`)
  return found
}

const made =
  (edits: readonly Edit[], parent: ProfileEntry | null = null) =>
  (object: JsonObject): JsonObject => {
    const edited = editObject(object, edits, parent?.profile ?? null)
    if (edited.kind === 'problem') throw new Error(JSON.stringify(edited.problem))
    return edited.object
  }

const apply = (edits: readonly Edit[], options: { dryRun?: boolean; resourceVersion?: string } = {}) =>
  garden.apply(process, aws, made(edits), { resourceVersion: entry().resourceVersion ?? '', ...options })

const preview1: Edit = { kind: 'add', image: null, entry: { version: '1.99.0', classification: 'preview' } }
const expiryOf = (key: string, version: string) =>
  entry(key).profile.kubernetes.find((one) => one.version === version)?.expirationDate

describe('the demo', () => {
  it('takes an edit: the next snapshot has it, everything else is the same', async () => {
    const before = garden.snapshot()
    let calls = 0
    garden.subscribe(() => calls++)
    const outcome = await apply([preview1])
    const after = garden.snapshot()
    expect(outcome).toEqual({ kind: 'applied', resourceVersion: entry().resourceVersion })
    expect(calls).toBe(1)
    expect(after.revision).not.toBe(before.revision)
    expect(entry().profile.kubernetes[0]?.version, 'it is the newest').toBe('1.99.0')
    expect(after.profiles.get('azure')).toBe(before.profiles.get('azure'))
    expect(after.shoots.at(0)).toBe(before.shoots.at(0))
  })

  it('changes nothing by a dry run, and by an edit that changes nothing', async () => {
    const before = garden.snapshot()
    expect(await apply([preview1], { dryRun: true })).toMatchObject({ kind: 'applied' })
    expect(await apply([])).toMatchObject({ kind: 'unchanged' })
    expect(garden.snapshot()).toBe(before)
  })

  it('tells a conflict with what there is now', async () => {
    const { resourceVersion = '' } = entry()
    await apply([preview1])
    const outcome = await apply([preview1], { resourceVersion })
    expect(outcome).toMatchObject({ kind: 'conflict', newer: { resourceVersion: entry().resourceVersion } })
    expect(JSON.stringify(outcome)).toContain('1.99.0')
  })

  it('gives each of two edits its own version, and the first one again after a way back', async () => {
    const { resourceVersion } = entry()
    await apply([preview1])
    expect(entry().resourceVersion).not.toBe(resourceVersion)
    await apply([{ kind: 'remove', image: null, version: '1.99.0' }])
    expect(entry().resourceVersion).toBe(resourceVersion)
  })

  it('refuses what is not valid', async () => {
    const outcome = await apply([
      { kind: 'add', image: null, entry: { version: '1.35.999', classification: 'supported' } },
    ])
    expect(outcome).toMatchObject({ kind: 'refused', status: 422 })
    if (outcome.kind !== 'refused') return
    expect(outcome.message).toMatch(/^CloudProfile\.core\.gardener\.cloud "aws" is invalid: /)
    expect(outcome.causes[0]?.field).toMatch(/^spec\.kubernetes\.versions\[/)
  })

  it('forbids to remove a version in use, and names who uses it', async () => {
    const used = [...garden.snapshot().shoots].find(({ profile }) => profile.name === 'aws')
    const outcome = await apply([{ kind: 'remove', image: null, version: used?.kubernetesVersion ?? '' }])
    expect(outcome).toMatchObject({ kind: 'forbidden' })
    expect(JSON.stringify(outcome)).toContain(`shoot '${used?.namespace}/${used?.name}'`)
  })

  it('knows no other objects', async () => {
    const options = { resourceVersion: '1' }
    expect(await garden.apply(process, { kind: 'CloudProfile', name: 'no' }, made([]), options)).toEqual({
      kind: 'gone',
    })
    expect(await garden.apply(process, { kind: 'Project', name: 'no' }, made([]), options)).toMatchObject({
      kind: 'unavailable',
    })
  })

  it('merges a namespaced profile with what its parent says now', async () => {
    const key = 'garden-payments/aws-extended'
    await apply([{ kind: 'expire', image: null, version: '1.34.6', expirationDate: until }])
    expect(expiryOf(key, '1.34.6')).toBe(until)
    const ref: ObjectRef = { kind: 'NamespacedCloudProfile', namespace: 'garden-payments', name: 'aws-extended' }
    const edit = made([{ kind: 'expire', image: null, version: '1.32.13', expirationDate: until }], entry())
    const { resourceVersion = '' } = entry(key)
    expect(await garden.apply(process, ref, edit, { resourceVersion })).toMatchObject({ kind: 'applied' })
    expect(expiryOf(key, '1.32.13')).toBe(until)
    expect(expiryOf('aws', '1.32.13')).not.toBe(until)
  })

  it('brings the original back', async () => {
    const before = garden.snapshot()
    await apply([preview1])
    await garden.reset?.()
    expect(garden.snapshot()).toBe(before)
  })

  it('shows its objects as YAML, before and after', async () => {
    const preview = await garden.preview(process, aws, made([preview1]))
    if (preview.kind !== 'ok') throw new Error(preview.kind)
    expect(preview.resourceVersion).toBe(entry().resourceVersion)
    const { before, after } = await preview.texts()
    expect(before).not.toContain('1.99.0')
    expect(after).toContain('- version: 1.99.0\n      classification: preview\n')
  })
})

describe('a cluster of the demo', () => {
  const checkout: ObjectRef = { kind: 'Shoot', namespace: 'garden-payments', name: 'checkout-prod' }
  const shoot = () => [...garden.snapshot().shoots].find(({ name }) => name === 'checkout-prod')
  const versionNow = async () => {
    const found = await garden.preview(process, checkout, (object) => object)
    return found.kind === 'ok' ? found.resourceVersion : found.kind
  }
  const change = async (edits: readonly ShootEdit[], options: { dryRun?: boolean; resourceVersion?: string } = {}) =>
    garden.apply(process, checkout, (object) => withEdits(object, edits) as JsonObject, {
      resourceVersion: await versionNow(),
      ...options,
    })
  const later: ShootEdit = { field: 'spec.maintenance.timeWindow.begin', value: '230000+0100' }
  const ends: ShootEdit = { field: 'spec.maintenance.timeWindow.end', value: '000000+0100' }

  it('takes an edit, and the original comes back', async () => {
    const before = garden.snapshot()
    const first = await versionNow()
    expect(await change([later, ends], { dryRun: true })).toMatchObject({ kind: 'applied' })
    expect(garden.snapshot()).toBe(before)
    const done = await change([later, ends])
    expect(done).toEqual({ kind: 'applied', resourceVersion: await versionNow() })
    expect(shoot()?.window).toEqual({ begin: '230000+0100', end: '000000+0100' })
    expect(garden.snapshot().shoots.length).toBe(before.shoots.length)
    expect(await change([later], { resourceVersion: first })).toMatchObject({ kind: 'conflict' })
    expect(await change([later])).toMatchObject({ kind: 'unchanged' })
    expect(garden.isEdited?.()).toBe(true)
    await garden.reset?.()
    expect(garden.snapshot()).toBe(before)
    expect(await versionNow()).toBe(first)
  })

  it('keeps what an annotation asks for, and does nothing', async () => {
    const before = shoot()
    await change([{ field: 'metadata.annotations[gardener.cloud/operation]', value: 'maintain' }])
    expect(shoot()).toEqual({
      ...before,
      annotations: { ...before?.annotations, 'gardener.cloud/operation': 'maintain' },
    })
  })

  it('refuses what Gardener would, machine types too', async () => {
    expect(await change([{ field: 'spec.kubernetes.version', value: '1.99.0' }])).toMatchObject({
      kind: 'refused',
      status: 422,
      message: expect.stringMatching(/^Shoot\.core\.gardener\.cloud "checkout-prod" is invalid: /),
      causes: expect.arrayContaining([expect.objectContaining({ field: 'spec.kubernetes.version' })]),
    })
    const pool = shoot()?.workers[0]?.name ?? ''
    expect(await change([{ pool, field: 'machine.type', value: 'huge' }])).toMatchObject({
      kind: 'refused',
      causes: [{ field: 'spec.provider.workers[0].machine.type' }],
    })
    expect(await change([{ field: 'spec.kubernetes.version', value: 'newest' }])).toMatchObject({ kind: 'refused' })
  })

  it('that two edit at the same time keeps what the first one wrote', async () => {
    const resourceVersion = await versionNow()
    const outcomes = await Promise.all([
      change([{ field: 'spec.maintenance.confineSpecUpdateRollout', value: true }], { resourceVersion }),
      change([later, ends], { resourceVersion }),
    ])
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['applied', 'conflict'])
  })

  it('that is not there is gone', async () => {
    const ref: ObjectRef = { ...checkout, name: 'nobody' }
    expect(await garden.apply(process, ref, made([]), { resourceVersion: '1' })).toEqual({ kind: 'gone' })
  })
})
