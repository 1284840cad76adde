import type { PolicyProblemBody } from '@/lib/contract/common'
import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import { shortened } from '@/lib/engine/bounds'
import type { PolicyFault, ProblemFault } from '@/lib/engine/faults'
import type { POLICY_RULES } from '@/lib/engine/kinds'
import type {
  PolicyAnswer,
  PolicyEffectsAnswer,
  PolicyOutcomeBody,
  ProposalBody,
  ReleaseBody,
} from '@/lib/questions/policy/contract'
import { type SaidBy, said } from './by-code'
import { faultText } from './faults'
import { given, listed, plural } from './phrases'
import { clockText, countOf, countText, DAY, dayText, HOUR, isEndOfDay, MINUTE, ms, SECOND } from './time-text'

/** Null: it leaves them alone. */
type ManagedVersions = Pick<PolicyOutcomeBody, 'kubernetes' | 'machineImages'>

/** What the page says of a policy, in whole sentences. */

/** `120 days`, `36 hours`, `0 days`: a duration of the policy, whole in the largest unit that it fills. */
export function policyDurationText(seconds: number): string {
  const length = seconds * SECOND
  if (length % DAY === 0) return countOf(length / DAY, 'day')
  if (length % HOUR === 0) return countOf(length / HOUR, 'hour')
  return length % MINUTE === 0 ? countOf(length / MINUTE, 'minute') : countOf(seconds, 'second')
}

/** `30 Jun 2027`, `21 Mar 2027 18:00`: an expiry; midnight is left out, and so is the end of a day. */
export function policyExpiryText(at: string, zone: Zone): string {
  const clock = clockText(at, zone)
  return clock === '00:00' || isEndOfDay(ms(at)) ? dayText(at, zone) : `${dayText(at, zone)} ${clock}`
}

/** What each block of the policy says, as a term and its sentence. */
export function policySentences({
  kubernetes,
  machineImages,
}: ManagedVersions): readonly (readonly [string, string])[] {
  return [...kindSentences('Kubernetes', kubernetes), ...kindSentences('Images', machineImages)]
}

function kindSentences(
  what: 'Kubernetes' | 'Images',
  management: PolicyOutcomeBody['kubernetes'],
): readonly (readonly [string, string])[] {
  const isImages = what === 'Images'
  if (management === null)
    return [
      [what, `${isImages ? 'Machine images' : 'Kubernetes versions'} are left alone: the policy does not name them.`],
    ]
  const { expiration, maintained, expirationUnmaintained } = management
  const after = `${policyDurationText(expiration)} from then`
  if (maintained === null || expirationUnmaintained === null) {
    const one = isImages
      ? 'One supported version per image, its latest that is no preview, without a date.'
      : 'One supported version, the latest that is no preview, without a date.'
    return [[what, `${one} All others deprecated, to expire ${after}. Minors are not counted.`]]
  }
  const minors = maintained === 1 ? 'the highest minor' : `each of the ${maintained} highest minors`
  return [
    [
      what,
      `One supported version in ${minors}${isImages ? ' of an image' : ''}, its latest that is no preview, without a date. All others deprecated, to expire ${after}.`,
    ],
    [
      isImages ? 'Images, not maintained' : 'Not maintained',
      `All deprecated, previews too, to expire ${policyDurationText(expirationUnmaintained)} from then. The latest of such a minor gets no date, so that nobody is forced to another minor unasked.`,
    ],
  ]
}

