import type { MaintenanceCondition, MaintenancePart, OwnerCommand } from '@/lib/engine/advice/maintenance'
import { messageOf } from '@/lib/engine/refusal'
import { MAINTENANCE_OPERATION, NEEDS_RETRY, OPERATION } from '@/lib/engine/rules'
import type { Component, MaintenanceTimeWindow, Shoot } from '@/lib/engine/types'
import { misfitText } from './dead-ends'
import { reportedText, unreportedText, windowTroubleText } from './obstacles'
import { operationWords } from './operations'
import { capitalized, listed, nameOf, plural, shortFieldPath, type TitledText } from './phrases'
import { dayText, instantText } from './time-text'
import { windowZone } from './when'

/** A part of a maintenance as a row of a table. */
export interface TaskWords {
  /** `Pool web, image` */
  readonly what: string
  /** The text in place of versions, if none change: `rotate-ssh-keypair`; empty if they do. */
  readonly note: string
  /** What it is about, in our words; Gardener's own reason stands for it where it has one. */
  readonly text: string
}

/** The part whose version changes; `pools` is the name of the pool, or of those that are alike. */
export function changedPartText(component: Component, pools: string): string {
  switch (component) {
    case 'controlPlane':
      return 'Control plane'
    case 'poolKubernetes':
      return `${pools}, Kubernetes`
    case 'poolImage':
      return `${pools}, image`
  }
}

export function taskWords(task: MaintenancePart): TaskWords {
  switch (task.kind) {
    case 'change': {
      const { component, pool } = task.change
      return { what: changedPartText(component, `Pool ${pool}`), note: '', text: '' }
    }
    case 'rotation': {
      const { clause, meaning } = operationWords(task.name)
      return { what: 'Credentials, due', note: task.name, text: sentence(clause, meaning) }
    }
    case 'setting':
      return {
        what: 'Setting',
        note: shortFieldPath(task.field.path),
        text: task.field.to === null ? 'It ends with the new minor and is removed.' : 'It is set with the new minor.',
      }
    case 'operation':
      return { what: 'Operation annotation', note: task.name, text: operationText(task) }
    case 'roll-out':
      return {
        what: 'Confined roll-out',
        note: 'confineSpecUpdateRollout',
        text: 'Changes of the spec that were stored since the last one are rolled out. Which ones, the garden does not tell: the generation is not raised.',
      }
    case 'reconciliation':
      return { what: 'Reconciliation', note: 'by gardenlet', text: reconciliationText(task) }
    case 'infrastructure':
      return {
        what: 'Infrastructure and DNS',
        note: 'Infrastructure, DNSRecord',
        text: 'Reconciled in the window only, to spare the API of the cloud provider.',
      }
    case 'restarts':
      return {
        what: 'Restarts',
        note: 'controllers, CoreDNS',
        text: 'Operators may have kube-controller-manager and other controllers, and CoreDNS restarted in every maintenance. Almanac does not know whether they do.',
      }
  }
}

type ReconciliationTask = Extract<MaintenancePart, { kind: 'reconciliation' }>

function reconciliationText({ because, isConfined }: ReconciliationTask): string {
  const when = isConfined
    ? 'As roll-outs are confined, it takes place in the window only.'
    : 'Operators may let gardenlet reconcile in windows only (reconcileInMaintenanceOnly), or at other times too: the garden does not tell.'
  return because === 'asked' || because === 'refused' ? `${RECONCILIATION[because]} ${when}` : RECONCILIATION[because]
}

const RECONCILIATION: Readonly<Record<ReconciliationTask['because'], string>> = {
  asked: `The maintenance asks for it (${OPERATION}=reconcile). A new version of Gardener that was deployed meanwhile comes with it.`,
  change: 'The last operation failed, and the change of the spec starts a new one.',
  retry: `The last operation failed and is marked for a retry (${NEEDS_RETRY}).`,
  failed: `Not started by the maintenance, as the last operation failed: ${OPERATION}=retry starts it.`,
  'never-worked-on': 'Not started by the maintenance, as Gardener has not worked on the cluster yet.',
  refused: 'Not started by a maintenance that is refused.',
}

