import { AsyncLocalStorage } from 'node:async_hooks'
import { isCoded, TooMany } from './errors'
import { processWide } from './kept'
import { onBehalf, thisBehalf } from './on-behalf'

interface JobLimits {
  /** How many jobs are computed at once. */
  readonly all: number
  /** How many of these may be for one identity. */
  readonly ofOne: number
  /** How many more may wait for one identity. */
  readonly waiting: number
}

/** What became of a question: it began a job, waits for one that is there, was refused, or all that waited for it have left. */
export type JobFate = 'begun' | 'shared' | 'refused' | 'left'

/** Something that takes its time, computed once for all who wait for it. */
interface Job {
  readonly key: string
  /** Computes in the context of the client that asked first. */
  readonly compute: (identity: string) => Promise<unknown>
  readonly done: Promise<unknown>
  readonly settle: (outcome: Promise<unknown>) => void
  /** Aborts when no client waits for it any more. */
  readonly end: AbortController
  readers: number
  /** The queues in which it waits for its turn: of all who asked for it. */
  readonly lines: Set<IdentityQueue>
  /** The identity for whom it runs; undefined: it does not run yet. */
  account?: string
}

/** The jobs of one identity. */
interface IdentityQueue {
  readonly identity: string
  readonly waiting: Set<Job>
  running: number
}

const unlimited: JobLimits = { all: Number.POSITIVE_INFINITY, ofOne: Number.POSITIVE_INFINITY, waiting: 0 }

/**
 * What takes its time: each is computed once for all who ask for the same meanwhile. Beyond the limits jobs wait for their turn, which
 * goes round between identities: who asks for a hundred at once holds up no other.
 */
export class Jobs {
  private readonly jobs = new Map<string, Job>()
  /** The identity that had no turn for longest comes first. */
  private readonly lines = new Map<string, IdentityQueue>()
  private running = 0

  constructor(
    private readonly limits = unlimited,
    private readonly onFate: (fate: JobFate) => void = () => {},
  ) {}

  /** How many there are. */
  state(): { readonly running: number; readonly waiting: number } {
    return { running: this.running, waiting: this.jobs.size - [...this.jobs.values()].filter(isRunning).length }
  }

  /**
   * What `compute` resolves to, computed once for all who ask for the same `key` meanwhile: only who may be told the same may ask for
   * the same. When all of them have left, it ends with its next turn (see `eachOf`), or is not begun. Throws when the asker has left,
   * and `TooMany` where too much waits for them already.
   */
  async ask<T>(key: string, compute: () => Promise<T>): Promise<T> {
    const { identity = '', signal } = thisBehalf() ?? {}
    signal?.throwIfAborted()
    const known = this.jobs.get(key)
    const job = known ?? jobOf(key, compute)
    if (!isRunning(job)) this.admit(job, identity)
    this.onFate(known === undefined ? 'begun' : 'shared')
    try {
      return (await this.wait(job, signal)) as T
    } catch (error) {
      // What is too much for another identity may not be too much for the asker.
      if (isCoded(error) && error.code === 'too-many' && job.account !== identity) return this.ask(key, compute)
      throw error
    }
  }

  /** Puts a job that does not run yet into the line of an identity. */
  private admit(job: Job, identity: string): void {
    const line = this.lines.get(identity) ?? { identity, waiting: new Set(), running: 0 }
    const { all, ofOne, waiting } = this.limits
    const mayRun = this.running < all && line.running < ofOne
    if (!mayRun && line.waiting.size >= waiting && !line.waiting.has(job)) {
      this.onFate('refused')
      throw new TooMany(`${line.waiting.size} answers that take long are being waited for from here already.`)
    }
    this.jobs.set(job.key, job)
    this.lines.set(identity, line)
    line.waiting.add(job)
    job.lines.add(line)
    this.beginNext()
  }

