import 'server-only'
import { stringify } from 'yaml'
import { applyContextOf } from '@/lib/apply/context'
import { difference } from '@/lib/apply/diff'
import type { Journal } from '@/lib/apply/journal'
import { applyMoreTime, type MoreTimeApplied, moreTimeEffect, rememberMoving } from '@/lib/apply/more-time'
import type { ApplyAnswer } from '@/lib/contract/apply'
import { onWire } from '@/lib/contract/dates'
import type {
  ExceptionsAnswer,
  ListedException,
  MoreTimeAnswer,
  MoreTimeApplyAnswer,
  MoreTimeCluster,
  MoreTimeWarning,
} from '@/lib/contract/more-time'
import { withEdits } from '@/lib/engine/edits/shoot'
import type { Json, JsonObject } from '@/lib/engine/json'
import type { ForecastEvent } from '@/lib/engine/outlook'
import { isOfKind } from '@/lib/engine/outlook'
import { messageOf, type Refusal } from '@/lib/engine/refusal'
import { shellQuoted, shellWord } from '@/lib/engine/shell'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { profileKey } from '@/lib/garden/garden'
import { yamlOf } from '@/lib/garden/preview'
import type { AnswerTo } from '@/lib/http/answer'
import { instantOfParameter } from '@/lib/landscape/clock'
import { landscapeAt, readLandscapeAt } from '@/lib/landscape/current-landscape'
import { eventsAhead } from '@/lib/landscape/event'
import { exceptionsIn, type JudgedException, judgeExceptions, MOST_EXCEPTIONS } from '@/lib/landscape/exceptions'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import {
  closeMinors,
  MOST_MOVED,
  type MoreTime,
  type MoreTimeCandidate,
  type MoreTimeQuestion,
  moreTimeOf,
  moveTo,
} from '@/lib/landscape/more-time'
import { peopleOf, projectNamed } from '@/lib/landscape/projects'
import { confirmationOf, type DayContext, shootConfirmationOf } from '@/lib/words/confirmation'
import { deadEndText } from '@/lib/words/dead-ends'
import { editProblemBody, editProblemText } from '@/lib/words/edits'
import { fieldProblemText, unplacedText } from '@/lib/words/faults'
import { unwrittenText } from '@/lib/words/journal'
import { refusalReason } from '@/lib/words/refusal-reasons'
import type { exceptionsRoute, moreTimeApplyRoute, moreTimeRoute } from './contract'

type MoreTimeChoice = Omit<MoreTimeQuestion, 'until'> & { readonly until?: string | undefined }

export const answerMoreTime: AnswerTo<typeof moreTimeRoute> = async ({ body }, asker) => {
  const landscape = await readLandscapeAt(asker.garden, body.at)
  const draft = await moreTimeOf(asker, landscape, questionOf(body, landscape.at))
  rememberMoving(draft)
  return moreTimeView(landscape, draft)
}

function questionOf({ until, ...choice }: MoreTimeChoice, at: Instant): MoreTimeQuestion {
  return { ...choice, until: until === undefined ? undefined : instantOfParameter('until', until, at) }
}

export async function moreTimeView(landscape: Landscape, draft: MoreTime): Promise<MoreTimeAnswer> {
  const { project, namespace, root, image, version, stage, target, parentEnd, until, rights, unwritable } = draft
  let changed = 0
  const clusters = draft.candidates.map((candidate) => {
    const isTold = candidate.comparison.effect !== 'unchanged' && changed++ < MOST_TOLD
    return clusterBody(landscape, candidate, isTold)
  })
  return {
    ...evidenceOf(landscape),
    project,
    namespace,
    people: peopleOf(projectNamed(landscape.snapshot, project)),
    root: root.ref.name,
    image,
    version,
    stage,
    versions: [...draft.versions],
    target: {
      namespace,
      name: target.ref.name,
      isNew: target.isNew,
      resourceVersion: target.resourceVersion,
      own: onWire(target.own),
    },
    parentEnd: onWire(parentEnd),
    until: onWire(until),
    refusals: [
      ...(draft.problem === null ? [] : [{ rule: draft.problem.code, text: editProblemText(draft.problem) }]),
      ...draft.refusals.map((one) => ({ rule: one.rule, text: `${messageOf(one)}. ${refusalReason(one.rule)}` })),
      ...(unwritable === null
        ? []
        : [{ rule: 'unwritable', text: typeof unwritable === 'string' ? unwritable : unplacedText(unwritable) }]),
    ],
    rights,
    clusters,
    follows: onWire(draft.follows),
    changes: moreTimeEffect(draft.candidates).changes,
    figures: figuresOf(draft),
    warnings: warningsOf(draft, clusters),
    written: await writtenBy(draft),
  }
}

