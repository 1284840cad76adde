import type { ShootAnswer } from '@/lib/contract/clusters'
import type { ChangeBody, DeadEndBody, ForecastStepBody } from '@/lib/contract/steps'
import type { Zone } from '@/lib/contract/zone'
import { codedCauseText } from './causes'
import {
  failureSentence,
  inPools,
  moveClause,
  moveTitle,
  otherNight,
  type PartsMove,
  refusalSentence,
} from './event-words'
import {
  capitalized,
  lowered,
  nameOf,
  plain,
  plural,
  type Sentence,
  type SentencePart,
  shortFieldPath,
  shortPoolsText,
} from './phrases'
import { leading, phaseOf, type StepPhase, sumNodes } from './shown-steps'
import { countOf, dayText, ms, spanText } from './time-text'
import { clockRange, forYou, isAnyTime, isOpen, isThisEvening, windowClock, windowWords } from './when'
import { nodeFigure } from './wording'

/** What the page says first: when and to which version the cluster is moved, or why it is not. Whole sentences, the fact first. */
export interface ShootHeadline {
  readonly kind: ForecastStepBody['kind'] | 'nothing' | 'unknown'
  readonly lead: Sentence
  /** What comes earlier than the event of the lead; null when nothing does. */
  readonly before: OtherEvent | null
  /** How the failing of the lead ends; null when it does not, or nothing fails. */
  readonly after: OtherEvent | null
}

/** Another event than that of the lead: `Before that, tonight 22:00–23:00 +01:00:`, and what it is. */
export interface OtherEvent {
  readonly kind: ForecastStepBody['kind']
  readonly when: string
  readonly text: string
}

/** `zone` is the viewer's. */
export function shootHeadline(answer: ShootAnswer, now: number, zone: Zone): ShootHeadline {
  const none = whyNothing(answer)
  if (none !== null) return none
  const step = leading(answer.steps)
  if (step === undefined) return { kind: 'nothing', lead: nothingDue(answer, now), before: null, after: null }
  const earlier = answer.steps.slice(0, answer.steps.indexOf(step))
  const phase = step.kind === 'fails' ? phaseOf(step, answer.steps, answer.until) : null
  return {
    kind: step.kind,
    lead: leadOf(answer, step, phase, now, zone),
    before: beforeThat(earlier, now),
    after: afterThat(phase, answer.steps, now),
  }
}

function whyNothing({ shoot, steps }: ShootAnswer): ShootHeadline | null {
  if (shoot.flags.deleting) {
    return unknown('This cluster is being deleted. Gardener does not maintain it any more, so nothing is forecast.')
  }
  if (shoot.flags.profileMissing && steps.length === 0) {
    return unknown(
      `The profile ${shoot.profile.name} cannot be found. Without it nobody can tell which versions come next, and maintenance does nothing.`,
    )
  }
  return null
}

function unknown(text: string): ShootHeadline {
  return { kind: 'unknown', lead: [text], before: null, after: null }
}

function nothingDue({ knownUntil, shoot }: ShootAnswer, now: number): Sentence {
  const offset = shoot.nextWindow.offset
  return knownUntil === null
    ? [`No update is due: ${noDateAhead(shoot, now)}.`]
    : ['No update is due as far as expiry dates are set, ', { keep: `until ${dayText(knownUntil, offset, { now })}.` }]
}

/** Why nothing is known of what is ahead: nothing is dated, or all that is has come. */
export function noDateAhead({ kubernetes, pools }: ShootAnswer['shoot'], now: number): string {
  const running = [kubernetes, ...pools.flatMap(({ kubernetes: own, image }) => [own ?? [], image ?? []].flat())]
  return running.some(({ expires }) => expires !== null && ms(expires) <= now)
    ? 'all expiry dates of what this cluster runs have passed'
    : 'no expiry date is set for what this cluster runs'
}