  private beginNext(): void {
    while (this.running < this.limits.all) {
      // Of those for whom the least runs, the one that had no turn for longest.
      const line = [...this.lines.values()]
        .filter(({ running, waiting }) => waiting.size > 0 && running < this.limits.ofOne)
        .reduce<IdentityQueue | undefined>(
          (least, one) => (least && least.running <= one.running ? least : one),
          undefined,
        )
      const [job] = line?.waiting ?? []
      if (line === undefined || job === undefined) return
      this.lines.delete(line.identity)
      this.lines.set(line.identity, line)
      this.begin(job, line)
    }
  }

  private begin(job: Job, line: IdentityQueue): void {
    job.account = line.identity
    this.running++
    line.running++
    this.leaveLines(job)
    const outcome = job.compute(line.identity).finally(() => {
      this.running--
      line.running--
      this.forget(job)
      this.dropIfIdle(line)
      // One after the other at once they would let no request through in between.
      setImmediate(() => this.beginNext())
    })
    job.settle(outcome)
  }

  private async wait(job: Job, signal: AbortSignal | undefined): Promise<unknown> {
    job.readers++
    let leave = () => {}
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal?.reason)
    })
    signal?.addEventListener('abort', leave)
    try {
      return await Promise.race([job.done, left])
    } finally {
      signal?.removeEventListener('abort', leave)
      job.readers--
      // Who asks from now on would wait for what is ending.
      if (job.readers === 0 && this.forget(job)) {
        this.leaveLines(job)
        job.end.abort()
        this.onFate('left')
      }
    }
  }

  private leaveLines(job: Job): void {
    for (const line of job.lines) {
      line.waiting.delete(job)
      this.dropIfIdle(line)
    }
    job.lines.clear()
  }

  private dropIfIdle(line: IdentityQueue): void {
    if (line.waiting.size === 0 && line.running === 0) this.lines.delete(line.identity)
  }

  /** Whether it was there. */
  private forget(job: Job): boolean {
    return this.jobs.get(job.key) === job && this.jobs.delete(job.key)
  }
}

function isRunning({ account }: Job): boolean {
  return account !== undefined
}

function jobOf(key: string, compute: () => Promise<unknown>): Job {
  const end = new AbortController()
  const here = AsyncLocalStorage.snapshot()
  let settle: Job['settle'] = () => {}
  const done = new Promise<unknown>((resolve) => {
    settle = resolve
  })
  return {
    key,
    compute: (identity) => here(() => onBehalf({ identity, signal: end.signal }, async () => compute())),
    done,
    settle,
    end,
    readers: 0,
    lines: new Set(),
  }
}

/**
 * One process computes one thing at a time, a slice of each in turn: more at once only takes memory, and time from who asks for little.
 * A page asks for three or four of them, and a browser opens six connections at most: no reader waits for thirty.
 */
const limits: JobLimits = { all: 8, ofOne: 2, waiting: 30 }

const ofJobs = subscribers<(kind: string, fate: JobFate) => void>('costly jobs')

/** Tells what becomes of each of them: by its kind, as `theJobs` names it. */
export const onJob = ofJobs.add

const counted = (kind: string) =>
  new Jobs(limits, (fate) => {
    for (const tell of ofJobs) tell(kind, fate)
  })

/** Answers that take their time, see `costly` of a route. */
export function theCostly(): Jobs {
  return processWide('costly-answers', () => counted('answer'))
}

/**
 * Landscapes of other times than now: recalled, or foreseen. What is computed for an answer waits for them, and they for no answer, so
 * that they have limits of their own.
 */
export function theLandscapes(): Jobs {
  return processWide('costly-landscapes', () => counted('landscape'))
}

/** How many there are, by their kind. */
export function theJobs(): Readonly<Record<string, ReturnType<Jobs['state']>>> {
  return { answer: theCostly().state(), landscape: theLandscapes().state() }
}

/** Functions that are told of something: who tells it knows none of them. */
interface Subscribers<F> extends Iterable<F> {
  readonly add: (listener: F) => void
}

/** The subscribers of one thing, by its name, once for the whole process: bundles hold copies of the module that tells it. */
export function subscribers<F>(name: string): Subscribers<F> {
  const all = () => processWide<F[]>(`subscribers of ${name}`, () => [])
  return { add: (listener) => void all().push(listener), [Symbol.iterator]: () => all().values() }
}
