import { stringify } from 'yaml'
import { onWire } from '@/lib/contract/dates'
import type { PlanAnswer, PlanPart, PlanQuery } from '@/lib/contract/plan'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { offeredNames } from '@/lib/engine/api-server'
import { forecast, type MemoizedProfile, movedOn } from '@/lib/engine/course'
import { unsupportedText } from '@/lib/engine/explain'
import { FleetForecaster } from '@/lib/engine/fleet'
import { rolloutOf, timeoutsOf } from '@/lib/engine/impact'
import { type ShootManifest, sameJson } from '@/lib/engine/manifest'
import { reportedBefore, reportedOf, reportedText } from '@/lib/engine/obstacles'
import { messageOf } from '@/lib/engine/refusal'
import {
  firstDay,
  offsetOf,
  rollOutMoment,
  scheduleOf,
  sleepOf,
  sleptOn,
  unsupportedMinor,
  windowOf,
  windowOn,
} from '@/lib/engine/rules'
import {
  afterSteps,
  type ChoicesInput,
  changedPart,
  type Edit,
  type PatchGuard,
  POOL_FIELDS,
  type PoolField,
  PRESET_NAMES,
  patchBetween,
  presentIn,
  presetsOf,
  presetText,
  SHOOT_FIELDS,
  type ShootField,
  type TriedPlan,
  tryPlan,
  withOperationsOf,
} from '@/lib/engine/shoot-edits'
import { HOUR, MINUTE } from '@/lib/engine/time'
import type { Instant, Shoot, Worker, WorkerUpdateStrategy } from '@/lib/engine/types'
import type { ProfileEntry } from '@/lib/garden'
import { parseShoot } from '@/lib/garden'
import { rememberShoot } from '../apply/remembered-shoot'
import { instantOf } from '../clock'
import { CodedError, InvalidQuery } from '../errors'
import { affectedNodes, nodesOf } from '../event'
import { evidenceOf } from '../evidence'
import { type FleetIndex, memoizedProfile } from '../fleet-index'
import { withOffers } from '../offers'
import type { Member } from '../roster'
import { shootRow } from '../shoot-row'
import { Steps } from '../steps'
import { Stint } from '../stint'
import { lanesOf } from '../views/lanes'
import { knownUntil, rolloutBody, stepBody, withRotations } from '../views/shoot'
import { type Reader, whole } from '../whole-object'
import { recordedShoot, wholeShoot } from '../whole-shoot'
import { windowBody } from '../window-body'
import { allChoices } from './choices'
import { joinedLanes } from './lanes'
import { ToldOnce } from './told-once'

