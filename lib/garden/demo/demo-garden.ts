import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Instant } from '@/lib/engine/types'
import { Announcer } from '../announcer'
import type { ApplyOutcome } from '../apply'
import type { Garden, GardenState, ResourceState, Snapshot } from '../garden'
import { type GardenKind, gardenKinds, readObject } from '../read-object'
import { Sharing } from '../share'
import { emptySnapshot, makeSnapshot, type Sourced } from '../snapshot'
import { type DemoSize, demoObjects } from './manifests'

/** How long the demo may generate before it lets the server answer something else, in milliseconds. */
const slice = 20

/**
 * So many objects make the revision, with the size: the others follow from the same rules, and to look at all of 100,000 takes
 * longer than to make them.
 */
const fingerprinted = 1000

/**
 * The landscape of the demo. It is generated in the background, goes through the same parser as a real one, and then never
 * changes. `observedAt` is when it is said to have been read.
 */
export class DemoGarden implements Garden {
  private readonly announcer = new Announcer()
  private readonly counts = new Map<GardenKind, number>()
  private readonly reading: Promise<void>
  private current: Snapshot = emptySnapshot
  private closed = false

  constructor(
    private readonly size: DemoSize,
    private readonly observedAt: Instant,
  ) {
    this.reading = this.generate()
  }

  snapshot(): Snapshot {
    return this.current
  }

  status(): GardenState {
    const done = this.current !== emptySnapshot
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

  async apply(): Promise<ApplyOutcome> {
    return { kind: 'unavailable', message: 'The demo cannot be changed from here.', uncertain: false }
  }

  async close(): Promise<void> {
    this.closed = true
    this.announcer.clear()
    await this.reading
  }

  private async generate(): Promise<void> {
    const objects: Sourced[] = []
    const sharing = new Sharing()
    const hash = createHash('sha256').update(`${this.size.shoots}\n`)
    let yieldAt = performance.now()
    for (const manifest of demoObjects(this.size)) {
      if (performance.now() >= yieldAt) {
        await setImmediate()
        if (this.closed) return
        yieldAt = performance.now() + slice
      }
      if (objects.length < fingerprinted) hash.update(JSON.stringify(manifest))
      const object = readObject(manifest)
      if (object.kind === 'other' || object.kind === 'unreadable' || object.problems.length > 0) {
        throw new Error(`The demo wrote a ${manifest.kind} that cannot be read: ${manifest.metadata.name}`)
      }
      objects.push({ object: sharing.object(object), source: 'demo' })
      this.counts.set(manifest.kind, (this.counts.get(manifest.kind) ?? 0) + 1)
    }
    const revision = `demo-${this.size.born}-${hash.digest('hex').slice(0, 12)}`
    this.current = makeSnapshot({ revision, observedAt: this.observedAt, objects, problems: [] })
    this.announcer.announce()
  }
}
