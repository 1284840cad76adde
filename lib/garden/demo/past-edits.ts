import type { Edit } from '@/lib/engine/edits'
import type { Classification, Instant } from '@/lib/engine/types'
import type { DemoCalendar } from './calendar'

/**
 * What was changed in the profiles of the demo in the sixty days before its birth. Each change says what there was before: the edits
 * that take the profile back to that.
 */
export interface PastEdit {
  /** The profile, as `profileKey` writes it. */
  readonly profile: string
  readonly at: PastEditTime
  /** The program that wrote it, as in `metadata.managedFields`. */
  readonly manager: 'almanac' | 'kubectl-edit' | 'pipeline'
  readonly before: readonly EditBack[]
}

/** Days from the birthday, and the time of that day in UTC; `today`: shortly before the demo is looked at. */
type PastEditTime = readonly [days: number, time: string] | 'today'

/** Days from the birthday, at noon where no time is given. */
type PastEditDay = number | readonly [days: number, time: string]

/** An edit that takes a profile back, of Kubernetes (`image` null) or of an image. */
export type EditBack = (at: DemoCalendar, image: string | null) => Edit

const instantOf = (at: DemoCalendar, day: PastEditDay): Instant =>
  Date.parse(typeof day === 'number' ? at.day(day) : at.day(...day))

const expiry =
  (version: string, day: PastEditDay | null): EditBack =>
  (at, image) => ({ kind: 'expire', image, version, expirationDate: day === null ? null : instantOf(at, day) })

const was =
  (version: string, classification: 'preview' | 'supported' | 'deprecated'): EditBack =>
  (at, image) => ({ kind: 'classify', image, version, classification, from: instantOf(at, 0) })

const planned =
  (version: string, days: Partial<Record<Classification, PastEditDay>>): EditBack =>
  (at, image) => ({
    kind: 'schedule',
    image,
    version,
    lifecycle: Object.entries(days).map(([stage, day]) => ({
      classification: stage as Classification,
      startTime: instantOf(at, day),
    })),
  })

const added =
  (version: string): EditBack =>
  (_, image) => ({ kind: 'remove', image, version })

const removed =
  (version: string, expires: PastEditDay): EditBack =>
  (at, image) => {
    const life = { version, classification: 'deprecated', expirationDate: instantOf(at, expires) } as const
    return image === null ? { kind: 'add', image, entry: life } : { kind: 'add', image, entry: { ...life, ...RUNS } }
  }

/** What the image ran that is gone. */
const RUNS = {
  architectures: ['amd64', 'arm64'],
  cri: [{ name: 'containerd', containerRuntimes: ['gvisor'] }],
  inPlaceUpdates: { supported: true, minVersionForUpdate: '1592.15.0' },
}

const of =
  (name: string, before: EditBack): EditBack =>
  (at) =>
    before(at, name)

/** Oldest first. */
type PastEditLine = readonly [at: PastEditTime, manager: PastEdit['manager'], ...before: readonly EditBack[]]

const inAws: readonly PastEditLine[] = [
  [[-60, '08:12:40'], 'almanac', was('1.35.4', 'preview'), was('1.35.3', 'supported'), expiry('1.35.3', null)],
  [[-57, '14:10:09'], 'almanac', of('gardenlinux', expiry('1592.9.0', -2))],
  [[-53, '08:30:00'], 'pipeline', removed('1.33.10', -58)],
  [[-52, '13:40:11'], 'pipeline', of('gardenlinux', added('2150.1.0'))],
  [[-48, '09:05:32'], 'almanac', expiry('1.32.11', -49), was('1.32.13', 'supported')],
  [[-43, '09:15:26'], 'kubectl-edit', expiry('1.34.6', -11)],
  [[-37, '13:55:51'], 'almanac', was('1.33.11', 'supported')],
  [[-36, '08:30:00'], 'pipeline', removed('1.34.5', -40), of('ubuntu', added('24.4.20261012'))],
  [[-33, '08:30:00'], 'pipeline', added('1.34.7')],
  [
    [-29, '09:10:14'],
    'almanac',
    of('ubuntu', was('24.4.20261012', 'preview')),
    of('ubuntu', was('24.4.20260714', 'supported')),
    of('ubuntu', expiry('24.4.20260714', null)),
  ],
  [[-27, '08:10:20'], 'kubectl-edit', expiry('1.33.8', -29)],
  [[-26, '09:42:08'], 'almanac', was('1.33.11', 'preview')],
  [[-25, '10:02:37'], 'pipeline', added('1.36.2')],
  [[-20, '08:30:00'], 'pipeline', removed('1.35.2', [-25, '06:00:00'])],
  [[-19, '13:20:45'], 'pipeline', expiry('1.33.9', 69)],
  // A slip of the year: it was meant for a year later, and noticed when clusters were updated.
  [[-15, '15:41:12'], 'kubectl-edit', expiry('1.33.9', 24)],
  [[-14, '22:26:33'], 'kubectl-edit', expiry('1.33.9', -14)],
  [[-10, '08:30:00'], 'pipeline', removed('1.31.10', -110)],
  [[-9, '08:30:00'], 'pipeline', removed('1.34.3', -16)],
  [
    [-5, '08:30:00'],
    'pipeline',
    removed('1.32.10', -22),
    removed('1.32.12', -10),
    of('gardenlinux', removed('1877.3.0', 10)),
  ],
  [[-4, '08:30:00'], 'pipeline', removed('1.34.4', -28)],
  [[-3, '08:30:00'], 'pipeline', removed('1.33.8', -8)],
  [[-2, '08:30:00'], 'pipeline', removed('1.32.9', -4)],
  [[-2, '15:05:18'], 'almanac', expiry('1.34.6', 16)],
  [
    'today',
    'almanac',
    was('1.34.7', 'preview'),
    expiry('1.34.7', null),
    of('gardenlinux', was('1877.9.0', 'preview')),
    of('gardenlinux', was('1877.4.0', 'supported')),
    of('gardenlinux', expiry('1877.4.0', null)),
  ],
]

