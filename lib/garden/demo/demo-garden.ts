import { createHash } from 'node:crypto'
import { doneStep } from '@/lib/engine/course'
import { addTo, countMore } from '@/lib/engine/grouped'
import type { JsonObject } from '@/lib/engine/json'
import { eventsOf, sentencesOf } from '@/lib/engine/rules'
import { DAY, MINUTE } from '@/lib/engine/time'
import type { Instant, NamespacedName, Shoot } from '@/lib/engine/types'
import { through } from '@/lib/process/event-loop'
import { forEverybody } from '@/lib/process/on-behalf'
import { conflict, done, tryEdit, tryNew } from '../admit'
import { objectIn } from '../changes'
import { ChunkedList } from '../chunked-list'
import type {
  ApplyOptions,
  ApplyOutcome,
  EditPreview,
  ForecastInput,
  Garden,
  GardenKind,
  GardenState,
  Identity,
  ObjectEdit,
  ObjectRef,
  PastSnapshot,
  PreviewEdit,
  ResourceState,
  Snapshot,
} from '../garden'
import { ChangeListeners } from '../garden-events'
import { previewObject } from '../preview'
import { contentVersion, gardenKinds, labelOf, readObject, withContentVersion } from '../read-object'
import { newestFirst, type ShootEvent, type ShootEvents } from '../shoot-event'
import { SharedParts } from '../shoot-fields'
import { compare, emptySnapshot, makeSnapshot, mergeProfiles, type SourcedObject, withShoot } from '../snapshot'
import { birthOf, calendar } from './calendar'
import { type DemoSize, demoPlans, isManifest } from './manifests'
import { clustersWithPast, demoPast, isWithPast } from './past'
import { type ReadProfile, readProfile } from './past-profiles'
import { PlanReader } from './plan-reader'
import { shootManifest } from './shoot'

/**
 * So many objects make the revision, with the size: the others follow from the same rules, and to look at all of 100,000 takes
 * longer than to make them.
 */
const fingerprinted = 1000

/**
 * The landscape of the demo. It is generated in the background and goes through the same parser as a real one. Profiles and
 * clusters can be edited, by the rules of Gardener's API server; that lasts until `reset` or the end of the process. `observedAt` is when it is
 * said to have been read.
 */
export class DemoGarden implements Garden {
  private readonly announcer = new ChangeListeners()
  private readonly counts = new Map<GardenKind, number>()
  private readonly reading: Promise<void>
  /** What can be edited, as an API server would have it, by label. */
  private readonly editable = new Map<string, JsonObject>()
  private original: Snapshot = emptySnapshot
  private isRead = false
  /** The shoots in the order in which they are made. */
  private readonly first: Shoot[] = []
  private readonly profiles: ReadProfile[] = []
  /** Profiles as they are shown, by label. */
  private readonly shown = new Map<string, SourcedObject>()
  private readonly edits = new Map<string, JsonObject>()
  private current: Snapshot = emptySnapshot
  private withPast: ForecastInput['has'] | null = null
  private closed = false

  constructor(
    private readonly size: DemoSize,
    private readonly observedAt: Instant,
  ) {
    this.reading = forEverybody(() => through(this.generate()))
  }

  snapshot(): Snapshot {
    return this.current
  }

  status(): GardenState {
    const done = this.isRead
    return {
      kind: 'demo',
      label: `Demo of ${this.size.born}`,
      state: done ? 'live' : 'reading',
      resources: gardenKinds.map((name): ResourceState => {
        const read = this.counts.get(name) ?? 0
        const of = name === 'Shoot' ? { of: this.size.shoots } : {}
        return { name: `${name}s`, read, ...of, state: done ? 'synced' : 'reading' }
      }),
    }
  }

  subscribe(listener: () => void): () => void {
    return this.announcer.subscribe(listener)
  }

  ready(): Promise<void> {
    return this.reading
  }

