import type { LaneBody, ShootAnswer, ShootRow } from '@/lib/contract/clusters'
import type { WindowBody } from '@/lib/contract/common'
import type { ForecastStepBody, NextEvent } from '@/lib/contract/steps'
import { RUNNING_STAGES, SHOOT_FLAGS, WINDOW_HOURS, WITHIN_DAYS } from '@/lib/contract/words'
import { EFFECT_KINDS, EVENT_KINDS } from '@/lib/engine/kinds'
import type { ShootsAnswer } from '@/lib/questions/clusters/contract'

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

const forcedKubernetes: NextEvent = {
  kind: 'forced',
  kinds: ['forced'],
  window: DECEMBER,
  what: 'Kubernetes',
  from: '1.32.9',
  to: '1.33.7',
  more: 0,
  effect: 'rolling',
  nodes: { min: 20, max: 20 },
  cause: null,
}

const autoImage: NextEvent = {
  kind: 'auto',
  kinds: ['auto'],
  window: TONIGHT_WINDOW,
  what: 'gardenlinux',
  from: '1877.4.0',
  to: '1877.5.0',
  more: 1,
  effect: 'rolling',
  nodes: { min: 12, max: 12 },
  cause: null,
}

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
    nextForced: forcedKubernetes,
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

const imageChange = (pool: string): ForecastStepBody['changes'][number] => ({
  component: 'poolImage',
  pool,
  image: 'gardenlinux',
  from: '1877.4.0',
  to: '1877.5.0',
  why: 'auto',
  reason: 'Automatic update of the machine image version is configured (image update strategy: minor)',
  error: null,
  misfit: null,
  unreported: null,
})

const kubernetesChange = (from: string, to: string): ForecastStepBody['changes'][number] => ({
  component: 'controlPlane',
  pool: null,
  image: null,
  from,
  to,
  why: 'expired',
  reason: KUBERNETES_EXPIRED,
  error: null,
  misfit: null,
  unreported: null,
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
    changes: [kubernetesChange('1.32.9', '1.33.7')],
    versions: versions('1.33.7', '1877.5.0', '15.5.20250901'),
    controlPlane: 'restart',
    controlPlaneBecause: ['spec.kubernetes.version'],
    effects: rollAll,
  }),
  stepOf({
    window: windowFrom('2027-01-12T21:00:00Z'),
    changes: [
      {
        component: 'poolImage',
        pool: 'batch',
        image: 'suse-chost',
        from: '15.5.20250901',
        to: '15.6.20260930',
        why: 'expired',
        reason: 'Machine image version expired - force update required (image update strategy: patch)',
        error: null,
        misfit: null,
        unreported: null,
      },
    ],
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
    changes: [
      {
        component: 'poolImage',
        pool: 'batch',
        image: 'suse-chost',
        from: '15.6.20260930',
        to: null,
        why: 'expired',
        reason: 'Machine image version expired - force update required (image update strategy: patch)',
        error: NO_IMAGE,
        misfit: null,
        unreported: null,
      },
    ],
    versions: versions('1.33.7', '1877.5.0', '15.6.20260930'),
    state: 'Failed',
    failureReason: `Worker pool "batch": ${NO_IMAGE}`,
    repeats: 60,
    lastWindowBegin: '2027-06-29T21:00:00Z',
  }),
  stepOf({
    window: windowFrom('2027-06-30T21:00:00Z'),
    changes: [kubernetesChange('1.33.7', '1.34.3')],
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
        changes: [kubernetesChange('1.32.8', '1.32.9')],
        controlPlane: 'restart',
        controlPlaneBecause: ['spec.kubernetes.version'],
        effects: rollAll.map((one) => ({ ...one, effect: 'kubeletRestart' as const })),
      }),
    },
    stuck: null,
    overdue: false,
    constraints: [],
    reported: [],
    pending: [],
    rollouts: [],
    problems: [],
    advice: [
      {
        kind: 'do',
        title: 'Update to 1.33.7 on your own day',
        text: 'Minor update, supported until 30 Jun 2027. The same nodes roll, at a time you choose before 15 Dec.',
        patch: '{"spec":{"kubernetes":{"version":"1.33.7"}}}',
        patchType: 'merge',
        edits: [{ field: 'spec.kubernetes.version', value: '1.33.7' }],
        before: '2026-12-15T21:00:00Z',
        asksForTime: false,
      },
      {
        kind: 'helps',
        title: 'Move the window',
        text: 'The version expires 15 Dec 13:00 +01:00. A window that begins before then waits for Wed 16 Dec.',
        patch: null,
        patchType: null,
        edits: [],
        before: '2026-12-15T21:00:00Z',
        asksForTime: false,
      },
      {
        kind: 'no-help',
        title: 'Kubernetes auto-update would not help',
        text: 'It stays within 1.32, and 1.32.9 is the last patch. No patch update is available.',
        patch: null,
        patchType: null,
        edits: [],
        before: null,
        asksForTime: false,
      },
      {
        kind: 'warning',
        title: 'Move pool batch off suse-chost 15.6',
        text: 'After 30 Apr 2027 no version is left and the update fails.',
        patch: null,
        patchType: null,
        edits: [],
        before: '2027-04-30T20:00:00Z',
        asksForTime: false,
      },
    ],
    ...over,
  }
}

