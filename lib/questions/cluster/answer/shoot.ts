import 'server-only'
import type { ShootAnswer } from '@/lib/contract/clusters'
import { onWire } from '@/lib/contract/dates'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import type { ForecastStepBody, RolloutBody, StepOperationBody } from '@/lib/contract/steps'
import { type AutoUpdate, deadlineOf, isTooLarge, kindOf, type OwnerRemedy } from '@/lib/engine/advice'
import { constraintsOf, type DeadEnd, severityOf, unclassifiedOf } from '@/lib/engine/explain/obstacles'
import { sumOf } from '@/lib/engine/grouped'
import { pendingPools, rolloutOf } from '@/lib/engine/impact'
import { boundariesOf, parseWindow, rollOutMoment, windowAround } from '@/lib/engine/rules'
import type {
  CloudProfile,
  ExpirableVersion,
  ForecastStep,
  Instant,
  RotationPlan,
  Shoot,
  StepOperation,
  Worker,
} from '@/lib/engine/types'
import type { AnswerTo } from '@/lib/http/answer'
import { mayEdit } from '@/lib/landscape/access'
import { instantOfParameter } from '@/lib/landscape/clock'
import { moveOf, nodesAffectedBy, onlyAfterFact } from '@/lib/landscape/event'
import type { Asker } from '@/lib/landscape/garden'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { shootAt } from '@/lib/landscape/lookup'
import { Outlook } from '@/lib/landscape/outlook'
import { problemsOfObject } from '@/lib/landscape/problems'
import { shootRowOf } from '@/lib/landscape/shoot-row'
import { compareTexts } from '@/lib/landscape/version-text'
import { clusterWindow } from '@/lib/landscape/window'
import { alikeSaid } from '@/lib/words/alike-pools'
import { deadEndText } from '@/lib/words/dead-ends'
import { problemBody } from '@/lib/words/faults'
import { versionGotText } from '@/lib/words/new-cluster'
import { obstacleText, unreportedText } from '@/lib/words/obstacles'
import { operationWords } from '@/lib/words/operations'
import { unsupportedText } from '@/lib/words/releases'
import { autoUpdateWords, remedyWords, tooLargeText } from '@/lib/words/remedies'
import type { shootRoute, whyRoute } from '../contract'
import { whyView } from './why'

export const answerShoot: AnswerTo<typeof shootRoute> = async ({ path, query }, asker) => {
  const { landscape, position } = await shootAt(asker.garden, path, query.at)
  return shootView(landscape, position, await mayEditMember(asker, landscape, position))
}

export const answerWhy: AnswerTo<typeof whyRoute> = async ({ path, query: { at, window } }, { garden }) => {
  const { landscape, position } = await shootAt(garden, path, at)
  return whyView(landscape, position, instantOfParameter('window', window, landscape.at))
}

/** Whether the user may edit a cluster, if edits are applied in the name of the user. */
async function mayEditMember(asker: Asker, landscape: Landscape, position: number): Promise<boolean> {
  const shoot = landscape.roster.members.at(position)?.shoot
  return shoot !== undefined && mayEdit(asker, { kind: 'Shoot', namespace: shoot.namespace, name: shoot.name })
}

type ConstraintBody = ShootAnswer['constraints'][number]

/**
 * One shoot: the steps of its forecast, its lanes over time, what stands in the way and what its owner can do. `mayEdit`: whether
 * the user is the one to do it.
 */
