import {
  controlPlaneCauses,
  effectsOf,
  imageReason,
  KUBERNETES_REASONS,
  operationsIn,
  shootVersionsOf,
  sleepOf,
  type VersionState,
  windowAround,
  windowOf,
} from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type {
  ComponentChange,
  DroppedField,
  ForecastStep,
  Instant,
  LastMaintenance,
  Shoot,
  StepOperation,
  UpdateReason,
} from '@/lib/engine/types'
import { countedKinds, effectWithOperations, noEffectOn } from './forecast'
import { shootOn } from './moved-on'

/**
 * The last maintenance of a shoot as a step, read from Gardener's own words in its status
 * (docs/rules.md#maintenance-texts): what it changed or could not change, and what that did to nodes. Null: there was none,
 * or it says nothing of the kind, as words of another release may. The text is all that a cluster keeps of it, so this is a
 * place where sentences are read. Old values of fields that it removed are not told: they are undefined.
 */
export function doneStep(shoot: Shoot): ForecastStep | null {
  const { lastMaintenance } = shoot
  if (lastMaintenance?.triggeredTime === undefined) return null
  const { triggeredTime: at, description, state, failureReason = null } = lastMaintenance
  const parts = partsOf(description)
  const denied = isDenied(lastMaintenance)
  const changes = doneChanges(shoot)
  const dropped = parts.flatMap((part) => droppedIn(part))
  const operations = operationsOf(parts)
  if (!denied && changes.length + dropped.length + operations.length === 0) return null
  const [before, after] = [stateBy(shoot, changes, 'from'), stateBy(shoot, changes, 'to')]
  const causes = controlPlaneCauses(before, after, dropped)
  const effects = effectsOf(shoot, before, after, dropped)
  const kind = doneKind(state, changes)
  const started = operations.filter(({ starts }) => starts).map(({ name }) => name)
  const asleep = sleepIn(shoot, at)
  return {
    at,
    lastAt: at,
    repeats: 0,
    window: windowAround(windowOf(shoot), at) ?? { begin: at, latestStart: at, end: at },
    kind,
    kinds: countedKinds(kind, changes, denied),
    changes,
    versions: shootVersionsOf(shoot, after),
    specChanged: dropped.length > 0 || changes.some(({ kind }) => kind === 'update'),
    denied,
    // Gardener says it in a text, which is quoted and not taken apart.
    refused: [],
    description,
    state,
    failureReason,
    ...(asleep === null
      ? effectWithOperations({ controlPlaneBecause: causes, effects }, shoot, started)
      : noEffectOn(shoot)),
    asleep,
    dropped,
    operations,
    waitsForRetry: false,
    onlyAfter: null,
    unsupported: [],
  }
}

/** What the last maintenance of a shoot changed, or could not change; see `doneStep`. */
export function doneChanges(shoot: Shoot): readonly ComponentChange[] {
  const { triggeredTime, description = '', failureReason = null } = shoot.lastMaintenance ?? {}
  if (triggeredTime === undefined) return []
  return partsOf(description).flatMap((part) => changeIn(part, shoot, failureReason) ?? [])
}

/** How far back the schedules of a shoot tell whether it slept. Before that it is taken to have been as it is now. */
const SCHEDULED = 7 * DAY

/** Whether a shoot slept in a maintenance of the past: as its schedules say, or else as it is now. */
function sleepIn(shoot: Shoot, at: Instant): ForecastStep['asleep'] {
  const sleep = sleepOf(shoot, at - SCHEDULED)
  return sleep?.isAsleepAt(at) === true ? { wakes: sleep.wakesAfter(at) } : null
}

/** The shoot with the versions that it had before its last maintenance. */
export function shootBefore(shoot: Shoot): Shoot {
  return shootOn(shoot, stateBy(shoot, doneChanges(shoot), 'from'))
}

const DENIED = 'Updates to the Shoot failed to be applied: '

/** Whether the API server refused a maintenance as a whole. */
export function isDenied({ state, failureReason }: LastMaintenance): boolean {
  return state === 'Failed' && failureReason?.startsWith(DENIED) === true
}

// Older releases write names and versions without quotes.
const NEXT =
  /, (?=Control Plane: |Worker pool |Credentials "|Added "|\.spec\.|Removed feature gates |Removed admission plugins )/

function partsOf(description: string): string[] {
  const begin = / successful[.:] /.exec(description)
  return begin === null ? [] : description.slice(begin.index + begin[0].length).split(NEXT)
}

const OWNER = '(?:Control Plane|Worker pool "?([^":]+)"?)'
const UPDATED = new RegExp(
  String.raw`^${OWNER}: Updated (?:Kubernetes version|machine image "([^"]+)") from "?([^" ]+)"? to "?([^" ]+?)"?\. Reason: (.+)$`,
)
const FAILED = new RegExp(
  String.raw`^${OWNER}: (?:'[^']+' )?(Kubernetes|machine image) version (?:update|maintenance) failed\. Reason for update: (.+)$`,
)