/** What a plan of edits of one shoot does, beside what happens without it. Throws a coded error where the shoot cannot be read whole. */
export async function planView(
  reader: Reader,
  index: FleetIndex,
  position: number,
  { edits, on }: PlanQuery,
): Promise<PlanAnswer> {
  const member = index.roster.members.at(position)
  if (member === undefined) throw new RangeError(`no shoot at ${position}`)
  const profile = memoizedProfile(index, member.profile)
  if (profile === undefined)
    throw new CodedError('not-found', `The profile ${member.profile} of this cluster is not in this garden.`)
  const stint = new Stint()
  const sentAt = sentAtOf(on, index)
  const shoot = wholeShoot(index, member)
  const then = sentAt > index.at ? movedOn(shoot, profile, { from: index.at, to: sentAt }) : shoot
  const { manifest, resourceVersion } = await manifestAt(reader, index, { member, then }, profile, sentAt)
  const plan = {
    manifest,
    edits: edits as readonly Edit[],
    profile: await withOffers(reader, index, entryOf(index, member)),
    now: sentAt,
  }
  await stint.rest()
  const tried = tryPlan(plan)
  await stint.rest()
  const chosen = { ...plan, taken: plan.edits.filter((_, i) => tried.outcomes[i]?.kind === 'taken') }
  const { operations, pools: choicesOfPools, insteadOf, ...choices } = await allChoices(then, chosen, stint)
  const names = offeredNames(manifest, plan.profile)
  const poolOffers = new ToldOnce<PlanAnswer['offered']>()
  const pools: PlanAnswer['pools'] = []
  for (const [i, { worker, ...choicesOfPool }] of choicesOfPools.entries()) {
    const { name, updateStrategy } = worker
    const [nodes, defaults] = [nodesOf(then, [i]), defaultsOf(updateStrategy)]
    const offered = poolOffers.placeOf(offeredBody(names.ofPool(i)))
    pools.push({ name, nodes, updateStrategy, ...choicesOfPool, offered, defaults })
    await stint.rest()
  }
  const edited = editedShoot(then, manifest, tried.after)
  await stint.rest()
  const moment = rollOutMoment(edited, sentAt)
  const rollOut = moment.kind === 'at-once' ? null : moment.window
  const begins = rollOut?.latestStart ?? sentAt
  // A cluster that sleeps then has no node that could be touched.
  const isAsleep = sleptOn(edited, sleepOf(edited, sentAt), begins).hibernated
  const known = knownUntil(edited, profile.source, index.at)
  const ahead = await prospects({ index, profile, shoot, edited, sentAt }, stint)
  await stint.rest()
  const parts = partsOf({ tried, manifest, then, edited, begins, isAsleep })
  await stint.rest()
  const presets = await presetBodies(plan, edited, index.at, stint)
  const present = presentOf(manifest, then)
  await stint.rest()
  return {
    ...evidenceOf(index),
    shoot: shootRow(index, position),
    resourceVersion,
    until: onWire(index.until),
    knownUntil: known === undefined ? null : onWire(known),
    sentAt: onWire(sentAt),
    present,
    ...choices,
    kubernetes: choices.kubernetes.map((choice) => ({ ...choice, effect: isAsleep ? 'none' : choice.effect })),
    pools,
    poolOffers: poolOffers.all,
    offered: offeredBody({
      ...names.shoot,
      'metadata.annotations[gardener.cloud/operation]': operations,
      'metadata.annotations[maintenance.gardener.cloud/operation]': operations,
    }),
    presets,
    outcomes: tried.outcomes.map((outcome, i) => ({
      edit: edits[i] as PlannedEdit,
      kind: outcome.kind,
      refusals:
        outcome.kind === 'refused'
          ? outcome.refusals.map((refusal) => ({ field: refusal.field, text: messageOf(refusal) }))
          : [],
      instead: outcome.kind === 'refused' ? insteadOf(plan.edits[i]) : null,
    })),
    controlPlane: tried.effect.controlPlane,
    unsupported: unsupportedBy(plan.edits, then),
    reported: reportedBy(parts, edited, { profile, from: sentAt, to: index.until, begins }),
    parts,
    rollOut: rollOut === null ? null : windowBody(rollOut, edited.window),
    begins: onWire(begins),
    ...ahead,
    patch: patchBody(manifest, tried.after, on === undefined ? 'version' : 'values'),
  }
}

function patchBody(before: ShootManifest, after: ShootManifest, guard: PatchGuard): PlanAnswer['patch'] {
  if (before === after) return { operations: [], later: [], yaml: '' }
  return {
    operations: patchBetween(before, after, guard) as PlanAnswer['patch']['operations'],
    later: patchBetween(before, after, 'values') as PlanAnswer['patch']['later'],
    yaml: stringify(changedPart(before, after, guard), { version: '1.1', lineWidth: 0 }),
  }
}

function sentAtOf(on: string | undefined, { at, until }: FleetIndex): Instant {
  const instant = instantOf('on', on, at)
  if (instant < at || instant > until)
    throw new InvalidQuery([{ field: 'on', reason: 'must lie between now and the end of what is computed' }])
  return instant
}

