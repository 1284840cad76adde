import type { InPlace, InPlaceTarget, nodeCommands, PoolInPlace, StrategySwitch } from '@/lib/engine/advice/maintenance'
import type { WorkerUpdateStrategy } from '@/lib/engine/types'
import { given, listed, plural } from './phrases'

/** What the strategy of a pool means. */
export const STRATEGY_TEXTS: Readonly<Record<WorkerUpdateStrategy, string>> = {
  AutoRollingUpdate: 'Nodes are replaced by new ones, one after the other, by Gardener.',
  AutoInPlaceUpdate: 'Nodes are kept: Gardener drains and updates them where they are.',
  ManualInPlaceUpdate: 'Nodes are kept: each is drained and updated where it is, once somebody has selected it.',
}

export function pendingText({ worker, isPending }: Pick<PoolInPlace, 'worker' | 'isPending'>): string {
  if (!isPending) return 'Nothing is pending.'
  const { name, updateStrategy, kubernetesVersion } = worker
  const isByHand = updateStrategy === 'ManualInPlaceUpdate'
  const who = isByHand ? 'It waits until somebody selects its nodes.' : 'Gardener is updating its nodes.'
  const blocked = given(
    `spec.provider.workers[${name}]`,
    kubernetesVersion === undefined && 'spec.kubernetes.version',
    'spec.kubernetes.kubelet, unless the pool has kubelet settings of its own',
  )
  return `${who} Until that is done the API server refuses every change of ${listed(blocked)}.`
}

export function switchText({ because }: StrategySwitch): string {
  if (because === null) return 'May be switched to at any time.'
  return because === 'pending'
    ? 'Not now: the pool is pending, and every change of it is refused.'
    : 'Not allowed: a pool goes over between nodes that are kept and nodes that are replaced only as a new pool.'
}

export function inPlaceTargetText({ minimum, misfit }: InPlaceTarget): string {
  if (misfit === null) return `Fits, from ${minimum} on.`
  if (misfit === 'in-place') return minimum === null ? 'Not in place.' : `In place from ${minimum} on only.`
  return `Does not fit the pool: ${MISFIT_WORDS[misfit]}.`
}

const MISFIT_WORDS: Readonly<Record<Exclude<NonNullable<InPlaceTarget['misfit']>, 'in-place'>, string>> = {
  architecture: 'architecture',
  capability: 'capabilities',
  cri: 'container runtime',
  kubelet: 'kubelet version',
}

export function nodeCommandWords(code: ReturnType<typeof nodeCommands>[number]['code']) {
  switch (code) {
    case 'candidates':
      return { title: '1 Show the candidates', text: 'Gardener has labelled the nodes that may be updated.' }
    case 'select':
      return { title: '2 Select a node', text: 'It is drained and updated. Put its name for NODE, or several names.' }
    case 'selected':
      return { title: '3 See which are at it', text: 'Once no candidate is left, the pool is pending no longer.' }
  }
}

/** What the annotation does, and what it does not. */
export function forceText({ force, pools }: InPlace): string {
  const waiting = pools.filter(({ isPending }) => isPending).map(({ worker }) => worker.name)
  const skips =
    waiting.length === 0
      ? 'Lets a change through although a pool is pending.'
      : `Lets your next change through although ${listed(waiting)} ${plural(waiting.length, 'is', 'are')} pending.`
  const only = 'It must be the only operation, it skips this one check and no other, and it repairs no failed node.'
  const taken = 'Gardener takes it away once no pool is pending.'
  const maintenance =
    force.helpsMaintenance === null
      ? ''
      : force.helpsMaintenance
        ? ' The next maintenance gets through with it.'
        : ' The next maintenance is refused with it all the same, as it writes an operation of its own over it.'
  return `${force.isSet ? 'It is set. ' : ''}${skips} ${only} ${taken}${maintenance}`
}

/** What is known of the gate: the API tells only that it accepted a pool. */
export function gateText(inPlacePools: readonly string[]): string {
  const gate = 'InPlaceNodeUpdates of gardener-apiserver is not told by its API.'
  return inPlacePools.length === 0
    ? `${gate} No pool here was accepted with a strategy in place, which would show that it was on.`
    : `${gate} That it accepted ${listed(inPlacePools)} shows that it was on then.`
}