function changeIn(part: string, shoot: Shoot, failureReason: string | null): ComponentChange | null {
  const [isUpdate, pool = null, image = null, from = '', to = '', reason = ''] = UPDATED.exec(part) ?? []
  if (isUpdate !== undefined) {
    const component = image === null ? (pool === null ? 'controlPlane' : 'poolKubernetes') : 'poolImage'
    return { kind: 'update', component, pool, image, from, to, why: whyOf(reason), reason }
  }
  const [isFailure, owner = null, what = '', why = ''] = FAILED.exec(part) ?? []
  if (isFailure === undefined) return null
  const worker = shoot.workers.find(({ name }) => name === owner)
  const error = errorOf(owner, what, failureReason)
  const common = { kind: 'failure', pool: owner, why: whyOf(why), reason: why, error, misfit: null } as const
  if (what === 'machine image') {
    const { name = null, version = '' } = worker?.image ?? {}
    return { ...common, component: 'poolImage', image: name, from: version }
  }
  if (owner === null) return { ...common, component: 'controlPlane', image: null, from: shoot.kubernetesVersion }
  return { ...common, component: 'poolKubernetes', image: null, from: worker?.kubernetesVersion ?? '' }
}

function whyOf(reason: string): UpdateReason {
  if (reason === KUBERNETES_REASONS['not-listed']) return 'not-listed'
  const automatic = [KUBERNETES_REASONS.auto, imageReason('auto', '').replace(/ \(.*$/, '')]
  return automatic.some((begin) => reason.startsWith(begin)) ? 'auto' : 'expired'
}

/** What the failure reason says about one part, or all of it if that cannot be told apart. */
function errorOf(pool: string | null, what: string, failureReason: string | null): string {
  const owner = pool === null ? 'Control Plane' : `Worker pool "${pool}"`
  const begin = `${owner}: ${what === 'Kubernetes' ? 'Kubernetes maintenance failure due to: ' : ''}`
  const reasons = (failureReason ?? '').split(/, (?=Control Plane: |Worker pool |Credentials ")/)
  const own = reasons.find((reason) => reason.startsWith(begin) && !isOfOther(reason, begin, what))
  return own?.slice(begin.length) ?? failureReason ?? ''
}

function isOfOther(reason: string, begin: string, what: string): boolean {
  return what !== 'Kubernetes' && reason.slice(begin.length).startsWith('Kubernetes maintenance failure')
}

function droppedIn(part: string): DroppedField[] {
  const path =
    /^\.(spec\.\S+) (?:is set to nil|was removed|was migrated)/.exec(part)?.[1] ??
    /^Removed (?:feature gates|admission plugins) from "(spec\.[^"]+)"/.exec(part)?.[1]
  return path === undefined ? [] : [{ path, from: undefined, to: null, reason: part }]
}

function operationsOf(parts: readonly string[]): StepOperation[] {
  const due = parts.flatMap((part): StepOperation[] => {
    const [, name, rest = ''] = /^Credentials "([^"]+)": (.+)$/.exec(part) ?? []
    const reason = /Reason(?: for update)?: (.+)/.exec(rest)?.[1] ?? null
    return name === undefined
      ? []
      : [{ name, why: 'due', starts: !rest.startsWith('Automatic rotation failed'), reason }]
  })
  const added = parts.flatMap((part) => operationsIn(/^Added "([^"]+)" operation annotation/.exec(part)?.[1]))
  const asked = added.filter((name) => name !== 'reconcile' && !due.some((one) => one.name === name))
  const words = parts.find((part) => part.startsWith('Added "')) ?? null
  return [...asked.map((name): StepOperation => ({ name, why: 'asked', starts: true, reason: words })), ...due]
}

/** The versions before or after the changes. A part without a change has the version that it has now. */
function stateBy(
  { kubernetesVersion, workers }: Shoot,
  changes: readonly ComponentChange[],
  side: 'from' | 'to',
): VersionState {
  const version = (component: ComponentChange['component'], pool: string | null) => {
    const change = changes.find((one) => one.kind === 'update' && one.component === component && one.pool === pool)
    return change?.kind === 'update' ? change[side] : undefined
  }
  return {
    kubernetes: version('controlPlane', null) ?? kubernetesVersion,
    pools: workers.map((worker) => version('poolKubernetes', worker.name) ?? worker.kubernetesVersion ?? null),
    images: workers.map((worker) => version('poolImage', worker.name) ?? worker.image?.version ?? null),
  }
}

function doneKind(state: LastMaintenance['state'], changes: readonly ComponentChange[]): ForecastStep['kind'] {
  if (state === 'Failed') return 'fails'
  if (changes.length === 0) return 'other'
  return changes.some(({ why }) => why !== 'auto') ? 'forced' : 'auto'
}
