import type { ApplyOutcome, Garden, JsonObject, ObjectEdit } from '@/lib/garden'
import { KubernetesGarden } from '@/lib/garden/kubernetes/kubernetes-garden'
import { type KubeObject, paths } from './support/api'
import { create } from './support/landscape'
import { test as base, expect } from './support/test'
import type { UserName } from './support/users'

const test = base.extend<{ gardenOf: (user: UserName) => Promise<{ garden: Garden; cut: () => void }> }>({
  gardenOf: async ({ connect }, use) => {
    const open: Garden[] = []
    await use(async (user) => {
      const { wire, kubeconfig } = await connect({ user })
      const garden = new KubernetesGarden({ KUBECONFIG: kubeconfig.path })
      open.push(garden)
      await garden.ready()
      // What takes long is shown in parts.
      await expect.poll(() => garden.status().state).toBe('live')
      return { garden, cut: () => wire.cut() }
    })
    for (const garden of open) await garden.close()
  },
})

const PROFILE = 'edited'
const me = { kind: 'process' } as const
const ref = { kind: 'CloudProfile', name: PROFILE } as const
const DATE = '2027-01-31T00:00:00Z'

/** Gives the second version a date. */
function expire(date: string): ObjectEdit {
  return (object) => {
    const { spec } = object as unknown as { spec: { kubernetes: { versions: JsonObject[] } } }
    const versions = spec.kubernetes.versions.map((one, i) => (i === 1 ? { ...one, expirationDate: date } : one))
    return { ...object, spec: { ...spec, kubernetes: { ...spec.kubernetes, versions } } } as JsonObject
  }
}

function versionOf(garden: Garden): string {
  return garden.snapshot().profiles.get(PROFILE)?.resourceVersion ?? ''
}

function datesOf(object: KubeObject | JsonObject): unknown[] {
  const { spec } = object as unknown as { spec: { kubernetes: { versions: { expirationDate?: string }[] } } }
  return spec.kubernetes.versions.map(({ expirationDate }) => expirationDate ?? null)
}

test.beforeEach(async ({ plane }) => {
  await create(plane.admin, {
    apiVersion: 'core.gardener.cloud/v1beta1',
    kind: 'CloudProfile',
    metadata: { name: PROFILE, annotations: { 'example.com/note': 'keep me' } },
    spec: {
      type: 'local',
      kubernetes: { versions: [{ version: '1.34.2' }, { version: '1.33.6', unknownField: { deep: [1] } }] },
      machineImages: [],
      machineTypes: [{ name: 'small' }],
      providerConfig: { kind: 'CloudProfileConfig', secret: 'x' },
      regions: [{ name: 'local' }],
    },
  })
})
test.afterEach(async ({ plane }) => {
  await plane.admin.ask('DELETE', paths.cloudProfile(PROFILE))
})

test('an edit is tried first, then made, and touches nothing else', { tag: '@smoke' }, async ({ plane, gardenOf }) => {
  const { garden } = await gardenOf('operator')
  // As the audit log of the API server has it.
  expect((await garden.userOf?.(me))?.name).toBe('operator@example.com')
  const before = await plane.admin.object('GET', paths.cloudProfile(PROFILE))
  const resourceVersion = versionOf(garden)
  const tried = await garden.apply(me, ref, expire(DATE), { resourceVersion, dryRun: true })
  expect(tried).toEqual({ kind: 'applied', resourceVersion })
  expect(await plane.admin.object('GET', paths.cloudProfile(PROFILE))).toEqual(before)

  const done = await garden.apply(me, ref, expire(DATE), { resourceVersion })
  expect(done).toEqual({ kind: 'applied', resourceVersion: expect.stringMatching(/^\d+$/) })
  const after = await plane.admin.object('GET', paths.cloudProfile(PROFILE))
  expect(datesOf(after)).toEqual([null, DATE])
  const { versions } = (before.spec as { kubernetes: { versions: object[] } }).kubernetes
  expect(after.spec).toEqual({
    ...(before.spec as object),
    kubernetes: { versions: [versions[0], { ...versions[1], expirationDate: DATE }] },
  })
  expect(after.metadata.annotations).toEqual(before.metadata.annotations)
  // The snapshot follows by itself.
  await expect.poll(() => versionOf(garden)).toBe(after.metadata.resourceVersion)
})

