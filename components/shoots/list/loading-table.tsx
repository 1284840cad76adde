import { SkeletonRows } from '@/components/ui/parts'
import styles from './row.module.css'

const COLUMNS = [
  ['Cluster', 216, '150px'],
  ['Profile', 76, '52px'],
  ['Kubernetes', 148, '104px'],
  ['Pools’ images', undefined, '220px'],
  ['Next event, forced first; bar 0 to 90 days', 296, '230px'],
  ['Nodes', 100, '64px'],
  ['Auto-update', 118, '90px'],
  ['Window', 92, '72px'],
] as const

/** The frame at once, rows as flat bars of their final height. */
export function LoadingTable() {
  return (
    <table className={`sticky ${styles.table}`} aria-label="Clusters" aria-busy="true">
      <thead>
        <tr>
          {COLUMNS.map(([text, width]) => (
            <th key={text} scope="col" style={{ width }}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <SkeletonRows rows={16} columns={COLUMNS.map(([, , width]) => width)} />
      </tbody>
    </table>
  )
}
