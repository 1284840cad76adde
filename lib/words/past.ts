import type { KnownFact } from '@/lib/contract/clusters'
import type { Zone } from '@/lib/contract/zone'
import type { PastUpdateBody } from '@/lib/questions/cluster/contract'
import { capitalized, given, nameOf, shortPoolsText } from './phrases'
import { plainLines } from './plain-text'
import { clockText, DAY, dayText, fullText, isoDay, ms, spanText, wallDayText } from './time-text'
import { allNodes, inPlaceText, nodesText, STAGE_WORDS } from './wording'

/** What happened to a cluster once: a maintenance, or versions that no maintenance changed. Instants as answers have them. */
type PastUpdateFacts = Pick<PastUpdateBody, 'at' | 'after' | 'cause' | 'moves' | 'step' | 'reconciliation' | 'known'>

/** How the reconciliation went that carried it out, as far as it was seen. */
type ReconciliationBody = NonNullable<PastUpdateBody['reconciliation']>

/** The word for the cause of an update, beside its sign. */
export const CAUSE_WORDS: Readonly<Record<PastUpdateFacts['cause'], string>> = {
  forced: 'forced',
  auto: 'auto',
  fails: 'failed',
  other: 'maintenance',
  'by-hand': 'by hand',
  'not-recorded': 'by hand or not recorded',
}

/** The parts that it was about: `control plane`, `pool web`, `control plane and pools web and ledger`. */
export function partsText({ moves }: Pick<PastUpdateFacts, 'moves'>, controlPlane = 'control plane'): string {
  const pools = [...new Set(moves.flatMap(({ pool }) => pool ?? []))]
  const parts = given(
    moves.some(({ pool }) => pool === null) && controlPlane,
    pools.length > 0 && shortPoolsText(pools),
  )
  return parts.join(' and ') || 'no version'
}

/** A headline: the first clause is the cause, the rest what it did. */
export interface PastHeadline {
  readonly cause: string
  readonly rest: string
}

/** `times`: how often it had failed in the same way by then. Gardener's reason is long, and stands apart. */
export function pastHeadline(update: PastUpdateFacts, zone: Zone, times = 1): PastHeadline {
  const [move] = update.moves
  const again = times === 1 ? '' : `, ${times} times in a row by then`
  if (move === undefined) {
    return update.cause === 'fails'
      ? { cause: 'The maintenance failed', rest: `${again}, and changed no version.` }
      : { cause: 'A maintenance ran,', rest: ' and changed no version.' }
  }
  const left = nameOf(move.image, move.from)
  switch (update.cause) {
    case 'forced':
      return forcedHeadline(update, left)
    case 'auto':
      return {
        cause: 'Because auto-update was on,',
        rest: ` its maintenance moved ${movedVersionsText(update)}${rolledText(update)}.`,
      }
    case 'fails':
    case 'other':
      return {
        cause: `It could not leave ${left}:`,
        rest: ` ${update.step?.denied === true ? 'the API server refused the change' : `the maintenance of ${partsText(update)} failed`}${again}.`,
      }
    case 'by-hand':
      return { cause: 'It was set by hand,', rest: ` no maintenance did it. It went to ${wentText(update)}.` }
    case 'not-recorded': {
      const since = update.after === null ? '' : ` from ${fullText(update.after, zone)} to ${fullText(update.at, zone)}`
      return {
        cause: 'By hand, or not recorded:',
        rest: ` nothing is recorded${since}. It went to ${wentText(update)}.`,
      }
    }
  }

  function forcedHeadline(forced: PastUpdateFacts, version: string): PastHeadline {
    const did = `forced ${movedVersionsText(forced)}${rolledText(forced)}.`
    const isGone = forced.step?.changes.some(({ why }) => why === 'not-listed') === true
    if (isGone) return { cause: `Because ${version} was not in the profile any more,`, rest: ` its maintenance ${did}` }
    const expired = forced.known.findLast(({ fact }) => fact.kind === 'expired')
    if (expired === undefined) return { cause: `Because ${version} had expired,`, rest: ` its maintenance ${did}` }
    // Windows come every day; a maintenance may be asked for outside.
    const isInWindow =
      forced.step !== null &&
      ms(forced.at) >= ms(forced.step.window.begin) &&
      ms(forced.at) <= ms(forced.step.window.end)
    const isFirst = isInWindow && ms(forced.at) - ms(expired.at) <= DAY
    const name = nameOf(expired.image ?? null, expired.version ?? '')
    const rest = ` ${isFirst ? 'the first window after that' : 'its maintenance'} ${did}`
    return { cause: `Because ${name} expired on ${fullText(expired.at, zone)},`, rest }
  }
}

/** `pool web to 1877.5.0`, `the control plane and 2 pools to 1.33.6`. */
export function movedVersionsText(update: PastUpdateFacts): string {
  return `${partsText(update, 'the control plane')} to ${wentText(update)}`
}

