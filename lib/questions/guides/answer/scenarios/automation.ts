import type { Edit } from '@/lib/engine/edits'
import { dayText } from '@/lib/words/time-text'
import { followUp, type Ground, nameIn, undoing } from './ground'
import { type Check, check, must } from './guide'

/** What an automation says to edits that are made. */
export interface Automated {
  /** What it does because of them; nothing where it would undo them. */
  readonly edits: readonly Edit[]
  readonly checks: readonly Check[]
}

/** The automation that the guide is done with; by hand, the policy that the landscape has, if it has one. */
export function automated(ground: Ground, edits: readonly Edit[]): Automated {
  if (ground.way === 'hand') return { edits: [], checks: watched(ground, edits) }
  const { edits: follow, others, unreadable } = followUp(ground, edits)
  if (unreadable !== null)
    return { edits: [], checks: [check('fails', 'The automation can read every version', unreadable)] }
  const undone = follow.filter((edit) => undoes(edit, edits))
  const checks = [
    ...(others === 0
      ? []
      : [
          check(
            'beware',
            'The profile is as the automation wants it',
            `no: it wants ${others === 1 ? 'another version' : `${others} other versions`} otherwise, with or without these edits; see the page Policy`,
          ),
        ]),
    ...undone.map((edit) => check('fails', 'The automation leaves it so', `no: it ${editText(ground, edit)} again`)),
  ]
  if (undone.length > 0) return { edits: [], checks }
  const again = followUp(ground, [...edits, ...follow])
  return {
    edits: follow,
    checks: [
      ...follow.map((edit) => check('beware', 'The automation then', editText(ground, edit))),
      ...checks,
      must(again.edits.length === 0, 'A second run', again.edits.length === 0 ? 'changes nothing' : 'changes more'),
    ],
  }
}

/** Whether the automation that the guide is done with would classify otherwise what the edits classify. */
export function isUndone(ground: Ground, edits: readonly Edit[]): boolean {
  return followUp(ground, edits).edits.some((edit) => undoes(edit, edits))
}

/** By hand, while a policy is in force. */
function watched(ground: Ground, edits: readonly Edit[]): Check[] {
  if (ground.policies.inForce === null || edits.length === 0) return []
  const what = 'The policy of this landscape leaves it so'
  const { edits: follow, unreadable } = undoing(ground, edits)
  if (unreadable !== null) return [check('holds', what, `it does nothing: ${unreadable}`)]
  if (follow.length === 0) return [check('holds', what, 'it changes nothing')]
  const texts = follow.map((edit) => editText(ground, edit))
  return [check('beware', what, `no: it ${texts.join(', ')}`)]
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
function editText(ground: Ground, edit: Edit): string {
  switch (edit.kind) {
    case 'classify':
      return edit.classification === 'supported'
        ? `sets ${nameIn(ground, edit.version)} to supported`
        : `deprecates ${nameIn(ground, edit.version)}`
    case 'expire':
      return edit.expirationDate === null
        ? `takes the expiration date off ${nameIn(ground, edit.version)}`
        : `lets ${nameIn(ground, edit.version)} expire on ${dayText(edit.expirationDate, ground.zone)}`
    default:
      return edit.kind
  }
}
