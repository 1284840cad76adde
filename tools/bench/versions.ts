import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onWire } from '@/lib/contract/dates'
import type { EditBody } from '@/lib/contract/edits'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import type { JsonObject } from '@/lib/garden'
import { demoObjects } from '@/lib/garden/demo/manifests'
import { previewOf } from '@/lib/garden/preview'
import type { Question } from '@/lib/http/answer'
import { almanac } from '@/lib/landscape/asker'
import { theGarden } from '@/lib/landscape/garden'
import { answerOf } from '@/lib/questions/answers.test.support'
import type { AnsweredRouteName } from '@/lib/questions/routes'
import { at } from './landscape'
import { type Figure, watched } from './measure'

const clock = onWire(at)
const added = 200

/** A profile of very many versions, Kubernetes and of one image each: every route that reads it, and drafts that add many more to one minor. */
export async function versions(count = 5000, shoots = 300): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'))
  try {
    writeFileSync(
      join(folder, 'garden.json'),
      JSON.stringify({ kind: 'List', apiVersion: 'v1', items: manifests(count, shoots) }),
    )
    process.env.GARDEN = folder
    process.env.DATA_DIR = ''
    const garden = theGarden()
    await garden.ready()
    const figures: Figure[] = []
    const measure = async (what: string, work: () => Promise<unknown>) => {
      const { active, longestActive } = await watched(async () => JSON.stringify(await work()))
      figures.push(
        { bench: 'versions', what: `${count} versions: ${what}`, value: active, unit: 'ms', target: { below: 1000 } },
        {
          bench: 'versions',
          what: 'the longest that the event loop is held meanwhile',
          value: longestActive,
          unit: 'ms',
          target: { below: 100 },
        },
      )
    }
    const onIt = [...garden.snapshot().shoots].filter(({ profile }) => profile.name === 'aws')
    for (const [what, name, question] of questions(onIt)) {
      await measure(what, async () => answerOf(name, almanac(), question))
    }
    const profile = manifests(count, shoots).find(
      ({ kind, metadata }) => kind === 'CloudProfile' && metadata.name === 'aws',
    )
    await measure('the edits as YAML, of a profile that comes from no file', async () => {
      const object: JsonObject = JSON.parse(JSON.stringify(profile))
      const preview = await previewOf(object, added200, '1')
      return preview.kind === 'ok' && preview.texts()
    })
    await garden.close()
    return figures
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What is changed of the demo's objects. */
interface Changed {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    kubernetes: { versions: object[]; version?: string | undefined }
    readonly machineImages: { versions: object[] }[]
    readonly cloudProfileName?: string
    readonly cloudProfile?: { readonly name: string }
    readonly provider: {
      readonly workers?: {
        kubernetes?: object
        readonly machine: { readonly image?: { readonly name: string; version?: string | undefined } }
      }[]
    }
  }
}

/** The demo, where the versions of `aws` are so many, and its clusters run all kinds of them. */
function manifests(count: number, shoots: number): Changed[] {
  const kubernetes = listOf(count, oldPatch)
  const image = listOf(count, (i) => `${1000 + (i % 40)}.${Math.floor(i / 40)}.0`)
  const objects: Changed[] = JSON.parse(JSON.stringify([...demoObjects({ born: '2026-11-21', shoots })]))
  for (const [i, { kind, metadata, spec }] of objects.entries()) {
    if (kind === 'CloudProfile' && metadata.name === 'aws') {
      spec.kubernetes.versions.push(...kubernetes)
      spec.machineImages[0]?.versions.push(
        ...image.map((version) => ({ ...version, architectures: ['amd64'], cri: [{ name: 'containerd' }] })),
      )
    } else if (kind === 'Shoot' && i % 2 === 0 && (spec.cloudProfile?.name ?? spec.cloudProfileName) === 'aws') {
      const place = (i * 7919) % count
      spec.kubernetes.version = kubernetes[place]?.version
      for (const worker of spec.provider.workers ?? []) {
        delete worker.kubernetes
        const { image: own } = worker.machine
        if (own?.name === 'gardenlinux') own.version = image[place]?.version
      }
    }
  }
  return objects
}

function oldPatch(i: number): string {
  return `1.${24 + (i % 12)}.${20 + Math.floor(i / 12)}`
}

/** Most are deprecated, and one expires after the other, some of them long ago. */
function listOf(count: number, text: (i: number) => string) {
  return Array.from({ length: count }, (_, i) => ({
    version: text(i),
    classification: 'deprecated',
    expirationDate: onWire(at + Math.round(((i - count / 3) / count) * 600) * DAY),
  }))
}

/** The same with so many Kubernetes versions more. */
function added200(object: JsonObject): JsonObject {
  const { spec } = object as unknown as Changed
  const versions = [...many((i) => ({ version: `1.33.${10_000 + i}` })), ...spec.kubernetes.versions]
  return { ...object, spec: { ...spec, kubernetes: { ...spec.kubernetes, versions } } } as unknown as JsonObject
}

