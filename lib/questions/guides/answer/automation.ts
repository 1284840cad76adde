import { shortName } from '@/lib/contract/version-name'
import { applyEdit, applyEdits, type Edit } from '@/lib/engine/edits'
import { USUAL_EXPIRATION_DAYS } from '@/lib/engine/kinds'
import { type PolicyProposal, proposeEdits, type VersionManagement } from '@/lib/engine/policy'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile } from '@/lib/engine/types'
import type { PolicyFile } from '@/lib/landscape/policy'
import { policyProblemBody } from '@/lib/words/policy'
import { dayText } from '@/lib/words/time-text'
import type { ScenarioAnswer, ScenarioCheck } from '../contract'
import { check, type GuideContext, type GuidePolicies, must } from './guide-context'

/**
 * The configuration that the proposal shows (docs/rules.md#version-management): four months, three maintained minors, one
 * month for the others.
 */
const USUAL = {
  expirationDuration: USUAL_EXPIRATION_DAYS * DAY,
  versionMaintenance: { maintainedVersions: 3, expirationDurationUnmaintainedVersion: 30 * DAY },
} as const

/**
 * The policies to reckon with. Without a policy of the landscape these are the usual values; what a policy leaves out has its defaults,
 * and three minors.
 */
export function policiesOf(inForce: VersionManagement | null): GuidePolicies {
  const { expirationDuration, versionMaintenance } = inForce ?? USUAL
  const { maintainedVersions } = USUAL.versionMaintenance
  return {
    management: { expirationDuration },
    maintenance: { expirationDuration, versionMaintenance: versionMaintenance ?? { maintainedVersions } },
    inForce,
  }
}

/** What the file that `POLICY` names has for Kubernetes versions, or for those of images. */
export function policyIn(file: PolicyFile | null, image: string | null): VersionManagement | null {
  if (file?.reading.kind !== 'ok') return null
  const { kubernetes, machineImages } = file.reading.policy
  return image === null ? kubernetes : machineImages
}

export function policyBody(file: PolicyFile | null, { maintenance, inForce }: GuidePolicies): ScenarioAnswer['policy'] {
  const { expirationDuration, versionMaintenance } = maintenance
  return {
    file: file?.name ?? null,
    inForce: inForce === null ? null : inForce.versionMaintenance === undefined ? 'management' : 'maintenance',
    expiration: expirationDuration / DAY,
    maintained: versionMaintenance?.maintainedVersions ?? 0,
    expirationUnmaintained: (versionMaintenance?.expirationDurationUnmaintainedVersion ?? expirationDuration) / DAY,
    problem: problemOf(file),
  }
}

function problemOf(file: PolicyFile | null): string | null {
  if (file === null || file.reading.kind === 'ok') return null
  const [first] = file.reading.problems
  if (first === undefined) return 'is no policy'
  const { path, line, reason } = policyProblemBody(first)
  return `${line === null ? '' : `line ${line}: `}${path === '' ? '' : `${path} `}${reason}`
}

/** What an automation says to edits that are made. */
export interface AutomationResult {
  /** What it does because of them; nothing where it would undo them. */
  readonly edits: readonly Edit[]
  readonly checks: readonly ScenarioCheck[]
}

/** The automation that the guide is done with; by hand, the policy that the landscape has, if it has one. */
export function automated(ground: GuideContext, edits: readonly Edit[]): AutomationResult {
  if (ground.way === 'hand') return { edits: [], checks: watched(ground, edits) }
  const { edits: follow, others, unreadable } = followUp(ground, edits)
  if (unreadable !== null)
    return { edits: [], checks: [check('fails', 'The automation can read every version', unreadable)] }
  const wanted = others === 1 ? 'another version' : `${others} other versions`
  const asItWants = check(
    'beware',
    'The profile is as the automation wants it',
    `no: it wants ${wanted} otherwise, with or without these edits; see the page Policy`,
  )
  const undone = follow.filter((edit) => undoes(edit, edits))
  const checks = [
    ...(others === 0 ? [] : [asItWants]),
    ...undone.map((edit) => check('fails', 'The automation leaves it so', `no: it ${editText(ground, edit)} again`)),
  ]
  if (undone.length > 0) return { edits: [], checks }
  const isDone = followUp(ground, [...edits, ...follow]).edits.length === 0
  return {
    edits: follow,
    checks: [
      ...follow.map((edit) => check('beware', 'The automation then', editText(ground, edit))),
      ...checks,
      must(isDone, 'A second run', isDone ? 'changes nothing' : 'changes more'),
    ],
  }
}

