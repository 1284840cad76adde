import { madeOnce } from '@/lib/engine/grouped'
import type { Random, WeightedValue } from './random'
import type { PlannedWindow, PoolPlan, ProfileName } from './shoot-plan'

/** Objects are parts by their identity. */
type KeyPart = string | number | boolean | object | undefined

/**
 * What is known of several parts together, found part by part: equal ones in the same order lead to the same place. A text of all of them to
 * find it by would take longer to make.
 */
export class KeyedValues<V> {
  private next: Map<KeyPart, KeyedValues<V>> | undefined
  private value: V | undefined

  at(part: KeyPart): KeyedValues<V> {
    this.next ??= new Map()
    return madeOnce(this.next, part, () => new KeyedValues<V>())
  }

  /** What is known here; made when it is asked for first. */
  or(make: () => V): V {
    this.value ??= make()
    return this.value
  }
}

/**
 * What unremarkable clusters run, per profile, as weights. `off` marks what only a cluster without auto-update can still be on:
 * last night's maintenance would have moved the others.
 */
export interface WeightedOffer<T> {
  readonly value: T
  readonly off?: true
  /** Only for control planes below this minor. */
  readonly below?: number
  /** Versions that clusters were forced from, and how many nights ago: `past-edits.ts` lets them expire. */
  readonly from?: NightsByVersion
}

type NightsByVersion = Readonly<Record<string, number>>

const any = <T>(weight: number, value: T, from: NightsByVersion = {}): WeightedValue<WeightedOffer<T>> => [
  weight,
  { value, from },
]
const off = <T>(weight: number, value: T, from: NightsByVersion = {}): WeightedValue<WeightedOffer<T>> => [
  weight,
  { value, off: true, from },
]

export const kubernetesOffers: Readonly<Record<ProfileName, readonly WeightedValue<WeightedOffer<string>>[]>> = {
  aws: [
    any(12, '1.35.4', { '1.35.2': 25 }),
    off(4, '1.35.3'),
    any(5, '1.34.7'),
    any(24, '1.34.6', { '1.34.5': 39, '1.34.4': 27, '1.34.3': 15 }),
    any(18, '1.33.11'),
    off(6, '1.33.9'),
    any(24, '1.32.13', { '1.32.12': 10, '1.32.11': 49, '1.32.10': 22 }),
    off(5, '1.32.11'),
  ],
  azure: [
    any(2, '1.36.2'),
    any(16, '1.35.4'),
    off(4, '1.35.2'),
    any(30, '1.34.7'),
    off(9, '1.34.5'),
    any(22, '1.33.11', { '1.33.9': 25 }),
    off(6, '1.33.10'),
    any(14, '1.32.13'),
  ],
  gcp: [
    any(16, '1.35.4', { '1.35.3': 8 }),
    off(4, '1.35.1'),
    any(30, '1.34.7', { '1.34.6': 13, '1.34.5': 12 }),
    off(14, '1.34.4'),
    any(26, '1.33.11', { '1.33.7': 31 }),
    off(6, '1.33.8', { '1.33.6': 52 }),
    any(0.6, '1.31.14'),
  ],
  openstack: [
    any(8, '1.35.4', { '1.35.2': 27 }),
    any(28, '1.34.7', { '1.34.6': 19, '1.34.5': 23 }),
    off(8, '1.34.4'),
    any(30, '1.33.11', { '1.33.10': 19, '1.33.9': 25, '1.33.7': 6 }),
    any(14, '1.32.13'),
    any(6, '1.31.14'),
  ],
}

type ImageName = PoolPlan['image']