function questions(shoots: readonly Shoot[]): [what: string, name: AnsweredRouteName, question: Question][] {
  const path = named(shoots[0])
  // Of those with the most pools the one whose version is the lowest: nearly all versions are choices, for each pool.
  const inOrder = new Intl.Collator('en', { numeric: true })
  const most = named(
    shoots.toSorted(
      (a, b) => b.workers.length - a.workers.length || inOrder.compare(a.kubernetesVersion, b.kubernetesVersion),
    )[0],
  )
  const query = { at: clock }
  const ref = { ref: ['aws'] }
  const version = { ref: ['aws', 'kubernetes', '1.33.11'] }
  const image = { ref: ['aws', 'gardenlinux', '1877.9.0'] }
  const get = (
    name: AnsweredRouteName,
    path: object = {},
    more: object = {},
  ): [string, AnsweredRouteName, Question] => [
    `${name.replace('/[...ref]', '')} ${Object.values({ ...('ref' in path ? path : {}), ...more }).join(' ')}`.trim(),
    name,
    { path, query: { ...query, ...more } },
  ]
  const post = (
    what: string,
    name: AnsweredRouteName,
    body: object,
    path: object = {},
  ): [string, AnsweredRouteName, Question] => [`${name}: ${what}`, name, { path, body: { at: clock, ...body } }]
  const drafts = {
    'supported added': many((i) => ({
      kind: 'add',
      image: null,
      entry: { version: `1.33.${10_000 + i}`, classification: 'supported' },
    })),
    'deprecated added': many((i) => ({
      kind: 'add',
      image: null,
      entry: {
        version: `1.33.${10_000 + i}`,
        classification: 'deprecated',
        expirationDate: onWire(at + (40 + i) * DAY),
      },
    })),
    'images supported added': many((i) => ({
      kind: 'add',
      image: 'gardenlinux',
      entry: {
        version: `1000.${10_000 + i}.0`,
        classification: 'supported',
        architectures: ['amd64'],
        cri: [{ name: 'containerd' }],
      },
    })),
    removed: many((i) => ({ kind: 'remove', image: null, version: oldPatch(i) })),
    expire: many((i) => ({
      kind: 'expire',
      image: null,
      version: oldPatch(i),
      expirationDate: onWire(at + 30 * DAY),
    })),
  } satisfies Record<string, EditBody[]>
  return [
    get('GET /api/status'),
    get('GET /api/garden'),
    get('GET /api/cloudprofiles'),
    get('GET /api/cloudprofiles/[...ref]', ref),
    get('GET /api/cloudprofiles/[...ref]', ref, { select: 'kubernetes/1.33.11' }),
    get('GET /api/cloudprofiles/[...ref]', ref, { select: 'gardenlinux/1877.9.0' }),
    get('GET /api/history/cloudprofiles/[...ref]', ref),
    get('GET /api/versions/[...ref]', version),
    get('GET /api/versions/[...ref]', image),
    get('GET /api/versions/[...ref]', { ref: ['aws', 'kubernetes', '1.24.20'] }),
    get('GET /api/evidence/[...ref]', version),
    get('GET /api/compare', {}, { a: 'aws', b: 'gcp' }),
    get('GET /api/compare', {}, { a: 'aws', b: 'garden-payments/aws-extended' }),
    get('GET /api/shoots'),
    get('GET /api/shoots/[namespace]/[name]', path),
    get('GET /api/shoots/[namespace]/[name]/in-place', path),
    get('GET /api/shoots/[namespace]/[name]/maintenance', path),
    get('GET /api/shoots/[namespace]/[name]/why', path),
    get('GET /api/shoots/[namespace]/[name]/nights', path),
    get('GET /api/shoots/[namespace]/[name]/past', path),
    get('GET /api/defaults', {}, { profile: 'aws' }),
    get('GET /api/defaults', {}, { profile: 'aws', kubernetes: '1.33' }),
    get('GET /api/new-cluster/[...ref]', ref),
    get('GET /api/find', {}, { q: '1.33' }),
    get('GET /api/feeds/cloudprofiles/[...ref]', ref),
    get('GET /api/tonight'),
    ['GET /api/updates/nearest', 'GET /api/updates/nearest', { query: { from: clock } }],
    get('GET /api/badges/cloudprofiles/[...ref]', ref),
    get('GET /api/pictures/cloudprofiles/[...ref]', ref),
    get('GET /api/pictures/overview.png'),
    get('GET /api/workbench/[...ref]', ref),
    get('GET /api/scenarios', {}, { scenario: 'remove', profile: 'aws', version: '1.33.11' }),
    get('GET /api/scenarios', {}, { scenario: 'replace', profile: 'aws', version: '1.33.11' }),
    get('GET /api/scenarios', {}, { scenario: 'patch', profile: 'aws' }),
    get('GET /api/scenarios', {}, { scenario: 'promote', profile: 'aws' }),
    post('60 days', 'POST /api/wall', {}),
    post('of an example', 'POST /api/policy', { profile: 'aws' }),
    post('of an example', 'POST /api/policy/effects', { profile: 'aws' }),
    post(
      'a plan',
      'POST /api/shoots/[namespace]/[name]/plan',
      { edits: [{ field: 'spec.kubernetes.version', value: '1.33.11' }] },
      path,
    ),
    post('a plan from an old version on, three pools', 'POST /api/shoots/[namespace]/[name]/plan', { edits: [] }, most),
    ...Object.entries(drafts).map(([what, edits]) =>
      post(`${added} ${what}`, 'POST /api/what-if', { profile: 'aws', edits }),
    ),
    post('a draft', 'POST /api/wall', { draft: { profile: 'aws', edits: drafts['deprecated added'] } }),
    ['POST /api/apply/texts', 'POST /api/apply/texts', { body: { profile: 'aws', edits: drafts['deprecated added'] } }],
  ]
}

function named(shoot: Shoot | undefined): object {
  return { namespace: shoot?.namespace, name: shoot?.name }
}

function many<T>(edit: (i: number) => T): T[] {
  return Array.from({ length: added }, (_, i) => edit(i))
}
