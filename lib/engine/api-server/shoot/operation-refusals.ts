import type { ShootView } from '@/lib/engine/api-server/manifest'
import { INCOMPATIBLE, type OperationError } from '@/lib/engine/rules'

/** What is wrong with an operation, and what would help; `pending`: the pools whose update in place is not finished. */
export function operationSentence(
  { rule, about = '', rotation = '', phase = '' }: OperationError,
  pending: ShootView['pendingInPlace'],
): string {
  switch (rule) {
    case 'hibernation-operation':
      return `The maintenance is to do ${about}, which needs a shoot that is awake.`
    case 'operation-unknown':
      return `"${about}" is no operation.`
    case 'operation-not-alone':
      return `The operation ${about} must be the only one.`
    case 'operation-twice':
      return 'An operation is asked for now and in maintenance.'
    case 'operation-replaced':
      return `From 1.34 on ${about} is part of rotate-etcd-encryption-key.`
    case 'operation-incompatible':
      return `${about} excludes ${(INCOMPATIBLE[about] ?? []).join(', ')}.`
    case 'operation-hibernated':
      return `${about} needs a shoot that is awake.`
    case 'operation-encryption-changes':
      return `${about} must wait until the change of the encrypted resources is rolled out.`
    case 'operation-conflict':
      return `${about} cannot be combined with a part of it in maintenance.`
    case 'rotation-shoot-not-ready':
      return `The ${rotation} must wait until the shoot has been created.`
    case 'rotation-not-completed':
      return `The ${rotation} must wait until the one before is completed: ${about} is in phase ${phase}.`
    case 'rotation-in-place-update-pending': {
      const pools = about === 'autoInPlaceUpdate' ? pending.auto : pending.manual
      return `The ${rotation} must wait until these pools are updated in place: ${pools.join(', ')}.`
    }
    case 'rotation-not-prepared':
      return `The ${rotation} cannot be completed: ${about} is not in phase Prepared.`
    case 'rollout-nothing-waits':
      return 'No rotation waits for the rollout of workers.'
    case 'rollout-without-pools':
      return 'Name the pools to roll, separated by commas.'
    case 'rollout-star-and-names':
      return 'Name either * or pools, not both.'
    case 'rollout-pool-twice':
      return `Pool ${about} is named twice.`
    case 'rollout-pool-unknown':
      return `There is no pool ${about}.`
    case 'rollout-in-place-pool':
      return `Pool ${about} is updated in place: its nodes cannot be rolled.`
  }
}