/** Written with stages: most of its changes come by themselves, on days that are planned ahead. */
const inAzure: readonly PastEditLine[] = [
  [
    [-45, '13:30:00'],
    'pipeline',
    of('suse-chost', planned('15.6.20260930', { preview: -80, supported: -52, deprecated: -40, expired: -8 })),
  ],
  [[-37, '10:17:44'], 'kubectl-edit', expiry('1.34.5', -5)],
  [[-35, '13:30:00'], 'pipeline', of('ubuntu', added('24.4.20261012'))],
  [[-30, '13:30:00'], 'pipeline', of('gardenlinux', added('1877.9.0'))],
  [[-13, '13:02:27'], 'almanac', expiry('1.35.2', 40)],
  [
    [-10, '08:30:00'],
    'pipeline',
    removed('1.32.11', -24),
    planned('1.32.11', { supported: -330, deprecated: -240, expired: -24 }),
    removed('1.33.9', -25),
    planned('1.33.9', { supported: -300, deprecated: -210, expired: -25 }),
  ],
  [[-6, '09:36:51'], 'almanac', planned('1.36.2', { preview: -25, supported: 4, deprecated: 310, expired: 430 })],
  // An operator wanted to see the first clusters in the morning before all others follow.
  [
    [-3, '06:30:29'],
    'kubectl-edit',
    of('gardenlinux', planned('1877.9.0', { preview: -30, supported: [-3, '00:00:00'] })),
    of('gardenlinux', planned('1877.4.0', { supported: -95, deprecated: [-3, '00:00:00'], expired: 71 })),
  ],
]

const inGcp: readonly PastEditLine[] = [
  [[-51, '09:04:55'], 'almanac', was('1.33.11', 'preview')],
  [[-49, '20:48:30'], 'kubectl-edit', expiry('1.34.2', -49)],
  [[-47, '10:11:02'], 'almanac', was('1.34.7', 'preview'), was('1.34.4', 'supported')],
  // Too early: clusters on 1.31 have no next minor from then on.
  [[-43, '08:30:00'], 'pipeline', removed('1.32.13', 20)],
  [[-36, '08:30:00'], 'pipeline', of('ubuntu', added('24.4.20261012'))],
  [[-30, '08:30:00'], 'pipeline', removed('1.33.6', -52), removed('1.33.7', -31)],
  [
    [-29, '09:25:16'],
    'almanac',
    of('ubuntu', was('24.4.20261012', 'preview')),
    of('ubuntu', was('24.4.20260714', 'supported')),
    of('ubuntu', expiry('24.4.20260714', null)),
  ],
  [[-27, '08:30:00'], 'pipeline', added('1.36.2')],
  [[-12, '22:48:22'], 'almanac', was('1.34.7', 'supported'), was('1.34.4', 'deprecated')],
  [[-11, '08:30:00'], 'pipeline', removed('1.34.6', [-14, '23:00:00']), of('gardenlinux', removed('1877.3.0', -16))],
  [[-9, '08:52:10'], 'almanac', was('1.34.7', 'preview'), was('1.34.4', 'supported'), expiry('1.34.4', null)],
  [[-7, '08:30:00'], 'pipeline', removed('1.34.5', -12), removed('1.34.2', -11), removed('1.35.3', -8)],
  [[-4, '10:29:38'], 'kubectl-edit', of('gardenlinux', expiry('1877.4.0', -1))],
]

const inOpenstack: readonly PastEditLine[] = [
  [[-43, '14:06:59'], 'kubectl-edit', of('flatcar', expiry('4230.2.4', -10))],
  [[-24, '09:12:31'], 'kubectl-edit', expiry('1.33.9', -25)],
  [[-22, '08:30:00'], 'pipeline', removed('1.35.2', -27), removed('1.34.5', -23)],
  [[-21, '13:33:07'], 'almanac', of('ubuntu', expiry('22.4.20260801', 40))],
  [[-18, '08:30:00'], 'pipeline', removed('1.34.6', -20), removed('1.33.10', -19), removed('1.32.12', -19)],
  [[-8, '09:58:24'], 'almanac', expiry('1.34.4', 14)],
  [[-5, '08:30:00'], 'pipeline', removed('1.33.8', 2), removed('1.33.7', -6)],
]

const inAwsExtended: readonly PastEditLine[] = [
  [[-34, '12:15:03'], 'pipeline', of('acme-linux', added('3.2.1'))],
  [[-12, '13:24:41'], 'kubectl-edit', expiry('1.32.13', 80)],
]

const inMachineLearning: readonly PastEditLine[] = [[[-9, '14:41:55'], 'kubectl-edit', expiry('1.34.4', 20)]]

export const pastEdits: readonly PastEdit[] = Object.entries({
  aws: inAws,
  azure: inAzure,
  gcp: inGcp,
  openstack: inOpenstack,
  'garden-payments/aws-extended': inAwsExtended,
  'garden-data/gcp-machine-learning-europe': inMachineLearning,
}).flatMap(([profile, lines]) => lines.map(([at, manager, ...before]) => ({ profile, at, manager, before })))
