import { setMaxListeners } from 'node:events'
import { isDeepEqual, isJsonObject, type JsonObject } from '@/lib/engine/json'
import { isRecord } from '@/lib/engine/reader'
import type { NamespacedName } from '@/lib/engine/types'
import { GardenSettingError } from '../errors'
import type {
  ApplyOptions,
  ApplyOutcome,
  EditPreview,
  Garden,
  GardenAction,
  GardenState,
  GardenUser,
  Identity,
  ObjectEdit,
  ObjectRef,
  PreviewEdit,
  ResourceHeard,
  Snapshot,
} from '../garden'
import { ChangeListeners } from '../garden-events'
import { newestFirst, readShootEvent, type ShootEvents } from '../shoot-event'
import { mayDo, userOf } from './access'
import { type AssembledSnapshot, nothingYet, type ObjectsByKind, snapshotOfObjects } from './assemble'
import { Connection, type RequestPatience } from './connection'
import { failureOf, type GardenTiming, usualTiming } from './failure'
import { resourceVersionOf } from './kept-objects'
import { KindReader, type ReadNamespaces } from './kind-reader'
import { gardenStateOf } from './progress'
import { objectPath, resources } from './resources'
import { previewEdit, writeEdit } from './write'

/** How many events of one shoot are read: the API server keeps each event for an hour or some days. */
const most = '200'

/** The events of one shoot, asked for when a user looks at it: events are not followed. Never rejects. */
async function eventsOf(
  connection: Connection,
  identity: Identity,
  { namespace, name }: NamespacedName,
  asking: RequestPatience,
): Promise<ShootEvents> {
  try {
    const list = await connection.json(identity, {
      method: 'GET',
      path: `/api/v1/namespaces/${encodeURIComponent(namespace)}/events`,
      query: { fieldSelector: `involvedObject.kind=Shoot,involvedObject.name=${name}`, limit: most },
      ...asking,
    })
    const items = isRecord(list) && Array.isArray(list.items) ? list.items : []
    const found = items
      .flatMap((item) => readShootEvent(item) ?? [])
      .filter(({ shoot }) => shoot === `${namespace}/${name}`)
    return { kind: 'read', events: newestFirst(found.map(({ event }) => event)) }
  } catch (error) {
    const { kind, message } = failureOf(error)
    return {
      kind: 'unreadable',
      reason: kind === 'forbidden' ? `Almanac may not list events in ${namespace}.` : `The API server ${message}.`,
    }
  }
}

/** How many namespaces are named if only these are read. */
const mostNamed = 3

/**
 * A real landscape, read through the Kubernetes API and followed. Each of the four resources is read on its own, so that one
 * that may not be listed or does not answer does not keep the others from being shown.
 */
export class KubernetesGarden implements Garden {
  private readonly announcer = new ChangeListeners()
  private readonly stop = new AbortController()
  private readonly connection: Connection
  private readonly reach: ReadNamespaces
  private readonly readers: readonly KindReader[]
  private readonly publisher: Publisher
  private readonly running: Promise<unknown>
  private readonly first: Promise<void>
  private isFirst: () => void = () => {}
  private current: AssembledSnapshot = nothingYet
  private state: GardenState

  /** Throws a `GardenSettingError` when there is no usable kubeconfig, or when `NAMESPACES` cannot be right. */
  constructor(
    env: Readonly<Record<string, string | undefined>>,
    private readonly timing: GardenTiming = usualTiming,
  ) {
    const named = namedNamespaces(env.NAMESPACES)
    this.connection = new Connection(env)
    const { namespace } = this.connection
    this.reach = {
      namespaces: named.length > 0 || namespace === undefined ? named : [namespace],
      isOnly: named.length > 0,
    }
    this.publisher = new Publisher(() => this.publish())
    this.first = new Promise((resolve) => {
      this.isFirst = resolve
      // A large landscape is shown while it is read.
      setTimeout(resolve, timing.wholePatience).unref()
    })
    // Every request listens to it: there are as many as resources and namespaces, and that is no leak.
    setMaxListeners(0, this.stop.signal)
    this.readers = resources.map(
      (resource) => new KindReader(resource, this.reach, this.connection, timing, () => this.changed()),
    )
    this.running = Promise.all(this.readers.map((reader) => reader.run(this.stop.signal)))
    this.state = this.stateNow()
  }

  snapshot(): Snapshot {
    return this.current.snapshot
  }

  /** The state as of the snapshot: a caller that reads that it is live finds what it has in the snapshot. */
  status(): GardenState {
    return this.state
  }

  subscribe(listener: () => void): () => void {
    return this.announcer.subscribe(listener)
  }

  ready(): Promise<void> {
    return this.first
  }

  apply(identity: Identity, ref: ObjectRef, edit: ObjectEdit, options: ApplyOptions): Promise<ApplyOutcome> {
    return writeEdit(this.connection, identity, ref, edit, { ...options, ...this.asking('listSilence') })
  }

  preview(identity: Identity, ref: ObjectRef, edit: PreviewEdit): Promise<EditPreview> {
    return previewEdit(this.connection, identity, ref, edit, this.asking('listSilence'))
  }

  objectAt(identity: Identity, ref: ObjectRef, resourceVersion: string): Promise<JsonObject | null> {
    return objectAtVersion(this.connection, identity, ref, { resourceVersion, ...this.asking('accessSilence') })
  }