function refusalBody(refusal: Refusal): MoreTimeAnswer['refusals'][number] {
  return { rule: refusal.rule, text: messageOf(refusal) }
}

/** For how many clusters it is told what is ahead. */
const MOST_TOLD = 200

function clusterBody(landscape: Landscape, candidate: MoreTimeCandidate, isTold: boolean): MoreTimeCluster {
  const { before, after, comparison, read, comes } = candidate
  const { shoot } = before.member
  const ahead = ({ landscape: of, member, forecast: { events } }: MoreTimeCandidate['before']) =>
    isTold ? onWire(eventsAhead(of, member, events, landscape.until)) : []
  const deadEnd = isTold ? after.stuck?.deadEnds[0] : undefined
  return {
    namespace: shoot.namespace,
    name: shoot.name,
    profile: shoot.profile,
    kubernetes: shoot.kubernetesVersion,
    runs: candidate.runs,
    isThere: candidate.isThere,
    moves: candidate.moves,
    resourceVersion: read?.resourceVersion ?? null,
    refusals: [
      ...(candidate.unread === null ? [] : [{ rule: 'unread', text: candidate.unread }]),
      ...candidate.refusals.map((refusal) => ({ rule: refusal.rule, text: refusal.quote ?? messageOf(refusal) })),
    ],
    comes: onWire(comes),
    change: comparison.effect,
    before: ahead(before),
    after: ahead(after),
    stuck: deadEnd === undefined ? null : deadEndText(deadEnd, shoot),
  }
}

/** Clusters that are forced or begin to fail within two days of the end as it was, and as it is to be. */
function figuresOf({ candidates, target, parentEnd, until }: MoreTime): MoreTimeAnswer['figures'] {
  const ends = [...new Set([target.own ?? parentEnd, until].filter((end) => end !== null))].toSorted((a, b) => a - b)
  return ends.flatMap((end) =>
    (['stuck', 'forced'] as const).flatMap((kind) => {
      const wanted = kind === 'stuck' ? ('fails' as const) : ('forced' as const)
      const begins = (events: readonly ForecastEvent[]) => {
        const first = events.find((event) => isOfKind(event, wanted))
        return first !== undefined && first.from >= end && first.from < end + 2 * DAY
      }
      const count = (side: 'before' | 'after') => candidates.filter((one) => begins(one[side].forecast.events)).length
      const [before, after] = [count('before'), count('after')]
      return before === after ? [] : [{ kind, at: onWire(end), before, after }]
    }),
  )
}

function warningsOf(draft: MoreTime, clusters: readonly MoreTimeCluster[]): MoreTimeWarning[] {
  const { candidates, target, parentEnd, until, stage } = draft
  const before = target.own ?? parentEnd
  // What is refused or dropped stands nowhere.
  const isStored =
    draft.problem === null && draft.refusals.length === 0 && draft.unwritable === null && !draft.isDropped
  const later = clusters.filter(
    ({ change, after }) => change === 'stuckLater' || (change !== 'unchanged' && isStuck(after)),
  )
  const others = clusters.filter(({ isThere, change }) => isThere && change !== 'unchanged')
  const close = candidates
    .flatMap((candidate) => {
      const found = candidate.moves ? closeMinors(candidate) : null
      return found === null ? [] : [{ ...found, cluster: candidate.before.member.shoot.name }]
    })
    .sort((a, b) => a.second - a.first - (b.second - b.first))
  return [
    ...(draft.isDropped ? [{ code: 'dropped' } as const] : []),
    ...(draft.isIdle ? [{ code: 'idle' } as const] : []),
    ...(draft.isTooMany ? [{ code: 'too-many', most: MOST_MOVED } as const] : []),
    ...(before !== null && until < before && !draft.isDropped ? [{ code: 'less-time' } as const] : []),
    ...(later.length > 0 ? [{ code: 'stuck-later', clusters: later.map(({ name }) => name) } as const] : []),
    ...closeWarning(close),
    ...(others.length > 0 ? [{ code: 'others-change', clusters: others.map(({ name }) => name) } as const] : []),
    ...(stage === null || target.own !== null || !isStored ? [] : [{ code: 'holds-parent' } as const]),
  ]
}

