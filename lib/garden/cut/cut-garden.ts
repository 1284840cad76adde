import { isDeepEqual, type JsonObject } from '@/lib/engine/json'
import type { NamespacedName } from '@/lib/engine/types'
import type {
  ApplyOptions,
  ApplyOutcome,
  EditPreview,
  Garden,
  GardenAction,
  GardenKind,
  GardenState,
  GardenUser,
  Identity,
  ObjectEdit,
  ObjectRef,
  PreviewEdit,
  ResourceState,
  Snapshot,
  UnseenObjects,
} from '../garden'
import { ChangeListeners } from '../garden-events'
import { gardenKinds } from '../read-object'
import type { ShootEvents } from '../shoot-event'
import { resourceCounts } from '../snapshot'
import { type CutSnapshot, cutSnapshot, type GardenSight, sees, unseenIn } from './cut-snapshot'

const COVERS: Readonly<Record<number, string>> = { 0: 'no project of yours', 1: 'your project' }

/**
 * A garden as a user sees it: what they may not see is not there, and no folder above knows that there is more. It allows
 * nothing: what they do is asked of the garden in their name.
 */
export class CutGarden implements Garden {
  private readonly announcer = new ChangeListeners()
  private listeners = 0
  private stop: (() => void) | undefined
  private cut: CutSnapshot
  private rest: { readonly whole: Snapshot; readonly unseen: UnseenObjects } | undefined
  private told: { readonly snapshot: Snapshot; readonly state: GardenState }

  constructor(
    readonly uncut: Garden,
    private readonly sight: GardenSight,
  ) {
    this.cut = cutSnapshot(uncut.snapshot(), sight, () => this.unseen())
    this.told = { snapshot: this.cut.snapshot, state: this.status() }
  }

  snapshot(): Snapshot {
    this.cut = cutSnapshot(this.uncut.snapshot(), this.sight, () => this.unseen(), this.cut)
    return this.cut.snapshot
  }

  status(): GardenState {
    const { resources, ...state } = this.uncut.status()
    const snapshot = this.snapshot()
    const counts = resourceCounts(snapshot)
    const { length } = snapshot.projects
    const covers = this.sight.reach.Shoot === 'all' ? {} : { covers: COVERS[length] ?? `your ${length} projects` }
    return {
      ...state,
      ...covers,
      resources: gardenKinds.flatMap((kind) => this.resource(kind, resources, counts[`${kind}s`] ?? 0)),
    }
  }

  subscribe(listener: () => void): () => void {
    const unsubscribe = this.announcer.subscribe(listener)
    this.stop ??= this.uncut.subscribe(() => this.tell())
    this.listeners++
    return () => {
      unsubscribe()
      this.listeners--
      if (this.listeners > 0) return
      this.stop?.()
      this.stop = undefined
    }
  }

  ready(): Promise<void> {
    return this.uncut.ready()
  }

  async apply(identity: Identity, ref: ObjectRef, edit: ObjectEdit, options: ApplyOptions): Promise<ApplyOutcome> {
    return this.sees(ref) ? this.uncut.apply(identity, ref, edit, options) : { kind: 'gone' }
  }

  async preview(identity: Identity, ref: ObjectRef, edit: PreviewEdit): Promise<EditPreview> {
    return this.sees(ref) ? this.uncut.preview(identity, ref, edit) : { kind: 'gone' }
  }

  async objectAt(identity: Identity, ref: ObjectRef, resourceVersion: string): Promise<JsonObject | null> {
    return this.sees(ref) ? ((await this.uncut.objectAt?.(identity, ref, resourceVersion)) ?? null) : null
  }

  async events(identity: Identity, shoot: NamespacedName): Promise<ShootEvents> {
    return this.sees({ kind: 'Shoot', ...shoot }) ? this.uncut.events(identity, shoot) : { kind: 'read', events: [] }
  }

  async userOf(identity: Identity): Promise<GardenUser> {
    if (this.uncut.userOf === undefined) throw new Error('This garden knows no users.')
    return this.uncut.userOf(identity)
  }

  async may(identity: Identity, actions: readonly GardenAction[]): Promise<readonly boolean[]> {
    return this.uncut.may === undefined ? actions.map(() => true) : this.uncut.may(identity, actions)
  }

  cutOf(whole: Garden): Garden {
    return new CutGarden(whole, this.sight)
  }

  /** The whole garden belongs to others too. */
  async close(): Promise<void> {
    this.stop?.()
    this.stop = undefined
    this.announcer.clear()
  }

  /** Found once for each state of the whole garden, when it is counted. */
  private unseen(): UnseenObjects {
    const whole = this.uncut.snapshot()
    if (this.rest?.whole !== whole) this.rest = { whole, unseen: unseenIn(whole, this.sight) }
    return this.rest.unseen
  }

  private sees({ kind, namespace, name }: ObjectRef): boolean {
    return sees(this.sight, kind, namespace, name)
  }

  /** How far the reading of all is would tell how many there are. */
  private resource(kind: GardenKind, resources: readonly ResourceState[], read: number): ResourceState[] {
    const name = `${kind}s`
    const [first, ...rest] = resources.filter((one) => one.name === name)
    if (first === undefined) return []
    const { reach } = this.sight
    const seen = reach[kind]
    const needed = reach.Shoot
    if (seen !== 'all' && kind === 'CloudProfile') return [{ name, read, state: 'forbidden' }]
    if (seen !== 'all' && (needed === 'all' || ![...needed].every((namespace) => seen.has(namespace)))) {
      return [{ name, read, state: 'forbidden', message: `${name} may not be read in each of your projects` }]
    }
    const { state } = rest.find(({ state }) => state !== 'synced') ?? first
    return [{ name, read, state }]
  }

  private tell(): void {
    const [snapshot, state] = [this.snapshot(), this.status()]
    if (snapshot === this.told.snapshot && isDeepEqual(state, this.told.state)) return
    this.told = { snapshot, state }
    this.announcer.announce()
  }
}
