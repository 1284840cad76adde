import { readFile } from 'node:fs/promises'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Instant } from '@/lib/engine/types'
import { Announcer } from '../announcer'
import type { ApplyOptions, ApplyOutcome, GardenKind, ObjectEdit, ObjectRef, Preview } from '../apply'
import type { Garden, GardenState, Identity, Problem, ResourceState, Snapshot } from '../garden'
import { gardenKinds } from '../read-object'
import { Sharing } from '../share'
import { newestFirst, type ShootEvents } from '../shoot-event'
import { emptySnapshot } from '../snapshot'
import { assemble } from './assemble'
import { textIn } from './file-text'
import { bytesText, defaultLimits, type Limits } from './limits'
import { readParts, unreadable, unreadFile, updateFile } from './manifest-file'
import type { ReadPart } from './reading'
import { type FoundFile, systemReason, type Walk, walk } from './walk'
import { digestOf, type KnownFile, Writer } from './writer'

export interface ManifestsOptions {
  readonly limits?: Limits
  /** Milliseconds between two looks at the files. A look that takes long is followed by a longer pause. */
  readonly interval?: number
  /** Milliseconds without a change after which a change is read; somebody may still be writing. */
  readonly settle?: number
}

/** How long it may read before it lets the server answer something else, in milliseconds. */
const slice = 20

/** A file that is being written all the time is read nevertheless, after so many looks. */
const mostLooks = 8

/** What was written less than so many milliseconds before it was read may have been written again in the same tick. */
const tick = 100

/**
 * A file or folder of manifests. Watched by looking at size, times and identity of every file once a second: unlike the
 * notifications of the operating systems, that also notices editors that rename, links of mounted ConfigMaps that move, network
 * file systems, and a path that is replaced.
 */
export class ManifestsGarden implements Garden {
  private readonly announcer = new Announcer()
  private readonly stop = new AbortController()
  private readonly limits: Limits
  private readonly interval: number
  private readonly settle: number
  private readonly first: Promise<void>
  private readonly running: Promise<void>
  private readonly files = new Map<string, KnownFile>()
  private readonly counts = new Map<GardenKind, number>()
  private current: Snapshot = emptySnapshot
  /** Whether any object was ever read. */
  private hasRead = false
  private seen = ''
  private looking: Promise<void> = Promise.resolve()
  private readonly writer: Writer
  private state: Pick<GardenState, 'state' | 'since' | 'reason'> = { state: 'reading' }

  constructor(
    private readonly path: string,
    { limits = defaultLimits, interval = 1000, settle = 120 }: ManifestsOptions = {},
  ) {
    this.limits = limits
    this.interval = interval
    this.settle = settle
    this.writer = new Writer({
      files: this.files,
      limits,
      snapshot: () => this.current,
      look: () => this.look(),
    })
    this.first = this.look()
    this.running = this.first.then(() => this.watch())
  }

  snapshot(): Snapshot {
    return this.current
  }

  status(): GardenState {
    const resource = { reading: 'reading', live: 'synced', stale: 'stale', failed: 'waiting' } as const
    const state = resource[this.state.state]
    return {
      kind: 'manifests',
      label: this.path,
      ...this.state,
      resources: gardenKinds.map(
        (kind): ResourceState => ({ name: `${kind}s`, read: this.counts.get(kind) ?? 0, state }),
      ),
    }
  }

  subscribe(listener: () => void): () => void {
    return this.announcer.subscribe(listener)
  }

  ready(): Promise<void> {
    return this.first
  }

  apply(_: Identity, ref: ObjectRef, edit: ObjectEdit, options: ApplyOptions): Promise<ApplyOutcome> {
    return this.writer.apply(ref, edit, options)
  }

  preview(_: Identity, ref: ObjectRef, edit: ObjectEdit): Promise<Preview> {
    return this.writer.preview(ref, edit)
  }

  async events(
    _: Identity,
    { namespace, name }: { readonly namespace: string; readonly name: string },
  ): Promise<ShootEvents> {
    const { events } = this.current
    if (events === undefined) return { kind: 'unreadable', reason: `${this.path} has no events of clusters.` }
    return { kind: 'read', events: newestFirst(events.get(`${namespace}/${name}`) ?? []) }
  }

  async close(): Promise<void> {
    this.stop.abort()
    this.announcer.clear()
    await this.running
  }

  private async watch(): Promise<void> {
    let pause = this.interval
    while (await this.sleep(pause)) {
      const start = performance.now()
      await this.look()
      pause = Math.max(this.interval, 10 * (performance.now() - start))
    }
  }

  /** False when the garden was closed meanwhile. */
  private async sleep(milliseconds: number): Promise<boolean> {
    return setTimeout(milliseconds, true, { signal: this.stop.signal, ref: false }).catch(() => false)
  }

  /** One look after the other. */
  private look(): Promise<void> {
    this.looking = this.looking.then(() => this.lookOnce())
    return this.looking
  }

  /** Looks once, and reads what has changed. Never rejects: a failure becomes the state. */
  private async lookOnce(): Promise<void> {
    try {
      let found = await walk(this.path, this.limits)
      if (traceOf(found) === this.seen) return
      for (let looks = 0; this.seen !== '' && looks < mostLooks; looks++) {
        const before = traceOf(found)
        if (!(await this.sleep(this.settle))) return
        found = await walk(this.path, this.limits)
        if (traceOf(found) === before) break
      }
      this.seen = traceOf(found)
      if (found.missing === undefined) await this.read(found)
      else this.lost(`${this.path}: ${found.missing}.`)
    } catch (error) {
      this.seen = ''
      this.lost(`${this.path}: ${systemReason(error)}.`)
    }
  }

