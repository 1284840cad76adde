import type { MemoizedProfile } from '@/lib/engine/course'
import { goesWithStrategy, type ShootEdit } from '@/lib/engine/edits/shoot'
import {
  BLOCKED_OPERATIONS,
  CANDIDATE_LABEL,
  maySwitch,
  pendingPools,
  rolloutOf,
  SELECTED_LABEL,
  selectCommand,
} from '@/lib/engine/impact'
import { WORKER_STRATEGIES } from '@/lib/engine/kinds'
import {
  type CompiledProfile,
  compareVersions,
  FORCE_OPERATION,
  forcesInPlaceUpdate,
  isInPlace,
  type Misfit,
  misfitOf,
  OPERATION,
  operationsIn,
  parseVersion,
  withoutSuffix,
} from '@/lib/engine/rules'
import { shellWord } from '@/lib/engine/shell'
import type { Instant, Shoot, Worker, WorkerUpdateStrategy } from '@/lib/engine/types'
import { commandFor } from './commands'
import { nextMaintenance } from './next'

/** How the pools of a shoot are updated, and what waits (docs/rules.md#in-place-updates). */
export interface InPlace {
  readonly pools: readonly PoolInPlace[]
  /** Operations that cannot be started as long as any pool is pending. */
  readonly operations: readonly string[]
  readonly force: ForceAnnotation
}

export interface PoolInPlace {
  readonly worker: Worker
  /** Whether its update in place is not finished. */
  readonly isPending: boolean
  /** Switches to the other strategies. */
  readonly switches: readonly StrategySwitch[]
  /** Higher versions of its image in the profile, the lowest first; empty for a pool whose nodes are replaced. */
  readonly targets: readonly InPlaceTarget[]
  /** Null: as long as it takes until a person selects the nodes. */
  readonly milliseconds: number | null
  readonly figure: string
}

export interface StrategySwitch {
  readonly to: WorkerUpdateStrategy
  /** Why not: the nodes of one are kept and of the other replaced, or the pool is pending. */
  readonly because: 'other-nodes' | 'pending' | null
  /** Null where it may not be. */
  readonly command: string | null
  /** The switch as edits; empty if it is not allowed, and for a shoot that is being deleted. */
  readonly edits: readonly ShootEdit[]
}

export interface InPlaceTarget {
  readonly version: string
  /** The lowest version from which it can be reached in place; null: it cannot. */
  readonly minimum: string | null
  /** Null: the pool can be updated to it where it is. */
  readonly misfit: Misfit | null
}

/** The annotation that lifts the block of pending pools. */
interface ForceAnnotation {
  readonly command: string
  /** The annotation as edits; empty if it is set already. */
  readonly edits: readonly ShootEdit[]
  readonly isSet: boolean
  /** Null: the next maintenance is not refused in the first place. Else whether it would get through with the annotation. */
  readonly helpsMaintenance: boolean | null
}

/** Fields that are fixed while a pool is updated in place: another value takes a new pool. */
export const FIXED_IN_PLACE: readonly string[] = [
  'machine.image.name',
  'machine.type',
  'volume.type',
  'volume.size',
  'cri.name',
  'systemComponents.nodeLocalDNS.enabled',
]

export function inPlaceOf(shoot: Shoot, profile: MemoizedProfile | undefined, at: Instant): InPlace {
  const pending = pendingPools(shoot)
  // It lifts the block where it is the only operation.
  const isForced = forcesInPlaceUpdate(operationsIn(shoot.annotations[OPERATION]))
  const pools = shoot.workers.map((worker): PoolInPlace => {
    const isPending = pending.includes(worker)
    const { worstCase } = rolloutOf(worker, worker.maximum)
    return {
      worker,
      isPending,
      switches: WORKER_STRATEGIES.filter((to) => to !== worker.updateStrategy).map((to) =>
        switchOf(shoot, worker, to, isPending && !isForced),
      ),
      targets: profile === undefined || !isInPlace(worker) ? [] : targetsOf(shoot, worker, profile),
      milliseconds: worstCase.kind === 'bounded' ? worstCase.milliseconds : null,
      figure: worstCase.figure,
    }
  })
  const operations = shoot.pendingWorkerUpdates.length === 0 ? [] : BLOCKED_OPERATIONS
  return { pools, operations, force: forceOf(shoot, profile, at) }
}

function switchOf(shoot: Shoot, worker: Worker, to: WorkerUpdateStrategy, isPending: boolean): StrategySwitch {
  if (!maySwitch(worker.updateStrategy, to)) return { to, because: 'other-nodes', command: null, edits: [] }
  if (isPending) return { to, because: 'pending', command: null, edits: [] }
  const dropped = goesWithStrategy(worker.name, to, (field) => worker[field] !== undefined)
  const edits: readonly ShootEdit[] = [{ pool: worker.name, field: 'updateStrategy', value: to }, ...dropped]
  const command = commandFor(shoot, edits)
  return { to, because: null, command, edits: shoot.deletionTimestamp === undefined ? edits : [] }
}

function targetsOf(shoot: Shoot, worker: Worker, profile: CompiledProfile): InPlaceTarget[] {
  const image = profile.imageByName.get(worker.image?.name ?? '')
  const current = parseVersion(withoutSuffix(worker.image?.version ?? ''))
  const kubelet = parseVersion(worker.kubernetesVersion ?? shoot.kubernetesVersion)
  if (image === undefined || current === null || kubelet === null) return []
  const machineType = profile.machineTypes.get(worker.machineType)
  const demands = { worker, machineType, kubelet, current: worker.image?.version ?? '' }
  return image.versions
    .flatMap((one) => {
      const version = parseVersion(withoutSuffix(one.source.version))
      if (version === null || compareVersions(version, current) <= 0) return []
      const { supported, minVersionForUpdate } = one.source.inPlaceUpdates ?? {}
      const minimum = supported === true ? (minVersionForUpdate ?? null) : null
      const misfit = misfitOf(one, demands, profile.source)
      return [{ version, target: { version: one.source.version, minimum, misfit } }]
    })
    .sort((a, b) => compareVersions(a.version, b.version))
    .map(({ target }) => target)
}

function forceOf(shoot: Shoot, profile: MemoizedProfile | undefined, at: Instant): ForceAnnotation {
  const { annotations } = shoot
  const isRefused = (one: Shoot) => nextMaintenance(one, profile, at).outcome === 'refused'
  const forced = { ...shoot, annotations: { ...annotations, [OPERATION]: FORCE_OPERATION } }
  const isSet = operationsIn(annotations[OPERATION]).includes(FORCE_OPERATION)
  const edits: readonly ShootEdit[] = [{ field: `metadata.annotations[${OPERATION}]`, value: FORCE_OPERATION }]
  return {
    command: commandFor(shoot, edits),
    edits: isSet ? [] : edits,
    isSet,
    helpsMaintenance: isRefused(shoot) ? !isRefused(forced) : null,
  }
}

/** Commands for the nodes of a pool that a person updates, in the order of the work; they are for the cluster itself. */
export function nodeCommands({ name }: Pick<Worker, 'name'>): readonly {
  readonly code: 'candidates' | 'select' | 'selected'
  readonly command: string
}[] {
  const list = (label: string) => `kubectl get nodes -l worker.gardener.cloud/pool=${shellWord(name)},${label}`
  return [
    { code: 'candidates', command: list(CANDIDATE_LABEL) },
    { code: 'select', command: selectCommand('NODE') },
    { code: 'selected', command: list(`${SELECTED_LABEL}=true`) },
  ]
}