/** Why the policy wants it so: `Not the latest of 1.34, which is 1.34.4: deprecated, no date yet: now + 120 days`. */
export function proposalReasonText(
  proposal: Omit<ProposalBody, 'edits'>,
  { kubernetes, machineImages }: ManagedVersions,
): string {
  const { image, minor, latest, rule, before, after, version } = proposal
  const management = image === null ? kubernetes : machineImages
  const group = minor === null ? (image === null ? 'all versions' : `all ${image} versions`) : minor
  const isDated = before.expirationDate === null && after.expirationDate !== null
  const stays = before.expirationDate !== null ? ', its date stays' : ''
  const outcome = (seconds: number | null | undefined) =>
    given(
      before.classification !== 'deprecated' && 'deprecated',
      isDated && `no date yet: now + ${policyDurationText(seconds ?? 0)}`,
    ).join(', ')
  switch (rule) {
    case 'latest':
      return `The latest of ${group} that is no preview: supported${before.expirationDate === null ? '' : ', its date is removed, whatever it was'}`
    case 'outranked':
      return `Not the latest of ${group}, which is ${latest ?? version}: ${outcome(management?.expiration)}${stays}`
    case 'unmaintained':
      return `${minor} is not maintained: ${outcome(management?.expirationUnmaintained)}${stays}`
    case 'unmaintainedLatest':
      return `The latest of ${minor}, which is not maintained: deprecated, ${before.expirationDate === null ? 'and it gets no date' : 'its date is left as it is'}`
    default:
      return ''
  }
}

/** `+19`, `−218`, `0` */
export function signedCountText(difference: number): string {
  return difference > 0 ? `+${countText(difference)}` : countText(difference)
}

/** What a proposal alone does to clusters until the horizon, and whether more of them fail: `−218 forced`, `+31 forced, +2 fail`. */
export function proposalEffectText({
  forced,
  fails,
}: Pick<PolicyEffectsAnswer['proposals'][number], 'forced' | 'fails'>): readonly [text: string, isBad: boolean] {
  const force = forced.after - forced.before
  const fail = fails.after - fails.before
  const parts = given(force !== 0 && `${signedCountText(force)} forced`, fail !== 0 && `${signedCountText(fail)} fail`)
  return [parts.join(', ') || 'none', fail > 0]
}

/** Words for the rule alone, where there is little room. */
export const RULE_WORDS: Readonly<Record<(typeof POLICY_RULES)[number], string>> = {
  preview: 'preview, left alone',
  stages: 'has stages of its own, left alone',
  latest: 'latest that is no preview',
  outranked: 'not the latest',
  unmaintained: 'minor not maintained',
  unmaintainedLatest: 'latest of a minor not maintained: no date',
}

/** Over the proposals; `day`: the day that counts as now, `today` where that is the clock's. */
export function proposesText(day: string): string {
  return `It proposes ${day === 'today' ? day : `on ${day}`}`
}

/** `4 versions; 11 Kubernetes and 7 image versions stay as they are; a second run would change nothing` */
export function proposalCountsText({
  proposals,
  unchanged,
}: Pick<PolicyOutcomeBody, 'proposals' | 'unchanged'>): string {
  const stays = `${unchanged.kubernetes} Kubernetes and ${unchanged.images} image versions stay as they are`
  return proposals.length === 0
    ? `nothing; ${stays}`
    : `${countOf(proposals.length, 'version')}; ${stays}; a second run would change nothing`
}

/** The text of the button that makes a draft of the proposals that are taken. */
export function adoptText(taken: number, all: number): string {
  return taken === all ? 'Adopt as draft' : `Adopt ${taken} of ${all} as draft`
}

/** The sentence if the policy would change nothing. */
export function noProposalText(profile: string): string {
  return `${profile} is as this policy would leave it. It would change something when a version is added or classified by hand.`
}

/** Why it proposes nothing. */
export function stoppedPolicyText(outcome: Exclude<PolicyAnswer['outcome'], { kind: 'ok' }>): string {
  if (outcome.kind === 'problems')
    return `Nothing while the policy has ${countOf(outcome.problems.length, 'problem')}: Gardener would refuse to start with it.`
  const name = shortName(outcome.image, outcome.version)
  return `Nothing: the profile lists ${name}, which cannot be read as a version (${outcome.reason}). One such version stops the policy for the whole profile.`
}

/** The sentence about versions that the policy leaves alone. */
export function withStagesText(count: number): string {
  return `${countOf(count, 'version')} with lifecycle stages: ${plural(count, 'it schedules itself', 'they schedule themselves')}.`
}

/** `maintained: the 3 highest, 1.36 with previews only` */
export function maintainedMinorsText(
  maintained: readonly { readonly minor: string; readonly onlyPreviews: boolean }[],
): string {
  const previews = maintained.filter((one) => one.onlyPreviews).map(({ minor }) => minor)
  const highest = plural(maintained.length, 'highest', `${maintained.length} highest`)
  return `maintained: the ${highest}${previews.length === 0 ? '' : `, ${listed(previews)} with previews only`}`
}