  /** Nothing can be read any more: what was read before stays. */
  private lost(reason: string): void {
    const state = this.hasRead ? 'stale' : 'failed'
    if (this.state.state === state && this.state.reason === reason) return
    this.state = { state, since: this.state.since ?? Date.now(), reason }
    this.announcer.announce()
  }

  private async read(found: Walk): Promise<void> {
    const observedAt = Date.now()
    const sharing = new Sharing()
    const next = new Map<string, KnownFile>()
    for (const file of found.files) {
      const known = this.files.get(file.name)
      next.set(file.name, known?.stamp === file.stamp ? known : await this.readFile(file, known, sharing))
      if (this.stop.signal.aborted) return
    }
    // A folder that cannot be entered for now keeps what it had.
    const problems = found.problems.map(({ name, ...told }): Problem => ({ source: name, ...told }))
    for (const [name, known] of this.files) {
      const isHidden = found.problems.some((problem) => name === problem.name || name.startsWith(`${problem.name}/`))
      if (isHidden && !next.has(name)) next.set(name, known)
    }
    this.files.clear()
    for (const [name, known] of next) this.files.set(name, known)
    this.show(problems, observedAt)
  }

  private async readFile(
    { name, path, size, stamp, writtenAt }: FoundFile,
    before: KnownFile | undefined,
    sharing: Sharing,
  ): Promise<KnownFile> {
    const known = before?.file ?? unreadFile
    if (size > this.limits.fileBytes) {
      const reason = `is ${bytesText(size)} large; up to ${bytesText(this.limits.fileBytes)} can be read`
      return { stamp, path, digest: null, file: unreadable(name, known, reason, 'Split it.') }
    }
    try {
      const readAt = Date.now()
      const bytes = await readFile(path)
      const digest = digestOf(bytes)
      const isSettled = Math.abs(readAt - writtenAt) > tick
      if (!isSettled) this.seen = 'not settled'
      const settled = { stamp: isSettled ? stamp : 'not settled', path, digest }
      const content = textIn(bytes)
      if (content.kind === 'none') return { ...settled, file: unreadable(name, known, content.reason) }
      const parts: ReadPart[] = []
      let yieldAt = performance.now() + slice
      for (const part of readParts(name, content.text, known, { limits: this.limits, sharing })) {
        parts.push(part)
        if (!this.hasRead) this.count(part)
        if (performance.now() < yieldAt) continue
        await setImmediate()
        if (this.stop.signal.aborted) break
        yieldAt = performance.now() + slice
      }
      return { ...settled, file: updateFile(name, known, parts, content.text) }
    } catch (error) {
      this.seen = 'not read'
      const file = unreadable(name, known, `cannot be read: ${systemReason(error)}`)
      return { stamp: 'not read', path, digest: null, file }
    }
  }

  /** While the very first reading goes on, so that its progress can be shown. */
  private count({ reading }: ReadPart): void {
    for (const { object } of reading.items) {
      if (object.kind !== 'Event') this.counts.set(object.kind, (this.counts.get(object.kind) ?? 0) + 1)
    }
  }

  private show(problems: readonly Problem[], observedAt: Instant): void {
    const files = [...this.files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, { file }]) => [name, file] as const)
    const snapshot = assemble(files, problems, observedAt, this.limits)
    if (snapshot.revision === this.current.revision && this.state.state === 'live') return
    this.hasRead ||= files.some(([, { items }]) => items.length > 0)
    if (!this.hasRead) {
      // Nothing is known of the garden, and so it is nothing that could be shown as one that is empty.
      this.current = { ...emptySnapshot, revision: snapshot.revision, problems: snapshot.problems }
      this.lost(nothingRead(this.path, snapshot.problems))
      return
    }
    this.state = { state: 'live' }
    this.current = snapshot
    const namespaced = [...snapshot.profiles.values()].filter(({ ref }) => ref.kind !== 'CloudProfile').length
    this.counts.set('CloudProfile', snapshot.profiles.size - namespaced)
    this.counts.set('NamespacedCloudProfile', namespaced)
    this.counts.set('Project', snapshot.projects.length)
    this.counts.set('Shoot', snapshot.shoots.length)
    this.announcer.announce()
  }
}

/** The first problem stands for all: they are listed apart. */
function nothingRead(path: string, [first, ...others]: readonly Problem[]): string {
  if (first === undefined) return `${path} has no files that end in .yaml, .yml or .json.`
  const place = first.line === undefined ? first.source : `${first.source}, line ${first.line}`
  const more =
    others.length === 0
      ? ''
      : `There ${others.length === 1 ? 'is 1 more problem' : `are ${others.length} more problems`}.`
  return [`${place} ${first.reason}.`, first.more, more].filter(Boolean).join(' ')
}

/** Differs whenever something may have changed. */
function traceOf({ files, problems, missing }: Walk): string {
  return JSON.stringify([missing, files.map(({ name, stamp }) => [name, stamp]), problems])
}