/** The whole shoot as the forecast has it at an instant, and the version that it has now. */
async function manifestAt(
  reader: Reader,
  index: FleetIndex,
  { member: { shoot }, then }: { readonly member: Member; readonly then: Shoot },
  profile: MemoizedProfile,
  at: Instant,
): Promise<{ readonly manifest: ShootManifest; readonly resourceVersion: string }> {
  const { namespace, name } = shoot
  const { object, resourceVersion } = await whole(reader, index.snapshot, { kind: 'Shoot', namespace, name })
  rememberShoot(shoot, resourceVersion, object)
  const from = index.foreseen?.from ?? index.at
  if (at <= from) return { manifest: object, resourceVersion }
  const { steps } = forecast(recordedShoot(index, shoot), profile, { from, to: at })
  return { manifest: withOperationsOf(afterSteps(object, steps), then), resourceVersion }
}

/** The shoot with what the edits change of its manifest; all else is as it is. */
function editedShoot(shoot: Shoot, before: ShootManifest, after: ShootManifest): Shoot {
  if (before === after) return shoot
  const [was, is] = [parsed(before), parsed(after)]
  const changed = Object.entries(is).filter(([key, value]) => !isSame(was[key as keyof Shoot], value))
  const gone = Object.keys(was).filter((key) => !(key in is))
  const kept = Object.fromEntries(Object.entries(shoot).filter(([key]) => !gone.includes(key)))
  return { ...(kept as unknown as Shoot), ...Object.fromEntries(changed) }
}

function parsed(manifest: ShootManifest): Shoot {
  const found = parseShoot(manifest)
  if (found.kind === 'problem')
    throw new CodedError('invalid', 'With this plan the cluster could not be read any more.')
  return found.value
}

function isSame(a: unknown, b: unknown): boolean {
  return sameJson(a as ShootManifest, b as ShootManifest)
}

function presentOf(manifest: ShootManifest, { workers }: Shoot): PlanAnswer['present'] {
  const shootFields = (Object.keys(SHOOT_FIELDS) as ShootField[]).map((field) => ({ pool: null, field }))
  const poolFields = workers.flatMap(({ name }) =>
    (Object.keys(POOL_FIELDS) as PoolField[]).map((field) => ({ pool: name, field })),
  )
  const presentValue = presentIn(manifest)
  return [...shootFields, ...poolFields].flatMap(({ pool, field }) => {
    const value = presentValue(pool === null ? { field } : { pool, field })
    return value === undefined ? [] : [{ pool, field, value: value as PlanAnswer['present'][number]['value'] }]
  })
}

function offeredBody(names: Readonly<Record<string, readonly string[]>>): PlanAnswer['offered'] {
  return Object.fromEntries(Object.entries(names).map(([field, offered]) => [field, [...offered]]))
}

function defaultsOf(strategy: WorkerUpdateStrategy): PlanAnswer['pools'][number]['defaults'] {
  const { drain, creation, health, inPlaceUpdate, evictRetries, ignoresHealth } = timeoutsOf({}, strategy)
  const written = ({ milliseconds }: { readonly milliseconds: number }) =>
    milliseconds % HOUR === 0 ? `${milliseconds / HOUR}h` : `${milliseconds / MINUTE}m`
  return {
    'machineControllerManager.machineDrainTimeout': written(drain),
    'machineControllerManager.machineCreationTimeout': written(creation),
    'machineControllerManager.machineHealthTimeout': written(health),
    'machineControllerManager.inPlaceUpdateTimeout': written(inPlaceUpdate),
    'machineControllerManager.maxEvictRetries': String(evictRetries.count),
    'machineControllerManager.disableHealthTimeout': ignoresHealth ? 'on' : 'off',
  }
}

async function presetBodies(
  plan: Omit<ChoicesInput, 'taken'>,
  shoot: Shoot,
  at: Instant,
  stint: Stint,
): Promise<PlanAnswer['presets']> {
  const schedule = scheduleOf(windowOf(shoot), 'latestStart')
  const first = firstDay(schedule, at)
  const begins = Array.from({ length: 8 }, (_, i) => windowOn(schedule, first + i).begin).filter((begin) => begin >= at)
  const presets = await new Steps(presetsOf(plan, { begins, ahead: offsetOf(shoot.window) })).ready(stint)
  return presets.map((preset) => ({
    key: preset.key,
    name: PRESET_NAMES[preset.key],
    text: presetText(preset),
    edits: preset.edits as PlannedEdit[],
    on: preset.on === null ? null : onWire(preset.on),
  }))
}