/** What stays with people: the fact in bold, then what it means. */
export function dutyText(
  duty: PolicyOutcomeBody['duties'][number],
  now: string,
  zone: Zone,
): readonly [fact: string, meaning: string] {
  const name = shortName(duty.image, duty.version)
  if (duty.kind === 'promote') {
    return [`${name} stays a preview.`, 'The policy never promotes one: only people can say whether it is reliable.']
  }
  const since = ms(duty.since) <= ms(now) ? 'now' : `from ${dayText(duty.since, zone, { now })} on`
  return [
    `${name} gets no date, ${since}.`,
    `${duty.minor} is not maintained then, and this is its latest version. Nobody is forced off ${duty.minor} until somebody sets a date.`,
  ]
}

/** `1.34.4, unclassified`, `1.36.0, preview` */
export function releaseText({ image, version, classification }: Omit<ReleaseBody, 'date'>): string {
  return `${shortName(image, version)}, ${classification ?? 'unclassified'}`
}

/** `Line 9, controllers.cloudProfile.concurrentSyncs: must be …` */
export function problemText({ path, line, reason }: PolicyProblemBody, whole: 'text' | 'file'): string {
  const where = given(line !== null && `Line ${line}`, path).join(', ')
  return where === '' ? `The ${whole} ${reason}` : `${where}: ${reason}`
}

/** How many characters are told of what a library says about a text. */
const REASON_LENGTH = 300

/** A problem of a policy as answers carry it: what it must be, which reads on after the path. */
export function policyProblemBody(problem: {
  readonly path: string
  readonly line: number | null
  readonly fault: ProblemFault | PolicyFault
}): PolicyProblemBody {
  const { path, line, fault } = problem
  return { path, line, reason: shortened(policyFaultText(fault), REASON_LENGTH) }
}

function policyFaultText(fault: ProblemFault | PolicyFault): string {
  if (fault.code === 'more') return `There are ${fault.count} more problems`
  return isOfPolicy(fault) ? said(FAULTS, 'code', fault) : faultText(fault)
}

function isOfPolicy(fault: ProblemFault | PolicyFault): fault is Exclude<PolicyFault, ProblemFault> {
  return fault.code in FAULTS
}

const FAULTS: SaidBy<'code', Exclude<PolicyFault, ProblemFault>> = {
  'policy-empty': ({ kind }) => `is empty; it must be a ${kind}`,
  'no-mapping': ({ fields }) => `must be a mapping with ${listed(fields, 'or')}`,
  'unknown-field': ({ fields }) => `is not a field of the policy; known here are ${listed(fields)}`,
  'other-text': ({ wanted, value }) => `must be ${wanted}, not ${value}`,
  'no-whole-number': ({ least, value }) => `must be a whole number, at least ${least}, not ${value}`,
  'no-landscapes': ({ most, value }) =>
    `must be a list of at most ${most} names of landscapes, as LANDSCAPES has them, not ${value}`,
  'maintained-missing': 'is missing: how many minors are maintained',
  'no-policy-duration': ({ value, unit }) => `must be a duration like 2880h or 720h30m, not ${value}${unitText(unit)}`,
  'duration-negative': ({ value }) => `must not be negative, it is ${value}`,
  'duration-too-long': ({ value }) => `must not be longer than 2562047h, it is ${value}`,
  'second-document': 'is a second document; a policy is one',
  'third-document': 'is a third document; a policy is one, with a PromotionRule at most',
  'no-file': 'is no file',
  'file-missing': 'is not there',
  'file-forbidden': 'may not be read',
  'policy-too-large': ({ most }) => `is larger than ${most} bytes; a policy is much smaller`,
  'file-unread': ({ reason }) => `cannot be read (${reason})`,
}

function unitText(unit: Extract<PolicyFault, { code: 'no-policy-duration' }>['unit']): string {
  if (unit === undefined) return ''
  return unit.is === 'missing' ? `; its unit is missing, e.g. ${unit.hours}` : `; h is the longest unit: ${unit.hours}`
}
