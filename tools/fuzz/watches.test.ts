import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { demoManifests } from '@/lib/garden/demo/manifests'
import type { Snapshot } from '@/lib/garden/garden'
import {
  type AssembledSnapshot,
  nothingYet,
  type ObjectsByKind,
  snapshotOfObjects,
} from '@/lib/garden/kubernetes/assemble'
import type { Connection } from '@/lib/garden/kubernetes/connection'
import { ApiError, usualTiming } from '@/lib/garden/kubernetes/failure'
import { Follower } from '@/lib/garden/kubernetes/follower'
import {
  itemAt,
  type KeptObject,
  keptObject,
  noObjects,
  type ObjectsByNamespace,
  objectKey,
  withItems,
} from '@/lib/garden/kubernetes/kept-objects'
import { type ApiResource, resources } from '@/lib/garden/kubernetes/resources'
import { SharedParts, unversioned } from '@/lib/garden/shoot-fields'
import { fuzz } from './testdata/fuzz'
import { type Change, change, changed } from './testdata/odd'

type Raw = Readonly<Record<string, unknown>> & { readonly kind: string; readonly metadata: Record<string, unknown> }

const all = JSON.parse(JSON.stringify(demoManifests({ born: '2026-11-21', shoots: 6 }))) as readonly Raw[]
/** Of each kind, objects that the server has at first. */
const first = resources.map(({ kind }) => all.filter((object) => object.kind === kind).slice(0, 3))
const read = (resource: ApiResource, raw: unknown, before?: KeptObject) =>
  keptObject(raw, resource, new SharedParts(), before)
const shelved = (resource: ApiResource, raws: readonly Raw[]) =>
  withItems(
    noObjects,
    raws.map((raw) => read(resource, raw)),
  )
const around = Object.fromEntries(resources.map((one, i) => [one.kind, shelved(one, first[i] ?? [])])) as ObjectsByKind

type Step =
  /** Something becomes of an object: one of those at first, or one that is new. */
  | { readonly does: 'put'; readonly object: number; readonly type: string; readonly changes: readonly Change[] }
  | { readonly does: 'delete'; readonly object: number }
  /** What was told is told again: all since an event, or that event alone. */
  | { readonly does: 'repeat'; readonly back: number; readonly isAlone: boolean }
  | { readonly does: 'say'; readonly event: unknown }
  /** The watch ends; what the next steps do is then known to the server alone, up to `missed` of them. */
  | { readonly does: 'end'; readonly how: string; readonly status: unknown; readonly missed: number }

const object = fc.nat(4)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('put' as const),
      object,
      type: fc.constantFrom('ADDED', 'MODIFIED'),
      changes: fc.array(
        fc.oneof(
          { weight: 4, arbitrary: change },
          fc.constantFrom('Secret', 'Project', 'Shoot', null).map((value) => ({ into: [1], value })),
        ),
        { maxLength: 2 },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('delete' as const), object }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('repeat' as const), back: fc.nat(8), isAlone: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('say' as const),
      event: fc.oneof(
        fc.constantFrom<unknown>(null, 1, 'ADDED', [], {}, { type: 'ADDED' }, { type: 'DELETED', object: null }),
        fc.constantFrom<unknown>(
          { type: 'ADDED', object: { metadata: {} } },
          { type: 'DELETED', object: { metadata: { name: 'nobody', namespace: 'nowhere', resourceVersion: '1' } } },
          { type: 'SYNCED', object: { metadata: { name: 'a' } } },
        ),
        fc
          .constantFrom('1', '', 'x1', '-5', 7, '99999999999999999999999')
          .map((resourceVersion) => ({ type: 'BOOKMARK', object: { metadata: { resourceVersion } } })),
        fc.record({ type: fc.constantFrom('BOOKMARK', 'NEWS', 1, null), object: fc.jsonValue({ maxDepth: 3 }) }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('end' as const),
      how: fc.constantFrom('in order', 'in a line', 'broken', 'no JSON', 'ERROR', 'ERROR'),
      status: fc.oneof(
        fc.constantFrom(410, 500, 403, 504, 429).map((code) => ({ kind: 'Status', code })),
        fc.jsonValue({ maxDepth: 2 }),
      ),
      missed: fc.nat(3),
    }),
  },
)

interface Input {
  readonly kind: number
  readonly steps: readonly Step[]
  /** Bytes that come at once. */
  readonly chunk: number
}

/**
 * What a server may tell who follows the objects of a kind, in whatever order and how often, with what cannot be understood and
 * watches that end: at last it is known what a list says of them, and what was not spoken of is the object that it was.
 */
