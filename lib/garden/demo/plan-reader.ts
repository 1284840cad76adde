import { parseInstant } from '@/lib/engine/time'
import type { Instant, Shoot, Worker } from '@/lib/engine/types'
import { readObject } from '../read-object'
import { SharedParts } from '../shoot-fields'
import type { DemoCalendar } from './calendar'
import { KeyedValues } from './offers'
import { createdAt, maintainedAt, minutesIntoWindow, shootManifest, zones } from './shoot'
import type { MaintenancePlan, PoolPlan, ShootPlan } from './shoot-plan'

/**
 * Reads unremarkable clusters, those of `unremarkableShoot`, as the parser reads what is written of them. They are put together of few parts:
 * it reads a cluster and a pool of each kind, and for all others fills in what is their own. A test holds the two to the same.
 */
export class PlanReader {
  private readonly shoots = new KeyedValues<Shoot>()
  private readonly pools = new KeyedValues<Worker>()
  private readonly workers = new KeyedValues<Worker>()
  private readonly namespaces = new KeyedValues<string>()
  private readonly windows = new KeyedValues<NonNullable<Shoot['window']>>()
  private readonly bounds = new KeyedValues<NonNullable<Shoot['versionBound']>>()
  private readonly created = new KeyedValues<Instant>()
  private readonly maintained = new KeyedValues<Instant>()
  private readonly texts = new KeyedValues<string>()

  constructor(
    private readonly at: DemoCalendar,
    private readonly sharing = new SharedParts(),
  ) {}

  shoot(plan: ShootPlan): Shoot {
    const { name, project, pools, window, purpose, region, age, lastMaintenance } = plan
    const like = this.like(plan)
    // All of these are there already, and keep their places: that is faster than to put together another object.
    const shoot: { -readonly [field in keyof Shoot]: Shoot[field] } = { ...like }
    shoot.namespace = this.namespaces.at(project).or(() => `garden-${project}`)
    shoot.name = name
    shoot.workers = pools.map((pool) => this.worker(plan, pool))
    shoot.creationTimestamp = this.created.at(age).or(() => instantOf(createdAt(this.at, plan)))
    shoot.window = this.windows.at(window).or(() => ({ begin: window[0], end: window[1] }))
    shoot.purpose = purpose
    shoot.region = region
    if (lastMaintenance) shoot.lastMaintenance = this.maintenance(plan, like, lastMaintenance)
    if (like.versionBound) shoot.versionBound = this.bound(like.versionBound, plan)
    return shoot
  }

  /** A cluster of the same kind. */
  private like(plan: ShootPlan): Shoot {
    const { profile, kubernetes, autoUpdate, pools, state, confined, lastMaintenance, spec } = plan
    const last = lastMaintenance && (lastMaintenance.failureReason ?? 'succeeded')
    const updates = this.shoots.at(profile).at(kubernetes).at(autoUpdate.kubernetes).at(autoUpdate.image)
    return updates
      .at(state)
      .at(last)
      .at(confined)
      .at(spec !== undefined)
      .at(pools.length > 0)
      .or(() => this.read({ ...plan, pools: pools.slice(0, 1) }))
  }

  private worker(plan: ShootPlan, pool: PoolPlan): Worker {
    const { name, image, nodes, machineType, arm, inPlace, kubernetes } = pool
    const [minimum, maximum] = nodes
    const [imageName, version] = image
    const kind = this.workers.at(plan.region).at(plan.profile).at(arm).at(inPlace).at(kubernetes)
    return kind
      .at(name)
      .at(machineType)
      .at(image)
      .at(nodes)
      .or(() => {
        const like = this.pool(plan, pool)
        return {
          ...like,
          name,
          machineType,
          minimum,
          maximum,
          zones: zones(plan, pool),
          image: { name: imageName, version },
        }
      })
  }

  /** A pool of the same kind. */
  private pool(plan: ShootPlan, pool: PoolPlan): Worker {
    return this.pools
      .at(plan.profile)
      .at(pool.arm)
      .at(pool.inPlace)
      .at(pool.kubernetes)
      .or(() => {
        const [like] = this.read({ ...plan, pools: [pool] }).workers
        if (like === undefined) throw new Error(`The demo wrote a pool that cannot be read: ${pool.name}`)
        return like
      })
  }

  private maintenance(plan: ShootPlan, like: Shoot, last: MaintenancePlan): NonNullable<Shoot['lastMaintenance']> {
    if (like.lastMaintenance === undefined) throw new Error('The demo wrote a maintenance that cannot be read.')
    const { description, nightsAgo } = last
    const triggeredTime = this.maintained
      .at(nightsAgo)
      .at(plan.window[0])
      .at(minutesIntoWindow(plan.name))
      .or(() => instantOf(maintainedAt(this.at, plan, last)))
    return { ...like.lastMaintenance, description: this.texts.at(description).or(() => description), triggeredTime }
  }

  private bound(like: NonNullable<Shoot['versionBound']>, { project, profile }: ShootPlan) {
    return this.bounds
      .at(project)
      .at(profile)
      .or(() => ({ ...like, secretBindingName: `${project}-${profile}` }))
  }

  private read(plan: ShootPlan): Shoot {
    const object = readObject(shootManifest(this.at, plan))
    if (object.kind !== 'Shoot' || object.problems.length > 0) {
      throw new Error(`The demo wrote a Shoot that cannot be read: ${plan.name}`)
    }
    return this.sharing.shoot(object.value)
  }
}

function instantOf(text: string): Instant {
  const instant = parseInstant(text)
  if (instant === null) throw new Error(`The demo wrote an instant that cannot be read: ${text}`)
  return instant
}
