import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '@/lib/engine/json'
import type { ApplyOutcome, ObjectEdit } from '../garden'
import { Connection } from './connection'
import { FakeApi, type FakeResponse, type ReceivedRequest, refusal, writeKubeconfig } from './testdata/fake-api'
import { writeEdit } from './write'

let api: FakeApi
let folder: string
let connection: Connection

beforeEach(async () => {
  api = await FakeApi.start()
  folder = await mkdtemp(join(tmpdir(), 'almanac-write-'))
  connection = new Connection({ KUBECONFIG: await writeKubeconfig(api, folder) })
})
afterEach(async () => {
  await api.stop()
  await rm(folder, { recursive: true })
})

const stored: JsonObject = {
  metadata: { name: 'aws', resourceVersion: '7', annotations: { note: 'x' } },
  spec: { type: 'aws', kubernetes: { versions: [{ version: '1.34.2' }] } },
}
const edited: JsonObject = { ...stored, spec: { type: 'aws', kubernetes: { versions: [{ version: '1.34.3' }] } } }
const edit: ObjectEdit = () => edited

/** Answers the requests that write with these, one after the other; everything else with the object. */
function answerWith(...answers: readonly FakeResponse[]): void {
  const left = [...answers]
  api.script = ({ method }) => {
    if (method === 'GET') return { status: 200, body: stored }
    return left.shift() ?? { status: 200, body: { metadata: { resourceVersion: '8' } } }
  }
}

function write(options: { dryRun?: boolean; silence?: number } = {}): Promise<ApplyOutcome> {
  const ref = { kind: 'CloudProfile', name: 'aws' } as const
  const signal = new AbortController().signal
  return writeEdit(connection, { kind: 'process' }, ref, edit, {
    resourceVersion: '7',
    silence: 2000,
    signal,
    ...options,
  })
}

const patches = (): ReceivedRequest[] => api.asked.filter(({ method }) => method === 'PATCH')

describe('sending an edit', () => {
  it('sends the smallest merge patch with the version, as a dry run and then for good', async () => {
    answerWith()
    expect(await write()).toEqual({ kind: 'applied', resourceVersion: '8' })
    const body = { metadata: { resourceVersion: '7' }, spec: { kubernetes: { versions: [{ version: '1.34.3' }] } } }
    expect(patches().map(({ body }) => JSON.parse(body))).toEqual([body, body])
    expect(patches().map(({ query }) => query.dryRun)).toEqual(['All', undefined])
    expect(patches().map(({ type }) => type)).toEqual(Array(2).fill('application/merge-patch+json'))
    expect(patches()[0]?.path).toBe('/apis/core.gardener.cloud/v1beta1/cloudprofiles/aws')
  })

  it('sends nothing but the dry run when that is all that was asked for', async () => {
    answerWith()
    expect(await write({ dryRun: true })).toEqual({ kind: 'applied', resourceVersion: '7' })
    expect(patches()).toHaveLength(1)
  })

  it('goes to the namespace of a namespaced profile', async () => {
    answerWith()
    const ref = { kind: 'NamespacedCloudProfile', namespace: 'garden-a', name: 'b' } as const
    const signal = new AbortController().signal
    await writeEdit(connection, { kind: 'process' }, ref, edit, { resourceVersion: '7', silence: 2000, signal })
    expect(patches()[0]?.path).toBe('/apis/core.gardener.cloud/v1beta1/namespaces/garden-a/namespacedcloudprofiles/b')
  })

  it.each([
    ['the dry run', 1],
    ['the dry run was accepted', 2],
  ])('is a conflict when somebody was faster before %s', async (_, nth) => {
    let present = stored
    let count = 0
    api.script = ({ method }) => {
      if (method === 'GET') return { status: 200, body: present }
      if (++count < nth) return { status: 200, body: stored }
      present = { ...stored, metadata: { name: 'aws', resourceVersion: '9' } }
      return refusal(409, 'the object has been modified')
    }
    expect(await write()).toEqual({ kind: 'conflict', newer: { resourceVersion: '9', object: present } })
  })

  it('is not tried again after a refusal', async () => {
    answerWith(refusal(403, 'no'))
    await write()
    expect(patches()).toHaveLength(1)
  })

  it('keeps a line for each cluster that uses a version which was removed', async () => {
    const message = 'cloudprofiles "aws" is forbidden: unable to delete version 1.33.1:\n- shoot a/b\n- shoot c/d'
    answerWith(refusal(403, message))
    expect(await write()).toEqual({ kind: 'forbidden', message, causes: [] })
  })

  it('keeps the field and the words of each cause', async () => {
    const causes = [
      {
        reason: 'FieldValueForbidden',
        field: 'spec.kubernetes.versions[1].classification',
        message: 'one supported only',
      },
      { reason: 'FieldValueForbidden', field: 'spec.kubernetes.versions[0].lifecycle', message: 'gate is off' },
    ]
    answerWith(refusal(422, 'is invalid', { causes }))
    expect(await write()).toEqual({ kind: 'refused', status: 422, message: 'is invalid', causes })
  })

  it.each<[string, readonly FakeResponse[], Partial<ApplyOutcome>]>([
    ['gone when the object is', [refusal(404, 'not found')], { kind: 'gone' }],
    ['unavailable and certain when the dry run breaks', ['break'], { kind: 'unavailable', uncertain: false }],
    [
      'refused on 500 without a reason: a plug-in breaks off with its text alone',
      [{ status: 500, body: JSON.stringify({ kind: 'Status', status: 'Failure', code: 500, message: 'in the past' }) }],
      { kind: 'refused', status: 500, message: 'in the past' },
    ],
    [
      'unavailable on 500 with one',
      [
        {
          status: 500,
          body: JSON.stringify({
            kind: 'Status',
            status: 'Failure',
            code: 500,
            reason: 'InternalError',
            message: 'down',
          }),
        },
      ],
      { kind: 'unavailable', uncertain: false },
    ],
    ['unavailable and certain on 503', [refusal(503, 'down')], { kind: 'unavailable', uncertain: false }],
    ['unavailable and certain on 429', [refusal(429, 'later')], { kind: 'unavailable', uncertain: false }],
    ['unavailable and certain on 401', [refusal(401, 'who?')], { kind: 'unavailable', uncertain: false }],
    [
      'uncertain when the connection breaks after the change was sent',
      [{ status: 200, body: stored }, 'break'],
      { kind: 'unavailable', uncertain: true },
    ],
    [
      'uncertain when nothing comes back',
      [{ status: 200, body: stored }, 'hang'],
      { kind: 'unavailable', uncertain: true },
    ],
    [
      'uncertain when a gateway gave up',
      [
        { status: 200, body: stored },
        { status: 504, body: 'gateway timeout' },
      ],
      { kind: 'unavailable', uncertain: true },
    ],
    [
      'certain when the server says that it did nothing',
      [{ status: 200, body: stored }, refusal(503, 'down')],
      { kind: 'unavailable', uncertain: false },
    ],
    ['refused for a type that it does not take', [refusal(415, 'type')], { kind: 'refused', status: 415 }],
  ])('is %s', async (_, answers, outcome) => {
    answerWith(...answers)
    expect(await write({ silence: 200 })).toMatchObject(outcome)
  })
})

