import { setTimeout } from 'node:timers/promises'
import type { ApplyEffect, ProfileJournalEntry, ShootEffect, ShootEntry } from '@/lib/contract/apply'
import { editBody } from '@/lib/contract/edit-codec'
import { withEdits } from '@/lib/engine/edits/shoot'
import type { UnplacedReason } from '@/lib/engine/faults'
import { isJsonObject, type JsonObject } from '@/lib/engine/json'
import { formatInstant } from '@/lib/engine/time'
import { isObjectUnplaced, type ObjectRef } from '@/lib/garden'
import { changeFiguresOf } from '@/lib/landscape/draft'
import type { Landscape } from '@/lib/landscape/landscape'
import {
  type MoreTime,
  type MoreTimeCandidate,
  type MoreTimeQuestion,
  moreTimeOf,
  moveTo,
} from '@/lib/landscape/more-time'
import { forgetWhole } from '@/lib/landscape/offers'
import type { ApplyContext } from './context'
import { recallShoot, rememberShoot, shootChange } from './remembered'
import { type EntryHead, type SendOptions, type SendOutcome, send } from './send'
import { editedOf, type ImpossibleEdit } from './target'

/** What is asked beside the draft itself: `base` is that of the namespaced profile. */
export interface MoreTimeAsked extends SendOptions {
  /** The resource versions of the clusters that move, by name; a cluster that is left out has the one that it has now. */
  readonly bases: Readonly<Record<string, string>>
  readonly reason?: string | undefined
}

/** What has to be confirmed, as facts. */
interface MoreTimeEffects {
  readonly effect: ApplyEffect
  /** What must be typed; null: nothing. */
  readonly typing: string | null
}

interface MovedCluster {
  readonly name: string
  readonly sent: SendOutcome<ShootConfirmed, ShootEntry>
}

interface ShootConfirmed {
  readonly effect: ShootEffect
  readonly typing: null
}

type MoreTimeOutcome =
  | SendOutcome<MoreTimeEffects, ProfileJournalEntry>
  | ImpossibleEdit
  | { readonly outcome: 'unplaced'; readonly why: UnplacedReason }

/** What became of the draft: of the namespaced profile, then of each cluster. No cluster is sent where the first was not accepted. */
export interface MoreTimeApplied {
  readonly draft: MoreTime
  readonly profile: MoreTimeOutcome
  readonly clusters: readonly MovedCluster[]
}

/** For how long the controller may take to merge a namespaced profile that was written, in milliseconds. */
const merging = { patience: 8000, pause: 250 }

/**
 * Gives one project more time: the namespaced profile first, then each cluster that moves to it. Where the first is refused nothing else is
 * sent; where a cluster is refused the others move all the same. Each is sent as a dry run first, and stands in the journal with the
 * reason. With `dryRun` clusters are only asked for where the profile that they move to is there.
 */
export async function applyMoreTime(
  context: ApplyContext,
  question: MoreTimeQuestion,
  asked: MoreTimeAsked,
): Promise<MoreTimeApplied> {
  const landscape = await context.landscape()
  const draft = await moreTimeOf(context, landscape, question)
  const profile = await sendProfile(context, draft, asked)
  const isAccepted = ['applied', 'unchanged', 'accepted'].includes(profile.outcome)
  if (!isAccepted || (asked.dryRun && draft.target.isNew)) return { draft, profile, clusters: [] }
  if (profile.outcome === 'applied') await untilMerged(context, draft)
  const clusters: MovedCluster[] = []
  for (const candidate of draft.candidates) {
    if (!candidate.moves) continue
    const { name } = candidate.before.member.shoot
    clusters.push({ name, sent: await sendCluster(context, landscape, draft, candidate, asked) })
  }
  return { draft, profile, clusters }
}

