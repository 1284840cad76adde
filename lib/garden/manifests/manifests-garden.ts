import { readFile, stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Problem } from '@/lib/engine/faults'
import { isDeepEqual } from '@/lib/engine/json'
import type { NamespacedName } from '@/lib/engine/types'
import { through } from '@/lib/process/event-loop'
import { forEverybody } from '@/lib/process/on-behalf'
import type {
  ApplyOptions,
  ApplyOutcome,
  EditPreview,
  Garden,
  GardenState,
  Identity,
  ObjectEdit,
  ObjectRef,
  PreviewEdit,
  ResourceState,
  Snapshot,
} from '../garden'
import { ChangeListeners } from '../garden-events'
import { gardenKinds, labelOf } from '../read-object'
import { newestFirst, type ShootEvents } from '../shoot-event'
import { SharedParts } from '../shoot-fields'
import { compare, emptySnapshot, isSameList, resourceCounts, type SourcedObject } from '../snapshot'
import { snapshotOfFiles } from './assemble'
import { type FileRole, isKustomization, type Kustomization, Kustomizations, parseKustomization } from './kustomization'
import {
  fileOfPatch,
  type KnownFile,
  type ManifestFile,
  readManifestFile,
  textIn,
  unreadable,
  unreadFile,
} from './manifest-file'
import { defaultLimits, type FilePartReading, type ManifestLimits } from './reading'
import { type FolderContents, type FoundFile, stampOf, systemReason, walk } from './walk'
import { digestOf, ManifestWriter } from './writer'

export interface ManifestsOptions {
  /** What the file is called, where its path is nothing to people: it cannot be written then. */
  readonly called?: string
  readonly limits?: ManifestLimits
  /** Milliseconds between two looks at the files. A look that takes long is followed by a longer pause. */
  readonly interval?: number
  /** Milliseconds without a change after which a change is read; a program may still be writing. */
  readonly settle?: number
  /** Milliseconds for which it is waited that nothing changes any more: in some folders that is never. */
  readonly patience?: number
}

/**
 * A look or a reading is followed by a pause of so many times what it took, so that most of the time is left to others; but of no
 * more milliseconds than this, as it also takes long where others take the time.
 */
const pauseAfter = { times: 3, most: 3000 }

/** No user writes a longer kustomization, in bytes. */
const mostOfKustomization = 1024 * 1024

/** What was written less than so many milliseconds before it was read may have been written again in the same tick. */
const tick = 100

/**
 * A file or folder of manifests. Watched by looking at size, times and identity of every file once a second: unlike the
 * notifications of the operating systems, that also notices editors that rename, links of mounted ConfigMaps that move, network
 * file systems, and a path that is replaced.
 */
export class ManifestsGarden implements Garden {
  private readonly announcer = new ChangeListeners()
  private readonly stop = new AbortController()
  private readonly options: ManifestsOptions & Required<Omit<ManifestsOptions, 'called'>>
  private readonly first: Promise<void>
  private readonly running: Promise<void>
  private readonly files = new Map<string, KnownFile>()
  /** Files that were being written at the last look; whatever is in them is read at the next. */
  private left: ReadonlySet<string> = new Set()
  private kustomizations: ReadonlyMap<string, { readonly stamp: string; readonly read: Kustomization | null }> =
    new Map()
  private counts: Record<string, number> = {}
  private current: Snapshot = emptySnapshot
  /** Whether any object was ever read. */
  private hasRead = false
  private seen = ''
  private looking: Promise<number> = Promise.resolve(0)
  private readonly writer: ManifestWriter
  private state: Pick<GardenState, 'state' | 'since' | 'reason'> = { state: 'reading' }