function operationText({ name, outcome }: Extract<MaintenancePart, { kind: 'operation' }>): string {
  const { clause, meaning } = operationWords(name)
  switch (outcome) {
    case 'starts':
      return sentence(clause, `${meaning} Gardener takes the annotation away.`)
    case 'retries':
      return sentence(clause, meaning)
    case 'skipped':
      return `It waits until an operation has succeeded: then ${clause}.`
    case 'refused':
      return `It would be so that ${clause}, but the whole maintenance is refused.`
    case 'idle':
      return 'Another operation does it as well, or there is nothing to do for it here.'
  }
}

function sentence(clause: string, meaning: string): string {
  return `${capitalized(clause)}.${meaning === '' ? '' : ` ${meaning}`}`
}

/** What was looked at, and what came of it; days are on the shoot's own clock. */
export function checkWords(check: MaintenanceCondition, shoot: Pick<Shoot, 'window' | 'workers'>): TitledText {
  const { window } = shoot
  switch (check.code) {
    case 'profile':
      return check.isKnown
        ? {
            title: 'Profile is known',
            text: `${check.profile}. Without it nobody could tell which versions come next.`,
          }
        : {
            title: 'Profile is not known',
            text: `${check.profile} cannot be found: the maintenance cannot do anything.`,
          }
    case 'deletion':
      return check.since === null
        ? { title: 'Not being deleted', text: 'A cluster with a deletion timestamp is never maintained.' }
        : {
            title: 'Being deleted',
            text: `Since ${dayText(check.since, windowZone(window))}: it is never maintained any more.`,
          }
    case 'window':
      return windowWords(check)
    case 'last-operation':
      return operationWordsOf(check)
    case 'asked-at-once':
      return {
        title: 'Asked for at once',
        text: `${OPERATION}=maintain: Gardener does all of this right away, whatever the window says.`,
      }
    case 'pending': {
      const who = check.isByHand ? 'Somebody has to select its nodes.' : 'Gardener is at it.'
      const text = check.isRefused
        ? 'The API server refuses a change to it or to what it follows, and one refusal blocks everything, every night.'
        : 'Nothing of this maintenance touches it, or what it follows, so nothing is refused.'
      return { title: `Pool ${check.pool} is pending`, text: `Its update in place is not finished. ${who} ${text}` }
    }
    case 'none-pending':
      return {
        title: 'No pool is pending',
        text: `${listed(check.pools)} ${plural(check.pools.length, 'has', 'have')} no unfinished update in place. While one had, changes to it would be refused.`,
      }
    case 'refused': {
      const { refusal } = check
      return {
        title: 'The API server refuses it',
        text: `${refusal.field === '' ? '' : `${refusal.field}: `}${messageOf(refusal)}`,
      }
    }
    case 'accepted':
      return {
        title: 'The API server accepts it',
        text: 'Tried before as a dry run: one refusal would block everything.',
      }
    case 'no-target': {
      const { component, pool, image, from } = check.change
      const where = component === 'controlPlane' ? 'The control plane' : `Pool ${pool}`
      const stopped = unreportedText(check.change, shoot)
      if (stopped !== null) return { title: 'Not updated', text: `${where}, ${nameOf(image, from)}. ${stopped}` }
      const misfit = check.change.kind === 'failure' ? check.change.misfit : null
      const why = misfit === null ? '' : `: ${misfitText(misfit)}`
      return {
        title: 'No version to move to',
        text: `${where} stays on ${nameOf(image, from)}${why}. This part fails, and the others go on.`,
      }
    }
    case 'only-after': {
      const { at, otherwise } = check.onlyAfter
      const zone = windowZone(window)
      const other = otherwise === null ? '' : ` Else it is due on ${dayText(otherwise.begin, zone)}.`
      return {
        title: 'It depends on the moment',
        text: `Only a maintenance that begins after ${instantText(at, zone)} does this: a version changes its stage then, and Gardener begins at a random moment.${other}`,
      }
    }
    case 'reported':
      return { title: 'Constraint not met', text: reportedText(check.reported, windowZone(window)) }
    case 'nothing-due':
      return {
        title: 'Nothing is due',
        text: 'No version, setting or operation: status.lastMaintenance stays as it is.',
      }
    case 'without-influence':
      return {
        title: 'Without influence',
        text: 'Hibernation, purpose and confined roll-outs do not change what maintenance decides about versions.',
      }
  }
}

