import { stringify } from 'yaml'
import { rememberShoot } from '@/lib/apply/remembered'
import { onWire } from '@/lib/contract/dates'
import type { PlanAnswer, PlanPart, PlanQuery } from '@/lib/contract/plan'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { offeredNames } from '@/lib/engine/api-server'
import { type ShootManifest, sameJson } from '@/lib/engine/api-server/manifest'
import { forecast, type MemoizedProfile, movedOn } from '@/lib/engine/course'
import {
  afterSteps,
  type ChoicesInput,
  changedPart,
  type PatchGuard,
  patchBetween,
  presentIn,
  presetsOf,
  type ShootEdit,
  tryPlan,
  withOperationsOf,
} from '@/lib/engine/edits/shoot'
import { constraintsBeforeUpdate, reportedBefore } from '@/lib/engine/explain/obstacles'
import { DistinctValues } from '@/lib/engine/grouped'
import { DEFAULT_EVICT_RETRIES, DEFAULT_TIMEOUTS } from '@/lib/engine/impact'
import { messageOf } from '@/lib/engine/refusal'
import {
  firstDay,
  isInPlace,
  offsetOf,
  rollOutMoment,
  scheduleOf,
  sleepOf,
  sleptOn,
  unsupportedMinor,
  windowOf,
  windowOn,
} from '@/lib/engine/rules'
import { HOUR, MINUTE } from '@/lib/engine/time'
import type { Instant, Shoot, WorkerUpdateStrategy } from '@/lib/engine/types'
import type { ProfileEntry } from '@/lib/garden'
import { profileKey } from '@/lib/garden/garden'
import { parseShoot } from '@/lib/garden/parse'
import { instantOfParameter } from '@/lib/landscape/clock'
import { evidenceOf, type Landscape, memoizedProfile } from '@/lib/landscape/landscape'
import { hierarchyOf, type ObjectReader, profilesFor, whole, withOffers } from '@/lib/landscape/offers'
import { Outlook } from '@/lib/landscape/outlook'
import { type Member, nodeBounds } from '@/lib/landscape/roster'
import { shootRowOf } from '@/lib/landscape/shoot-row'
import { clusterWindow } from '@/lib/landscape/window'
import { CodedError, InvalidQuery } from '@/lib/process/errors'
import { reportedText } from '@/lib/words/obstacles'
import { PRESET_NAMES, presetText } from '@/lib/words/plan'
import { unsupportedText } from '@/lib/words/releases'
import { windowZone } from '@/lib/words/when'
import { knownUntil } from '../shoot'
import { allChoices } from './choices'
import { planParts, poolFieldsOf, SHOOT_FIELDS } from './parts'
import { prospects } from './prospects'

