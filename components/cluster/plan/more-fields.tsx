'use client'

import { type ReactNode, useState } from 'react'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { type FieldKind, POOL_FIELDS, SHOOT_FIELDS } from '@/lib/engine/edits/shoot'
import { capitalized } from '@/lib/words/phrases'
import { fieldName } from '@/lib/words/plan'
import { type FormProps, plannedAt, wantedOf, withValue } from './edited'
import { AMOUNT_HINTS, ChoiceField, fieldText, readField, ValueField } from './fields'
import styles from './form.module.css'

interface FieldsOfProps extends MoreFieldsProps {
  readonly label: string
  /** Which of its fields are not folded away. */
  readonly isAbove: (field: string) => boolean
}

/** Fields that are rarely changed, folded away; open where one of them is changed. */
export function FieldsOf({ label, isAbove, ...fields }: FieldsOfProps): ReactNode {
  const { pool, form } = fields
  const isOfIt = (edit: PlannedEdit) => ('pool' in edit ? edit.pool : null) === pool
  const changed = form.plan.edits.filter((edit) => isOfIt(edit) && !isAbove(edit.field)).length
  const [isOpen, setOpen] = useState(changed > 0)
  return (
    <details className={styles.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={label}>
        More{changed > 0 ? <span className="faint">, {changed} changed</span> : null}
      </summary>
      {isOpen && <MoreFields {...fields} />}
    </details>
  )
}

/** What concerns all pools, and operations. */
export function MoreOfCluster({ refusedBy, ...form }: FormProps & Pick<FieldsOfProps, 'refusedBy'>): ReactNode {
  return (
    <FieldsOf
      label="More of the whole cluster"
      pool={null}
      isAbove={(field) => field.startsWith('spec.maintenance.') || field === 'spec.kubernetes.version'}
      choices={form.answer.offered}
      form={form}
      refusedBy={refusedBy}
    />
  )
}

interface MoreFieldsProps {
  readonly pool: string | null
  /** By field: values to choose from. */
  readonly choices: Readonly<Record<string, readonly string[]>>
  /** By field: what counts where it is not set. */
  readonly defaults?: Readonly<Record<string, string>> | undefined
  readonly form: FormProps
  readonly refusedBy: (field: string) => string | undefined
}

interface Group {
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

const KINDS: Readonly<Record<string, FieldKind>> = { ...SHOOT_FIELDS, ...POOL_FIELDS }
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

/** Fields in groups, each with its label. */
function MoreFields({ pool, choices, defaults = {}, form, refusedBy }: MoreFieldsProps): ReactNode {
  const { answer, plan, onChange } = form
  const groups: readonly Group[] = pool === null ? OF_CLUSTER : OF_POOL
  const isChanged = (field: string) => plannedAt(plan, { pool, field }) !== undefined
  return (
    <>
      {groups.map(({ title, fields }) => (
        <fieldset key={title}>
          <legend className="faint small">{title}</legend>
          <div className={styles.fields}>
            {fields.map((field) => {
              const place = { pool, field }
              const kind = KINDS[field] ?? 'text'
              const value = wantedOf(answer, plan, place)
              const set = (next: unknown) => onChange(withValue(answer, plan, place, next))
              const common = {
                label: labelOf(field),
                isChanged: isChanged(field),
                refusedBy: refusedBy(field),
              }
              const listed = choices[field]
              if (kind !== 'flag' && listed === undefined)
                return (
                  <ValueField
                    key={field}
                    kind={kind}
                    value={value}
                    placeholder={defaults[field] ?? HINTS[kind]}
                    {...common}
                    onChange={set}
                  />
                )
              const options = listed === undefined ? FLAGS : listed.map((one) => ({ value: one, text: one }))
              return (
                <ChoiceField
                  key={field}
                  value={fieldText(kind, value)}
                  groups={[{ label: null, options: withNone(options, fieldText(kind, value), field, defaults[field]) }]}
                  {...common}
                  onChange={(text) => {
                    const reading = readField(kind, text)
                    if (reading.kind === 'ok') set(reading.value)
                  }}
                />
              )
            })}
          </div>
        </fieldset>
      ))}
    </>
  )
}

const FLAGS = [
  { value: 'true', text: 'on' },
  { value: 'false', text: 'off' },
]

function withNone(
  options: readonly { value: string; text: string }[],
  value: string,
  field: string,
  otherwise: string | undefined,
) {
  const isListed = value === '' || options.some((one) => one.value === value)
  const own = isListed ? [] : [{ value, text: value }]
  const none =
    field === 'machine.type' ? [] : [{ value: '', text: otherwise === undefined ? 'not set' : `not set: ${otherwise}` }]
  return [...none, ...options, ...own]
}
