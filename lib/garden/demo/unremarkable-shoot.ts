import {
  armMachines,
  imageOffers,
  KeyedValues,
  kubernetesOffers,
  machineOffers,
  profileOffers,
  regionOffers,
  type WeightedOffer,
  windowIn,
} from './offers'
import { Random, type WeightedValue } from './random'
import {
  imageEndOfLife,
  imageUpdated,
  kubernetesStuck,
  kubernetesUpdated,
  type MaintenancePlan,
  type PoolPlan,
  type ProfileName,
  type ShootPlan,
} from './shoot-plan'

const stages: readonly WeightedValue<readonly [suffix: string, purpose: ShootPlan['purpose']]>[] = [
  [26, ['prod', 'production']],
  [14, ['eu', 'production']],
  [6, ['us', 'production']],
  [8, ['infra', 'infrastructure']],
  [16, ['stg', 'testing']],
  [12, ['qa', 'testing']],
  [16, ['dev', 'development']],
  [4, ['poc', 'evaluation']],
]

/**
 * One unremarkable cluster. Cluster `index` is the same whatever else is in the demo.
 * `nameFor` gives a free name in the project for a stage such as `prod`.
 */
export function unremarkableShoot(
  index: number,
  project: string,
  nameFor: (random: Random, suffix: string) => string,
): ShootPlan {
  const random = new Random(0x5eed + index * 7919)
  const [suffix, purpose] = random.pick(stages)
  const profile = random.pick(profileOffers)
  const region = random.pick(regionOffers[profile])
  const autoUpdate = { kubernetes: random.chance(0.58), image: random.chance(0.66) }
  const kubernetes = choose(random, kubernetesOffers[profile], autoUpdate.kubernetes, 0)
  const workerless = random.chance(0.03)
  const pools = workerless ? [] : poolsOf(random, profile, kubernetes, autoUpdate.image)
  const state = random.pick(states)
  const lastMaintenance = maintained(random, profile, kubernetes, autoUpdate, pools)
  return {
    project,
    name: nameFor(random, suffix),
    profile,
    region,
    kubernetes,
    autoUpdate,
    window: windowIn(region, random.chance(0.06), random),
    pools,
    purpose,
    age: random.between(12, 1100),
    ...(state && !(state === 'hibernated' && workerless) && { state }),
    ...(random.chance(0.04) && { confined: true }),
    ...(lastMaintenance && { lastMaintenance }),
    ...(minorOf(kubernetes) < 34 &&
      !workerless &&
      random.chance(0.3) && { spec: { secretBindingName: `${project}-${profile}` } }),
  }
}

const states: readonly WeightedValue<ShootPlan['state']>[] = [
  [917, undefined],
  [60, 'hibernated'],
  [15, 'failed'],
  [5, 'deleting'],
  [3, 'creating'],
]

function minorOf(version: string): number {
  return Number(version.split('.')[1])
}

function choose<T>(
  random: Random,
  offers: readonly WeightedValue<WeightedOffer<T>>[],
  auto: boolean,
  minor: number,
): T {
  return random.pick(fitting(offers, auto, minor)).value
}

function fitting<T>(offers: readonly WeightedValue<WeightedOffer<T>>[], auto: boolean, minor: number) {
  return offers.filter(
    ([, offer]) => (!auto || offer.off === undefined) && (offer.below === undefined || minor < offer.below),
  )
}

const sizes: readonly WeightedValue<PoolPlan['nodes']>[] = [
  [22, [1, 3]],
  [26, [2, 5]],
  [20, [3, 6]],
  [12, [3, 12]],
  [9, [6, 12]],
  [6, [8, 24]],
  [3, [12, 40]],
  [2, [0, 10]],
]

const poolNames: readonly WeightedValue<readonly string[]>[] = [
  [52, ['std']],
  [16, ['std', 'mem']],
  [12, ['app', 'db']],
  [8, ['web', 'jobs']],
  [6, ['std', 'spot', 'batch']],
  [5, ['cpu-default', 'arm']],
  [1, ['system', 'app-general-a', 'app-general-b', 'stateful-data']],
]

/** Pools one minor behind their control plane: the newest of that minor, so that auto-update has nothing to do. */
const behind: Readonly<Record<number, string>> = { 36: '1.35.4', 35: '1.34.7', 34: '1.33.11', 33: '1.32.13' }

function poolsOf(random: Random, profile: ProfileName, kubernetes: string, autoImage: boolean): PoolPlan[] {
  return random.pick(poolNames).map((name) => {
    const own = random.chance(0.04) ? behind[minorOf(kubernetes)] : undefined
    const follows = own === undefined || (profile === 'gcp' && own === '1.32.13')
    const image = choose(random, imageOffers[profile], autoImage, minorOf(follows ? kubernetes : own))
    const modern = image[1].startsWith('1877.')
    const arm = name === 'arm' && modern
    const inPlace = modern && profile !== 'openstack' && random.chance(0.03)
    return {
      name,
      image,
      nodes: random.pick(sizes),
      machineType: arm ? armMachines[profile] : random.pick(machineOffers[profile]),
      ...(arm && { arm }),
      ...(inPlace && { inPlace: 'auto' as const }),
      ...(!follows && { kubernetes: own }),
    }
  })
}

/** Kept, as many clusters are told the same. */
const updates = new KeyedValues<MaintenancePlan>()

/** What the last maintenance that did anything has left in the status; absent where nothing was ever done. */
function maintained(
  random: Random,
  profile: ProfileName,
  kubernetes: string,
  autoUpdate: ShootPlan['autoUpdate'],
  pools: readonly PoolPlan[],
): MaintenancePlan | undefined {
  if (profile === 'gcp' && kubernetes === '1.31.14') return kubernetesStuck(kubernetes)
  const ended = pools.filter((pool) => profile === 'azure' && pool.image[0] === 'suse-chost')
  if (ended[0])
    return imageEndOfLife(
      ended.map((pool) => pool.name),
      ...ended[0].image,
    )
  if (random.chance(0.4)) return undefined
  const fresh = pools.find((pool) => profile === 'azure' && autoUpdate.image && pool.image[1] === '1877.9.0')
  const promotedToday = profile === 'aws' && kubernetes === '1.34.7'
  const [major, minor, patch] = kubernetes.split('.')
  if (fresh === undefined && (promotedToday || Number(patch) < 3)) return undefined
  const patches = random.between(1, 3)
  if (fresh) return imageUpdated(3, fresh.name, '1877.4.0', '1877.9.0')
  const other = [`${major}.${minor}.${Number(patch) - patches}`, random.between(4, 60)] as const
  const offer = kubernetesOffers[profile].find(([, { value }]) => value === kubernetes)?.[1]
  const forced = Object.entries(offer?.from ?? {})
  const [from, nightsAgo] = forced[(patches - 1) % forced.length] ?? other
  const why = forced.length === 0 && autoUpdate.kubernetes ? 'auto' : 'expired'
  return updates
    .at(kubernetes)
    .at(from)
    .at(nightsAgo)
    .at(why)
    .or(() => kubernetesUpdated(nightsAgo, from, kubernetes, why))
}
