import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '@/lib/engine/reader'
import { SharedParts } from '../shoot-fields'
import type { Connection } from './connection'
import { failureOf, type GardenTiming, type RequestFailure } from './failure'
import { Follower } from './follower'
import {
  itemAt,
  type KeptObject,
  keptObject,
  noObjects,
  type ObjectsByNamespace,
  sharedWith,
  sizeOf,
  withItems,
} from './kept-objects'
import { asProcess } from './list-and-watch'
import type { ReadProgress } from './progress'
import { ResourceReader } from './resource-reader'
import { type ApiResource, objectPath, resourceInNamespace } from './resources'

/** The namespaces that are read where all may not be, or, `isOnly`, in any case. */
export interface ReadNamespaces {
  readonly namespaces: readonly string[]
  readonly isOnly: boolean
}

/**
 * Keeps the objects of one kind: of all namespaces as long as these may be listed, else of those that are named. A right that is
 * given later is noticed, as the whole list is tried again now and then.
 */
export class KindReader {
  private readonly everywhere: Follower | undefined
  private narrow: readonly ResourceReader[] = []
  private stopNarrow = new AbortController()
  private readonly running: Promise<void>[] = []
  private merged: { readonly of: readonly ObjectsByNamespace[]; readonly byNamespace: ObjectsByNamespace } = {
    of: [],
    byNamespace: noObjects,
  }
  private signal: AbortSignal | undefined

  constructor(
    readonly resource: ApiResource,
    private readonly reach: ReadNamespaces,
    private readonly connection: Connection,
    private readonly timing: GardenTiming,
    private readonly onChange: () => void,
  ) {
    const isEverywhere = !reach.isOnly || resource.kind === 'CloudProfile'
    const settleFirst = () => {
      this.settle()
      onChange()
    }
    if (isEverywhere) this.everywhere = new Follower(resource, connection, timing, settleFirst)
  }

  /** Whether only the namespaces that are named are read. */
  get isNarrow(): boolean {
    return this.narrow.length > 0
  }

  byNamespace(): ObjectsByNamespace {
    const all = this.parts().map((part) => part.byNamespace())
    const [first = noObjects] = all
    if (all.length <= 1) return first
    if (all.some((byNamespace, i) => byNamespace !== this.merged.of[i]) || all.length !== this.merged.of.length) {
      const items = all.flatMap((byNamespace) => [...byNamespace.values()].flatMap((byName) => [...byName.values()]))
      this.merged = { of: all, byNamespace: withItems(noObjects, items) }
    }
    return this.merged.byNamespace
  }

  progresses(): readonly (readonly [ApiResource, ReadProgress])[] {
    return this.parts().map((part) => [part.resource, part.progress()])
  }

  /** Runs until the signal aborts; never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    this.signal = signal
    if (this.everywhere === undefined) this.readNarrow()
    else await this.everywhere.run(signal)
    while (this.running.length > 0) await this.running.shift()
  }

  private parts(): readonly ResourceReader[] {
    if (this.narrow.length > 0) return this.narrow
    return this.everywhere === undefined ? [] : [this.everywhere]
  }

  private settle(): void {
    const { phase, mayNot } = this.everywhere?.progress() ?? { phase: 'waiting' }
    if (phase === 'forbidden' && mayNot === 'list') this.readNarrow()
    if (phase === 'synced' && this.narrow.length > 0) {
      this.stopNarrow.abort()
      this.narrow = []
      this.onChange()
    }
  }

  private readNarrow(): void {
    const { signal } = this
    if (this.narrow.length > 0 || signal === undefined || signal.aborted) return
    this.narrow = this.narrowParts()
    if (this.narrow.length === 0) return
    this.stopNarrow = new AbortController()
    const either = AbortSignal.any([signal, this.stopNarrow.signal])
    setMaxListeners(0, either)
    this.running.push(...this.narrow.map((part) => part.run(either)))
  }

  private narrowParts(): readonly ResourceReader[] {
    const { resource, connection, timing, onChange } = this
    const { namespaces } = this.reach
    if (namespaces.length === 0) return []
    if (resource.kind === 'Project') return [new OwnProjects(namespaces, resource, connection, timing, onChange)]
    if (!resource.namespaced) return []
    return namespaces.map(
      (namespace) => new Follower(resourceInNamespace(resource, namespace), connection, timing, onChange),
    )
  }
}

/** What Gardener writes on the namespace of a project. */
const PROJECT_LABEL = 'project.gardener.cloud/name'
const USUAL_PREFIX = /^garden-/

/**
 * The projects of some namespaces. Who is a member of a project may get it by its name, and neither list nor watch projects: so
 * each is asked for again and again.
 */
class OwnProjects extends ResourceReader {
  constructor(
    private readonly namespaces: readonly string[],
    ...read: ConstructorParameters<typeof Follower>
  ) {
    super(...read)
  }

  async run(signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const failure = await this.read(signal)
      if (signal.aborted) break
      failures = failure === undefined ? 0 : failures + 1
      const pause = failure === undefined ? this.timing.again : this.timing.delay(failure, failures - 1)
      // Only the signal ends a sleep early, and the loop looks at it.
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {})
    }
    this.keeper.end()
  }

  /** What kept them from being read, if anything did; one that may not be read leaves a gap. */
  private async read(signal: AbortSignal): Promise<RequestFailure | undefined> {
    const found: KeptObject[] = []
    let refusal: RequestFailure | undefined
    for (const namespace of this.namespaces) {
      try {
        const object = await this.get(objectPath('Project', undefined, await this.nameIn(namespace, signal)), signal)
        const isOfIt = isRecord(object) && isRecord(object.spec) && object.spec.namespace === namespace
        if (!isOfIt) continue
        const name = isRecord(object.metadata) ? String(object.metadata.name) : ''
        const before = itemAt(this.shown, { namespace: '', name })
        found.push(keptObject(object, this.resource, new SharedParts(), before))
      } catch (error) {
        const failure = failureOf(error)
        if (!isRefusal(failure)) return this.failed(failure)
        refusal = failure
      }
    }
    if (found.length === 0 && refusal !== undefined) return this.failed(refusal)
    const next = sharedWith(withItems(noObjects, found), this.shown)
    this.isKnown = true
    this.show(next)
    this.keeper.synced(sizeOf(next))
    return undefined
  }

  private failed(failure: RequestFailure): RequestFailure {
    this.stopped(failure, 'list')
    return failure
  }

  /** The namespace says which project it belongs to; where it may not be read, the project is looked for by the usual name. */
  private async nameIn(namespace: string, signal: AbortSignal): Promise<string> {
    const usual = namespace.replace(USUAL_PREFIX, '')
    try {
      const object = await this.get(`/api/v1/namespaces/${encodeURIComponent(namespace)}`, signal)
      const labels = isRecord(object) && isRecord(object.metadata) ? object.metadata.labels : undefined
      const name = isRecord(labels) ? labels[PROJECT_LABEL] : undefined
      return typeof name === 'string' && name !== '' ? name : usual
    } catch (error) {
      if (isRefusal(failureOf(error))) return usual
      throw error
    }
  }

  private get(path: string, signal: AbortSignal): Promise<unknown> {
    return this.connection.json(asProcess, { method: 'GET', path, silence: this.timing.listSilence, signal })
  }
}

function isRefusal({ kind }: RequestFailure): boolean {
  return kind === 'forbidden' || kind === 'missing'
}