function windowWords({ window, trouble }: Extract<MaintenanceCondition, { code: 'window' }>): TitledText {
  if (window === null) {
    return { title: 'No window', text: 'Without one any time of the day counts.' }
  }
  if (trouble !== null) {
    const title =
      trouble.kind === 'unreadable' ? 'Window cannot be read' : `Window is ${trouble.kind.replace('-', ' ')}`
    return { title, text: windowTroubleText(trouble) }
  }
  return {
    title: 'Window can be read',
    text: `${window.begin}–${window.end}. Without a window that can be read any time of the day would count.`,
  }
}

function operationWordsOf({
  operation,
  asked,
  isMarked,
}: Extract<MaintenanceCondition, { code: 'last-operation' }>): TitledText {
  const annotation = asked.length === 0 ? 'an operation annotation' : listed(asked)
  if (operation === null) {
    return {
      title: 'No operation yet',
      text: `Gardener has not worked on the cluster: versions move all the same, ${annotation} waits.`,
    }
  }
  const { type, state } = operation
  if (state === 'Failed') {
    const retry = isMarked ? 'what failed is marked for a retry' : 'what failed is not marked for a retry'
    return {
      title: 'Last operation Failed',
      text: `${type}. Versions move all the same, ${annotation} waits, and ${retry}.`,
    }
  }
  return {
    title: `Last operation ${state}`,
    text: `${type}. If it had failed, versions would still move, and ${annotation} would wait.`,
  }
}

export function commandWords(command: OwnerCommand): TitledText {
  switch (command.code) {
    case 'maintain':
      return {
        title: 'Maintain now',
        text: 'What is listed here runs at once, whatever the window says; what is refused is refused then too.',
      }
    case 'retry': {
      if (!command.isNeeded)
        return { title: 'Retry', text: 'Only after an operation that failed; the last one has not.' }
      const also = command.isMarked ? ' The next maintenance does so anyway.' : ''
      return { title: 'Retry', text: `The operation that failed is tried again at once.${also}` }
    }
    case 'move-window':
    case 'lengthen-window': {
      const title = command.code === 'move-window' ? 'Move the window' : 'Make the window longer'
      const late = command.isConfined ? ' As roll-outs are confined, it counts after the next maintenance only.' : ''
      return { title, text: `To ${spanOf(command.to)}. From 30 minutes to 6 hours are allowed.${late}` }
    }
    case 'operation': {
      const { present, operation } = command
      const instead = present.length === 0 ? '' : ` It stands for ${listed(present)}, which the annotation has now.`
      return {
        title: 'Have an operation run in it',
        text: `E.g. ${operation}, or reconcile; skipped while the last operation has failed (${MAINTENANCE_OPERATION}).${instead}`,
      }
    }
    case 'confine':
      return {
        title: 'Confine roll-outs to the window',
        text: 'Changes of the spec are then only stored, and rolled out in the window; the generation is not raised before. Hibernating, waking up and operations that you ask for act at once all the same.',
      }
    case 'free':
      return { title: 'Roll out changes at once', text: 'Changes of the spec no longer wait for the window.' }
  }
}

/** `00:00–01:00 +01:00` */
function spanOf({ begin, end }: MaintenanceTimeWindow): string {
  const clock = (text: string) => `${text.slice(0, 2)}:${text.slice(2, 4)}`
  return `${clock(begin)}–${clock(end)} ${begin.slice(6, 9)}:${begin.slice(9)}`
}
