import {
  classified,
  type ImageVersion,
  image,
  inPlaceFrom,
  type LifecycleStage,
  staged,
  type Version,
} from './api-objects'
import type { Calendar } from './calendar'

/**
 * What was changed in the profiles of the demo in the sixty days before its birth. Each change says what there was before, so that
 * the profiles of today can be taken back to what they were.
 */
export interface PastEdit {
  /** As `profileKey` writes it. */
  readonly profile: string
  readonly at: Moment
  /** As in `metadata.managedFields`. */
  readonly manager: 'almanac' | 'kubectl-edit' | 'pipeline'
  readonly changes: readonly PastChange[]
}

/** Days from the birthday, and the time of that day in UTC; `today`: shortly before the demo is looked at. */
type Moment = readonly [days: number, time: string] | 'today'

/** Days from the birthday, at noon where no time is given. */
export type Day = number | readonly [days: number, time: string]

export type PastChange = {
  /** Absent: of Kubernetes. */
  readonly image?: string
} & (
  | {
      readonly kind: 'dates'
      readonly version: string
      /** `expired` is also the expiration date of a version without stages; null: there was none. */
      readonly stage: LifecycleStage['classification']
      readonly from: Day | null
      readonly to: Day | null
    }
  | { readonly kind: 'class'; readonly version: string; readonly from: Class; readonly to: Class }
  | { readonly kind: 'added'; readonly version: string }
  /** As it was listed in the end. */
  | { readonly kind: 'removed'; readonly listed: (at: Calendar) => Version | ImageVersion }
)

type Class = NonNullable<Version['classification']>

const expiry = (version: string, from: Day | null, to: Day | null): PastChange => ({
  kind: 'dates',
  version,
  stage: 'expired',
  from,
  to,
})
const start = (version: string, stage: LifecycleStage['classification'], from: Day, to: Day): PastChange => ({
  kind: 'dates',
  version,
  stage,
  from,
  to,
})
const becomes = (version: string, from: Class, to: Class): PastChange => ({ kind: 'class', version, from, to })
const added = (version: string): PastChange => ({ kind: 'added', version })
const removed = (version: string, expires: number): PastChange => ({
  kind: 'removed',
  listed: (at) => classified(at, version, 'deprecated', expires),
})
const removedImage = (version: string, expires: number, more?: Parameters<typeof image>[1]): PastChange => ({
  kind: 'removed',
  listed: (at) => image(classified(at, version, 'deprecated', expires), more),
})
const of = (name: string, change: PastChange): PastChange => ({ ...change, image: name })

/** Of the profile, oldest first. */
type Line = readonly [at: Moment, manager: PastEdit['manager'], ...changes: readonly PastChange[]]

