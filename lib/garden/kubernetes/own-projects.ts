import { setTimeout as sleep } from 'node:timers/promises'
import { isRecord } from '../reader'
import { Sharing } from '../share'
import type { Connection } from './connection'
import { type Failure, failureOf } from './failure'
import type { FollowerHooks } from './follower'
import { textOf } from './http'
import { type KeptObject, keptObject } from './kept-object'
import { itemAt, noObjects, type ObjectsByNamespace, sharedWith, sizeOf, withItems } from './objects-by-namespace'
import { type Progress, ProgressKeeper } from './progress'
import { pathOf, type Resource } from './resources'
import type { Timing } from './timing'

const identity = { kind: 'process' } as const
/** Of one object, in bytes. */
const largest = 4 * 1024 * 1024
/** What Gardener writes on the namespace of a project. */
const PROJECT_LABEL = 'project.gardener.cloud/name'
const USUAL_PREFIX = /^garden-/

/**
 * The projects of some namespaces. Who is a member of a project may get it by its name, and neither list nor watch projects: so
 * each is asked for again and again.
 */
export class OwnProjects {
  private readonly keeper: ProgressKeeper
  private shown: ObjectsByNamespace = noObjects
  private isKnown = false

  constructor(
    readonly resource: Resource,
    private readonly namespaces: readonly string[],
    private readonly connection: Connection,
    private readonly timing: Timing,
    private readonly hooks: FollowerHooks,
  ) {
    this.keeper = new ProgressKeeper(resource, timing.patience, hooks.onProgress)
  }

  byNamespace(): ObjectsByNamespace {
    return this.shown
  }

  progress(): Progress {
    return this.keeper.get()
  }

  /** Runs until the signal aborts; never rejects. */
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
  private async read(signal: AbortSignal): Promise<Failure | undefined> {
    const found: KeptObject[] = []
    let refusal: Failure | undefined
    for (const namespace of this.namespaces) {
      try {
        const object = await this.get(pathOf('Project', undefined, await this.nameIn(namespace, signal)), signal)
        const isOfIt = isRecord(object) && isRecord(object.spec) && object.spec.namespace === namespace
        if (!isOfIt) continue
        const name = isRecord(object.metadata) ? String(object.metadata.name) : ''
        const before = itemAt(this.shown, { namespace: '', name })
        found.push(keptObject(object, this.resource, new Sharing(), before))
      } catch (error) {
        const failure = failureOf(error)
        if (!isRefusal(failure)) return this.failed(failure)
        refusal = failure
      }
    }
    if (found.length === 0 && refusal !== undefined) return this.failed(refusal)
    const next = sharedWith(withItems(noObjects, found), this.shown)
    this.isKnown = true
    if (next !== this.shown) {
      this.shown = next
      this.hooks.onObjects()
    }
    this.keeper.synced(sizeOf(next))
    return undefined
  }

  private failed(failure: Failure): Failure {
    if (this.isKnown) this.keeper.lost(failure, 'list')
    else this.keeper.notRead(failure)
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

  private async get(path: string, signal: AbortSignal): Promise<unknown> {
    const { body } = await this.connection.ask(identity, {
      method: 'GET',
      path,
      silence: this.timing.listSilence,
      signal,
    })
    return JSON.parse(await textOf(body, largest))
  }
}

function isRefusal({ kind }: Failure): boolean {
  return kind === 'forbidden' || kind === 'missing'
}