function leadOf(
  answer: ShootAnswer,
  step: ForecastStepBody,
  phase: StepPhase | null,
  now: number,
  zone: Zone,
): Sentence {
  if (phase !== null) {
    return [
      ...(onceMore(answer, step, phase, now) ?? failsAt(step, phase, now, zone)),
      ' ',
      cause(step, answer),
      // What a maintenance that fails for one part does to others.
      ...(step.denied || mainChange(step) === undefined ? [] : [` All the same, ${eventText(step)}.`]),
    ]
  }
  return [
    subject(step),
    ' ',
    ...closed(moment(step, now, zone), '.'),
    ' ',
    effectSentence(answer, step, now),
    ...onwardText(step, answer.steps, now),
  ]
}

/** `Maintenance fails in 160 days, in the window Fri 30 Apr 2027 22:00–23:00 +01:00, and again every night.` */
function failsAt(step: ForecastStepBody, phase: StepPhase, now: number, zone: Zone): Sentence {
  const again = nightsText(step, phase, now)
  const more = again.length === 0 ? [] : [' and again ', ...again, '.']
  return ['Maintenance fails ', ...closed(moment(step, now, zone), again.length === 0 ? '.' : ','), ...more]
}

/**
 * `Maintenance has failed for 11 nights, since Tue 10 Nov. It fails again every night, next in **3 h**.`: for whom it is nothing new, the
 * window stands among the facts of the cluster. Null: it did not fail before.
 */
function onceMore(
  { steps, stuck }: ShootAnswer,
  step: ForecastStepBody,
  phase: StepPhase,
  now: number,
): Sentence | null {
  const failing = step === steps[0] ? (stuck?.failing ?? null) : null
  if (failing === null) return null
  const { since, nights, last } = failing
  const day: SentencePart = { keep: `${dayText(since ?? last, step.window.offset, { now, weekday: true })}.` }
  const past =
    nights === null || nights < 2 ? 'Maintenance failed ' : `Maintenance has failed for ${nights} nights, since `
  const again = nightsText(step, phase, now)
  const open = isAnyTime(step.window) ? ['at any time from now on'] : [{ strong: 'now' }, ', in the open window']
  const next: Sentence = isOpen(step.window, now)
    ? open
    : ['in ', { strong: spanText(ms(step.window.begin) - now, 'long') }]
  return [past, day, ' It fails again ', ...again, again.length === 0 ? '' : ', next ', ...next, '.']
}

/** ` Later updates lead to 1.35.4 by 7 Sep 2027.`: where a chain of updates ends; nothing when there is only one. */
function onwardText(step: ForecastStepBody, steps: readonly ForecastStepBody[], now: number): Sentence {
  const end = chainEnd(step, steps)
  if (end === null) return []
  const day = dayText(end.step.window.begin, end.step.window.offset, { now })
  return [' Later updates lead to ', { keep: `${end.versions.join(' and ')} by ${day}.` }]
}

/** The versions that the parts of the main change come to in the end, and the step that brings the last of them; null: no other. */
export function chainEnd(
  step: ForecastStepBody,
  steps: readonly ForecastStepBody[],
): { readonly versions: readonly string[]; readonly step: ForecastStepBody } | null {
  const main = mainChange(step)
  if (main === undefined) return null
  const parts: readonly (string | null)[] = main.component === 'controlPlane' ? [null] : poolsOf(step, main)
  const ends = parts.flatMap((pool) => {
    const later = steps
      .slice(steps.indexOf(step) + 1)
      .flatMap((one) =>
        one.denied
          ? []
          : one.changes.flatMap((change) =>
              change.component === main.component && change.pool === pool && change.to !== null
                ? [{ step: one, to: change.to }]
                : [],
            ),
      )
    return later.slice(-1)
  })
  const last = ends.reduce<(typeof ends)[number] | null>(
    (a, b) => (a === null || steps.indexOf(b.step) > steps.indexOf(a.step) ? b : a),
    null,
  )
  return last === null ? null : { versions: [...new Set(ends.map(({ to }) => to))], step: last.step }
}

