import { SkeletonRows } from '../ui/parts'
import styles from './row.module.css'

const COLUMNS = [
  ['Cluster', styles.name, '150px'],
  ['Profile', styles.profile, '52px'],
  ['Kubernetes', styles.kubernetes, '104px'],
  ['Pools’ images', styles.pools, '220px'],
  ['Next event, forced first; bar 0 to 90 days', styles.event, '230px'],
  ['Nodes', styles.nodes, '64px'],
  ['Auto-update', styles.auto, '90px'],
  ['Window', styles.window, '72px'],
] as const

/** The frame at once, rows as flat bars of their final height. */
export function LoadingTable() {
  return (
    <table className={`sticky ${styles.table}`} aria-label="Clusters" aria-busy="true">
      <thead>
        <tr>
          {COLUMNS.map(([text, className]) => (
            <th key={text} scope="col" className={className}>
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
