import type { ReactNode } from 'react'
import type { Zone } from '@/lib/contract/zone'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import { spanName } from '@/lib/words/spans'
import { countText, fullText } from '@/lib/words/time-text'
import type { VersionRow } from '../timeline/rows'
import { DataTable } from '../ui/data-table'
import { Scroll } from '../ui/scroll'
import styles from './version.module.css'

interface CourseTableProps {
  readonly row: VersionRow
  readonly course: VersionAnswer['course']
  readonly zone: Zone
}

/** The life chart's data: the stages as a list, the clusters as a table. */
export function CourseTable({ row, course, zone }: CourseTableProps): ReactNode {
  return (
    <Scroll label="Stages and clusters as a table" className={styles.course}>
      <ul className="small">
        {row.spans.map((span) => (
          <li key={`${span.look}/${span.from}`}>{spanName(row.version, span, zone)}</li>
        ))}
      </ul>
      <DataTable className={styles.table} heads={['From', { number: 'Clusters on it' }]}>
        <tbody>
          {course.map(({ at, clusters }, index) => (
            <tr key={at}>
              <th scope="row">{index === 0 ? 'now' : fullText(at, zone)}</th>
              <td className="num">{countText(clusters)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}