/** `every night until Sat 20 Mar 2027`: how it goes on, with the last such night when there is one; empty: it fails once. */
function nightsText(step: ForecastStepBody, { last }: StepPhase, now: number): Sentence {
  if (last === step.window.begin) return []
  if (last === null) return ['every night']
  return ['every night ', { keep: `until ${dayText(last, step.window.offset, { now, weekday: true })}` }]
}

/** A mark stays on the line of what it follows. */
function closed(pieces: readonly SentencePart[], mark: string): readonly SentencePart[] {
  const last = pieces.at(-1)
  return typeof last === 'object' && 'keep' in last
    ? [...pieces.slice(0, -1), { keep: last.keep + mark }]
    : [...pieces, mark]
}

/** `in **24 days 3 h**, in the window Tue 15 Dec 22:00–23:00 +01:00`, and when else it may be. */
function moment(step: ForecastStepBody, now: number, zone: Zone): readonly SentencePart[] {
  const other = otherNight(step, now)
  return other === null ? usualMoment(step, now, zone) : [...usualMoment(step, now, zone), ` ${other}`]
}

function usualMoment(step: ForecastStepBody, now: number, zone: Zone): readonly SentencePart[] {
  const { window } = step
  const yours = forYou(window, now, zone)
  const whole = (own: string): readonly SentencePart[] =>
    yours === null ? [{ keep: own }] : [{ keep: `${own},` }, ' ', { keep: yours }]
  if (isAnyTime(window)) {
    if (isOpen(window, now)) return [{ strong: 'at any time' }, ' from now on, within a day at the latest']
    const day = dayText(window.begin, window.offset, { now, weekday: true })
    const left = { strong: spanText(ms(window.begin) - now, 'long') }
    return ['in ', left, ', ', { keep: `on ${day}` }, ' at any time of the day']
  }
  if (isOpen(window, now)) return [{ strong: 'now' }, ', in the open window ', ...whole(windowClock(window))]
  const length = { strong: spanText(ms(window.begin) - now, 'long') }
  if (isThisEvening(window, now)) {
    return ['in ', length, ', tonight in the window ', ...whole(windowClock(window))]
  }
  return ['in ', length, ', in the window ', ...whole(windowWords(window, now))]
}

/** `Forced to Kubernetes 1.33.7`, `Pools web-a and ledger auto-update to gardenlinux 1877.5.0`. */
function subject(step: ForecastStepBody): string {
  const main = mainChange(step)
  if (main === undefined) return withoutVersion(step) ?? 'Maintenance runs'
  return moveTitle(moveOf(step, main))
}

function moveOf(step: ForecastStepBody, main: MainChange): PartsMove {
  return { pools: main.component === 'controlPlane' ? [] : poolsOf(step, main), ...main }
}

/** A change to a version. */
type MainChange = ChangeBody & { readonly to: string }

/** The change that says most: forced before auto, control plane before pools, Kubernetes before images. */
function mainChange(step: ForecastStepBody): MainChange | undefined {
  const rank = (change: ChangeBody) =>
    (change.why === 'auto' ? 10 : 0) + ['controlPlane', 'poolKubernetes', 'poolImage'].indexOf(change.component)
  return step.changes.filter((change): change is MainChange => change.to !== null).sort((a, b) => rank(a) - rank(b))[0]
}

/** What a maintenance does apart from new versions; null: nothing. */
function withoutVersion({ operations, dropped }: ForecastStepBody): string | null {
  const starting = operations.filter(({ starts }) => starts).map(({ clause }) => clause)
  const gone = dropped.filter(({ to }) => to === null).map(({ path }) => shortFieldPath(path))
  const fields = gone.length > 1 ? [`${gone.length} fields are removed`] : gone.map((path) => `${path} is removed`)
  const all = [...starting, ...fields]
  return all.length === 0 ? null : capitalized(all.join(', and '))
}

/** All pools that go to the same target for the same reason. */
function poolsOf(step: ForecastStepBody, main: ChangeBody): readonly string[] {
  return step.changes
    .filter((c) => c.component === main.component && c.image === main.image && c.to === main.to && c.why === main.why)
    .flatMap((c) => (c.pool === null ? [] : [c.pool]))
}