const inAws: readonly Line[] = [
  [
    [-60, '08:12:40'],
    'almanac',
    becomes('1.35.4', 'preview', 'supported'),
    becomes('1.35.3', 'supported', 'deprecated'),
    expiry('1.35.3', null, 75),
  ],
  [[-52, '13:40:11'], 'pipeline', of('gardenlinux', added('2150.1.0'))],
  [[-50, '09:31:05'], 'kubectl-edit', expiry('1.34.4', [-50, '06:00:00'], -41)],
  [[-50, '10:20:47'], 'kubectl-edit', expiry('1.32.12', -52, 6)],
  [[-48, '09:05:32'], 'almanac', expiry('1.32.11', -49, 6), becomes('1.32.13', 'supported', 'deprecated')],
  [[-45, '08:30:00'], 'pipeline', removed('1.33.10', -58)],
  [[-41, '14:22:19'], 'kubectl-edit', expiry('1.35.2', -60, -25)],
  [[-39, '09:15:26'], 'kubectl-edit', expiry('1.34.6', -11, 16)],
  [[-37, '10:48:03'], 'kubectl-edit', expiry('1.34.4', -41, 2)],
  [[-36, '08:30:00'], 'pipeline', removed('1.34.5', -40), of('ubuntu', added('24.4.20261012'))],
  [[-33, '08:30:00'], 'pipeline', added('1.34.7')],
  [[-30, '13:55:51'], 'almanac', becomes('1.33.11', 'supported', 'preview')],
  [
    [-29, '09:10:14'],
    'almanac',
    of('ubuntu', becomes('24.4.20261012', 'preview', 'supported')),
    of('ubuntu', becomes('24.4.20260714', 'supported', 'deprecated')),
    of('ubuntu', expiry('24.4.20260714', null, 27)),
  ],
  [[-27, '08:10:20'], 'kubectl-edit', expiry('1.33.8', -29, -8)],
  [[-26, '09:42:08'], 'almanac', becomes('1.33.11', 'preview', 'supported')],
  [[-25, '10:02:37'], 'pipeline', added('1.36.2')],
  [[-20, '08:30:00'], 'pipeline', removed('1.35.2', -25)],
  [[-19, '13:20:45'], 'pipeline', expiry('1.33.9', 69, 24)],
  // A slip of the year: it was meant for a year later, and noticed when clusters were updated.
  [[-15, '15:41:12'], 'kubectl-edit', expiry('1.33.9', 24, -14)],
  [[-14, '22:26:33'], 'kubectl-edit', expiry('1.33.9', -14, 24)],
  [[-10, '08:30:00'], 'pipeline', removed('1.31.10', -110)],
  [[-9, '08:30:00'], 'pipeline', removed('1.34.3', 4)],
  [[-6, '14:10:09'], 'almanac', of('gardenlinux', expiry('1592.9.0', -2, 13))],
  [
    [-5, '08:30:00'],
    'pipeline',
    removed('1.32.10', 4),
    removed('1.32.12', 6),
    of('gardenlinux', removedImage('1877.3.0', 10, { gvisor: true, ...inPlaceFrom('1592.15.0') })),
  ],
  [[-4, '08:30:00'], 'pipeline', removed('1.34.4', 2)],
  [[-3, '08:30:00'], 'pipeline', removed('1.33.8', -8)],
  [[-2, '08:30:00'], 'pipeline', removed('1.32.9', -4)],
  [[-2, '15:05:18'], 'almanac', expiry('1.34.6', 16, 60)],
  [
    'today',
    'almanac',
    becomes('1.34.7', 'preview', 'supported'),
    expiry('1.34.7', null, 290),
    of('gardenlinux', becomes('1877.9.0', 'preview', 'supported')),
    of('gardenlinux', becomes('1877.4.0', 'supported', 'deprecated')),
    of('gardenlinux', expiry('1877.4.0', null, 71)),
  ],
]

/** Written with stages: most of its changes come by themselves, on days that are planned ahead. */
const inAzure: readonly Line[] = [
  [[-52, '13:30:00'], 'pipeline', of('suse-chost', added('15.6.20260930'))],
  [[-35, '13:30:00'], 'pipeline', of('ubuntu', added('24.4.20261012'))],
  [[-30, '13:30:00'], 'pipeline', of('gardenlinux', added('1877.9.0'))],
  [[-20, '10:17:44'], 'kubectl-edit', start('1.34.5', 'expired', -5, 12)],
  [[-13, '13:02:27'], 'almanac', start('1.35.2', 'expired', 40, 26)],
  [
    [-10, '08:30:00'],
    'pipeline',
    { kind: 'removed', listed: (at) => staged(at, '1.32.11', { supported: -330, deprecated: -240, expired: -24 }) },
  ],
  [[-6, '09:36:51'], 'almanac', start('1.36.2', 'supported', 4, 18)],
  // Somebody wanted to see the first clusters in the morning before all others follow.
  [
    [-3, '06:30:29'],
    'kubectl-edit',
    of('gardenlinux', start('1877.9.0', 'supported', [-3, '00:00:00'], -3)),
    of('gardenlinux', start('1877.4.0', 'deprecated', [-3, '00:00:00'], -3)),
  ],
]