function wentText({ moves }: PastUpdateFacts): string {
  return [...new Set(moves.flatMap(({ image, to }) => (to === null ? [] : nameOf(image, to))))].join(' and ')
}

function rolledText(update: PastUpdateFacts): string {
  const text = rolledNodes(update)
  return text === '' ? '' : ` and rolled ${text}`
}

/** `up to 12 nodes`; empty: none. */
function rolledNodes({ step }: PastUpdateFacts): string {
  const nodes = allNodes(step?.effects.filter(({ effect }) => effect === 'rolling') ?? [])
  return nodes.max === 0 ? '' : nodesText(nodes)
}

/** What happens to nodes: that it is done, and that it is to be. */
const EFFECTS = {
  rolling: ['rolled', 'to roll'],
  inPlace: ['updated', 'to update'],
  kubeletRestart: ['kubelet restart', 'kubelet restart'],
} as const

/** What it did to which nodes, the strongest first: `up to 12 nodes rolled` in `pool web`. */
function effectsOf({ step, reconciliation }: PastUpdateFacts) {
  return (['rolling', 'inPlace', 'kubeletRestart'] as const).flatMap((kind) => {
    const those = step?.effects.filter(({ effect }) => effect === kind) ?? []
    if (those.length === 0) return []
    const nodes = allNodes(those)
    const many = kind === 'kubeletRestart' || nodes.max === 0 ? '' : `${nodesText(nodes)} `
    // Where all wait for a person, maintenance has updated none.
    const isOpen = nodes.max > 0 && nodes.byHand === nodes.max
    const isDone = !isOpen && (reconciliation === null || reconciliation.end === 'succeeded')
    const text = `${many}${EFFECTS[kind][isDone ? 0 : 1]}${kind === 'inPlace' ? ` ${inPlaceText(nodes)}` : ''}`
    return [{ text, pools: shortPoolsText(those.map(({ pool }) => pool)) }]
  })
}

/** The strongest of it, in the column of a table. */
export function nodesDone(update: PastUpdateFacts): string {
  return update.step === null ? 'not told' : (effectsOf(update)[0]?.text ?? 'none')
}

/** All of it: `up to 12 nodes rolled, pool web; kubelet restart, pool db`. */
export function poolsDone(update: PastUpdateFacts): string {
  if (update.step === null) return 'not told'
  return (
    effectsOf(update)
      .map(({ text, pools }) => `${text}, ${pools}`)
      .join('; ') || 'none'
  )
}

/** What it left as it was: `control plane and pool batch`; null: nothing, or that is not told. */
export function untouchedText({ moves, step }: PastUpdateFacts): string | null {
  if (step === null || step.denied) return null
  const pools = new Set([
    ...moves.map(({ pool }) => pool),
    ...step.effects.flatMap(({ pool, effect }) => (effect === 'none' ? [] : [pool])),
  ])
  const left = step.versions.workers.flatMap(({ name }) => (pools.has(name) ? [] : [name]))
  const isIdle = step.controlPlane === 'none' && !pools.has(null)
  return given(isIdle && 'control plane', left.length > 0 && shortPoolsText(left)).join(' and ') || null
}

/** What became known, as a sentence. */
export function factText({ fact, ...part }: KnownFact, zone: Zone): string {
  const day = (at: string) => dayText(at, zone)
  if (fact.kind !== 'stood') {
    const clause = knowledgeText(part, fact, day)
    // Names of images stay as they are.
    return `${WITHOUT_NAME.has(fact.kind) ? capitalized(clause) : clause}.`
  }
  const name = nameOf(part.image ?? null, part.version ?? '')
  return fact.stage === 'expired'
    ? `By then ${name} had expired, on ${day(fact.expires)}.`
    : `By then ${name} was ${STAGE_WORDS[fact.stage]}, to expire on ${day(fact.expires)}.`
}

/** Facts whose clauses do not begin with the name of a version. */
const WITHOUT_NAME: ReadonlySet<KnownFact['fact']['kind']> = new Set(['expiry', 'auto-update', 'window', 'profile'])

/** The fact as a clause about a change: `the expiry of Kubernetes 1.33.6 was moved to 30 Nov, 10 days later`. */
export function knowledgeText(
  { image, version = '' }: Omit<KnownFact, 'at' | 'fact'>,
  fact: Exclude<KnownFact['fact'], { readonly kind: 'stood' }>,
  day: (at: string) => string,
): string {
  const name = nameOf(image ?? null, version)
  const until = (expires: string | null) => (expires === null ? '' : `, to expire on ${day(expires)}`)
  switch (fact.kind) {
    case 'listed':
      return `${name} was added as ${STAGE_WORDS[fact.stage]}${until(fact.expires)}`
    case 'removed':
      return `${name} was removed from the profile`
    case 'stage':
      return `${name} became ${STAGE_WORDS[fact.stage]}${until(fact.expires)}`
    case 'expiry': {
      const { from, to } = fact
      if (to === null) return `the expiry of ${name} was taken away`
      if (from === null) return `the expiry of ${name} was set to ${day(to)}`
      const by = ms(to) - ms(from)
      return `the expiry of ${name} was moved to ${day(to)}, ${spanText(by, 'prose')} ${by > 0 ? 'later' : 'earlier'}`
    }
    case 'expired':
      return `${name} expired`
    case 'auto-update':
      return `${fact.of === 'kubernetes' ? 'Kubernetes' : 'image'} auto-update was turned ${fact.on ? 'on' : 'off'}`
    case 'window':
      return `the window was moved from ${fact.from ?? 'any time'} to ${fact.to ?? 'any time'}`
    case 'profile':
      return `the cluster was moved from the profile ${fact.from} to ${fact.to}`
  }
}