/** Of the minors that edits bring and the rules do not know, be it that the API server refuses the edit. */
function unsupportedBy(edits: readonly Edit[], { kubernetesVersion, workers }: Shoot): string[] {
  const had = new Set([kubernetesVersion, ...workers.map((one) => one.kubernetesVersion ?? '')].map(unsupportedMinor))
  const minors = edits.flatMap(({ field, value }) => {
    const isVersion = field === 'spec.kubernetes.version' || field === 'kubernetes.version'
    return isVersion && typeof value === 'string' ? (unsupportedMinor(value) ?? []) : []
  })
  return [...new Set(minors)].filter((minor) => !had.has(minor)).map(unsupportedText)
}

/** What gardenlet reports before the nodes that the plan touches, or those that the next update does. */
function reportedBy(
  parts: readonly PlanPart[],
  shoot: Shoot,
  { profile, from, to, begins }: Readonly<{ profile: MemoizedProfile; from: Instant; to: Instant; begins: Instant }>,
): string[] {
  if (shoot.reportedConstraints === undefined) return []
  const pools = parts.flatMap(({ pool, effect }) =>
    pool !== null && (effect === 'rolling' || effect === 'inPlace') ? [pool] : [],
  )
  const found =
    pools.length > 0
      ? reportedBefore(shoot, { begins, pools }, 'plan')
      : reportedOf(shoot, forecast(shoot, profile, { from, to }).steps)
  return found.map((one) => reportedText(one, offsetOf(shoot.window)))
}

interface PartsInput {
  readonly tried: TriedPlan
  readonly manifest: ShootManifest
  readonly then: Shoot
  readonly edited: Shoot
  readonly begins: Instant
  /** Whether it sleeps as its nodes would begin to roll. */
  readonly isAsleep: boolean
}

function partsOf({ tried, manifest, then, edited, begins, isAsleep }: PartsInput): PlanPart[] {
  const { after } = tried
  const effect = isAsleep ? withoutNodes(tried.effect) : tried.effect
  const fields = (Object.keys(SHOOT_FIELDS) as ShootField[]).map((field) => ({ field }))
  const movesIn = movesBetween(manifest, after)
  const shootMoves = movesIn(fields)
  const nothing = {
    effect: 'none',
    nodes: { min: 0, max: 0 },
    because: [],
    undecided: [],
    rollout: null,
    until: null,
    faster: null,
  } as const
  const controlPlane: PlanPart = {
    ...nothing,
    pool: null,
    moves: shootMoves,
    because: [],
    undecided: [],
    nodes: { min: 0, max: 0 },
  }
  const pools = effect.pools.flatMap((pool): PlanPart[] => {
    const i = edited.workers.findIndex(({ name }) => name === pool.name)
    const worker = edited.workers[i]
    const old = then.workers.find(({ name }) => name === pool.name)
    if (worker === undefined || pool.effect === 'added' || pool.effect === 'removed') return []
    const own = movesIn((Object.keys(POOL_FIELDS) as PoolField[]).map((field) => ({ pool: pool.name, field })))
    const follows = worker.kubernetesVersion === undefined && old?.kubernetesVersion === undefined
    const with_ = follows && then.kubernetesVersion !== edited.kubernetesVersion
    const moves = [
      ...(with_ ? [{ field: 'kubernetes.version', from: then.kubernetesVersion, to: edited.kubernetesVersion }] : []),
      ...own,
    ]
    if (moves.length === 0 && pool.effect === 'none') return []
    const touches = pool.effect === 'rolling' || pool.effect === 'inPlace'
    const rollout = touches ? rolloutBody(worker) : null
    const until = rollout?.milliseconds == null ? null : begins + rollout.milliseconds
    return [
      {
        pool: pool.name,
        moves,
        effect: pool.effect,
        nodes: pool.effect === 'none' ? { min: 0, max: 0 } : affectedNodes(edited, pool.effect, [i]),
        // A pool with a version of its own does not move with the control plane.
        because: pool.because.filter((path) => path !== 'spec.kubernetes.version' || follows),
        undecided: [...pool.undecided],
        rollout,
        until: until === null ? null : onWire(until),
        faster: rollout?.milliseconds == null ? null : fasterOf(worker, rollout.milliseconds),
      },
    ]
  })
  return [...(shootMoves.length > 0 || effect.controlPlane === 'restart' ? [controlPlane] : []), ...pools]
}