/** Whether the automation that the guide is done with would classify otherwise what the edits classify. */
export function isUndone(ground: GuideContext, edits: readonly Edit[]): boolean {
  return followUp(ground, edits).edits.some((edit) => undoes(edit, edits))
}

/** Conditions of edits by hand while a policy is in force. */
function watched(ground: GuideContext, edits: readonly Edit[]): ScenarioCheck[] {
  const { inForce } = ground.policies
  if (inForce === null || edits.length === 0) return []
  const what = 'The policy of this landscape leaves it so'
  const { edits: follow, unreadable } = followUp(ground, edits, inForce)
  if (unreadable !== null) return [check('holds', what, `it does nothing: ${unreadable}`)]
  if (follow.length === 0) return [check('holds', what, 'it changes nothing')]
  return [check('beware', what, `no: it ${follow.map((edit) => editText(ground, edit)).join(', ')}`)]
}

interface ControllerEdits {
  /** Because of the edits that are made. */
  readonly edits: readonly Edit[]
  /** How many versions it wants otherwise with or without them. */
  readonly others: number
  /** Why it does nothing at all; null: it does. */
  readonly unreadable: string | null
}

/** What an automation makes of the list once edits are made; nothing by hand. */
export function followUp(
  ground: GuideContext,
  made: readonly Edit[],
  policy = ground.way === 'hand' ? null : ground.policies[ground.way],
): ControllerEdits {
  if (policy === null) return { edits: [], others: 0, unreadable: null }
  const { profile } = ground
  const was = proposed(ground, profile, policy)
  const is = proposed(ground, applyEdits(profile, made, applyEdit).value, policy)
  if (is.kind === 'unreadable')
    return { edits: [], others: 0, unreadable: `${is.version} cannot be read: ${is.reason}` }
  const known = new Set(was.kind === 'ok' ? was.proposals.map(textOf) : [])
  const caused = is.proposals.filter((one) => !known.has(textOf(one)))
  return {
    edits: caused.flatMap(({ edits }) => edits),
    others: is.proposals.length - caused.length,
    unreadable: null,
  }
}

/** What the policy proposes for the list that is asked about. What cannot be read in other lists does not matter here. */
function proposed({ image, at }: GuideContext, profile: CloudProfile, policy: VersionManagement) {
  const machineImages = profile.machineImages.filter(({ name }) => name === image)
  return image === null
    ? proposeEdits({ ...profile, machineImages: [] }, { kubernetes: policy, machineImages: null }, at)
    : proposeEdits({ ...profile, kubernetes: [], machineImages }, { kubernetes: null, machineImages: policy }, at)
}

/** What it wants of a version as that is: of one that the edits changed it wants something else, be it the same edit. */
function textOf({ before, edits }: PolicyProposal): string {
  return JSON.stringify([before, edits])
}

function undoes(edit: Edit, edits: readonly Edit[]): boolean {
  return (
    edit.kind === 'classify' &&
    edits.some(
      (own) => own.kind === 'classify' && own.version === edit.version && own.classification !== edit.classification,
    )
  )
}

/** `deprecates 1.34.7`, `lets 1.34.7 expire on 21 Mar 2027`. */
function editText(ground: GuideContext, edit: Edit): string {
  if (edit.kind !== 'classify' && edit.kind !== 'expire') return edit.kind
  const name = shortName(ground.image, edit.version)
  if (edit.kind === 'classify')
    return edit.classification === 'supported' ? `sets ${name} to supported` : `deprecates ${name}`
  return edit.expirationDate === null
    ? `takes the expiration date off ${name}`
    : `lets ${name} expire on ${dayText(edit.expirationDate, ground.zone)}`
}
