import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/engine/json'
import { demoGarden } from '@/lib/garden/testdata/demo'
import type { Garden, ObjectRef } from '../garden'

const process = { kind: 'process' } as const
const ref: ObjectRef = { kind: 'NamespacedCloudProfile', namespace: 'garden-search', name: 'more-time' }
let garden: Garden

beforeEach(async () => {
  garden = await demoGarden()
})
afterEach(() => garden.close())

const dated =
  (version: string, expirationDate = '2030-04-30T23:59:59Z') =>
  (object: JsonObject): JsonObject => ({
    ...object,
    spec: {
      parent: { kind: 'CloudProfile', name: 'aws' },
      kubernetes: { versions: [{ version, expirationDate }] },
    },
  })

const listed = () =>
  garden
    .snapshot()
    .profiles.get('aws')
    ?.profile.kubernetes.map(({ version }) => version) ?? []
const make = (edit: (object: JsonObject) => JsonObject, dryRun = false) =>
  garden.apply(process, ref, edit, { resourceVersion: null, dryRun })

describe('a new namespaced profile in the demo', () => {
  it('is made, merged with its parent, and gone with a reset', async () => {
    const version = listed()[1] ?? ''
    const parent = garden.snapshot().profiles.get('aws')
    expect(await make(dated(version), true)).toEqual({ kind: 'applied', resourceVersion: '' })
    expect(garden.snapshot().profiles.has('garden-search/more-time')).toBe(false)
    const made = await make(dated(version))
    const entry = garden.snapshot().profiles.get('garden-search/more-time')
    expect(made).toEqual({ kind: 'applied', resourceVersion: entry?.resourceVersion })
    expect(entry?.profile.kubernetes.length).toBe(parent?.profile.kubernetes.length)
    expect(entry?.profile.kubernetes.find((one) => one.version === version)?.expirationDate).toBe(
      Date.parse('2030-04-30T23:59:59Z'),
    )
    expect(garden.isEdited?.()).toBe(true)
    await garden.reset?.()
    expect(garden.snapshot().profiles.has('garden-search/more-time')).toBe(false)
  })

  it('is a conflict where there is one of that name', async () => {
    const version = listed()[1] ?? ''
    await make(dated(version))
    expect(await make(dated(version))).toMatchObject({
      kind: 'conflict',
      newer: { object: { metadata: { name: 'more-time' } } },
    })
  })

  it('is refused in the words of the API server', async () => {
    expect(await make(dated('1.1.1'))).toMatchObject({
      kind: 'refused',
      status: 500,
      message: expect.stringContaining("invalid kubernetes version specified: '1.1.1' does not exist in parent"),
    })
    const [latest = ''] = listed()
    expect(await make(dated(latest))).toMatchObject({ kind: 'refused', status: 500 })
    expect(garden.snapshot().profiles.has('garden-search/more-time')).toBe(false)
  })
})

describe('a cluster of the demo that moves', () => {
  const to =
    (kind: string, name: string) =>
    (object: JsonObject): JsonObject => {
      const { cloudProfileName: _, ...spec } = object.spec as JsonObject
      return { ...object, spec: { ...spec, cloudProfile: { kind, name } } }
    }
  const first = () => {
    const shoot = [...garden.snapshot().shoots].find(
      ({ namespace, profile }) => namespace === 'garden-search' && profile.name === 'aws',
    )
    if (shoot === undefined) throw new Error('there is none')
    return { kind: 'Shoot', namespace: shoot.namespace, name: shoot.name } as const
  }
  const move = async (shoot: ObjectRef, edit: (object: JsonObject) => JsonObject) => {
    const now = await garden.preview(process, shoot, (object) => object)
    if (now.kind !== 'ok') throw new Error(now.kind)
    return garden.apply(process, shoot, edit, { resourceVersion: now.resourceVersion })
  }

  it('is on the namespaced profile then, and comes back', async () => {
    await make(dated(listed()[1] ?? ''))
    const shoot = first()
    expect(await move(shoot, to('NamespacedCloudProfile', 'more-time'))).toMatchObject({ kind: 'applied' })
    const now = [...garden.snapshot().shoots].find(({ name }) => name === shoot.name)
    expect(now?.profile).toEqual({ kind: 'NamespacedCloudProfile', namespace: 'garden-search', name: 'more-time' })
    expect(await move(shoot, to('CloudProfile', 'aws'))).toMatchObject({ kind: 'applied' })
  })

  it('is refused to another root, and to what is not there, in the words of the API server', async () => {
    const shoot = first()
    expect(await move(shoot, to('CloudProfile', 'gcp'))).toMatchObject({
      kind: 'refused',
      status: 500,
      message:
        'cloud profile reference change is invalid: cannot change from "aws" to "gcp". The cloud profile reference must remain within the same hierarchy',
    })
    expect(await move(shoot, to('NamespacedCloudProfile', 'nosuch'))).toMatchObject({
      kind: 'refused',
      status: 500,
      message:
        'Internal error occurred: could not find referenced cloud profile: namespacedcloudprofile.core.gardener.cloud "nosuch" not found',
    })
  })
})
