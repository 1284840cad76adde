'use client'

import type { ReactNode } from 'react'
import { EDITABLE_SHOOT_FIELDS, type FieldKind, POOL_FIELDS } from '@/lib/engine/edits/shoot'
import { capitalized } from '@/lib/words/phrases'
import { fieldName } from '@/lib/words/plan'
import { optionsOf } from '../../ui/fields'
import { Fold } from '../../ui/section'
import { placeOf } from './edited'
import { AMOUNT_HINTS, type FieldOption, PlanField, usePlanForm } from './fields'
import styles from './plan.module.css'

interface FieldsOfProps {
  readonly label: string
  /** Null: of the whole cluster. */
  readonly pool: string | null
  /** Whether a field is not folded away. */
  readonly isAbove: (field: string) => boolean
  /** Values to choose from, by field. */
  readonly choices: Readonly<Record<string, readonly string[]>>
  /** What counts if a field is not set, by field. */
  readonly defaults?: Readonly<Record<string, string>> | undefined
}

/** Fields that are rarely changed, in groups, folded away; open where one of them is changed. */
export function FieldsOf({ label, pool, isAbove, choices, defaults = {} }: FieldsOfProps): ReactNode {
  const { plan } = usePlanForm()
  const changed = plan.edits.filter((edit) => placeOf(edit).pool === pool && !isAbove(edit.field)).length
  const groups: readonly FieldGroup[] = pool === null ? OF_CLUSTER : OF_POOL
  return (
    <Fold
      label={label}
      summary={<>More{changed > 0 ? <span className="faint">, {changed} changed</span> : null}</>}
      isOpen={changed > 0}
    >
      <div className="stack">
        {groups.map(({ title, fields }) => (
          <fieldset key={title}>
            <legend className="faint small">{title}</legend>
            <div className={styles.fields}>
              {fields.map((field) => {
                const kind = KINDS[field] ?? 'text'
                const listed = choices[field]?.map((one) => ({ value: one, text: one }))
                const options = listed ?? (kind === 'flag' ? FLAGS : undefined)
                return (
                  <PlanField
                    key={field}
                    {...{ pool, field, kind }}
                    label={labelOf(field)}
                    options={options && [...noneOf(field, defaults[field]), ...options]}
                    placeholder={defaults[field] ?? HINTS[kind]}
                  />
                )
              })}
            </div>
          </fieldset>
        ))}
      </div>
    </Fold>
  )
}

interface FieldGroup {
  readonly title: string
  readonly fields: readonly string[]
}

const OF_POOL = [
  { title: 'Rolls nodes', fields: ['machine.type', 'volume.type', 'volume.size', 'cri.name'] },
  {
    title: 'Kubelet, instead of the settings of the whole cluster',
    fields: [
      'kubernetes.kubelet.kubeReserved',
      'kubernetes.kubelet.evictionHard',
      'kubernetes.kubelet.cpuManagerPolicy',
      'kubernetes.kubelet.maxPods',
    ],
  },
  {
    title: 'How nodes are drained and replaced',
    fields: [
      'machineControllerManager.machineDrainTimeout',
      'machineControllerManager.machineCreationTimeout',
      'machineControllerManager.machineHealthTimeout',
      'machineControllerManager.inPlaceUpdateTimeout',
      'machineControllerManager.maxEvictRetries',
      'machineControllerManager.nodeConditions',
      'machineControllerManager.disableHealthTimeout',
    ],
  },
  { title: 'Of the provider', fields: ['volume.encrypted', 'providerConfig'] },
] as const

const OF_CLUSTER = [
  {
    title: 'Kubelet, where a pool has no settings of its own',
    fields: [
      'spec.kubernetes.kubelet.kubeReserved',
      'spec.kubernetes.kubelet.evictionHard',
      'spec.kubernetes.kubelet.cpuManagerPolicy',
      'spec.kubernetes.kubelet.maxPods',
    ],
  },
  { title: 'System components', fields: ['spec.systemComponents.nodeLocalDNS.enabled'] },
  {
    title: 'Rotations of credentials',
    fields: [
      'metadata.annotations[gardener.cloud/operation]',
      'metadata.annotations[maintenance.gardener.cloud/operation]',
    ],
  },
] as const

const KINDS: Readonly<Record<string, FieldKind>> = { ...EDITABLE_SHOOT_FIELDS, ...POOL_FIELDS }
const HINTS: Partial<Record<FieldKind, string>> = {
  ...AMOUNT_HINTS,
  texts: 'DiskPressure, KernelDeadlock',
  json: '{"iops": 3000}',
}

/** Names of the API stay as they are written there. */
function labelOf(field: string): string {
  const name = fieldName(field)
  return /^[a-z]+[A-Z]/.test(name) ? name : capitalized(name)
}

const FLAGS = optionsOf({ true: 'on', false: 'off' })

/** A pool always has a machine type. */
function noneOf(field: string, otherwise: string | undefined): readonly FieldOption[] {
  if (field === 'machine.type') return []
  return [{ value: '', text: otherwise === undefined ? 'not set' : `not set: ${otherwise}` }]
}