/** The warning for the cluster that comes closest. */
function closeWarning(
  close: readonly (NonNullable<ReturnType<typeof closeMinors>> & { cluster: string })[],
): MoreTimeWarning[] {
  const [closest] = close
  if (closest === undefined) return []
  const { cluster, first, second, before } = closest
  return [
    {
      code: 'minors-close',
      cluster,
      first: onWire(first),
      second: onWire(second),
      before: before === null ? null : Math.round(before / DAY),
      others: close.length - 1,
    },
  ]
}

function isStuck(after: MoreTimeCluster['after']): boolean {
  return after.find(({ kind }) => kind === 'fails' || kind === 'forced')?.kind === 'fails'
}

/** What is written: the namespaced profile as it is to be, then one patch a cluster. */
async function writtenBy({ target, written, candidates }: MoreTime): Promise<MoreTimeAnswer['written']> {
  const { ref } = target
  const shown = ({ status: _, ...object }: JsonObject): JsonObject => object
  const was = written.before === null ? '' : await yamlOf(shown(written.before))
  const yaml = await yamlOf(shown(written.after))
  const moving = candidates.filter(({ moves }) => moves)
  const [first] = moving
  const shoots = moving.map(({ before: { member } }) => member.shoot)
  const patch = JSON.stringify({ spec: { cloudProfile: moveTo(ref).value, cloudProfileName: null } })
  const commands = [
    `kubectl apply -f - <<'EOF'\n${yaml}EOF`,
    ...shoots.map(
      (shoot) =>
        `kubectl -n ${shellWord(shoot.namespace)} patch shoot ${shellWord(shoot.name)} --type=merge -p ${shellQuoted(patch)}`,
    ),
  ]
  return {
    profile: difference(was, yaml),
    cluster: first?.read == null ? [] : clusterDifference(first.read.object, ref),
    yaml,
    kubectl: `${commands.join('\n')}\n`,
  }
}

/** The difference of a cluster, with only the lines that name it and its profile around what differs. */
function clusterDifference(object: JsonObject, ref: MoreTime['target']['ref']): MoreTimeAnswer['written']['cluster'] {
  const part = (of: JsonObject): string => {
    const { name, namespace } = of.metadata as JsonObject
    const { cloudProfile, cloudProfileName } = of.spec as JsonObject
    const spec: Record<string, Json> = {
      ...(cloudProfile !== undefined && { cloudProfile }),
      ...(cloudProfileName !== undefined && { cloudProfileName }),
    }
    return stringify({ metadata: { namespace, name }, spec } as object)
  }
  return difference(part(object), part(withEdits(object, [moveTo(ref)]) as JsonObject))
}

export const answerMoreTimeApply: AnswerTo<typeof moreTimeApplyRoute> = async ({ body }, asker) => {
  const context = applyContextOf(asker)
  const { at } = await context.landscape()
  const { dryRun, base, bases, confirm, reason, zone } = body
  const applied = await applyMoreTime(context, questionOf(body, at), { dryRun, base, bases, confirm, reason })
  return moreTimeAppliedView(applied, { zone, now: Date.now() })
}