/** What a plan of edits of one shoot does, beside what happens without it. Throws a coded error where the shoot cannot be read whole. */
export async function planView(
  reader: ObjectReader,
  landscape: Landscape,
  position: number,
  { edits, on }: PlanQuery,
): Promise<PlanAnswer> {
  const outlook = new Outlook(landscape, position)
  const { member, profile, shoot } = outlook
  if (profile === undefined)
    throw new CodedError('not-found', `The profile ${member.profile} of this cluster is not in this garden.`)
  const sentAt = sentAtOf(on, landscape)
  const then = sentAt > landscape.at ? movedOn(shoot, profile, { from: landscape.at, to: sentAt }) : shoot
  const { manifest, resourceVersion } = await manifestAt(reader, outlook, { then, profile }, sentAt)
  const hierarchy = await hierarchyOf(reader, landscape, member, edits as readonly ShootEdit[])
  const own = { manifest, edits: edits as readonly ShootEdit[], now: sentAt }
  const tried = tryPlan({ ...own, profile: await withOffers(reader, landscape, entryOf(landscape, member)), hierarchy })
  // What else is chosen is judged by the profile that it is on then.
  const there = tried.movedTo === null ? member.profile : profileKey(tried.movedTo.ref)
  const plan = { ...own, profile: await withOffers(reader, landscape, entryOf(landscape, { profile: there })) }
  const profileThen = memoizedProfile(landscape, there) ?? profile
  const chosen = { ...plan, taken: plan.edits.filter((_, i) => tried.outcomes[i]?.kind === 'taken') }
  const { operations, pools: choicesOfPools, insteadOf, ...choices } = allChoices(then, chosen)
  const names = offeredNames(manifest, plan.profile)
  const poolOffers = new DistinctValues<PlanAnswer['offered']>()
  const pools = choicesOfPools.map(({ worker: { name, updateStrategy }, ...choicesOfPool }, i) => {
    const [nodes, defaults] = [nodeBounds(then, [i]), defaultsOf(updateStrategy)]
    const offered = poolOffers.placeOf(offeredBody(names.ofPool(i)))
    return { name, nodes, updateStrategy, ...choicesOfPool, offered, defaults }
  })
  const edited = editedShoot(then, manifest, tried.after)
  const moment = rollOutMoment(edited, sentAt)
  const rollOut = moment.kind === 'at-once' ? null : moment.window
  const begins = rollOut?.latestStart ?? sentAt
  // A cluster that sleeps then has no node that could be touched.
  const isAsleep = sleptOn(edited, sleepOf(edited, sentAt), begins).hibernated
  const known = knownUntil(edited, profileThen.source, landscape.at)
  const parts = planParts({ tried, manifest, then, edited, begins, isAsleep })
  const replaced = {
    begin: onWire(rollOut?.begin ?? sentAt),
    nodes: parts.reduce((sum, { effect, nodes: { max } }) => sum + (effect === 'rolling' ? max : 0), 0),
  }
  const ahead = prospects(outlook, { profile: profileThen, edited, sentAt, replaced })
  return {
    ...evidenceOf(landscape),
    shoot: onWire(shootRowOf(outlook)),
    resourceVersion,
    until: onWire(landscape.until),
    knownUntil: onWire(known ?? null),
    sentAt: onWire(sentAt),
    present: presentOf(manifest, then),
    profiles: profilesFor(landscape, member).map(({ ref: { kind, name } }) => ({ kind, name })),
    ...choices,
    kubernetes: choices.kubernetes.map((choice) => ({ ...choice, effect: isAsleep ? 'none' : choice.effect })),
    pools,
    poolOffers: poolOffers.all,
    offered: offeredBody({
      ...names.shoot,
      'metadata.annotations[gardener.cloud/operation]': operations,
      'metadata.annotations[maintenance.gardener.cloud/operation]': operations,
    }),
    presets: presetBodies(plan, edited, landscape.at),
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
    reported: reportedBy(parts, edited, { profile: profileThen, from: sentAt, to: landscape.until, begins }),
    parts,
    rollOut: onWire(rollOut && clusterWindow(rollOut, edited.window)),
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

function sentAtOf(on: string | undefined, { at, until }: Landscape): Instant {
  const instant = instantOfParameter('on', on, at)
  if (instant < at || instant > until)
    throw new InvalidQuery([{ field: 'on', reason: 'must lie between now and the end of what is computed' }])
  return instant
}

function presentOf(manifest: ShootManifest, { workers }: Shoot): PlanAnswer['present'] {
  const presentValue = presentIn(manifest)
  return [...SHOOT_FIELDS, ...workers.flatMap(({ name }) => poolFieldsOf(name))].flatMap((field) => {
    const value = presentValue(field)
    return value === undefined ? [] : [{ pool: null, ...field, value: value as PlanAnswer['present'][number]['value'] }]
  })
}

function offeredBody(names: Readonly<Record<string, readonly string[]>>): PlanAnswer['offered'] {
  return Object.fromEntries(Object.entries(names).map(([field, offered]) => [field, [...offered]]))
}

function defaultsOf(strategy: WorkerUpdateStrategy): PlanAnswer['pools'][number]['defaults'] {
  const { drain, creation, health, inPlaceUpdate } = DEFAULT_TIMEOUTS
  const written = (milliseconds: number) =>
    milliseconds % HOUR === 0 ? `${milliseconds / HOUR}h` : `${milliseconds / MINUTE}m`
  return {
    'machineControllerManager.machineDrainTimeout': written(drain),
    'machineControllerManager.machineCreationTimeout': written(creation),
    'machineControllerManager.machineHealthTimeout': written(health),
    'machineControllerManager.inPlaceUpdateTimeout': written(inPlaceUpdate),
    'machineControllerManager.maxEvictRetries': String(DEFAULT_EVICT_RETRIES),
    'machineControllerManager.disableHealthTimeout': isInPlace({ updateStrategy: strategy }) ? 'on' : 'off',
  }
}

function entryOf({ snapshot }: Landscape, { profile }: Pick<Member, 'profile'>): ProfileEntry {
  const entry = snapshot.profiles.get(profile)
  if (entry === undefined) throw new RangeError(`no profile ${profile}`)
  return entry
}

/** Plans that many owners want, for the windows of a shoot from an instant on. */
function presetBodies(plan: Omit<ChoicesInput, 'taken'>, shoot: Shoot, at: Instant): PlanAnswer['presets'] {
  const schedule = scheduleOf(windowOf(shoot), 'latestStart')
  const first = firstDay(schedule, at)
  const begins = Array.from({ length: 8 }, (_, i) => windowOn(schedule, first + i).begin).filter((begin) => begin >= at)
  const presets = presetsOf(plan, { begins, ahead: offsetOf(shoot.window) })
  return presets.map((preset) => ({
    key: preset.key,
    name: PRESET_NAMES[preset.key],
    text: presetText(preset),
    edits: preset.edits as PlannedEdit[],
    on: onWire(preset.on),
  }))
}

/** The whole shoot as the forecast has it at an instant, and the version that it has now. */
async function manifestAt(
  reader: ObjectReader,
  { landscape, recorded }: Outlook,
  { then, profile }: { readonly then: Shoot; readonly profile: MemoizedProfile },
  at: Instant,
): Promise<{ readonly manifest: ShootManifest; readonly resourceVersion: string }> {
  const { namespace, name } = then
  const { object, resourceVersion } = await whole(reader, landscape.snapshot, { kind: 'Shoot', namespace, name })
  rememberShoot(then, resourceVersion, object)
  const from = landscape.foreseen?.from ?? landscape.at
  if (at <= from) return { manifest: object, resourceVersion }
  const { steps } = forecast(recorded, profile, { from, to: at })
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

/** The minors that edits bring and that the rules do not know, also if the API server refuses the edit. */
function unsupportedBy(edits: readonly ShootEdit[], { kubernetesVersion, workers }: Shoot): string[] {
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
      : constraintsBeforeUpdate(shoot, forecast(shoot, profile, { from, to }).steps)
  return found.map((one) => reportedText(one, windowZone(shoot.window)))
}