  async apply(_: Identity, ref: ObjectRef, edit: ObjectEdit, options: ApplyOptions): Promise<ApplyOutcome> {
    const label = labelOf(ref)
    const kept = this.present(label)
    const made = kept === undefined ? await through(this.made(ref)) : kept
    // Another user may have edited it while it was made.
    const object = this.present(label) ?? made
    const { resourceVersion, dryRun = false } = options
    const around = { snapshot: this.current, now: Date.now() }
    const tried =
      resourceVersion === null
        ? object === undefined
          ? tryNew(ref, edit, around)
          : conflict(object)
        : object === undefined
          ? done(this.absent(ref))
          : tryEdit(object, edit, resourceVersion, { ...around, profileOf: (used) => this.present(labelOf(used)) })
    if (tried.kind === 'done') return tried.outcome
    if (dryRun) return { kind: 'applied', resourceVersion: resourceVersion ?? '' }
    this.edits.set(label, tried.object)
    this.show(label, tried.object)
    return { kind: 'applied', resourceVersion: tried.resourceVersion }
  }

  async preview(_: Identity, ref: ObjectRef, edit: PreviewEdit): Promise<EditPreview> {
    const object = this.present(labelOf(ref)) ?? (await through(this.made(ref)))
    return object === undefined ? this.absent(ref) : previewObject(object, edit, contentVersion(object))
  }

  async events(_: Identity, { namespace, name }: NamespacedName): Promise<ShootEvents> {
    const shoot = objectIn(this.current, { kind: 'Shoot', namespace, name })
    return { kind: 'read', events: shoot === null ? [] : newestFirst(demoEvents(shoot, this.observedAt)) }
  }

  async *past(): AsyncGenerator<PastSnapshot> {
    if (!this.isRead) return
    const { born } = this.size
    const { original: snapshot, profiles, observedAt: now } = this
    yield* await through(demoPast({ born, now, snapshot, profiles, shoots: this.first }))
  }

  /**
   * Until its birthday begins: what is shown of that day stays as it is, however late the process begins on it. Clusters that have
   * no past have always been as they are.
   */
  maintained(): ForecastInput {
    if (this.withPast === null && this.isRead) this.withPast = isWithPast(this.first)
    return { until: birthOf(this.size.born), has: (cluster) => this.withPast?.(cluster) === true }
  }

  isEdited(): boolean {
    return this.edits.size > 0
  }

  async reset(): Promise<void> {
    if (this.edits.size === 0) return
    this.edits.clear()
    this.shown.clear()
    for (const { sourced } of this.profiles) this.shown.set(sourced.object.label, sourced)
    this.current = this.original
    this.announcer.announce()
  }

  async close(): Promise<void> {
    this.closed = true
    this.announcer.clear()
    await this.reading
  }

  private present(label: string): JsonObject | undefined {
    return this.edits.get(label) ?? this.editable.get(label)
  }

  /** Other objects are not kept: they are made again when one is asked for. */
  private *made(ref: ObjectRef): Generator<undefined, JsonObject | undefined> {
    if (ref.kind !== 'Shoot') return undefined
    for (const plan of demoPlans(this.size)) {
      if (!isManifest(plan) && plan.name === ref.name && `garden-${plan.project}` === ref.namespace)
        return JSON.parse(JSON.stringify(shootManifest(calendar(this.size.born), plan)))
      yield
    }
    return undefined
  }

  private absent({ kind }: ObjectRef): Extract<ApplyOutcome, { kind: 'gone' | 'unavailable' }> {
    if (kind !== 'Project') return { kind: 'gone' }
    return { kind: 'unavailable', message: 'The demo only takes edits of profiles and clusters.', uncertain: false }
  }

  /** Shows an object. Only what is edited is read again: everything else keeps its identity. */
  private show(label: string, raw: JsonObject): void {
    const hash = createHash('sha256').update(this.original.revision)
    for (const [edited, version] of this.edits) hash.update(`${edited} ${contentVersion(version)}\n`)
    const revision = `${this.original.revision}-${hash.digest('hex').slice(0, 12)}`
    this.current = { ...this.current, ...this.withEdited(label, readEdited(raw)), revision, observedAt: Date.now() }
    this.announcer.announce()
  }