async function sendProfile(
  context: ApplyContext,
  { target, root, edit, candidates }: MoreTime,
  { base, dryRun, confirm, reason }: MoreTimeAsked,
): Promise<MoreTimeOutcome> {
  const { ref } = target
  let inverse: ProfileJournalEntry['inverse'] = []
  const effect = moreTimeEffect(candidates)
  const sent = {
    ref: ref as ObjectRef,
    edit: (object: JsonObject) => {
      const parent = { kind: 'CloudProfile', name: root.ref.name }
      const edited = editedOf(target.isNew ? { ...object, spec: { parent } } : object, [edit], root.profile)
      if ('object' in edited) inverse = edited.inverse.map(editBody)
      return edited
    },
    confirmation: () => ({ effect, typing: isGrave(effect) ? ref.name : null }),
    entry: (head: EntryHead): ProfileJournalEntry => ({
      kind: 'profile',
      ...head,
      profile: ref,
      edits: [editBody(edit)],
      inverse,
      effect,
      ...(reason !== undefined && { reason }),
    }),
  }
  try {
    return await send(context, sent, { base, dryRun, confirm })
  } catch (error) {
    if (isObjectUnplaced(error)) return { outcome: 'unplaced', why: error.why }
    throw error
  }
}

/** Some clusters fare worse by it: then the name is typed, as for every other edit. */
function isGrave({ changes }: ApplyEffect): boolean {
  const { stuck, stuckSooner, forced, earlier } = changes
  return stuck + stuckSooner + forced + earlier > 0
}

/** What it does to the clusters of the project. */
export function moreTimeEffect(candidates: readonly MoreTimeCandidate[]): ApplyEffect {
  const changes = changeFiguresOf()
  for (const { comparison } of candidates) {
    if (comparison.effect !== 'unchanged') changes[comparison.effect]++
  }
  return { clusters: candidates.length, changes }
}

/**
 * A cluster can only move to a namespaced profile whose status its controller has written. Where there is no controller it is
 * moved all the same, and the garden answers.
 */
async function untilMerged({ garden, identity }: ApplyContext, { target, edit }: MoreTime): Promise<void> {
  if (garden.status().kind !== 'kubernetes' || edit.kind !== 'expire' || edit.expirationDate === null) return
  const date = formatInstant(edit.expirationDate)
  const end = performance.now() + merging.patience
  while (performance.now() < end) {
    const now = await garden.preview(identity, target.ref, (object) => object)
    if (now.kind !== 'ok') return
    const { status } = now.object
    const merged = isJsonObject(status) ? status.cloudProfileSpec : undefined
    if (merged !== undefined && JSON.stringify(merged).includes(JSON.stringify(date))) return
    await setTimeout(merging.pause)
  }
}

/** The move alone touches no node. */
async function sendCluster(
  context: ApplyContext,
  landscape: Landscape,
  { target }: MoreTime,
  { before, read }: MoreTimeCandidate,
  { dryRun, reason, bases }: MoreTimeAsked,
): Promise<SendOutcome<ShootConfirmed, ShootEntry>> {
  const { namespace, name } = before.member.shoot
  const shoot = { namespace, name }
  const edit = moveTo(target.ref)
  const from = before.member.shoot.profile
  const effect: ShootEffect = {
    pools: [],
    controlPlane: 'unknown',
    window: null,
    operations: [],
    final: [],
    isActedOn: context.garden.status().kind === 'kubernetes',
  }
  const base = bases[name] ?? read?.resourceVersion ?? ''
  await recallShoot(context, shoot, base)
  const change = {
    ...shootChange(context, shoot, base),
    edit: (now: JsonObject) => ({ object: withEdits(now, [edit]) as JsonObject }),
    confirmation: () => ({ effect, typing: null }),
    entry: (head: EntryHead): ShootEntry => ({
      kind: 'shoot',
      ...head,
      shoot,
      edits: [edit],
      inverse: [moveTo(from)],
      effect,
      ...(reason !== undefined && { reason }),
    }),
  }
  try {
    return await send(context, change, { base, dryRun })
  } finally {
    forgetWhole(landscape.snapshot, change.ref)
  }
}

/** What clusters said when a draft was shown, so that it can be told whether others have changed them since. */
export function rememberMoving({ candidates }: MoreTime): void {
  for (const { before, read } of candidates) {
    if (read !== null) rememberShoot(before.member.shoot, read.resourceVersion, read.object)
  }
}