fuzz<Input>('watches', {
  inputs: fc.record({
    kind: fc.nat(resources.length - 1),
    steps: fc.array(step, { minLength: 1, maxLength: 14 }),
    chunk: fc.constantFrom(7, 100, 100_000),
  }),
  async check({ kind, steps, chunk }) {
    const resource = resources[kind]
    if (resource === undefined) return
    const server = new Server(resource, first[kind] ?? [], steps, chunk)
    let shown: AssembledSnapshot = nothingYet
    let begun: ObjectsByNamespace | undefined
    const follower: Follower = new Follower(
      resource,
      server as unknown as Connection,
      { ...usualTiming, delay: () => 0 },
      () => {
        if (follower.byNamespace() !== noObjects) begun ??= follower.byNamespace()
        shown = snapshotOfObjects({ ...around, [resource.kind]: follower.byNamespace() }, shown, 0)
      },
    )
    const stop = new AbortController()
    const running = follower.run(stop.signal)
    await Promise.race([server.told, running])
    stop.abort()
    await running
    const expected = snapshotOfObjects({ ...around, [resource.kind]: server.asListed() }, nothingYet, 0).snapshot
    if (!isDeepStrictEqual(said(shown.snapshot), said(expected))) throw new Error('It is not what a list says.')
    checkDropped(resource, server, shown.snapshot)
    for (const raw of first[kind] ?? []) {
      const key = objectKey(raw, resource)
      if (server.isUntouched(raw) && itemAt(follower.byNamespace(), key) !== itemAt(begun ?? noObjects, key)) {
        throw new Error(`Nobody spoke of ${key.name}, and it is another object.`)
      }
    }
  },
})

/** All but the versions of shoots: each has the one in which it became what it is. */
function said({ revision, profiles, projects, shoots, problems }: Snapshot): unknown {
  return { revision, profiles: [...profiles], projects, problems, shoots: [...shoots].map(unversioned) }
}

/** Each object that a list has is shown, or has a problem. */
function checkDropped(resource: ApiResource, server: Server, { profiles, projects, shoots, problems }: Snapshot): void {
  const there = new Set([
    ...[...profiles.values()].map(({ ref }) => textOf('namespace' in ref ? ref.namespace : '', ref.name)),
    ...projects.map(({ name }) => textOf('', name)),
    ...[...shoots].map(({ namespace, name }) => textOf(namespace, name)),
  ])
  for (const raw of server.objects()) {
    const { namespace, name } = objectKey(raw, resource)
    const hasProblem = problems.some(({ source, object = '' }) => source === resource.plural && object.endsWith(name))
    if (!hasProblem && !((raw.kind ?? resource.kind) === resource.kind && there.has(textOf(namespace, name)))) {
      throw new Error(`${resource.kind} ${namespace}/${name} is dropped without a problem.`)
    }
  }
}

const textOf = (namespace: string, name: string) => `${namespace}/${name}`

interface Told {
  readonly type: string
  readonly object: Raw
  readonly version: number
}

/** What the API server says, and what its client must know then. */
class Server {
  readonly server = 'https://fuzz'
  readonly told: Promise<void>
  private tell: () => void = () => {}
  private version = 10
  /** As the server has them, by key. */
  private readonly truth = new Map<string, Raw>()
  /** Of each object that was told, as it was when it was last right, or could last be read. */
  private readonly good = new Map<string, { readonly version: number; readonly raw?: Raw | undefined }>()
  private readonly log: Told[] = []
  private readonly sent: Told[] = []
  private readonly touched = new Set<string>()
  private readonly steps: Step[]

  constructor(
    private readonly resource: ApiResource,
    private readonly first: readonly Raw[],
    steps: readonly Step[],
    private readonly chunk: number,
  ) {
    this.steps = [...steps]
    for (const raw of first) this.truth.set(this.keyOf(raw), withVersion(raw, this.version))
    this.told = new Promise((resolve) => {
      this.tell = resolve
    })
  }

  filesStamp(): string {
    return ''
  }

  async ask(_: unknown, { query, signal }: { readonly query: Record<string, string>; readonly signal: AbortSignal }) {
    return { status: 200, headers: {}, body: this.watch(query, signal) }
  }

  objects(): readonly Raw[] {
    return [...this.truth.values()]
  }

  isUntouched(raw: Raw): boolean {
    return !this.touched.has(this.keyOf(raw))
  }

