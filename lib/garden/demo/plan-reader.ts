import { parseInstant } from '@/lib/engine/time'
import type { Instant, Shoot, Worker } from '@/lib/engine/types'
import { readObject } from '../read-object'
import { Sharing } from '../share'
import type { Calendar } from './calendar'
import type { MaintenancePlan, PoolPlan, ShootPlan } from './plan'
import { createdAt, maintainedAt, shootManifest, zones } from './shoot'

/**
 * Reads unremarkable clusters, those of `fleetShoot`, as the parser reads what is written of them. They are put together of few parts:
 * it reads a cluster and a pool of each kind, and for all others fills in what is their own. A test holds the two to the same.
 */
export class PlanReader {
  private readonly shoots = new Map<string, Shoot>()
  private readonly pools = new Map<string, Worker>()
  private readonly workers = new Map<string, Worker>()
  private readonly parts = new Map<string, object>()
  private readonly texts = new Map<string, string>()
  private readonly instants = new Map<string, Instant>()

  constructor(
    private readonly at: Calendar,
    private readonly sharing = new Sharing(),
  ) {}

  shoot(plan: ShootPlan): Shoot {
    const { name, project, profile, pools, window, purpose, region, lastMaintenance } = plan
    const like = this.like(plan)
    const versionBound = like.versionBound && this.bound(like.versionBound, `${project}-${profile}`)
    return {
      ...like,
      namespace: this.text(`garden-${project}`),
      name,
      workers: pools.map((pool) => this.worker(plan, pool)),
      creationTimestamp: this.instant(createdAt(this.at, plan)),
      window: this.part(`window ${window[0]} ${window[1]}`, () => ({ begin: window[0], end: window[1] })),
      purpose,
      region,
      ...(lastMaintenance && { lastMaintenance: this.maintenance(plan, like, lastMaintenance) }),
      ...(versionBound && { versionBound }),
    }
  }

  /** A cluster of the same kind. */
  private like(plan: ShootPlan): Shoot {
    const { profile, kubernetes, autoUpdate, pools, state, confined, lastMaintenance, spec } = plan
    const last = lastMaintenance && (lastMaintenance.failureReason ?? 'succeeded')
    const key = `${profile} ${kubernetes} ${autoUpdate.kubernetes} ${autoUpdate.image} ${pools.length > 0} ${state} ${confined} ${spec !== undefined} ${last}`
    let known = this.shoots.get(key)
    if (known === undefined) {
      known = this.read({ ...plan, pools: pools.slice(0, 1) })
      this.shoots.set(key, known)
    }
    return known
  }

  private worker(plan: ShootPlan, pool: PoolPlan): Worker {
    const { name, image, nodes, machineType, arm, inPlace, kubernetes } = pool
    const kind = `${plan.profile} ${arm} ${inPlace} ${kubernetes}`
    const key = `${kind} ${plan.region} ${name} ${image[0]} ${image[1]} ${nodes[0]} ${nodes[1]} ${machineType}`
    let known = this.workers.get(key)
    if (known === undefined) {
      let like = this.pools.get(kind)
      if (like === undefined) {
        like = this.read({ ...plan, pools: [pool] }).workers[0]
        if (like === undefined) throw new Error(`The demo wrote a pool that cannot be read: ${name}`)
        this.pools.set(kind, like)
      }
      known = {
        ...like,
        name,
        machineType,
        minimum: nodes[0],
        maximum: nodes[1],
        zones: zones(plan, pool),
        image: { name: image[0], version: image[1] },
      }
      this.workers.set(key, known)
    }
    return known
  }

  private maintenance(plan: ShootPlan, like: Shoot, last: MaintenancePlan): NonNullable<Shoot['lastMaintenance']> {
    if (like.lastMaintenance === undefined) throw new Error('The demo wrote a maintenance that cannot be read.')
    return {
      ...like.lastMaintenance,
      description: this.text(last.description),
      triggeredTime: this.instant(maintainedAt(this.at, plan, last)),
    }
  }

  private bound(like: NonNullable<Shoot['versionBound']>, secretBindingName: string) {
    return this.part(`bound ${secretBindingName}`, () => ({ ...like, secretBindingName }))
  }

  private read(plan: ShootPlan): Shoot {
    const object = readObject(shootManifest(this.at, plan))
    if (object.kind !== 'Shoot' || object.problems.length > 0) {
      throw new Error(`The demo wrote a Shoot that cannot be read: ${plan.name}`)
    }
    return this.sharing.shoot(object.value)
  }

  private part<T extends object>(key: string, make: () => T): T {
    let known = this.parts.get(key)
    if (known === undefined) {
      known = make()
      this.parts.set(key, known)
    }
    return known as T
  }

  private text(text: string): string {
    const known = this.texts.get(text)
    if (known !== undefined) return known
    this.texts.set(text, text)
    return text
  }

  private instant(text: string): Instant {
    let known = this.instants.get(text)
    if (known === undefined) {
      known = parseInstant(text) ?? 0
      this.instants.set(text, known)
    }
    return known
  }
}
