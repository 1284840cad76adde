import type { HoldReasonBody } from '@/lib/contract/lifecycle'
import type { SCENARIOS } from '@/lib/contract/words'
import type { CHECK_STATES, WAYS } from '@/lib/engine/kinds'
import type { ScenarioAnswer } from '@/lib/questions/guides/contract'
import { plural } from './phrases'
import { policyDurationText } from './policy'
import { HOLD_REASONS, holdingText } from './version'

type ScenarioName = (typeof SCENARIOS)[number]
type ScenarioWay = (typeof WAYS)[number]

interface ScenarioStep {
  readonly checks: readonly { readonly state: (typeof CHECK_STATES)[number] }[]
  readonly edits: number
}

/** The guides, in the order of seed 003. */
export const GUIDE_TEXTS: readonly {
  readonly scenario: ScenarioName
  readonly title: string
  readonly text: string
}[] = [
  {
    scenario: 'patch',
    title: 'A new patch version has been released',
    text: 'Add it as a preview; there can be several.',
  },
  {
    scenario: 'minor',
    title: 'A new minor version has been released',
    text: 'Deprecate the supported version, add the new one as a preview.',
  },
  {
    scenario: 'promote',
    title: 'Promote a preview to supported',
    text: 'Deprecate the supported version of its minor, then classify the preview as supported.',
  },
  {
    scenario: 'deprecate',
    title: 'Deprecate the supported version',
    text: 'With or without a date; see where its clusters go.',
  },
  {
    scenario: 'replace',
    title: 'The supported version has problems',
    text: 'Go back to the previous one: nobody runs it, clusters run it, or it is the latest of all.',
  },
  {
    scenario: 'remove',
    title: 'Remove an expired version that cannot be deleted',
    text: 'Who still holds it, why each did not move, and when the last one leaves.',
  },
]

export const WAY_WORDS: Readonly<Record<ScenarioWay, string>> = {
  hand: 'By hand',
  management: 'Version Management',
  maintenance: 'Version Maintenance',
}

export const VERSION_LABELS: Readonly<Record<ScenarioName, string>> = {
  patch: 'the new version is',
  minor: 'the new version is',
  promote: 'the preview is',
  deprecate: 'the supported version is',
  replace: 'the erroneous version is',
  remove: 'the expired version is',
}

export const CHECK_WORDS: Readonly<Record<(typeof CHECK_STATES)[number], string>> = {
  holds: 'holds',
  beware: 'beware',
  fails: 'does not hold',
}

/** Whether the scenario has a date that may be chosen. */
export function hasDate(scenario: ScenarioName, way: ScenarioWay): boolean {
  return scenario === 'deprecate' || (way === 'hand' && (scenario === 'minor' || scenario === 'promote'))
}

/** The state of a step: whether it can be done, is done already, or is where the draft comes from. */
export function stepState({ checks, edits }: ScenarioStep): 'edits' | 'fails' | 'holds' | 'open' {
  if (edits > 0) return 'edits'
  if (checks.some(({ state }) => state === 'fails')) return 'fails'
  return checks.length > 0 && checks.every(({ state }) => state === 'holds') ? 'holds' : 'open'
}

/** `1 cluster is being deleted, 3 clusters fail to leave.`: those that stay first. */
export function reasonsText(holders: readonly { readonly why: HoldReasonBody }[]): string {
  const parts = HOLD_REASONS.flatMap((why) => {
    const clusters = holders.filter((one) => one.why === why).length
    return clusters === 0 ? [] : [holdingText({ why, clusters })]
  })
  return `${parts.join(', ')}.`
}

/** Whose values the automations have; what the policy of the landscape means for what is done by hand. Null: nothing to say. */
export function policyText({
  scenario,
  way,
  image,
  policy,
}: Pick<ScenarioAnswer, 'scenario' | 'way' | 'image' | 'policy'>): string | null {
  if (scenario === 'remove') return null
  const { file, inForce, problem } = policy
  const name = file === null ? '' : (file.split('/').at(-1) ?? file)
  if (way === 'hand')
    return inForce === null ? null : `${name} has ${WAY_WORDS[inForce]} here: the steps say what it would undo.`
  const values =
    way === 'management'
      ? `${daysText(policy.expiration)} to expiry`
      : `${daysText(policy.expiration)} to expiry, ${policy.maintained} maintained ${plural(policy.maintained, 'minor')}, ${daysText(policy.expirationUnmaintained)} for the others`
  const list = image === null ? 'Kubernetes versions' : 'image versions'
  if (problem !== null) return `${name} is no policy (${problem}). Usual values: ${values}.`
  if (file === null) return `Usual values: ${values}.`
  if (inForce === null) return `${name} leaves ${list} alone. Usual values: ${values}.`
  if (inForce !== way) return `${name} has ${WAY_WORDS[inForce]} here. What it does not say is as usual: ${values}.`
  return `As ${name} has it: ${values}.`
}

function daysText(days: number): string {
  return policyDurationText(Math.round(days * 24) * 3600)
}