export const imageOffers: Readonly<Record<ProfileName, readonly WeightedValue<WeightedOffer<ImageName>>[]>> = {
  aws: [
    any(50, ['gardenlinux', '1877.9.0']),
    any(12, ['gardenlinux', '1877.4.0']),
    [1, { value: ['gardenlinux', '1592.18.0'], below: 33 }],
    [4, { value: ['gardenlinux', '1592.9.0'], below: 33, off: true }],
    any(6, ['suse-chost', '15.7.20260915']),
    any(4, ['suse-chost', '15.6.20260801']),
    off(2, ['suse-chost', '15.6.20260401']),
    any(7, ['flatcar', '4459.2.1']),
    off(4, ['flatcar', '4230.2.4']),
    any(9, ['ubuntu', '24.4.20261012']),
    off(4, ['ubuntu', '24.4.20260714']),
    off(2, ['ubuntu', '22.4.20260801']),
  ],
  azure: [
    any(55, ['gardenlinux', '1877.9.0']),
    off(12, ['gardenlinux', '1877.4.0']),
    any(14, ['gardenlinux', '1592.18.0']),
    any(10, ['ubuntu', '24.4.20261012']),
    off(5, ['ubuntu', '24.4.20260714']),
    any(0.5, ['suse-chost', '15.6.20260930']),
  ],
  gcp: [
    any(55, ['gardenlinux', '1877.9.0']),
    off(14, ['gardenlinux', '1877.4.0']),
    off(7, ['gardenlinux', '1592.18.0']),
    any(8, ['suse-chost', '15.6.20260930']),
    any(5, ['suse-chost', '15.5.20250901']),
    any(10, ['ubuntu', '24.4.20261012']),
    off(4, ['ubuntu', '24.4.20260714']),
  ],
  openstack: [
    any(45, ['gardenlinux', '1877.9.0']),
    off(10, ['gardenlinux', '1877.4.0']),
    off(7, ['gardenlinux', '1592.18.0']),
    any(22, ['flatcar', '4459.2.1']),
    any(8, ['flatcar', '4230.2.4']),
    any(2, ['ubuntu', '22.4.20260801']),
  ],
}

export const profileOffers: readonly WeightedValue<ProfileName>[] = [
  [40, 'aws'],
  [26, 'azure'],
  [18, 'gcp'],
  [16, 'openstack'],
]

export const regionOffers: Readonly<Record<ProfileName, readonly WeightedValue<string>[]>> = {
  aws: [
    [58, 'eu-central-1'],
    [18, 'eu-west-1'],
    [10, 'us-east-1'],
    [7, 'us-west-2'],
    [7, 'ap-south-1'],
  ],
  azure: [
    [52, 'westeurope'],
    [32, 'germanywestcentral'],
    [9, 'eastus2'],
    [7, 'centralindia'],
  ],
  gcp: [
    [62, 'europe-west3'],
    [20, 'europe-west1'],
    [11, 'us-west1'],
    [7, 'asia-south1'],
  ],
  openstack: [
    [64, 'eu-de-1'],
    [28, 'eu-nl-1'],
    [8, 'ap-jp-1'],
  ],
}

/** Offsets of the regions outside of central Europe; owners set a window in their own local time. */
const offsets: Readonly<Record<string, string>> = {
  'us-east-1': '-0500',
  eastus2: '-0500',
  'us-west-2': '-0800',
  'us-west1': '-0800',
  'ap-south-1': '+0530',
  centralindia: '+0530',
  'asia-south1': '+0530',
  'ap-jp-1': '+0900',
}

const times: readonly WeightedValue<readonly [begin: string, end: string]>[] = [
  [24, ['220000', '230000']],
  [12, ['230000', '000000']],
  [10, ['210000', '220000']],
  [9, ['200000', '210000']],
  [9, ['010000', '020000']],
  [8, ['020000', '040000']],
  [7, ['233000', '003000']],
  [6, ['030000', '050000']],
  [5, ['220000', '020000']],
  [4, ['040000', '043000']],
  [3, ['193000', '203000']],
  [2, ['120000', '130000']],
]

const windows = new KeyedValues<PlannedWindow>()

/** A window at some time of the day; some keep a window in UTC wherever they are. Equal windows are one object. */
export function windowIn(region: string, utc: boolean, random: Random): PlannedWindow {
  const [begin, end] = random.pick(times)
  const offset = utc ? '+0000' : (offsets[region] ?? '+0100')
  return windows
    .at(begin)
    .at(end)
    .at(offset)
    .or(() => [`${begin}${offset}`, `${end}${offset}`])
}

export const machineOffers: Readonly<Record<ProfileName, readonly WeightedValue<string>[]>> = {
  aws: [
    [40, 'm5.large'],
    [36, 'm5.xlarge'],
    [14, 'm5.2xlarge'],
    [6, 'c6i.4xlarge'],
    [4, 'r6i.2xlarge'],
  ],
  azure: [
    [40, 'Standard_D2s_v5'],
    [36, 'Standard_D4s_v5'],
    [16, 'Standard_D8s_v5'],
    [8, 'Standard_E8s_v5'],
  ],
  gcp: [
    [40, 'n2-standard-2'],
    [36, 'n2-standard-4'],
    [16, 'n2-standard-8'],
    [8, 'n2-highmem-8'],
  ],
  openstack: [
    [40, 'g_c2_m8'],
    [38, 'g_c4_m16'],
    [22, 'g_c8_m32'],
  ],
}

export const armMachines: Readonly<Record<ProfileName, string>> = {
  aws: 'm7g.large',
  azure: 'Standard_D4ps_v5',
  gcp: 't2a-standard-4',
  openstack: 'a_c4_m16',
}
