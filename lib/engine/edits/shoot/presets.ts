import { flagAt, objectsAt, textAt } from '@/lib/engine/api-server/manifest'
import { parseVersion, sameMinor, stageAt } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { type ChoicesInput, type ChosenField, choosing, type FieldChoice } from './choices'
import { presentIn, type ShootEdit } from './fields'

/** Plans that many owners want. */
export type PresetKey = 'latest-patch' | 'minor-pools-later' | 'weekend' | 'auto-update'

export interface ShootPreset {
  readonly key: PresetKey
  /** Empty: it is so already, or nothing is offered for it. */
  readonly edits: readonly ShootEdit[]
  /** When it is to be sent; null: at once. */
  readonly on: Instant | null
  /** The Kubernetes version that it goes to; null: to none. */
  readonly to: string | null
}

/**
 * `windows`: begins of the next windows, in order, and
 * minutes that the clock of the cluster is ahead of UTC.
 */
export function presetsOf(
  input: Omit<ChoicesInput, 'taken'>,
  windows: { readonly begins: readonly Instant[]; readonly ahead: number },
): readonly ShootPreset[] {
  const patch = latestPatch(input)
  const minor = minorPoolsLater(input)
  const weekend = windows.begins.find((begin) => isWeekend(begin, windows.ahead)) ?? null
  const off = autoUpdate(input, false)
  return [
    { key: 'latest-patch', ...patch, on: null },
    { key: 'minor-pools-later', ...minor, on: null },
    // What Gardener updates by itself would come before the weekend: that ends first, and at once.
    off.length > 0
      ? { key: 'weekend', edits: off, on: null, to: null }
      : { key: 'weekend', edits: patch.edits, on: weekend, to: patch.to },
    { key: 'auto-update', edits: autoUpdate(input, true), on: null, to: null },
  ]
}

const KUBERNETES = { field: 'spec.kubernetes.version' } as const

/** The preset for the latest patch of the minor that the cluster runs; pools with a version of their own go along. */
function latestPatch(input: Omit<ChoicesInput, 'taken'>): Pick<ShootPreset, 'edits' | 'to'> {
  const controlPlane = newestOf(input, [])(KUBERNETES, true)
  const taken: readonly ShootEdit[] = controlPlane === null ? [] : [{ ...KUBERNETES, value: controlPlane }]
  const withTaken = newestOf(input, taken)
  const pools: ShootEdit[] = []
  for (const { name, own } of poolsOf(input)) {
    if (own === undefined) continue
    const version = withTaken({ pool: name, field: 'kubernetes.version' }, true)
    if (version !== null) pools.push({ pool: name, field: 'kubernetes.version', value: version })
  }
  return { edits: [...taken, ...pools], to: controlPlane }
}

/** The control plane goes to the next minor, and pools that follow it stay for now: that takes a version of their own. */
function minorPoolsLater(input: Omit<ChoicesInput, 'taken'>): Pick<ShootPreset, 'edits' | 'to'> {
  const to = newestOf(input, [])(KUBERNETES, false)
  const present = textAt(input.manifest, 'spec', 'kubernetes', 'version')
  if (to === null || present === undefined) return { edits: [], to: null }
  const held = poolsOf(input)
    .filter(({ own }) => own === undefined)
    .map(({ name }): ShootEdit => ({ pool: name, field: 'kubernetes.version', value: present }))
  return { edits: [{ ...KUBERNETES, value: to }, ...held], to }
}

/** The highest version that is taken and supported, higher than the present one; in its minor or beyond it. */
function newestOf(
  input: Omit<ChoicesInput, 'taken'>,
  taken: readonly ShootEdit[],
): (field: ChosenField, isPatch: boolean) => string | null {
  const eachChoice = choosing({ ...input, taken })
  return (field, isPatch) => {
    const shown = presentIn(input.manifest)(field)
    const present = parseVersion(typeof shown === 'string' ? shown : '')
    const isWanted = ({ edit, version, isPresent }: Omit<FieldChoice, 'refusals'>): boolean => {
      const target = parseVersion(String(edit.value ?? ''))
      if (version === undefined || isPresent || target === null || present === null) return false
      return sameMinor(target, present) === isPatch && stageAt(version, input.now) === 'supported'
    }
    for (const { edit, refusals } of eachChoice(field, isWanted)) {
      if (refusals.length === 0) return String(edit.value)
    }
    return null
  }
}

function autoUpdate({ manifest }: Omit<ChoicesInput, 'taken'>, value: boolean): readonly ShootEdit[] {
  const has = (key: string) => flagAt(manifest, 'spec', 'maintenance', 'autoUpdate', key)
  const hasPools = objectsAt(manifest, 'spec', 'provider', 'workers').length > 0
  return [
    ...(has('kubernetesVersion') === value
      ? []
      : [{ field: 'spec.maintenance.autoUpdate.kubernetesVersion', value } as const]),
    ...(!hasPools || has('machineImageVersion') === value
      ? []
      : [{ field: 'spec.maintenance.autoUpdate.machineImageVersion', value } as const]),
  ]
}

function poolsOf({ manifest }: Omit<ChoicesInput, 'taken'>) {
  return objectsAt(manifest, 'spec', 'provider', 'workers').map((pool) => ({
    name: textAt(pool, 'name') ?? '',
    own: textAt(pool, 'kubernetes', 'version'),
  }))
}

/** Saturday or Sunday on the clock of the cluster. */
function isWeekend(at: Instant, ahead: number): boolean {
  const weekday = new Date(at + ahead * (DAY / 1440)).getUTCDay()
  return weekday === 0 || weekday === 6
}