  constructor(
    private readonly path: string,
    options: ManifestsOptions = {},
  ) {
    this.options = { limits: defaultLimits, interval: 1000, settle: 120, patience: 400, ...options }
    const { called, limits } = this.options
    this.writer = new ManifestWriter({
      root: path,
      unwritable: called,
      files: this.files,
      limits,
      listing: (name) =>
        [...this.kustomizations.values()].flatMap(({ read }) => (read?.resources.includes(name) ? [read.name] : [])),
      snapshot: () => this.current,
      look: () => this.look(),
    })
    this.first = this.look().then(() => {})
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
      label: this.options.called ?? this.path,
      ...this.state,
      resources: gardenKinds.map(
        (kind): ResourceState => ({ name: `${kind}s`, read: this.counts[`${kind}s`] ?? 0, state }),
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

  preview(_: Identity, ref: ObjectRef, edit: PreviewEdit): Promise<EditPreview> {
    return this.writer.preview(ref, edit)
  }

  async events(_: Identity, { namespace, name }: NamespacedName): Promise<ShootEvents> {
    const { events } = this.current
    if (events === undefined)
      return { kind: 'unreadable', reason: `${this.options.called ?? this.path} has no events of clusters.` }
    return { kind: 'read', events: newestFirst(events.get(`${namespace}/${name}`) ?? []) }
  }

  /**
   * The objects that were read, of each label the first, and what is wrong with what was read: for who puts them together with those of
   * another garden. A namespaced profile whose parent is not among them is no problem then.
   */
  contents(): { readonly objects: readonly SourcedObject[]; readonly problems: readonly Problem[] } {
    const files = [...this.files].sort(([a], [b]) => compare(a, b))
    const objects = new Map<string, SourcedObject>()
    for (const [source, { file }] of files) {
      for (const { object, line } of file.items) {
        if (!objects.has(object.label))
          objects.set(object.label, { object, source, ...(line !== undefined && { line }) })
      }
    }
    const isAlone = ({ object }: SourcedObject) =>
      object.kind === 'NamespacedCloudProfile' &&
      !objects.has(labelOf({ kind: 'CloudProfile', name: object.parent ?? '' }))
    const alone = new Set([...objects.values()].filter(isAlone).map(({ object }) => object.label))
    const own = new Set(files.flatMap(([, { file }]) => file.problems))
    const problems = this.current.problems.filter((one) => own.has(one) || !alone.has(one.object ?? ''))
    return { objects: [...objects.values()], problems }
  }

  async close(): Promise<void> {
    this.stop.abort()
    this.announcer.clear()
    await this.running
  }

  private async watch(): Promise<void> {
    for (let pause = this.options.interval; await this.sleep(pause); ) pause = await this.look()
  }

  /** False when the garden was closed meanwhile. */
  private async sleep(milliseconds: number): Promise<boolean> {
    return setTimeout(milliseconds, true, { signal: this.stop.signal, ref: false }).catch(() => false)
  }

  /** One look after the other. Resolves with the milliseconds to wait until the next. */
  private look(): Promise<number> {
    this.looking = this.looking.then(() => forEverybody(() => this.lookOnce()))
    return this.looking
  }

  /** Looks once, and reads what has changed. Never rejects: a failure becomes the state. */
  private async lookOnce(): Promise<number> {
    let pause = this.options.interval
    try {
      const begin = performance.now()
      let found = await this.walk()
      pause = this.pauseAfter(performance.now() - begin)
      if (traceOf(found) === this.seen) return pause
      let before = found
      if (this.seen !== '') {
        const end = performance.now() + this.options.patience
        do {
          before = found
          if (!(await this.sleep(this.options.settle))) return pause
          found = await this.walk()
        } while (traceOf(found) !== traceOf(before) && performance.now() < end)
      }
      this.seen = traceOf(found)
      const from = performance.now()
      if (found.missing === undefined) await this.read(found, before)
      else this.lost(`${this.path}: ${found.missing}.`)
      return Math.max(pause, this.pauseAfter(performance.now() - from))
    } catch (error) {
      this.seen = ''
      this.lost(`${this.path}: ${systemReason(error)}.`)
      return pause
    }
  }

  private async walk(): Promise<FolderContents> {
    const found = await walk(this.path, this.options.limits)
    const { called } = this.options
    return called === undefined ? found : { ...found, files: found.files.map((file) => ({ ...file, name: called })) }
  }

  private pauseAfter(took: number): number {
    return Math.max(this.options.interval, Math.min(pauseAfter.times * took, pauseAfter.most))
  }

  /** Notes that nothing can be read any more: what was read before stays. */
  private lost(reason: string): void {
    const state = this.hasRead ? 'stale' : 'failed'
    if (this.state.state === state && this.state.reason === reason) return
    this.state = { state, since: this.state.since ?? Date.now(), reason }
    this.announcer.announce()
  }

  /** Files that differ from the walk before are being written: they count as they were until the next look. */
  private async read(found: FolderContents, before: FolderContents): Promise<void> {
    const observedAt = Date.now()
    const sharing = new SharedParts()
    const stamps = new Map(before.files.map(({ name, stamp }) => [name, stamp]))
    const next = new Map<string, KnownFile>()
    const left = new Set<string>()
    const leave = (name: string, known: KnownFile | undefined): void => {
      left.add(name)
      if (known !== undefined) next.set(name, known)
    }
    const kustomizations = await this.readKustomizations(found.files)
    for (const file of found.files) {
      const { name, stamp } = file
      const role = kustomizations.roleOf(name)
      const before = this.files.get(name)
      const known = isDeepEqual(before?.role, role) ? before : undefined
      if (known?.stamp === stamp) next.set(name, known)
      else if (stamps.get(name) !== stamp && !this.left.has(name)) leave(name, known)
      else {
        const now = await this.readFile(file, known, { role, sharing })
        if (now === 'written meanwhile') leave(name, known)
        else next.set(name, now)
      }
      if (this.stop.signal.aborted) return
    }
    for (const [name, known] of this.files) {
      if (next.has(name)) continue
      // A folder that cannot be entered for now keeps what it had.
      const isHidden = found.problems.some((problem) => name === problem.name || name.startsWith(`${problem.name}/`))
      if (isHidden) next.set(name, known)
      else if (stamps.has(name) && before !== found && !this.left.has(name)) leave(name, known)
    }
    const files = [...next].sort(([a], [b]) => compare(a, b)).map(([name, { file }]) => [name, file] as const)
    const kustomized = kustomizations.problem((name) => isOurs(next.get(name)))
    const problems = [
      ...(kustomized === undefined ? [] : [kustomized]),
      ...found.problems.map(({ name, fault }): Problem => ({ source: name, path: '', fault })),
    ]
    const snapshot = await through(snapshotOfFiles(files, problems, observedAt, this.options.limits))
    this.left = left
    if (left.size > 0) this.seen = 'not settled'
    this.files.clear()
    for (const [name, known] of next) this.files.set(name, known)
    this.show(snapshot)
  }

  /** Reads the kustomizations of a folder. For a single file it is not known what else is around it. */
  private async readKustomizations(files: readonly FoundFile[]): Promise<Kustomizations> {
    const all = new Map<string, { readonly stamp: string; readonly read: Kustomization | null }>()
    for (const { name, path, size, stamp } of files) {
      if (!isKustomization(name) || size > mostOfKustomization) continue
      const known = this.kustomizations.get(name)
      if (known?.stamp === stamp) all.set(name, known)
      else {
        const text = await readFile(path, 'utf8').catch(() => '')
        all.set(name, { stamp, read: parseKustomization(name, text, this.options.limits) })
      }
    }
    this.kustomizations = all
    return new Kustomizations([...all.values()].flatMap(({ read }) => read ?? []))
  }

  private async readFile(
    { name, path, size, stamp, writtenAt }: FoundFile,
    before: KnownFile | undefined,
    { role, sharing }: { readonly role: FileRole; readonly sharing: SharedParts },
  ): Promise<KnownFile | 'written meanwhile'> {
    const known = before?.file ?? unreadFile
    if (size > this.options.limits.fileBytes) {
      const file = unreadable(name, known, { code: 'file-too-large', bytes: size, most: this.options.limits.fileBytes })
      return { stamp, role, path, digest: null, file }
    }
    try {
      const readAt = Date.now()
      const bytes = await readFile(path)
      if (stampOf(await stat(path)) !== stamp && !this.left.has(name)) return 'written meanwhile'
      const digest = await digestOf(bytes)
      const isSettled = Math.abs(readAt - writtenAt) > tick
      if (!isSettled) this.seen = 'not settled'
      const settled = { stamp: isSettled ? stamp : 'not settled', role, path, digest }
      const content = textIn(bytes)
      if (content.kind === 'none') return { ...settled, file: unreadable(name, known, content.fault) }
      if (role.isPatch) return { ...settled, file: fileOfPatch(content.text) }
      const { namespace } = role
      const steps = readManifestFile(name, content.text, known, { limits: this.options.limits, sharing, namespace })
      return { ...settled, file: await through(this.followed(steps, known)) }
    } catch (error) {
      this.seen = 'not read'
      const file = unreadable(name, known, { code: 'unread', reason: systemReason(error) })
      return { stamp: 'not read', role, path, digest: null, file }
    }
  }

  /** Shows the progress of the very first reading, and ends when the garden is closed: then the file is no longer needed. */
  private *followed(
    steps: Generator<FilePartReading | undefined, ManifestFile>,
    known: ManifestFile,
  ): Generator<undefined, ManifestFile> {
    let step = steps.next()
    for (; !step.done; step = steps.next()) {
      if (this.stop.signal.aborted) return known
      if (step.value !== undefined && !this.hasRead) this.count(step.value)
      yield
    }
    return step.value
  }

  private count({ reading }: FilePartReading): void {
    for (const { object } of reading.items) {
      const name = `${object.kind}s`
      this.counts[name] = (this.counts[name] ?? 0) + 1
    }
  }

  private show({ projects, ...read }: Snapshot): void {
    // What is computed from clusters begins anew where the list of projects is another.
    const snapshot = {
      ...read,
      projects: isSameList(projects, this.current.projects) ? this.current.projects : projects,
    }
    if (snapshot.revision === this.current.revision && this.state.state === 'live') return
    this.hasRead ||= [...this.files.values()].some(({ file }) => file.items.length > 0)
    if (!this.hasRead) {
      // Nothing is known of the garden, and so it is nothing that could be shown as one that is empty.
      this.current = { ...emptySnapshot, revision: snapshot.revision, problems: snapshot.problems }
      this.lost(nothingRead(this.options.called ?? this.path, snapshot.problems.length))
      return
    }
    this.state = { state: 'live' }
    this.current = snapshot
    this.counts = { ...resourceCounts(snapshot) }
    this.announcer.announce()
  }
}

/** The reason when nothing could be read. The problems, which answers tell beside it, say why. */
function nothingRead(path: string, problems: number): string {
  return problems === 0
    ? `${path} has no files that end in .yaml, .yml or .json.`
    : `${path} holds nothing that can be read.`
}

function isOurs(known: KnownFile | undefined): boolean {
  return known !== undefined && (known.file.items.length > 0 || known.file.isAboutGardener === true)
}

/** Differs whenever something may have changed. */
function traceOf({ files, problems, missing }: FolderContents): string {
  return JSON.stringify([missing, files.map(({ name, stamp }) => [name, stamp]), problems])
}
