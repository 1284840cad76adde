import type { PlannedEdit } from '@/lib/contract/planned-edit'

/** How a field is called in the form and in the table of effects. */
export function fieldName(field: string): string {
  const within = field.replace(/^spec\.provider\.workers\[[^\]]*\]\./, '')
  const known = Object.keys(NAMES).find((name) => within === name || within.startsWith(`${name}.`))
  return (
    (known && NAMES[known]) ??
    within.slice(Math.max(within.lastIndexOf('.'), within.lastIndexOf('[')) + 1).replace(/\]$/, '')
  )
}

const NAMES: Readonly<Record<string, string>> = {
  'spec.kubernetes.version': 'Kubernetes',
  'kubernetes.version': 'Kubernetes',
  'machine.image': 'image',
  'machine.type': 'machine type',
  'volume.type': 'volume type',
  'volume.size': 'volume size',
  'volume.encrypted': 'volume encrypted',
  'cri.name': 'CRI',
  'spec.systemComponents.nodeLocalDNS.enabled': 'node-local DNS',
  'spec.maintenance.autoUpdate.kubernetesVersion': 'Kubernetes auto-update',
  'spec.maintenance.autoUpdate.machineImageVersion': 'image auto-update',
  'spec.maintenance.timeWindow.begin': 'window begins',
  'spec.maintenance.timeWindow.end': 'window ends',
  'metadata.annotations[gardener.cloud/operation]': 'operation',
  'metadata.annotations[maintenance.gardener.cloud/operation]': 'operation in maintenance',
}

/** A value in a table: `1.33.7`, `gardenlinux 1877.9.0`, `on`, `not set`. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'not set'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value !== 'object') return String(value)
  if ('name' in value && 'version' in value) return `${value.name} ${value.version}`
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value)
}

/** One edit of a cluster: `Kubernetes: 1.33.7`, `image of web-a: gardenlinux 1877.9.0`. */
export function plannedText(edit: PlannedEdit): string {
  return `${fieldName(edit.field)}${'pool' in edit ? ` of ${edit.pool}` : ''}: ${valueText(edit.value)}`
}