export function shootView(landscape: Landscape, position: number, mayEdit = false): ShootAnswer {
  const outlook = new Outlook(landscape, position)
  const { shoot, profile, stuck } = outlook
  const { at, until } = landscape
  const row = shootRowOf(outlook)
  const moment = rollOutMoment(shoot, at)
  return onWire({
    ...evidenceOf(landscape),
    problems: problemsOfObject(landscape.snapshot, { kind: 'Shoot', namespace: shoot.namespace, name: shoot.name }).map(
      problemBody,
    ),
    shoot: row,
    mayEdit,
    dashboard: dashboardPage(row),
    until,
    knownUntil: (profile && knownUntil(shoot, profile.source, at)) ?? null,
    rollOut: moment.kind === 'at-once' ? null : clusterWindow(moment.window, shoot.window),
    steps: outlook.stepsWithRotations.map((step) => stepBody(step, shoot)),
    lanes: outlook.lanes,
    lastMaintenance: lastMaintenanceBody(outlook),
    stuck: stuck && {
      failing: stuck.failing,
      deadEnds: alikeSaid(stuck.deadEnds, (one, of) => deadEndText(one, shoot, of)).map(deadEndBody),
    },
    overdue: outlook.isOverdue,
    constraints: constraintBodies(outlook),
    advice: [...outlook.advice, ...outlook.autoUpdates].map((one) => remedyBody(one, shoot)),
    rollouts: shoot.workers.map(rolloutBody),
    pending: pendingPools(shoot).map(({ name }) => name),
  })
}

/** What stands in the way, the worst first, and what is odd about the shoot beside that. */
function constraintBodies({ landscape: { snapshot, at }, member, shoot, profile, steps }: Outlook): ConstraintBody[] {
  const unmapped = snapshot.profiles.get(member.profile)?.unmappedImages ?? {}
  // A name may be any text, also one that every object has.
  const isUnmapped = (image: string, version: string) =>
    Object.hasOwn(unmapped, image) && unmapped[image]?.includes(version) === true
  const found = [
    ...constraintsOf({ shoot, profile, steps, at, isUnmapped }),
    ...(profile === undefined ? [] : unclassifiedOf(shoot, profile, at)),
  ]
  return [
    ...alikeSaid(found, (one, of) => obstacleText(one, shoot, of)).map(
      ([one, text]): ConstraintBody => ({ severity: severityOf(one), text, reported: one.code === 'reported' }),
    ),
    ...(shoot.writtenVersion === undefined ? [] : [remark(versionGotText(shoot))]),
    ...(isTooLarge(shoot) ? [remark(tooLargeText(shoot.workers.length))] : []),
  ]
}

function remark(text: string): ConstraintBody {
  return { severity: 'info', text, reported: false }
}

export function stepBody(step: ForecastStep, shoot: Shoot): ForecastStepBody {
  return onWire({
    kind: step.kind,
    kinds: step.kinds,
    window: clusterWindow(step.window, shoot.window),
    changes: step.changes.map((change) => ({
      ...moveOf(change),
      why: change.why,
      reason: change.reason,
      error: change.kind === 'failure' ? change.error || null : null,
      unreported: unreportedText(change, shoot),
    })),
    versions: {
      kubernetes: step.versions.kubernetesVersion,
      workers: step.versions.workers.map(({ name, kubernetesVersion, image }) => ({
        name,
        kubernetes: kubernetesVersion,
        image,
      })),
    },
    description: step.description,
    state: step.state,
    failureReason: step.failureReason,
    denied: step.denied,
    repeats: step.repeats,
    lastWindowBegin: windowAround(parseWindow(shoot.window ?? null), step.lastAt)?.begin ?? step.window.begin,
    controlPlane: step.controlPlane,
    controlPlaneBecause: step.controlPlaneBecause,
    effects: step.effects.map(({ pool, effect, because }, i) => ({
      pool,
      effect,
      nodes: effect === 'none' ? { min: 0, max: 0 } : nodesAffectedBy(shoot, effect, [i]),
      because,
    })),
    asleep: step.asleep,
    dropped: step.dropped.map(({ path, from, to, reason }) => ({
      path,
      from: jsonText(from),
      to: jsonText(to),
      reason,
    })),
    operations: step.operations.map((operation) => operationBody(operation, shoot)),
    waitsForRetry: step.waitsForRetry,
    unsupported: step.unsupported.map(unsupportedText),
    onlyAfter: step.onlyAfter && onlyAfterFact(step.onlyAfter, shoot),
  })
}

function operationBody({ name, why, starts, reason }: StepOperation, { autoRotation }: Shoot): StepOperationBody {
  const { subject, action, clause } = operationWords(name)
  const every = why === 'due' ? (planOf(name, autoRotation)?.rotationPeriod ?? null) : null
  return { name, starts, subject, action, clause, reason, every }
}