describe('sending a new object', () => {
  const ref = { kind: 'NamespacedCloudProfile', namespace: 'garden-a', name: 'b' } as const
  const make = (dryRun = false): Promise<ApplyOutcome> =>
    writeEdit(connection, { kind: 'process' }, ref, (object) => ({ ...object, spec: { parent: { name: 'aws' } } }), {
      resourceVersion: null,
      dryRun,
      silence: 2000,
      signal: new AbortController().signal,
    })
  const posts = (): ReceivedRequest[] => api.asked.filter(({ method }) => method === 'POST')
  const missing = refusal(404, 'there is none')
  const answer = (...answers: readonly FakeResponse[]): void => {
    const left = [...answers]
    api.script = ({ method }) =>
      method === 'GET' ? missing : (left.shift() ?? { status: 201, body: { metadata: { resourceVersion: '8' } } })
  }

  it('is a POST to its namespace, as a dry run and then for good', async () => {
    answer()
    expect(await make()).toEqual({ kind: 'applied', resourceVersion: '8' })
    expect(posts().map(({ path }) => path)).toEqual(
      Array(2).fill('/apis/core.gardener.cloud/v1beta1/namespaces/garden-a/namespacedcloudprofiles'),
    )
    expect(posts().map(({ query }) => query.dryRun)).toEqual(['All', undefined])
    expect(JSON.parse(posts()[1]?.body ?? '')).toEqual({
      apiVersion: 'core.gardener.cloud/v1beta1',
      kind: 'NamespacedCloudProfile',
      metadata: { name: 'b', namespace: 'garden-a' },
      spec: { parent: { name: 'aws' } },
    })
  })

  it('sends nothing but the dry run when that is all that was asked for', async () => {
    answer()
    expect(await make(true)).toEqual({ kind: 'applied', resourceVersion: '' })
    expect(posts()).toHaveLength(1)
  })

  it('is a conflict where there is one, and sends nothing', async () => {
    answerWith()
    expect(await make()).toMatchObject({ kind: 'conflict', newer: { resourceVersion: '7' } })
    expect(posts()).toHaveLength(0)
  })

  it('is refused where its namespace is missing, in the words of the server, and where a right is', async () => {
    answer(refusal(404, 'namespaces "garden-a" not found'))
    expect(await make()).toMatchObject({ kind: 'refused', status: 404, message: 'namespaces "garden-a" not found' })
    answer(refusal(403, 'you may not'))
    expect(await make()).toMatchObject({ kind: 'forbidden', message: 'you may not' })
  })
})