/** Why it fails, as lists and calendars have it; null: they tell of another event. */
function shortCause({ shoot: { nextForced } }: FailingCluster, { window }: ForecastStepBody): string | null {
  return nextForced !== null && nextForced.window.begin === window.begin ? nextForced.cause : null
}

/** What a headline reads of the failing of a cluster. */
export type FailingCluster = Pick<ShootAnswer, 'steps' | 'stuck'> & {
  readonly shoot: Pick<ShootAnswer['shoot'], 'nextForced'>
}

/** Rules whose cause speaks of an image, or of a pool, without its name. */
const NAMELESS: Readonly<Record<string, 'image' | 'pool'>> = {
  'image-capabilities': 'image',
  'image-kubelet': 'image',
  'image-not-listed': 'image',
  'pool-above-control-plane': 'pool',
  'pool-pending-in-place': 'pool',
  'pool-too-far-behind': 'pool',
}

/** What is in the way of the leading maintenance, which is refused: `gardenlinux 1592.18.0 in pool app`, `pool db`; null: not of each. */
function refusedPart({ rule, image, version, to }: DeadEndBody, pools: readonly string[]): string | null {
  const what = NAMELESS[rule ?? '']
  if (what === undefined || pools.length === 0) return null
  return what === 'pool' ? shortPoolsText(pools) : nameOf(image, to ?? version) + inPools(pools)
}

/** Why the leading maintenance is refused, where the headline can tell all of it in a few words: all dead ends are for one. */
function toldRefusal(answer: FailingCluster): { readonly ends: readonly DeadEndBody[]; readonly part: string } | null {
  const step = leading(answer.steps)
  if (step === undefined || !step.denied || shortCause(answer, step) === null) return null
  const ends =
    answer.stuck?.deadEnds.filter(({ kind, since }) => kind === 'refused' && since === step.window.begin) ?? []
  const pools = ends.flatMap(({ pool }) => pool ?? [])
  const [part, ...others] = new Set(ends.map((end) => refusedPart(end, pools)))
  const isOne = others.length === 0 && ends.every(({ rule }) => rule === ends[0]?.rule)
  return part == null || !isOne ? null : { ends, part }
}

/**
 * Whether the headline says all that is known of a dead end: that the image has no version left for the pools that it names first, or that
 * it is refused there.
 */
export function isInHeadline(end: DeadEndBody, answer: FailingCluster): boolean {
  if (toldRefusal(answer)?.ends.includes(end)) return true
  const { kind, image, version } = end
  const step = leading(answer.steps)
  const first = step?.kind === 'fails' && !step.denied ? step.changes.find((change) => change.to === null) : undefined
  return kind === 'image-end-of-life' && first?.image === image && first.from === version && first.unreported === null
}

function cause(step: ForecastStepBody, answer: ShootAnswer): string {
  const short = shortCause(answer, step)
  if (step.denied) {
    const refusal = toldRefusal(answer)
    const where = refusal === null ? '' : ` (${refusal.part})`
    // A calendar says it without the names of pools.
    return refusalSentence(short === null ? null : codedCauseText(short) + where)
  }
  const failed = step.changes.filter((change) => change.to === null)
  const first = failed[0]
  if (first === undefined) return 'Nothing is updated.'
  const same = failed.filter((c) => c.component === first.component && c.image === first.image && c.from === first.from)
  const pools = same.flatMap((c) => (c.pool === null ? [] : [c.pool]))
  // Why, and that Gardener does not say so, stands below.
  if (first.unreported !== null) return `${nameOf(first.image, first.from)} stays${inPools(pools)}.`
  return failureSentence({ pools, ...first }, short === null || short === 'no-version' ? null : codedCauseText(short))
}