function planOf(operation: string, plans: Shoot['autoRotation']): RotationPlan | undefined {
  if (operation === 'rotate-ssh-keypair') return plans?.sshKeypair
  if (operation === 'rotate-observability-credentials') return plans?.observability
  return plans?.etcdEncryptionKey
}

function jsonText(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

/** The roll-out with all the nodes that the pool may have. */
export function rolloutBody(worker: Worker): RolloutBody {
  const { zones, worstCase } = rolloutOf(worker, worker.maximum)
  const { formula, figure } = worstCase
  return {
    pool: worker.name,
    surge: sumOf(zones, ({ surge }) => surge),
    unavailable: sumOf(zones, ({ nodes, unavailable }) => Math.min(nodes, unavailable)),
    milliseconds: worstCase.kind === 'bounded' ? worstCase.milliseconds : null,
    formula,
    figure,
  }
}

function deadEndBody([deadEnd, text]: readonly [DeadEnd, string]) {
  const { kind, component, pool, image, version, to, rule, since, began, until } = deadEnd
  return { kind, component, pool, image, version, to, rule, since, began, until, text }
}

function remedyBody(one: OwnerRemedy | AutoUpdate, shoot: Shoot): ShootAnswer['advice'][number] {
  const { patch, patchType, edits } = one
  const words =
    one.code === 'leave-out' || one.code === 'auto-kept'
      ? { kind: one.code === 'leave-out' ? ('choice' as const) : ('done' as const), ...autoUpdateWords(one, shoot) }
      : { kind: kindOf(one), ...remedyWords(one, shoot) }
  return {
    ...words,
    patch,
    patchType,
    edits: edits as PlannedEdit[],
    before: onWire(deadlineOf(one)),
    asksForTime: one.code === 'own-dates',
  }
}

function lastMaintenanceBody({ shoot, recorded, lastStep }: Outlook) {
  const { lastMaintenance } = shoot
  if (lastMaintenance === undefined) return null
  const { triggeredTime, state, description, failureReason } = lastMaintenance
  return {
    at: triggeredTime ?? null,
    state,
    description,
    failureReason: failureReason ?? null,
    foreseen: lastMaintenance !== recorded.lastMaintenance,
    step: lastStep && stepBody(lastStep, shoot),
  }
}

/** The last date set for a version that the shoot may come to: of Kubernetes, and of each image, from the lowest that it runs on. */
export function knownUntil(shoot: Shoot, profile: CloudProfile, at: Instant): Instant | undefined {
  const kubernetes = [shoot.kubernetesVersion, ...shoot.workers.flatMap((w) => w.kubernetesVersion ?? [])]
  const listed = [
    ...fromLowest(profile.kubernetes, kubernetes),
    ...profile.machineImages.flatMap(({ name, versions }) =>
      fromLowest(
        versions,
        shoot.workers.flatMap(({ image }) => (image?.name === name ? image.version : [])),
      ),
    ),
  ]
  const ahead = listed.flatMap(boundariesOf).filter((boundary) => boundary > at)
  return ahead.length === 0 ? undefined : Math.max(...ahead)
}

/** The listed versions that are not lower than the lowest running one; none if nothing runs. */
function fromLowest(listed: readonly ExpirableVersion[], running: readonly string[]): readonly ExpirableVersion[] {
  const [lowest] = running.toSorted(compareTexts)
  return lowest === undefined ? [] : listed.filter(({ version }) => compareTexts(version, lowest) >= 0)
}

/**
 * The page of a cluster in the Gardener dashboard, by the template that `DASHBOARD_URL` names (checked at the start, see
 * `tools/settings.mjs`); null: there is no template. What is filled in is escaped, so that a name stays a part of the path.
 */
export function dashboardPage(
  cluster: { readonly namespace: string; readonly project: string; readonly name: string },
  template = process.env.DASHBOARD_URL?.trim() ?? '',
): string | null {
  if (!/^https?:\/\//i.test(template)) return null
  const page = template.replaceAll(/\{(namespace|project|name)\}/g, (_, part: keyof typeof cluster) =>
    encodeURIComponent(cluster[part]),
  )
  return URL.canParse(page) ? page : null
}
