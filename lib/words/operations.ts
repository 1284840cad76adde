import { poolNames } from '@/lib/engine/api-server/manifest'
import type { OperationEffect } from '@/lib/engine/impact'
import { isRolloutOfPools, isRolloutOfRotation } from '@/lib/engine/rules'
import { capitalized, given, listed, poolsText } from './phrases'

/** An operation in words, as parts of sentences and of tables. */
export interface OperationWords {
  /** What it is about: `All credentials`, `Pools a and b`. */
  readonly subject: string
  /** What becomes of that: `rotation starts`, `rollout`. */
  readonly action: string
  /** Both as a clause: `the rotation of all credentials starts`. */
  readonly clause: string
  /** What that means, apart from nodes and control plane, in whole sentences. */
  readonly meaning: string
}

/** What is rotated: in two steps, the second of which does away with the old ones, or in one go. */
interface RotatedCredentials {
  readonly name: string
  readonly subject: string
  readonly both: string
  /** Null: there is no second step. */
  readonly old: string | null
  readonly isAtOnce?: boolean
}

const CREDENTIALS: Readonly<Record<string, RotatedCredentials>> = {
  'rotate-credentials': {
    name: 'all credentials',
    subject: 'All credentials',
    both: 'CAs, service account key, etcd encryption key, observability passwords and SSH key pair get successors, and most of the old ones stay valid beside them until rotate-credentials-complete.',
    old: 'The old CAs and keys are valid no longer.',
  },
  'rotate-ca': {
    name: 'the CAs',
    subject: 'CAs',
    both: 'New CAs are valid beside the old ones until rotate-ca-complete; clients need the new ones by then.',
    old: 'The old CAs are valid no longer.',
  },
  'rotate-serviceaccount-key': {
    name: 'the service account key',
    subject: 'Service account key',
    both: 'New tokens are signed with a new key; the old one stays valid until rotate-serviceaccount-key-complete.',
    old: 'Tokens that the old key signed are valid no longer.',
  },
  'rotate-etcd-encryption-key': {
    name: 'the etcd encryption key',
    subject: 'Etcd encryption key',
    both: 'What etcd stores encrypted is written anew with a new key.',
    old: 'The old key is dropped.',
    isAtOnce: true,
  },
  'rotate-observability-credentials': {
    name: 'the observability passwords',
    subject: 'Observability passwords',
    both: 'Prometheus and Plutono get new passwords.',
    old: null,
    isAtOnce: true,
  },
  'rotate-ssh-keypair': {
    name: 'the SSH key pair',
    subject: 'SSH key pair',
    both: 'All nodes accept a new key; the one before stays valid until the next rotation.',
    old: null,
    isAtOnce: true,
  },
}

const OTHERS: Readonly<Record<string, OperationWords>> = {
  reconcile: {
    subject: 'Cluster',
    action: 'is reconciled',
    clause: 'the cluster is reconciled',
    meaning: 'Changes that wait are rolled out with it.',
  },
  maintain: {
    subject: 'Maintenance',
    action: 'runs at once',
    clause: 'the maintenance runs at once, whatever the window says',
    meaning: 'What is forecast for the next window happens right away.',
  },
  retry: {
    subject: 'Failed operation',
    action: 'is retried',
    clause: 'the operation that failed is retried',
    meaning: 'Changes that wait are rolled out with it.',
  },
  'force-in-place-update': {
    subject: 'Updates in place',
    action: 'may be changed',
    clause: 'pools whose update in place is unfinished may be changed all the same',
    meaning: 'Gardener takes the annotation away once no pool waits any more.',
  },
}

/** The words for an operation; for one that Gardener does not know hardly more than its name. */
export function operationWords(operation: string): OperationWords {
  const asked = { subject: operation, action: 'asked for', clause: `${operation} is asked for`, meaning: '' }
  return knownWords(operation) ?? asked
}

function knownWords(operation: string): OperationWords | null {
  if (isRolloutOfRotation(operation) || isRolloutOfPools(operation)) return rolloutWords(operation)
  const other = OTHERS[operation]
  if (other !== undefined) return other
  const whole = CREDENTIALS[operation]
  if (whole?.isAtOnce) {
    const { name, subject, both } = whole
    return { subject, action: 'rotation', clause: `the rotation of ${name} runs`, meaning: both }
  }
  const [, what = '', step = ''] = /^(.*)-(start|start-without-workers-rollout|complete)$/.exec(operation) ?? []
  const credentials = CREDENTIALS[what]
  if (credentials === undefined || credentials.old === null) return null
  const { name, subject, both, old } = credentials
  if (step === 'complete') {
    return { subject, action: 'rotation ends', clause: `the rotation of ${name} is completed`, meaning: old }
  }
  if (step === 'start') {
    return { subject, action: 'rotation starts', clause: `the rotation of ${name} starts`, meaning: both }
  }
  // The etcd encryption key has nothing to do with workers.
  if (what === 'rotate-etcd-encryption-key') return null
  return {
    subject,
    action: 'rotation starts, workers later',
    clause: `the rotation of ${name} starts without the workers`,
    meaning: `${both} Each pool takes part once rotate-rollout-workers names it.`,
  }
}

function rolloutWords(operation: string): OperationWords {
  const names = poolNames(operation).filter((name) => name !== '')
  const isForAll = names.length === 1 && names[0] === '*'
  const pools = isForAll ? 'all pools' : names.length === 0 ? 'pools that it does not name' : poolsText(names)
  const isOne = !isForAll && names.length === 1
  if (isRolloutOfRotation(operation)) {
    const clause = `${pools} ${isOne ? 'takes' : 'take'} part in the rotation`
    return {
      subject: capitalized(pools),
      action: 'rotation reaches them',
      clause,
      meaning: 'Their nodes get the new credentials.',
    }
  }
  const clause = `${pools} ${isOne ? 'is' : 'are'} rolled out`
  return {
    subject: capitalized(pools),
    action: 'rollout',
    clause,
    meaning: 'Nothing about the nodes has to have changed for that.',
  }
}

/** `API server and controllers restart, the nodes of pools web and batch roll, and those of db are updated in place.` */
export function operationEffectText({ controlPlane, pools }: OperationEffect): string {
  const [rolling, inPlace, restarting] = (['rolling', 'inPlace', 'kubeletRestart'] as const).map((kind) =>
    pools.flatMap(({ pool, effect }) => (effect === kind ? [pool] : [])),
  ) as [string[], string[], string[]]
  const parts = given(
    controlPlane === 'restart' && 'API server and controllers restart',
    rolling.length > 0 && `the nodes of ${poolsText(rolling)} roll`,
    inPlace.length > 0 && `the nodes of ${poolsText(inPlace)} are updated in place`,
    restarting.length > 0 && `kubelets of ${poolsText(restarting)} restart`,
  )
  if (parts.length === 0) return 'No node is touched.'
  return `${capitalized(listed(parts))}${rolling.length + inPlace.length > 0 ? '' : '; no node rolls'}.`
}
