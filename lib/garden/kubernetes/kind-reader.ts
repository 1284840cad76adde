import { setMaxListeners } from 'node:events'
import type { Connection } from './connection'
import { Follower, type FollowerHooks } from './follower'
import { noObjects, type ObjectsByNamespace, withItems } from './objects-by-namespace'
import { OwnProjects } from './own-projects'
import type { Progress } from './progress'
import { type Resource, within } from './resources'
import type { Timing } from './timing'

/** Where objects of one kind are read from: all namespaces, or one. */
type Part = Pick<Follower, 'resource' | 'byNamespace' | 'progress' | 'run'>

/** The namespaces that are read where all may not be, or, `isOnly`, in any case. */
export interface Reach {
  readonly namespaces: readonly string[]
  readonly isOnly: boolean
}

/**
 * Keeps the objects of one kind: of all namespaces as long as these may be listed, else of those that are named. A right that is
 * given later is noticed, as the whole list is tried again now and then.
 */
export class KindReader {
  private readonly everywhere: Follower | undefined
  private narrow: readonly Part[] = []
  private stopNarrow = new AbortController()
  private readonly running: Promise<void>[] = []
  private merged: { readonly of: readonly ObjectsByNamespace[]; readonly byNamespace: ObjectsByNamespace } = {
    of: [],
    byNamespace: noObjects,
  }
  private signal: AbortSignal | undefined

  constructor(
    readonly resource: Resource,
    private readonly reach: Reach,
    private readonly connection: Connection,
    private readonly timing: Timing,
    private readonly hooks: FollowerHooks,
  ) {
    const isEverywhere = !reach.isOnly || resource.kind === 'CloudProfile'
    const onProgress = () => {
      this.settle()
      hooks.onProgress()
    }
    if (isEverywhere) this.everywhere = new Follower(resource, connection, timing, { ...hooks, onProgress })
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

  progresses(): readonly (readonly [Resource, Progress])[] {
    return this.parts().map((part) => [part.resource, part.progress()])
  }

  /** Runs until the signal aborts; never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    this.signal = signal
    if (this.everywhere === undefined) this.readNarrow()
    else await this.everywhere.run(signal)
    while (this.running.length > 0) await this.running.shift()
  }

  private parts(): readonly Part[] {
    if (this.narrow.length > 0) return this.narrow
    return this.everywhere === undefined ? [] : [this.everywhere]
  }

  private settle(): void {
    const { phase, mayNot } = this.everywhere?.progress() ?? { phase: 'waiting' }
    if (phase === 'forbidden' && mayNot === 'list') this.readNarrow()
    if (phase === 'synced' && this.narrow.length > 0) {
      this.stopNarrow.abort()
      this.narrow = []
      this.hooks.onObjects()
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

  private narrowParts(): readonly Part[] {
    const { resource, connection, timing, hooks } = this
    const { namespaces } = this.reach
    if (namespaces.length === 0) return []
    if (resource.kind === 'Project') return [new OwnProjects(resource, namespaces, connection, timing, hooks)]
    if (!resource.namespaced) return []
    return namespaces.map((namespace) => new Follower(within(resource, namespace), connection, timing, hooks))
  }
}
