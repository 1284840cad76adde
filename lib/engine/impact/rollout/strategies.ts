import type { WorkerUpdateStrategy } from '@/lib/engine/types'

/** What a pool's update strategy means for those who run on it (docs/rules.md#rollout-figures). */
export interface StrategyRules {
  readonly strategy: WorkerUpdateStrategy
  /** Whether the nodes are replaced by new ones, or stay and are updated. */
  readonly nodes: 'replaced' | 'kept'
  /** Who decides which node is next. */
  readonly orchestrator: 'gardener' | 'person'
  /** Whether `maxSurge` and `maxUnavailable` may be set; if not, the API server refuses them. */
  readonly surge: boolean
  /** Whether a pool may skip minor versions, and go back to a lower image version. */
  readonly skipsMinors: boolean
  readonly downgradesImages: boolean
  /** The strategies that the pool may be switched to. For any other one: create a new pool. */
  readonly mayBecome: readonly WorkerUpdateStrategy[]
}

const RULES: Readonly<Record<WorkerUpdateStrategy, StrategyRules>> = {
  AutoRollingUpdate: {
    strategy: 'AutoRollingUpdate',
    nodes: 'replaced',
    orchestrator: 'gardener',
    surge: true,
    skipsMinors: true,
    downgradesImages: true,
    mayBecome: [],
  },
  AutoInPlaceUpdate: {
    strategy: 'AutoInPlaceUpdate',
    nodes: 'kept',
    orchestrator: 'gardener',
    surge: true,
    skipsMinors: false,
    downgradesImages: false,
    mayBecome: ['ManualInPlaceUpdate'],
  },
  ManualInPlaceUpdate: {
    strategy: 'ManualInPlaceUpdate',
    nodes: 'kept',
    orchestrator: 'person',
    surge: false,
    skipsMinors: false,
    downgradesImages: false,
    mayBecome: ['AutoInPlaceUpdate'],
  },
}

export function strategyRules(strategy: WorkerUpdateStrategy): StrategyRules {
  return RULES[strategy]
}

/** Whether a pool may be switched; staying is always fine. */
export function maySwitch(from: WorkerUpdateStrategy, to: WorkerUpdateStrategy): boolean {
  return from === to || RULES[from].mayBecome.includes(to)
}

/** Labels by which a person and machine-controller-manager agree on the next node of a ManualInPlaceUpdate pool. */
export const CANDIDATE_LABEL = 'node.machine.sapcloud.io/candidate-for-update'
export const SELECTED_LABEL = 'node.machine.sapcloud.io/selected-for-update'

/** The command by which a person selects a node that waits for its update. */
export function selectCommand(node: string): string {
  return `kubectl label node ${node} ${SELECTED_LABEL}=true`
}
