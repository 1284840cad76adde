import type { EditBody } from '@/lib/contract/edits'
import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { EditProblem } from '@/lib/engine/edits'
import { nameOf } from './phrases'
import { dayText } from './time-text'

type Stages = readonly { readonly classification: string; readonly startTime?: string | undefined }[]

/**
 * One edit in words that need nothing but the edit, e.g. `Deprecate 1.34.6`; dates are days of the zone.
 */
export function editText(edit: EditBody, zone: Zone): string {
  switch (edit.kind) {
    case 'add':
      return `Add ${shortName(edit.image, edit.entry.version)}${lifeText(edit.entry, zone)}`
    case 'remove':
      return `Remove ${shortName(edit.image, edit.version)}`
    case 'classify':
      return classifyText(edit.classification, shortName(edit.image, edit.version))
    case 'expire':
      return edit.expirationDate === null
        ? `Clear the expiry of ${shortName(edit.image, edit.version)}`
        : `Let ${shortName(edit.image, edit.version)} expire on ${dayText(edit.expirationDate, zone)}`
    case 'schedule':
      return `Schedule stages of ${shortName(edit.image, edit.version)}: ${stagesText(edit.lifecycle ?? [], zone)}`
    case 'restore':
      return `Set ${shortName(edit.image, edit.version)} back${lifeText(edit.life, zone)}`
    case 'strategy':
      return `Update strategy of ${edit.image}: ${edit.updateStrategy ?? "the parent's"}`
    case 'addImage':
      return `Add the image ${edit.image}`
    case 'removeImage':
      return `Remove the image ${edit.image}`
  }
}

function classifyText(classification: string | null, name: string): string {
  switch (classification) {
    case 'deprecated':
      return `Deprecate ${name}`
    case 'supported':
      return `Classify ${name} as supported`
    case 'preview':
      return `Classify ${name} as preview`
    default:
      return `Take the classification off ${name}`
  }
}

interface LifeText {
  readonly classification?: string | undefined
  readonly expirationDate?: string | undefined
  readonly lifecycle?: Stages | undefined
}

function lifeText(life: LifeText, zone: Zone): string {
  const { classification, expirationDate, lifecycle = [] } = life
  if (lifecycle.length > 0) return `: ${stagesText(lifecycle, zone)}`
  const stage = classification === undefined ? '' : ` as ${classification}`
  return expirationDate === undefined ? stage : `${stage}, expires ${dayText(expirationDate, zone)}`
}

function stagesText(stages: Stages, zone: Zone): string {
  if (stages.length === 0) return 'none'
  return stages
    .map(({ classification, startTime }) =>
      startTime === undefined ? classification : `${classification} from ${dayText(startTime, zone)}`,
    )
    .join(', ')
}

/** Why an edit cannot be made, as a whole sentence. */
export function editProblemText(problem: EditProblem): string {
  switch (problem.code) {
    case 'unknown-image':
      return `There is no machine image ${problem.image} in this profile.`
    case 'unknown-version':
      return `${nameOf(problem.image, problem.version)} is not listed in this profile.`
    case 'already-listed':
      return problem.version === null
        ? `The machine image ${problem.image} is listed already.`
        : `${nameOf(problem.image, problem.version)} is listed already.`
    case 'not-a-version':
      return `"${problem.version}" is no version that Gardener can read.`
    case 'not-empty':
      return `The machine image ${problem.image} still has versions.`
    case 'not-in-namespaced':
      return unnamespacedText(problem)
  }
}

function unnamespacedText(problem: EditProblem & { readonly code: 'not-in-namespaced' }): string {
  switch (problem.because) {
    case 'only-dates':
      return `${nameOf(problem.image, problem.version)} is the parent's: a namespaced profile only gives it another expiration date.`
    case 'version-of-parent':
      return `${nameOf(problem.image, problem.version)} is the parent's: only its dates can be overridden.`
    case 'no-parent':
      return `The image ${problem.image} has no parent that it could follow.`
    case 'image-of-parent':
      return `The machine image ${problem.image} is the parent's.`
    case 'strategy-needed':
      return 'An image of its own needs an update strategy.'
    case 'kubernetes-of-parent':
      return 'A namespaced profile neither adds nor removes Kubernetes versions.'
    case 'parent-unknown':
      return `The CloudProfile ${problem.parent} that ${problem.profile} builds on is not known here.`
  }
}

/** The same as answers tell it: with the code of the rule, for programs. */
export function problemBody(problem: EditProblem | null) {
  return problem && { code: problem.code, text: editProblemText(problem) }
}