  /** What a list makes of what is there, with what was right before where it is not now. */
  asListed(): ObjectsByNamespace {
    const items = [...this.truth].map(([key, raw]) => {
      const last = this.good.get(key)?.raw
      return read(this.resource, raw, last && read(this.resource, last))
    })
    return withItems(noObjects, items)
  }

  async json() {
    // A watch goes on from a list: nothing older is told.
    this.sent.length = 0
    for (const key of this.good.keys()) if (!this.truth.has(key)) this.good.delete(key)
    for (const [key, raw] of this.truth) this.heard(key, raw, 0)
    const metadata = { resourceVersion: String(this.version) }
    return JSON.parse(JSON.stringify({ metadata, items: [...this.truth.values()] }))
  }

  private async *watch(
    { resourceVersion = '' }: Record<string, string>,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const from = /^\d+$/.test(resourceVersion) ? Number(resourceVersion) : Number.NaN
    // As servers do that are asked for a version that is none, or that they do not have yet.
    if (!(from <= this.version)) throw new ApiError({ kind: 'expired', message: 'too old' })
    for (const one of this.log.filter(({ version }) => version > from)) yield* this.send(one)
    for (let step = this.steps.shift(); step !== undefined; step = this.steps.shift()) {
      if (step.does === 'put' || step.does === 'delete') yield* this.send(this.happens(step))
      else if (step.does === 'say') yield* this.bytes(`${JSON.stringify(step.event)}\n`)
      else if (step.does === 'repeat') {
        const events = this.sent.slice(-step.back - 1)
        // What is gone cannot be told from what is new by one event.
        const again = step.isAlone
          ? events.slice(0, 1).filter(({ object }) => this.good.has(this.keyOf(object)))
          : events
        for (const one of again) yield* this.send(one)
      } else {
        for (const one of this.steps.splice(0, step.missed)) {
          if (one.does === 'put' || one.does === 'delete') this.happens(one)
        }
        return yield* this.end(step)
      }
    }
    this.tell()
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
  }

  private async *end({ how, status }: Step & { does: 'end' }): AsyncGenerator<Uint8Array> {
    if (how === 'ERROR') yield* this.bytes(`${JSON.stringify({ type: 'ERROR', object: status })}\n\n`)
    if (how === 'no JSON') yield* this.bytes('{"type":\n')
    if (how === 'in a line')
      yield* this.bytes(JSON.stringify({ type: 'DELETED', object: this.objects()[0] }).slice(0, 40))
    if (how === 'broken') throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
  }

  private happens(step: Step & { does: 'put' | 'delete' }): Told {
    const version = ++this.version
    const base = this.first[step.object % this.first.length] as Raw
    const { name } = base.metadata
    const isNew = step.object >= this.first.length
    const metadata = { ...base.metadata, name: isNew ? `${name}-new` : name }
    const key = this.keyOf({ ...base, metadata })
    const odd = step.does === 'put' ? step.changes.reduce<Raw>(changed, base) : base
    const object = withVersion({ ...odd, metadata }, version)
    if (step.does === 'put') this.truth.set(key, object)
    else this.truth.delete(key)
    this.touched.add(key)
    const told = { type: step.does === 'put' ? step.type : 'DELETED', object, version }
    this.log.push(told)
    return told
  }

  private async *send(told: Told): AsyncGenerator<Uint8Array> {
    const key = this.keyOf(told.object)
    this.sent.push(told)
    if (told.version >= (this.good.get(key)?.version ?? 0)) {
      if (told.type === 'DELETED') this.good.delete(key)
      else this.heard(key, told.object, told.version)
    }
    yield* this.bytes(`${JSON.stringify({ type: told.type, object: told.object })}\n`)
  }

  private heard(key: string, raw: Raw, version: number): void {
    const before = this.good.get(key)
    const { object } = read(this.resource, raw)
    const last = before?.raw && read(this.resource, before.raw)
    const isWorse = object === undefined || (object.problems.length > 0 && last?.faults.length === 0)
    const heardAt = Math.max(version, Number(raw.metadata.resourceVersion))
    this.good.set(key, { version: heardAt, raw: isWorse ? before?.raw : raw })
  }

  private *bytes(text: string): Generator<Uint8Array> {
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += this.chunk) yield bytes.subarray(at, at + this.chunk)
  }

  private keyOf(raw: Raw): string {
    const { namespace, name } = objectKey(raw, this.resource)
    return textOf(namespace, name)
  }
}

function withVersion(raw: Raw, version: number): Raw {
  return { ...raw, metadata: { ...raw.metadata, resourceVersion: String(version) } }
}