/** What became of it, with its sentences. */
export function moreTimeAppliedView(
  { draft, profile, clusters }: MoreTimeApplied,
  told: DayContext,
): MoreTimeApplyAnswer {
  const { name } = draft.target.ref
  const answer = profileAnswer(profile, name, told)
  return {
    outcome: answer.outcome,
    profile: answer,
    clusters: clusters.map(({ name: cluster, sent }) => ({
      name: cluster,
      answer:
        sent.outcome === 'accepted' || sent.outcome === 'unconfirmed'
          ? { ...sent, confirmation: shootConfirmationOf(cluster, sent.confirmation.effect) }
          : sent.outcome === 'applied'
            ? { ...sent, unwritten: unwrittenText(sent.unwritten) }
            : sent,
    })),
  }
}

function profileAnswer(profile: MoreTimeApplied['profile'], name: string, told: DayContext): ApplyAnswer {
  switch (profile.outcome) {
    case 'accepted':
    case 'unconfirmed': {
      const { effect, typing } = profile.confirmation
      return { ...profile, confirmation: { ...confirmationOf(name, effect, told), typing } }
    }
    case 'applied':
      return { ...profile, unwritten: unwrittenText(profile.unwritten) }
    case 'unplaced':
      return {
        outcome: 'unavailable',
        message: unplacedText(profile.why),
        uncertain: profile.why.code === 'left-unlisted',
      }
    case 'unreadable':
      return { outcome: 'refused', message: `${fieldProblemText(profile.problem)}.`, causes: [] }
    case 'impossible':
      return { ...profile, problems: profile.problems.map(editProblemBody) }
    default:
      return profile
  }
}

export const answerExceptions: AnswerTo<typeof exceptionsRoute> = async ({ query }, asker) => {
  const landscape = await landscapeAt(asker.garden, query.at)
  return exceptionsView(landscape, applyContextOf(asker).journal)
}

/** Every date that a namespaced profile sets itself. */
export async function exceptionsView(landscape: Landscape, journal: Pick<Journal, 'read'>): Promise<ExceptionsAnswer> {
  const all = exceptionsIn(landscape)
  const known = await judgeExceptions(landscape, all.slice(0, MOST_EXCEPTIONS))
  const { entries } = await journal.read({
    sees: (object) =>
      object?.kind === 'NamespacedCloudProfile' &&
      object.namespace !== null &&
      landscape.snapshot.profiles.has(`${object.namespace}/${object.name}`),
  })
  const items = known.map((one) => exceptionBody(landscape, one, entries))
  return {
    ...evidenceOf(landscape),
    total: all.length,
    items: [...items.filter(({ canGo }) => !canGo), ...items.filter(({ canGo }) => canGo)],
  }
}

function exceptionBody(
  landscape: Landscape,
  one: JudgedException,
  entries: Awaited<ReturnType<Journal['read']>>['entries'],
): ListedException {
  const { ref, parent, image, version, until, isListed, isIdle, removal } = one
  return {
    profile: { namespace: ref.namespace, name: ref.name },
    project: landscape.roster.projectNames.get(ref.namespace) ?? ref.namespace,
    parent,
    image,
    version,
    until: onWire(until),
    parentEnd: onWire(one.parentEnd),
    isListed,
    isOver: until !== null && until <= landscape.at,
    isIdle,
    clusters: one.clusters,
    follows: onWire(one.follows),
    removal: { refusals: removal.refusals.map(refusalBody), changes: removal.changes },
    canGo: one.canGo,
    by: writtenOf(one, entries),
  }
}

/** The newest entry of the journal that sets the date; else which program wrote the profile last. */
function writtenOf(
  { ref, image, version, entry }: JudgedException,
  entries: Awaited<ReturnType<Journal['read']>>['entries'],
): ListedException['by'] {
  for (const one of entries) {
    if (one.kind !== 'profile' || profileKey(one.profile) !== profileKey(ref)) continue
    const isIt = one.edits.some((edit) => edit.kind === 'expire' && edit.image === image && edit.version === version)
    if (isIt) return { who: one.who, at: one.at, reason: one.reason ?? null, isRecorded: true }
  }
  const { written } = entry
  return written === undefined
    ? null
    : { who: written.manager, at: onWire(written.at), reason: null, isRecorded: false }
}
