import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ObjectRef } from '../garden'
import { Connection } from './connection'
import { objectAtVersion } from './kubernetes-garden'
import { FakeApi, type FakeResponse, writeKubeconfig } from './testdata/fake-api'

let api: FakeApi
let folder: string
let connection: Connection

beforeAll(async () => {
  api = await FakeApi.start()
  folder = await mkdtemp(join(tmpdir(), 'almanac-object-at-'))
  connection = new Connection({ KUBECONFIG: await writeKubeconfig(api, folder) })
})
afterAll(async () => {
  await api.stop()
  await rm(folder, { recursive: true })
})

const profile: ObjectRef = { kind: 'CloudProfile', name: 'aws' }
const item = { metadata: { name: 'aws', resourceVersion: '7' }, spec: { type: 'aws' } }
const list = (...items: readonly unknown[]): FakeResponse => ({ status: 200, body: { items } })

it.each<[string, FakeResponse, object | null]>([
  ['the object as it was', list(item), item],
  ['nothing of what there is not', list(), null],
  [
    'nothing of another version, as a server says that knows no exact ones',
    list({ ...item, metadata: { name: 'aws', resourceVersion: '9' } }),
    null,
  ],
  ['nothing once the server has forgotten', { status: 410, body: { code: 410, reason: 'Expired' } }, null],
  ['nothing to who may not list', { status: 403, body: { code: 403, reason: 'Forbidden' } }, null],
  ['nothing of no list', { status: 200, body: 'oops' }, null],
  ['nothing when the connection breaks', 'break', null],
])('tells %s', async (_, told, expected) => {
  api.script = () => told
  const signal = new AbortController().signal
  const at = { resourceVersion: '7', silence: 2000, signal }
  expect(await objectAtVersion(connection, { kind: 'process' }, profile, at)).toEqual(expected)
  expect(api.asked.at(-1)).toMatchObject({
    method: 'GET',
    path: '/apis/core.gardener.cloud/v1beta1/cloudprofiles',
    query: { fieldSelector: 'metadata.name=aws', resourceVersion: '7', resourceVersionMatch: 'Exact' },
  })
})