  events(identity: Identity, shoot: NamespacedName): Promise<ShootEvents> {
    return eventsOf(this.connection, identity, shoot, this.asking('listSilence'))
  }

  userOf(identity: Identity): Promise<GardenUser> {
    return userOf(this.connection, identity, this.asking('accessSilence'))
  }

  may(identity: Identity, actions: readonly GardenAction[]): Promise<readonly boolean[]> {
    return mayDo(this.connection, identity, actions, this.asking('accessSilence'))
  }

  private asking(silence: 'listSilence' | 'accessSilence'): RequestPatience {
    return { silence: this.timing[silence], signal: this.stop.signal }
  }

  heardAt(): readonly ResourceHeard[] {
    return this.readers
      .flatMap((reader) => reader.progresses())
      .flatMap(([{ title, namespace }, { heardAt }]) =>
        heardAt === undefined ? [] : { name: title, ...(namespace !== undefined && { namespace }), at: heardAt },
      )
  }

  async close(): Promise<void> {
    this.stop.abort()
    this.publisher.close()
    this.announcer.clear()
    await this.running
    this.isFirst()
  }

  private stateNow(): GardenState {
    const progresses = this.readers.flatMap((reader) => reader.progresses())
    return { ...gardenStateOf(this.connection.label, progresses), ...this.covers() }
  }

  private covers(): Pick<GardenState, 'covers'> {
    const shoots = this.readers.find(({ resource }) => resource.kind === 'Shoot')
    if (shoots?.isNarrow !== true) return {}
    const { namespaces } = this.reach
    return {
      covers: `only ${namespaces.length > mostNamed ? `${namespaces.length} namespaces` : namespaces.join(', ')}`,
    }
  }

  private changed(): void {
    const isReading = this.stateNow().state === 'reading'
    // What is complete, or has failed, is not kept waiting.
    this.publisher.request(isReading ? this.timing.readingPause : this.timing.pause)
  }

  private publish(): void {
    const state = this.stateNow()
    const contents = Object.fromEntries(
      this.readers.map((one) => [one.resource.kind, one.byNamespace()]),
    ) as ObjectsByKind
    const next = snapshotOfObjects(contents, this.current, Date.now())
    if (next === this.current && isDeepEqual(state, this.state)) return
    this.current = next
    this.state = state
    if (state.state !== 'reading') this.isFirst()
    this.announcer.announce()
  }
}

/** In milliseconds. */
const lead = 20

/**
 * Lets changes that come fast become one: publishes soon after the first change of a quiet time (`lead`, so that
 * what belongs together comes together), and then at most once per `pause`.
 */
class Publisher {
  private timer: NodeJS.Timeout | undefined
  private dueAt = Number.POSITIVE_INFINITY
  private last = Number.NEGATIVE_INFINITY
  private closed = false

  constructor(private readonly publish: () => void) {}

  /** Something changed. An earlier request for a later time gives way. */
  request(pause: number): void {
    const now = performance.now()
    const at = Math.max(now + lead, this.last + pause)
    if (this.closed || at >= this.dueAt) return
    clearTimeout(this.timer)
    this.dueAt = at
    this.timer = setTimeout(() => this.now(), at - now)
    this.timer.unref()
  }

  /** Publishes at once. */
  now(): void {
    clearTimeout(this.timer)
    if (this.closed) return
    this.dueAt = Number.POSITIVE_INFINITY
    this.publish()
    this.last = performance.now()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
  }
}

/**
 * An object as it was at a version. Only lists may be asked for as of one, and only for as long as the API server's storage keeps
 * what was replaced: some minutes. Null: it does not any more, or the user may not list.
 */
export async function objectAtVersion(
  connection: Connection,
  identity: Identity,
  { kind, namespace, name }: ObjectRef,
  { resourceVersion, ...asking }: RequestPatience & { readonly resourceVersion: string },
): Promise<JsonObject | null> {
  const path = objectPath(kind, namespace, name).replace(/\/[^/]*$/, '')
  const query = { fieldSelector: `metadata.name=${name}`, resourceVersion, resourceVersionMatch: 'Exact' }
  try {
    const list = await connection.json(identity, { method: 'GET', path, query, ...asking })
    const items = isJsonObject(list) && Array.isArray(list.items) ? list.items : []
    const [item] = items.filter(isJsonObject)
    return item !== undefined && resourceVersionOf(item) === resourceVersion ? item : null
  } catch {
    // It is asked for words beside an answer that there is without it.
    return null
  }
}

/** The name of a namespace in Kubernetes: a DNS label. */
const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/

/**
 * The namespaces that `NAMESPACES` names, each once, in its order; between commas, spaces or both. Empty: it names none.
 * Throws a `GardenSettingError` for what can be no namespace.
 */
export function namedNamespaces(setting: string | undefined): readonly string[] {
  const names = [...new Set((setting ?? '').split(/[\s,]+/).filter((name) => name !== ''))]
  const wrong = names.find((name) => !LABEL.test(name))
  if (wrong === undefined) return names
  throw new GardenSettingError(
    `NAMESPACES: "${wrong}" can be no namespace. Write those of your projects with commas between, like garden-dev,garden-ops.`,
  )
}