  private withEdited(label: string, object: SourcedObject['object']): Partial<Snapshot> {
    if (object.kind !== 'Shoot') {
      this.shown.set(label, { source: 'demo', object })
      return mergeProfiles([...this.shown.values()], 'here')
    }
    const { shoots } = this.current
    return { shoots: withShoot(shoots, object.value, object.value) }
  }

  private *generate(): Generator<undefined, void> {
    const objects: SourcedObject[] = []
    const shoots = new Map<string, Shoot[]>()
    const sharing = new SharedParts()
    const at = calendar(this.size.born)
    const reader = new PlanReader(at, sharing)
    const hash = createHash('sha256').update(`${this.size.shoots}\n`)
    let made = 0
    const keep = (shoot: Shoot) => {
      if (this.first.length < clustersWithPast) this.first.push(shoot)
      addTo(shoots, shoot.namespace, shoot)
    }
    for (const one of demoPlans(this.size)) {
      yield
      if (this.closed) return
      const kind = isManifest(one) ? one.kind : 'Shoot'
      countMore(this.counts, kind)
      if (made++ >= fingerprinted && !isManifest(one)) {
        keep(reader.shoot(one))
        continue
      }
      const manifest = isManifest(one) ? one : shootManifest(at, one)
      if (made <= fingerprinted) hash.update(JSON.stringify(manifest))
      const isProfile = manifest.kind === 'CloudProfile' || manifest.kind === 'NamespacedCloudProfile'
      const object = isProfile
        ? readProfile(manifest, { born: this.size.born, now: this.observedAt })
        : readObject(manifest)
      if (object.kind === 'other' || object.kind === 'unreadable' || object.problems.length > 0) {
        throw new Error(`The demo wrote a ${manifest.kind} that cannot be read: ${manifest.metadata.name}`)
      }
      const sourced = { object: sharing.object(object), source: 'demo' }
      if (sourced.object.kind === 'Shoot') keep(sourced.object.value)
      else objects.push(sourced)
      if (isProfile) {
        this.editable.set(object.label, JSON.parse(JSON.stringify(manifest)))
        this.profiles.push({ manifest, sourced })
        this.shown.set(object.label, sourced)
      }
    }
    const ordered: Shoot[] = []
    for (const [, inProject] of [...shoots].sort(([a], [b]) => compare(a, b))) {
      for (const shoot of inProject.sort((a, b) => compare(a.name, b.name))) ordered.push(shoot)
      yield
      if (this.closed) return
    }
    const revision = `demo-${this.size.born}-${hash.digest('hex').slice(0, 12)}`
    const others = makeSnapshot({ revision, observedAt: this.observedAt, objects, problems: [] })
    this.original = { ...others, shoots: ChunkedList.of(ordered) }
    this.isRead = true
    this.current = this.original
    this.announcer.announce()
  }
}

/** What was read before an edit can be read after it, and what has a problem then is shown as far as it is understood. */
function readEdited(raw: JsonObject): SourcedObject['object'] {
  const object = readObject(withContentVersion(raw))
  if (object.kind === 'other' || object.kind === 'unreadable') throw new Error('An edit made an object unreadable.')
  return object
}

/** The API server of the demo forgets events after so long; Gardener allows no more. */
const kept = 7 * DAY

/** What Gardener wrote about the last maintenance of a shoot. */
function demoEvents(shoot: Shoot, now: Instant): readonly ShootEvent[] {
  const at = shoot.lastMaintenance?.triggeredTime
  if (at === undefined || at > now || now - at > kept) return []
  const changes = doneStep(shoot)?.changes ?? []
  return eventsOf(changes, sentencesOf(changes)).map(({ type, reason, message }) => ({
    type,
    reason,
    message,
    count: 1,
    at: at + MINUTE,
    by: 'gardener-controller-manager',
  }))
}