test('an edit that changes nothing is not sent', async ({ gardenOf }) => {
  const { garden } = await gardenOf('viewer')
  const resourceVersion = versionOf(garden)
  expect(await garden.apply(me, ref, (object) => object, { resourceVersion })).toEqual({
    kind: 'unchanged',
    resourceVersion,
  })
})

test('a second editor is told what the first one made', { tag: '@smoke' }, async ({ plane, gardenOf }) => {
  const { garden } = await gardenOf('operator')
  const resourceVersion = versionOf(garden)
  const first = await garden.apply(me, ref, expire(DATE), { resourceVersion })
  const second = await garden.apply(me, ref, expire('2028-01-31T00:00:00Z'), { resourceVersion })
  if (second.kind !== 'conflict' || first.kind !== 'applied') throw new Error(`${first.kind}, ${second.kind}`)
  expect(second.newer.resourceVersion).toBe(first.resourceVersion)
  expect(datesOf(second.newer.object)).toEqual([null, DATE])
  expect(datesOf(await plane.admin.object('GET', paths.cloudProfile(PROFILE)))).toEqual([null, DATE])
})

test('what it was is told as long as the API server keeps it, also to who has not seen it', async ({
  plane,
  gardenOf,
}) => {
  const { garden } = await gardenOf('operator')
  const before = await plane.admin.object('GET', paths.cloudProfile(PROFILE))
  const resourceVersion = versionOf(garden)
  expect(await garden.objectAt?.(me, ref, resourceVersion)).toEqual(before)
  await garden.apply(me, ref, expire(DATE), { resourceVersion })
  expect(await garden.objectAt?.(me, ref, resourceVersion)).toEqual(before)
  for (const none of ['1', 'never', '999999999']) expect(await garden.objectAt?.(me, ref, none)).toBeNull()
  expect(await garden.objectAt?.(me, { ...ref, name: 'nobody' }, resourceVersion)).toBeNull()
})

test.describe('who is refused', () => {
  const refused = async (outcome: Promise<ApplyOutcome>, kind: ApplyOutcome['kind']): Promise<ApplyOutcome> => {
    const told = await outcome
    expect(told.kind).toBe(kind)
    return told
  }

  test('because of a role is told so in the words of the server', { tag: '@smoke' }, async ({ plane, gardenOf }) => {
    const { garden } = await gardenOf('viewer')
    for (const dryRun of [true, false]) {
      const outcome = garden.apply(me, ref, expire(DATE), { resourceVersion: versionOf(garden), dryRun })
      expect(await refused(outcome, 'forbidden')).toMatchObject({
        message: expect.stringContaining('User "viewer@example.com" cannot patch resource "cloudprofiles"'),
      })
    }
    expect(datesOf(await plane.admin.object('GET', paths.cloudProfile(PROFILE)))).toEqual([null, null])
  })

  test('because of a value is told the field', { tag: '@smoke' }, async ({ plane, gardenOf }) => {
    const { garden } = await gardenOf('operator')
    const outcome = garden.apply(me, ref, expire('tomorrow'), { resourceVersion: versionOf(garden) })
    expect(await refused(outcome, 'refused')).toMatchObject({
      status: 422,
      message: expect.stringContaining('is invalid'),
      causes: [
        {
          field: 'spec.kubernetes.versions[1].expirationDate',
          message: expect.stringContaining('date-time'),
          reason: 'FieldValueTypeInvalid',
        },
      ],
    })
    expect(datesOf(await plane.admin.object('GET', paths.cloudProfile(PROFILE)))).toEqual([null, null])
  })

  test('because the object is gone is told so', async ({ plane, gardenOf }) => {
    const { garden } = await gardenOf('operator')
    const resourceVersion = versionOf(garden)
    await plane.admin.object('DELETE', paths.cloudProfile(PROFILE))
    await refused(garden.apply(me, ref, expire(DATE), { resourceVersion }), 'gone')
  })

  test('because nobody answers is told that nothing was changed', async ({ gardenOf }) => {
    const { garden, cut } = await gardenOf('operator')
    const resourceVersion = versionOf(garden)
    cut()
    const told = await refused(garden.apply(me, ref, expire(DATE), { resourceVersion }), 'unavailable')
    expect(told).toMatchObject({ message: expect.stringMatching(/^The API server /), uncertain: false })
  })
})