const PROJECTS = ['payments', 'logistics', 'observability', 'search', 'identity']
const PROFILES = ['aws', 'gcp', 'azure', 'openstack']

/** `total` clusters in an order that stands in for attention; page `offset` of them. */
export function shootsOf(total: number, offset = 0, limit = 100, over: Partial<ShootsAnswer> = {}): ShootsAnswer {
  const items = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, i) => nthRow(offset + i))
  return {
    ...evidence,
    total,
    rows: total,
    all: Math.max(total, 1248),
    projects: Math.min(total, PROJECTS.length),
    rolling: Math.floor(total / 2),
    groups: [],
    facets: {
      autoUpdate: [],
      strategy: [],
      machine: [],
      region: [],
      purpose: [],
      cause: [],
      project: PROJECTS.map((value, i) => ({ value, count: 400 - i * 60 })),
      profile: PROFILES.map((value, i) => ({ value, count: 500 - i * 90 })),
      minor: [
        { value: '1.33', count: 610 },
        { value: '1.32', count: 402 },
        { value: '1.30', count: 12 },
      ],
      version: [
        { value: '1.33.7', count: 610 },
        { value: '1.32.9', count: 402 },
        { value: '1.30.14', count: 12 },
      ],
      image: [
        { value: 'gardenlinux 1877.5.0', count: 800 },
        { value: 'suse-chost 15.6.20260930', count: 90 },
      ],
      stage: RUNNING_STAGES.map((value) => ({ value, count: 20 })),
      within: WITHIN_DAYS.filter((value) => value !== 'tonight').map((value) => ({ value, count: 30 })),
      event: EVENT_KINDS.map((value) => ({ value, count: 40 })),
      effect: EFFECT_KINDS.map((value) => ({ value, count: 50 })),
      window: WINDOW_HOURS.map((value) => ({ value, count: value === '22' ? 60 : 0 })),
      flag: SHOOT_FLAGS.map((value) => ({ value, count: value === 'hibernated' ? 7 : 0 })),
      to: [
        { value: '1.33.7', count: 402 },
        { value: 'gardenlinux 1877.5.0', count: 90 },
      ],
    },
    month: null,
    items: items.map((row) => ({ ...row, asked: null })),
    ...over,
  }
}

function nthRow(n: number): ShootRow {
  const project = PROJECTS[n % PROJECTS.length] ?? 'payments'
  const base = {
    namespace: `garden-${project}`,
    project,
    name: n === 0 ? 'checkout-prod' : `cluster-${String(n).padStart(5, '0')}`,
    profile: { kind: 'CloudProfile' as const, name: PROFILES[n % PROFILES.length] ?? 'aws' },
  }
  if (n % 17 === 1) {
    return rowOf({
      ...base,
      kubernetes: { version: '1.30.14', stage: 'expired', expires: '2026-10-01T12:00:00Z' },
      next: {
        ...forcedKubernetes,
        kind: 'fails',
        window: TONIGHT_WINDOW,
        from: '1.30.14',
        to: null,
        effect: 'none',
        nodes: { min: 0, max: 0 },
        cause: 'image-kubelet < 1.31',
      },
      nextForced: null,
    })
  }
  if (n % 11 === 5) return rowOf({ ...base, next: null, nextForced: null })
  if (n % 7 === 3) return rowOf({ ...base, nextForced: null })
  return rowOf({ ...base, next: n % 2 === 0 ? autoImage : forcedKubernetes })
}