/** `All nodes of 2 pools will roll.` */
function effectSentence({ shoot }: ShootAnswer, step: ForecastStepBody, now: number): string {
  const all = shoot.pools.length
  if (step.asleep !== null) {
    const { wakes } = step.asleep
    const when = wakes === null ? '' : ` on ${dayText(wakes, step.window.offset, { now, weekday: true })}`
    return `It sleeps then, so no node rolls: it comes up with the new version when it wakes${when}.`
  }
  if (all === 0) return 'It has no nodes: API server and controllers restart.'
  const rolling = poolsWith(step, 'rolling')
  const inPlace = poolsWith(step, 'inPlace')
  const kubelets = poolsWith(step, 'kubeletRestart')
  if (rolling.length > 0) return `${allNodesOf(rolling, all)} will roll.`
  if (inPlace.length > 0) return `${allNodesOf(inPlace, all)} are updated in place${byPersons(shoot, inPlace)}.`
  if (kubelets.length > 0) return 'No node rolls, only kubelets restart.'
  return step.controlPlane === 'restart'
    ? 'No node is touched, API server and controllers restart.'
    : 'No node is touched.'
}

/** The sentence if a person selects the nodes: maintenance alone updates none of them. */
function byPersons({ pools }: ShootAnswer['shoot'], inPlace: readonly string[]): string {
  const manual = pools.filter((pool) => inPlace.includes(pool.name) && pool.updateStrategy === 'ManualInPlaceUpdate')
  if (manual.length === 0) return ''
  const which = manual.length === inPlace.length ? '' : ` those of ${shortPoolsText(manual.map(({ name }) => name))}`
  return `,${which} each once a person has labelled it`
}

function poolsWith(step: ForecastStepBody, effect: 'rolling' | 'inPlace' | 'kubeletRestart'): readonly string[] {
  return step.effects.filter((pool) => pool.effect === effect).map((pool) => pool.pool)
}

function allNodesOf(pools: readonly string[], all: number): string {
  if (pools.length === all) return all === 1 ? 'All nodes' : `All nodes of ${all === 2 ? 'both' : `all ${all}`} pools`
  return pools.length === 1 ? `All nodes of pool ${pools[0]}` : `All nodes of ${pools.length} pools`
}

function beforeThat(earlier: readonly ForecastStepBody[], now: number): OtherEvent | null {
  const first = earlier[0]
  if (first === undefined) return null
  const rest = earlier.length - 1
  const more = rest === 0 ? '' : ` Then ${countOf(rest, 'more step')}.`
  const open = !isOpen(first.window, now)
    ? null
    : isAnyTime(first.window)
      ? 'at any time from now on'
      : `now, in the open window ${clockRange(first.window)}`
  return {
    kind: first.kind,
    when: `Before that, ${open ?? windowWords(first.window, now)}:`,
    text: `${eventText(first)}.${more}`,
  }
}

function afterThat(phase: StepPhase | null, steps: readonly ForecastStepBody[], now: number): OtherEvent | null {
  const step = phase?.then ?? null
  if (step === null) return null
  const text = `${eventText(step)}.${plain(onwardText(step, steps, now))}`
  return { kind: step.kind, when: `After that, ${windowWords(step.window, now)}:`, text }
}

/** `pools web-a and ledger auto-update to gardenlinux 1877.5.0, and the 12 nodes of pool web-a roll`: part of a sentence. */
function eventText(step: ForecastStepBody): string {
  const main = mainChange(step)
  const rolling = step.effects.filter((pool) => pool.effect === 'rolling')
  const nodes = sumNodes(rolling, 'rolling')
  const roll =
    nodes === null
      ? ''
      : `, and the ${nodeFigure(nodes)} ${plural(nodes.max, 'node')} of ${shortPoolsText(rolling.map((pool) => pool.pool))} ${plural(nodes.max, 'rolls', 'roll')}`
  if (main === undefined) {
    if (step.kind === 'fails') return 'maintenance fails'
    const what = withoutVersion(step)
    if (what === null) return 'maintenance runs and has nothing to do'
    const restart = step.controlPlane === 'restart' && nodes === null ? ', and API server and controllers restart' : ''
    return `${lowered(what)}${roll}${restart}`
  }
  return moveClause(moveOf(step, main)) + roll
}
