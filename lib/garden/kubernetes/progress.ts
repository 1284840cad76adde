import { madeOnce } from '@/lib/engine/grouped'
import type { Instant } from '@/lib/engine/types'
import { type GardenState, type ResourceState, resourceTitle } from '../garden'
import { announceEvent } from '../garden-events'
import type { RequestFailure } from './failure'
import { type ApiResource, reachOf } from './resources'

type ReadVerb = 'list' | 'watch'

export interface ReadProgress {
  readonly phase: ResourceState['state']
  readonly read: number
  readonly of?: number
  /** Why it is not followed. */
  readonly message?: string
  /** What Almanac has no right to, if that is why. */
  readonly mayNot?: ReadVerb | undefined
  /** Stale: since when what is known may no longer be so. */
  readonly since?: Instant
  /** When the server was last heard. */
  readonly heardAt?: Instant
}

/**
 * Keeps the progress of one resource. A resource that is no longer followed still counts as synced for a moment (`patience`, in
 * milliseconds), so that a server that restarts makes no page flicker.
 */
export class ProgressKeeper {
  private state: ReadProgress = { phase: 'waiting', read: 0 }
  private trouble: (ProgressReason & { readonly since: Instant }) | undefined
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly resource: ApiResource,
    private readonly patience: number,
    private readonly onChange: () => void,
  ) {}

  get(): ReadProgress {
    return this.state
  }

  /** A part of the first list came. */
  reading(read: number, of: number | undefined): void {
    this.set({ phase: 'reading', read, ...(of !== undefined && { of }), heardAt: Date.now() })
  }

  /** All is known, and the server tells every change from here on. */
  synced(read: number): void {
    this.end()
    this.set({ phase: 'synced', read, of: read, heardAt: Date.now() })
  }

  /** The server said something; `read` objects are known. */
  heard(read: number): void {
    this.state = { ...this.state, heardAt: Date.now(), read, ...(this.state.phase === 'synced' && { of: read }) }
  }

  /** The resource cannot be read for the first time. */
  notRead(failure: RequestFailure): void {
    const { of: _, ...state } = this.state
    const isGap = failure.kind === 'forbidden' || failure.kind === 'missing'
    this.set({ ...state, phase: isGap ? 'forbidden' : 'waiting', ...whyNot(failure, this.resource, 'list') })
  }

  /** The resource was known, and is not followed now. */
  lost(failure: RequestFailure, verb: ReadVerb): void {
    // What was silent was lost when it was last heard.
    const since = failure.kind === 'silent' ? this.state.heardAt : undefined
    this.trouble = {
      since: this.trouble?.since ?? since ?? Date.now(),
      ...whyNot(failure, this.resource, verb),
    }
    if (this.state.phase === 'stale') this.set({ ...this.state, ...this.trouble })
    else {
      this.timer ??= setTimeout(() => this.set({ ...this.state, phase: 'stale', ...this.trouble }), this.patience)
      this.timer.unref()
    }
  }

  /** No more changes are told by themselves. */
  end(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.trouble = undefined
  }

  private set(next: ReadProgress): void {
    const { phase, message } = this.state
    this.state = next
    if (phase !== next.phase || message !== next.message) this.tell(next)
    this.onChange()
  }

  /** Logs the progress for the operator of the process: every change, with the server's own words. */
  private tell({ phase, read, of, message }: ReadProgress): void {
    const title = resourceTitle({ ...this.resource, name: this.resource.title })
    if (message !== undefined) announceEvent({ level: 'warn', message: `${title}: ${message}.` })
    else if (phase === 'synced') announceEvent({ level: 'info', message: `${title}: ${read} read, following.` })
    else if (phase === 'reading')
      announceEvent({ level: 'info', message: `${title}: reading${of === undefined ? '' : ` ${of}`}.` })
  }
}

type ProgressReason = Required<Pick<ReadProgress, 'message' | 'mayNot'>>

function whyNot(failure: RequestFailure, resource: ApiResource, verb: ReadVerb): ProgressReason {
  return { message: reasonOf(failure, resource, verb), mayNot: failure.kind === 'forbidden' ? verb : undefined }
}

/** Why a resource is not followed, without a full stop at the end. */
function reasonOf(failure: RequestFailure, resource: ApiResource, verb: ReadVerb): string {
  const { plural } = resource
  switch (failure.kind) {
    case 'forbidden':
      return `Almanac may not ${verb} ${reachOf(resource)}`
    case 'missing':
      return `The API server has no ${plural} of core.gardener.cloud/v1beta1`
    case 'credentials':
      return failure.status === 401
        ? 'The API server does not accept the credentials'
        : `The API server ${failure.message}`
    case 'expired':
      return `All ${plural} are being read again`
    default:
      return `The API server ${failure.message}`
  }
}

export type ProgressOfResources = readonly (readonly [ApiResource, ReadProgress])[]

/**
 * How a garden is, from how its resources are: live when all that may be read is followed. A resource that may not be read is a
 * gap, and no failure, as long as there is something that may.
 */
export function gardenStateOf(label: string, progresses: ProgressOfResources): GardenState {
  const states = progresses.map(([resource, progress]) => resourceState(resource, progress))
  const base = { kind: 'kubernetes', label, resources: states } as const
  const phases = new Set(progresses.map(([, { phase }]) => phase))
  const troubled = progresses.filter(([, { phase, message }]) => message !== undefined && phase !== 'forbidden')
  if (phases.has('stale')) {
    const since = Math.min(...troubled.map(([, progress]) => progress.since ?? Number.POSITIVE_INFINITY))
    return {
      ...base,
      state: 'stale',
      ...(Number.isFinite(since) && { since }),
      reason: reasonOfAll(troubled, progresses.length),
    }
  }
  const isAnythingRead = progresses.some(([, { read }]) => read > 0) || phases.has('synced')
  if (phases.size === 1 && phases.has('forbidden'))
    return { ...base, state: 'failed', reason: reasonOfAll(progresses, progresses.length) }
  if (troubled.length > 0 && !isAnythingRead && !phases.has('reading')) {
    return { ...base, state: 'failed', reason: reasonOfAll(troubled, progresses.length) }
  }
  if (phases.has('waiting') || phases.has('reading')) return { ...base, state: 'reading' }
  return { ...base, state: 'live' }
}

function resourceState({ title, namespace }: ApiResource, { phase, read, of, message }: ReadProgress): ResourceState {
  const name = namespace === undefined ? { name: title } : { name: title, namespace }
  return { ...name, read, state: phase, ...(of !== undefined && { of }), ...(message !== undefined && { message }) }
}

/**
 * The reasons, each once, with the resources that it holds for, unless it holds for all. Missing rights name their resources themselves.
 */
function reasonOfAll(progresses: ProgressOfResources, count: number): string {
  const reasons = new Map<string, { readonly mayNot: ReadVerb | undefined; readonly all: ApiResource[] }>()
  for (const [resource, { message = '', mayNot }] of progresses) {
    const key = mayNot ?? message
    madeOnce(reasons, key, () => ({ mayNot, all: [] as ApiResource[] })).all.push(resource)
  }
  return [...reasons]
    .map(([reason, { mayNot, all }]) => {
      if (mayNot !== undefined) return `Almanac may not ${mayNot} ${all.map(reachOf).join(', ')}.`
      const titles = all.map((resource) => resourceTitle({ ...resource, name: resource.title }))
      return all.length === count ? `${reason}.` : `${titles.join(', ')}: ${reason}.`
    })
    .join(' ')
}
