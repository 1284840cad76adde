import type { LaneBody, ShootAnswer, ShootRow } from '@/lib/contract/clusters'
import type { WindowBody } from '@/lib/contract/common'
import type { ForecastStepBody, NextEvent } from '@/lib/contract/steps'

/**
 * Answers for tests, in the shape of the contract. The landscape is the one of the design: "now" is
 * Sat 21 Nov 2026, 19:00 +01:00. Nothing outside of tests imports this file.
 */
export const NOW = '2026-11-21T18:00:00Z'

const evidence = { revision: '1', observedAt: NOW, at: NOW }

/** A window of one hour that begins at `begin` (UTC), in a cluster of offset +01:00. */
export function windowFrom(begin: string, minutes = 60, offset = '+01:00'): WindowBody {
  const start = Date.parse(begin)
  const text = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`
  return {
    begin: text(start),
    latestStart: text(start + (minutes - 15) * 60_000),
    end: text(start + minutes * 60_000),
    offset,
  }
}

export const TONIGHT_WINDOW = windowFrom('2026-11-21T21:00:00Z')
const DECEMBER = windowFrom('2026-12-15T21:00:00Z')

/** Kubernetes forced in December; override what a test is about. */
export function eventOf(over: Partial<NextEvent> = {}): NextEvent {
  return {
    kind: 'forced',
    kinds: [over.kind ?? 'forced'],
    window: DECEMBER,
    what: 'Kubernetes',
    from: '1.32.9',
    to: '1.33.7',
    more: 0,
    effect: 'rolling',
    nodes: { min: 20, max: 20 },
    cause: null,
    ...over,
  }
}

const autoImage = eventOf({
  kind: 'auto',
  window: TONIGHT_WINDOW,
  what: 'gardenlinux',
  from: '1877.4.0',
  to: '1877.5.0',
  more: 1,
  nodes: { min: 12, max: 12 },
})

/** payments / checkout-prod; override what a test is about. */
export function rowOf(over: Partial<ShootRow> = {}): ShootRow {
  return {
    namespace: 'garden-payments',
    name: 'checkout-prod',
    project: 'payments',
    profile: { kind: 'CloudProfile', name: 'gcp' },
    purpose: 'production',
    region: 'europe-west3',
    kubernetes: { version: '1.32.9', stage: 'deprecated', expires: '2026-12-15T12:00:00Z' },
    pools: [
      {
        name: 'web-a',
        kubernetes: null,
        image: { name: 'gardenlinux', version: '1877.4.0', stage: 'deprecated', expires: '2026-12-03T12:00:00Z' },
        updateStrategy: 'AutoRollingUpdate',
        nodes: { min: 12, max: 12 },
      },
      {
        name: 'batch',
        kubernetes: null,
        image: { name: 'suse-chost', version: '15.5.20250901', stage: 'deprecated', expires: '2027-01-12T12:00:00Z' },
        updateStrategy: 'AutoRollingUpdate',
        nodes: { min: 8, max: 8 },
      },
      {
        name: 'ledger',
        kubernetes: null,
        image: { name: 'gardenlinux', version: '1877.4.0', stage: 'deprecated', expires: '2026-12-03T12:00:00Z' },
        updateStrategy: 'AutoInPlaceUpdate',
        nodes: { min: 4, max: 4 },
      },
    ],
    nodes: { min: 24, max: 24 },
    autoUpdate: { kubernetes: false, machineImage: true },
    nextWindow: TONIGHT_WINDOW,
    windowText: '22:00–23:00',
    windowTrouble: null,
    flags: {
      hibernated: false,
      deleting: false,
      failed: false,
      workerless: false,
      profileMissing: false,
      unready: false,
    },
    next: autoImage,
    nextForced: eventOf(),
    ...over,
  }
}

const KUBERNETES_EXPIRED = 'Kubernetes version expired - force update required'
const NO_IMAGE =
  'failed to update machine image "suse-chost": failed to determine the target version for maintenance of machine image "suse-chost" with strategy "patch": cannot perform forceful update of expired version "15.6.20260930". No suitable version found in CloudProfile - this is most likely a misconfiguration of the CloudProfile'

type Versions = ForecastStepBody['versions']
const versions = (kubernetes: string, gardenlinux: string, suse: string): Versions => ({
  kubernetes,
  workers: [
    { name: 'web-a', kubernetes: null, image: { name: 'gardenlinux', version: gardenlinux } },
    { name: 'batch', kubernetes: null, image: { name: 'suse-chost', version: suse } },
    { name: 'ledger', kubernetes: null, image: { name: 'gardenlinux', version: gardenlinux } },
  ],
})

/** A step that says nothing special; override what a test is about. */
export function stepOf(over: Partial<ForecastStepBody> = {}): ForecastStepBody {
  const window = over.window ?? DECEMBER
  return {
    kind: 'forced',
    kinds: [over.kind ?? 'forced'],
    window,
    changes: [],
    versions: versions('1.32.9', '1877.4.0', '15.5.20250901'),
    description: null,
    state: 'Succeeded',
    failureReason: null,
    denied: false,
    repeats: 0,
    lastWindowBegin: window.begin,
    controlPlane: 'none',
    controlPlaneBecause: [],
    effects: [],
    asleep: null,
    dropped: [],
    operations: [],
    waitsForRetry: false,
    unsupported: [],
    onlyAfter: null,
    ...over,
  }
}

const rollAll: ForecastStepBody['effects'] = [
  { pool: 'web-a', effect: 'rolling', nodes: { min: 12, max: 12 }, because: ['spec.kubernetes.version'] },
  { pool: 'batch', effect: 'rolling', nodes: { min: 8, max: 8 }, because: ['spec.kubernetes.version'] },
  { pool: 'ledger', effect: 'inPlace', nodes: { min: 4, max: 4 }, because: ['spec.kubernetes.version'] },
]

type ChangeBody = ForecastStepBody['changes'][number]

/** The control plane is forced to 1.33.7; override what a test is about. */
export function changeOf(over: Partial<ChangeBody> = {}): ChangeBody {
  return {
    component: 'controlPlane',
    pool: null,
    image: null,
    from: '1.32.9',
    to: '1.33.7',
    why: 'expired',
    reason: KUBERNETES_EXPIRED,
    error: null,
    unreported: null,
    ...over,
  }
}

const imageChange = (pool: string) =>
  changeOf({
    component: 'poolImage',
    pool,
    image: 'gardenlinux',
    from: '1877.4.0',
    to: '1877.5.0',
    why: 'auto',
    reason: 'Automatic update of the machine image version is configured (image update strategy: minor)',
  })

const suseChange = (over: Partial<ChangeBody>) =>
  changeOf({
    component: 'poolImage',
    pool: 'batch',
    image: 'suse-chost',
    reason: 'Machine image version expired - force update required (image update strategy: patch)',
    ...over,
  })

/** Tonight both gardenlinux pools, in December Kubernetes, in January and April the image of batch, in June Kubernetes. */
export const STEPS: readonly ForecastStepBody[] = [
  stepOf({
    kind: 'auto',
    window: TONIGHT_WINDOW,
    changes: [imageChange('web-a'), imageChange('ledger')],
    versions: versions('1.32.9', '1877.5.0', '15.5.20250901'),
    effects: [
      { pool: 'web-a', effect: 'rolling', nodes: { min: 12, max: 12 }, because: ['image'] },
      { pool: 'batch', effect: 'none', nodes: { min: 8, max: 8 }, because: [] },
      { pool: 'ledger', effect: 'inPlace', nodes: { min: 4, max: 4 }, because: ['image'] },
    ],
  }),
  stepOf({
    changes: [changeOf()],
    versions: versions('1.33.7', '1877.5.0', '15.5.20250901'),
    controlPlane: 'restart',
    controlPlaneBecause: ['spec.kubernetes.version'],
    effects: rollAll,
  }),
  stepOf({
    window: windowFrom('2027-01-12T21:00:00Z'),
    changes: [suseChange({ from: '15.5.20250901', to: '15.6.20260930' })],
    versions: versions('1.33.7', '1877.5.0', '15.6.20260930'),
    effects: [
      { pool: 'web-a', effect: 'none', nodes: { min: 12, max: 12 }, because: [] },
      { pool: 'batch', effect: 'rolling', nodes: { min: 8, max: 8 }, because: ['image'] },
      { pool: 'ledger', effect: 'none', nodes: { min: 4, max: 4 }, because: [] },
    ],
  }),
  stepOf({
    kind: 'fails',
    window: windowFrom('2027-04-30T21:00:00Z'),
    changes: [suseChange({ from: '15.6.20260930', to: null, error: NO_IMAGE })],
    versions: versions('1.33.7', '1877.5.0', '15.6.20260930'),
    state: 'Failed',
    failureReason: `Worker pool "batch": ${NO_IMAGE}`,
    repeats: 60,
    lastWindowBegin: '2027-06-29T21:00:00Z',
  }),
  stepOf({
    window: windowFrom('2027-06-30T21:00:00Z'),
    changes: [changeOf({ from: '1.33.7', to: '1.34.3' })],
    versions: versions('1.34.3', '1877.5.0', '15.6.20260930'),
    controlPlane: 'restart',
    controlPlaneBecause: ['spec.kubernetes.version'],
    effects: rollAll,
  }),
]

const kubernetesLane = (id: string, pool: string | null): LaneBody => ({
  id,
  pool,
  what: 'Kubernetes',
  segments: [
    { version: '1.32.9', stage: 'deprecated', from: null, to: '2026-12-15T21:00:00Z' },
    { version: '1.33.7', stage: 'supported', from: '2026-12-15T21:00:00Z', to: '2027-06-30T21:00:00Z' },
    { version: '1.34.3', stage: 'supported', from: '2027-06-30T21:00:00Z', to: null },
  ],
  stuckFrom: null,
})

const gardenlinuxLane = (pool: string): LaneBody => ({
  id: `pool/${pool}/image`,
  pool,
  what: 'gardenlinux',
  segments: [
    { version: '1877.4.0', stage: 'deprecated', from: null, to: '2026-11-21T21:00:00Z' },
    { version: '1877.5.0', stage: 'supported', from: '2026-11-21T21:00:00Z', to: null },
  ],
  stuckFrom: null,
})

/** The forecast of checkout-prod; override what a test is about. */
export function shootOf(over: Partial<ShootAnswer> = {}): ShootAnswer {
  return {
    ...evidence,
    shoot: rowOf(),
    mayEdit: true,
    until: '2027-11-21T18:00:00Z',
    knownUntil: '2027-08-31T12:00:00Z',
    dashboard: null,
    rollOut: null,
    steps: [...STEPS],
    lanes: [
      kubernetesLane('control-plane', null),
      kubernetesLane('pool/web-a/kubernetes', 'web-a'),
      gardenlinuxLane('web-a'),
      kubernetesLane('pool/batch/kubernetes', 'batch'),
      {
        id: 'pool/batch/image',
        pool: 'batch',
        what: 'suse-chost',
        segments: [
          { version: '15.5.20250901', stage: 'deprecated', from: null, to: '2027-01-12T21:00:00Z' },
          { version: '15.6.20260930', stage: 'supported', from: '2027-01-12T21:00:00Z', to: '2027-04-30T12:00:00Z' },
          { version: '15.6.20260930', stage: 'expired', from: '2027-04-30T12:00:00Z', to: null },
        ],
        stuckFrom: '2027-04-30T21:00:00Z',
      },
      kubernetesLane('pool/ledger/kubernetes', 'ledger'),
      gardenlinuxLane('ledger'),
    ],
    lastMaintenance: {
      at: '2026-11-17T21:06:00Z',
      state: 'Succeeded',
      description: `All maintenance operations successful. Control Plane: Updated Kubernetes version from "1.32.8" to "1.32.9". Reason: ${KUBERNETES_EXPIRED}`,
      failureReason: null,
      foreseen: false,
      step: stepOf({
        window: windowFrom('2026-11-17T21:00:00Z'),
        changes: [changeOf({ from: '1.32.8', to: '1.32.9' })],
        controlPlane: 'restart',
        controlPlaneBecause: ['spec.kubernetes.version'],
        effects: rollAll.map((one) => ({ ...one, effect: 'kubeletRestart' as const })),
      }),
    },
    stuck: null,
    overdue: false,
    constraints: [],
    pending: [],
    rollouts: [],
    problems: [],
    advice: [],
    ...over,
  }
}
