'use client'

import { projectPage } from '@/lib/browser/paths'
import { capitalized } from '@/lib/words/phrases'
import { dayLoadText, dayRangeText, STUCK_OR_WILL_BE } from '@/lib/words/teams'
import { countText } from '@/lib/words/time-text'
import { nodeFigure } from '@/lib/words/wording'
import { DataTable } from '../../ui/data-table'
import { Link } from '../../ui/link'
import { Owner } from '../subject'
import { cellsOf, columnsOf, differs, TEAMS_RANGES } from './cells'
import type { TeamsViewProps } from './teams-chart'

/** The wall as a table: what the picture shows, in words. */
export function TeamsTable({ data, rows, state, isPhone }: TeamsViewProps) {
  const { desk, phone } = TEAMS_RANGES[state.range]
  const columns = columnsOf(data.days.length, isPhone ? phone : desk)
  const dates = data.days.map(({ date }) => date)
  return (
    <DataTable
      scroll="Projects by days as a table"
      className="prose rows"
      heads={[
        'Project',
        { number: 'Clusters behind' },
        { number: 'Nodes roll' },
        { number: capitalized(STUCK_OR_WILL_BE) },
        'Whom to call',
        'When',
        'What begins',
      ]}
    >
      {rows.map(({ project, behind, clusters, nodes, stuck, owner, days }) => {
        const cells = cellsOf(days, columns)
        const lines = cells.length === 0 ? [undefined] : cells
        return (
          <tbody key={project}>
            {lines.map((cell, i) => {
              const { from, to } = columns[cell?.column ?? 0] ?? { from: 0, to: 0 }
              return (
                <tr key={cell?.column ?? -1}>
                  {i === 0 ? (
                    <>
                      <th scope="rowgroup" rowSpan={lines.length}>
                        <Link href={projectPage(project)}>{project}</Link>
                      </th>
                      <td className="num" rowSpan={lines.length} data-label="Clusters behind">
                        {countText(behind)} of {countText(clusters)}
                      </td>
                      <td className="num" rowSpan={lines.length} data-label="Nodes roll">
                        {nodeFigure(nodes)}
                      </td>
                      <td
                        className={stuck > 0 ? 'num bad' : 'num faint'}
                        rowSpan={lines.length}
                        data-label={capitalized(STUCK_OR_WILL_BE)}
                      >
                        {countText(stuck)}
                      </td>
                      <td rowSpan={lines.length} data-label="Whom to call">
                        <Owner owner={owner} />
                      </td>
                    </>
                  ) : null}
                  {cell === undefined ? (
                    <td colSpan={2} className="faint">
                      nothing begins
                    </td>
                  ) : (
                    <>
                      <td className="nowrap bold">{dayRangeText(dates[from] ?? '', dates[to] ?? '')}</td>
                      <td>
                        {dayLoadText(cell.load)}
                        {differs(cell) ? (
                          <span className="faint">; before the draft: {dayLoadText(cell.before)}</span>
                        ) : null}
                      </td>
                    </>
                  )}
                </tr>
              )
            })}
          </tbody>
        )
      })}
    </DataTable>
  )
}