const inGcp: readonly Line[] = [
  [[-51, '09:04:55'], 'almanac', becomes('1.33.11', 'preview', 'supported')],
  [[-50, '09:20:13'], 'kubectl-edit', expiry('1.33.8', [-51, '21:00:00'], 45)],
  [[-49, '20:48:30'], 'kubectl-edit', expiry('1.34.2', -49, -11)],
  [
    [-47, '10:11:02'],
    'almanac',
    becomes('1.34.7', 'preview', 'supported'),
    becomes('1.34.4', 'supported', 'deprecated'),
  ],
  [[-36, '08:30:00'], 'pipeline', of('ubuntu', added('24.4.20261012'))],
  [[-33, '14:35:40'], 'kubectl-edit', expiry('1.34.6', -35, -20)],
  [[-30, '08:30:00'], 'pipeline', removed('1.33.7', -52)],
  [
    [-29, '09:25:16'],
    'almanac',
    of('ubuntu', becomes('24.4.20261012', 'preview', 'supported')),
    of('ubuntu', becomes('24.4.20260714', 'supported', 'deprecated')),
    of('ubuntu', expiry('24.4.20260714', null, 64)),
  ],
  [[-27, '08:30:00'], 'pipeline', added('1.36.2')],
  // Too early: clusters on 1.31 have no next minor from then on.
  [[-14, '08:30:00'], 'pipeline', removed('1.32.13', 20), removed('1.34.6', -20)],
  [
    [-11, '13:48:22'],
    'almanac',
    becomes('1.34.7', 'supported', 'preview'),
    becomes('1.34.4', 'deprecated', 'supported'),
  ],
  [
    [-9, '08:52:10'],
    'almanac',
    becomes('1.34.7', 'preview', 'supported'),
    becomes('1.34.4', 'supported', 'deprecated'),
    expiry('1.34.4', null, 3),
  ],
  [[-7, '08:30:00'], 'pipeline', removed('1.34.5', -11), removed('1.34.2', -11), removed('1.35.3', 2)],
  [[-4, '10:29:38'], 'kubectl-edit', of('gardenlinux', expiry('1877.4.0', -1, 9))],
]

const inOpenstack: readonly Line[] = [
  [[-40, '08:30:00'], 'pipeline', removed('1.33.10', -20)],
  [[-24, '09:12:31'], 'kubectl-edit', expiry('1.33.9', -25, [0, '06:00:00'])],
  [[-22, '08:30:00'], 'pipeline', removed('1.35.2', 12), removed('1.34.5', -3)],
  [[-21, '13:33:07'], 'almanac', of('ubuntu', expiry('22.4.20260801', 40, 12))],
  [[-18, '08:30:00'], 'pipeline', removed('1.34.6', 8), removed('1.32.12', -19)],
  [[-15, '14:06:59'], 'kubectl-edit', of('flatcar', expiry('4230.2.4', -10, 6))],
  [[-8, '09:58:24'], 'almanac', expiry('1.34.4', 14, 29)],
  [[-5, '08:30:00'], 'pipeline', removed('1.33.8', 2)],
]

const inAwsExtended: readonly Line[] = [
  [[-34, '12:15:03'], 'pipeline', of('acme-linux', added('3.2.1'))],
  [[-12, '13:24:41'], 'kubectl-edit', expiry('1.32.13', 80, 110)],
]

const inMachineLearning: readonly Line[] = [[[-9, '14:41:55'], 'kubectl-edit', expiry('1.34.4', 20, 45)]]

export const pastEdits: readonly PastEdit[] = [
  ...linesOf('aws', inAws),
  ...linesOf('azure', inAzure),
  ...linesOf('gcp', inGcp),
  ...linesOf('openstack', inOpenstack),
  ...linesOf('garden-payments/aws-extended', inAwsExtended),
  ...linesOf('garden-data/gcp-machine-learning-europe', inMachineLearning),
]

function linesOf(profile: string, lines: readonly Line[]): PastEdit[] {
  return lines.map(([at, manager, ...changes]) => ({ profile, at, manager, changes }))
}
