'use client'

import { type ReactNode, useState } from 'react'
import { later } from '@/components/ui/later'
import { type FormProps, plannedAt } from './edited'
import styles from './form.module.css'
import type { MoreFieldsProps } from './more-fields'

interface FieldsOfProps extends MoreFieldsProps {
  readonly label: string
}

// Loaded when they are unfolded.
const Fields = later(() => import('./more-fields').then((part) => part.MoreFields))

/** Fields that are rarely changed, folded away; open where one of them is changed. */
export function FieldsOf({ label, pool, groups, choices, defaults, form, refusedBy }: FieldsOfProps): ReactNode {
  const { plan } = form
  const isChanged = (field: string) => plannedAt(plan, { pool, field }) !== undefined
  const changed = groups.flatMap(({ fields }) => fields).filter(isChanged).length
  const [isOpen, setOpen] = useState(changed > 0)
  return (
    <details className={styles.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={label}>
        More{changed > 0 ? <span className="faint">, {changed} changed</span> : null}
      </summary>
      {isOpen && (
        <Fields pool={pool} groups={groups} choices={choices} defaults={defaults} form={form} refusedBy={refusedBy} />
      )}
    </details>
  )
}

/** What concerns all pools, and operations. */
export function MoreOfCluster({ refusedBy, ...form }: FormProps & Pick<FieldsOfProps, 'refusedBy'>): ReactNode {
  return (
    <FieldsOf
      label="More of the whole cluster"
      pool={null}
      groups={MORE}
      choices={form.answer.offered}
      form={form}
      refusedBy={refusedBy}
    />
  )
}

const MORE = [
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