/** The effect on a cluster that has no nodes: pools come and go, and that is all. */
function withoutNodes(effect: TriedPlan['effect']): TriedPlan['effect'] {
  const pools = effect.pools.map((pool) =>
    pool.effect === 'added' || pool.effect === 'removed'
      ? pool
      : { ...pool, effect: 'none' as const, because: [], undecided: [] },
  )
  return { ...effect, pools }
}

/** The smallest number of nodes more with which a rolling pool needs at most half of the time; null where no number does it. */
function fasterOf(worker: Worker, now: number): PlanPart['faster'] {
  if (worker.updateStrategy !== 'AutoRollingUpdate') return null
  for (let surge = 1; surge <= Math.min(worker.maximum, MOST_SURGE); surge++) {
    const { worstCase } = rolloutOf({ ...worker, maxSurge: surge }, worker.maximum)
    if (worstCase.kind === 'bounded' && worstCase.milliseconds * 2 <= now)
      return { surge, milliseconds: worstCase.milliseconds }
  }
  return null
}

const MOST_SURGE = 1000

function movesBetween(before: ShootManifest, after: ShootManifest) {
  const [was, is] = [presentIn(before), presentIn(after)]
  return (fields: readonly { readonly pool?: string; readonly field: ShootField | PoolField }[]): PlanPart['moves'] =>
    fields.flatMap((field) => {
      const [from, to] = [was(field) ?? null, is(field) ?? null]
      if (sameJson(from, to)) return []
      return [
        {
          field: field.field,
          from: from as PlanPart['moves'][number]['from'],
          to: to as PlanPart['moves'][number]['to'],
        },
      ]
    })
}

interface ProspectsInput {
  readonly index: FleetIndex
  readonly profile: MemoizedProfile
  readonly shoot: Shoot
  readonly edited: Shoot
  readonly sentAt: Instant
}

/** What is ahead without the plan, and with it: the same until it is sent. */
async function prospects(
  { index, profile, shoot, edited, sentAt }: ProspectsInput,
  stint: Stint,
): Promise<Pick<PlanAnswer, 'before' | 'after'>> {
  const { at, until } = index
  const forecaster = new FleetForecaster(index.forecaster.profiles)
  const ahead = async (of: Shoot, from: Instant, to: Instant) => {
    const found = from >= to ? [] : forecast(of, profile, { from, to }).steps
    await stint.rest()
    return withRotations(of, profile, found, { from, to }).map((step) => stepBody(step, of))
  }
  const lanes = async (of: Shoot, from: Instant) => {
    await stint.rest()
    const found = forecaster.between(from, until, of, profile.source)
    await stint.rest()
    return lanesOf({ shoot: of, profile, forecast: found, at: from, until })
  }
  const before = { steps: await ahead(shoot, at, until), lanes: await lanes(shoot, at) }
  if (edited === shoot) return { before, after: before }
  await stint.rest()
  return {
    before,
    after: {
      steps: [...(await ahead(shoot, at, sentAt - 1)), ...(await ahead(edited, sentAt, until))],
      lanes: joinedLanes(before.lanes, await lanes(edited, sentAt), onWire(sentAt)),
    },
  }
}

function entryOf({ snapshot }: FleetIndex, { profile }: Member): ProfileEntry {
  const entry = snapshot.profiles.get(profile)
  if (entry === undefined) throw new RangeError(`no profile ${profile}`)
  return entry
}