/** How long nothing is recorded, as a row between updates. */
export function gapText({ from, until }: { readonly from: string; readonly until: string | null }, zone: Zone): string {
  const end = until === null ? 'now' : fullText(until, zone)
  return `Not recorded from ${fullText(from, zone)} to ${end}.`
}

/** An update as plain text for a ticket. `link` shows it as it was told when it was copied. */
export function pastTicket(title: string, update: PastUpdateFacts, zone: Zone, link: string): string {
  const { cause, rest } = pastHeadline(update, zone)
  const moves = update.moves.map(
    ({ pool, image, from, to }) =>
      `${pool === null ? 'control plane' : `pool ${pool}`}, ${image ?? 'Kubernetes'} ${from} → ${to ?? 'nothing'}`,
  )
  const result = resultOf(update, zone)
  const known = update.known.map((fact) => `${fullText(fact.at, zone)}: ${factText(fact, zone)}`)
  return `${plainLines([
    `${title}, ${fullText(update.at, zone)}: ${CAUSE_WORDS[update.cause]}`,
    `${cause}${rest}`,
    ...moves.map((move) => `- ${capitalized(move)}`),
    ...given(
      update.step !== null && !update.step.denied && `Nodes: ${poolsDone(update)}`,
      result && `Result: ${given(result.text, result.note).join(', ')}`,
      update.step?.description != null && `Gardener says: ${update.step.description}`,
      update.step?.failureReason != null && `because: ${update.step.failureReason}`,
    ),
    ...(known.length === 0 ? [] : ['It could be known since:', ...known.map((line) => `- ${line}`)]),
    link,
  ])}\n`
}

/** The end, only if it is known. It cannot be said whether it ended within the window if nothing is recorded of its end. */
function pastEndText({ step }: PastUpdateFacts, { until, end }: ReconciliationBody): string {
  if (step === null) return ''
  const past = ms(until) - ms(step.window.end)
  if (past <= 0) return end === 'succeeded' ? ', within its window' : ''
  return `; it went on ${end === 'succeeded' ? '' : 'at least '}${spanText(past)} past the end of its window`
}

/** What it came to. */
export interface PastResult {
  readonly text: string
  /** From when to when it was seen, and what failed on the way; empty: it is not recorded. */
  readonly note: string
  readonly isBad: boolean
  /** Whether it is not known how it ended. */
  readonly isOpen?: boolean
}

/** Null: nothing is told of it. */
export function resultOf(update: PastUpdateFacts, zone: Zone): PastResult | null {
  const { step, moves, reconciliation } = update
  const state = step?.state ?? null
  if (state === 'Failed' || reconciliation === null || moves.every(({ to }) => to === null)) {
    return state === null ? null : { text: state, note: '', isBad: state === 'Failed' }
  }
  const { from, until, end, failed } = reconciliation
  const length = lengthText(from, until)
  const failure = failed && { after: lengthText(from, failed.at), codes: failed.codes }
  const isOneDay = isoDay(from, zone) === isoDay(until, zone)
  const to = isOneDay ? `–${clockText(until, zone)}` : ` to ${wallDayText(until, zone)}, ${clockText(until, zone)}`
  const codes = failure === null || failure.codes.length === 0 ? '' : ` (${failure.codes.join(', ')})`
  const note =
    end === 'not-begun'
      ? `by ${fullText(until, zone)}`
      : `${clockText(from, zone)}${to}${pastEndText(update, reconciliation)}${failure === null ? '' : `; it failed first after ${failure.after}${codes}`}`
  if (end === 'succeeded') {
    return { text: `Succeeded after ${length}${failure === null ? '' : ', failed first'}`, note, isBad: false }
  }
  if (failure !== null) return { text: `${failure.codes[0] ?? 'Failed'} after ${failure.after}`, note, isBad: true }
  const text = {
    'goes-on': `Goes on, ${length} so far`,
    'not-begun': 'Not begun',
    changed: `Changed again after ${length}`,
    'not-recorded': `At least ${length}, then not recorded`,
  }[end]
  return { text, note, isBad: false, isOpen: true }
}

function lengthText(from: string, until: string): string {
  return spanText(ms(until) - ms(from))
}
