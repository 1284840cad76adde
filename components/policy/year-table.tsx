import type { ReactNode } from 'react'
import { DataTable } from '@/components/ui/data-table'
import { StageChip, type StageLook } from '@/components/ui/glyph'
import { Scroll } from '@/components/ui/scroll'
import { useZone } from '@/lib/browser/clock'
import { shortName } from '@/lib/contract/version-name'
import type { PolicyOutcomeBody } from '@/lib/questions/policy/contract'
import { HORIZON } from '@/lib/words/phrases'
import { expiryText, RULE_WORDS, releaseText } from '@/lib/words/policy'
import { dateText, isoDay } from '@/lib/words/time-text'
import styles from './year.module.css'

interface YearTableProps {
  readonly outcome: PolicyOutcomeBody
  /** Null: Kubernetes. */
  readonly image: string | null
  readonly at: string
}

/** Everything that happens to a list in the year, in order: what comes, and what the policy then edits. */
export function YearTable({ outcome, image: list, at }: YearTableProps): ReactNode {
  const { releases, year } = outcome
  const zone = useZone()
  const today = isoDay(at, zone)
  const isOfList = (one: { readonly image: string | null }) => one.image === list
  const edits = new Map(year.steps.map((step) => [isoDay(step.at, zone), step.edits.filter(isOfList)]))
  const come = releases.filter((one) => one.problem === null && isOfList(one))
  const edited = [...edits].flatMap(([date, some]) => (some.length > 0 ? date : []))
  const dates = [...new Set([today, ...edited, ...come.map(({ date }) => date)])].sort()
  return (
    <Scroll label={`The next ${HORIZON}, table`}>
      <DataTable
        className={styles.steps}
        caption={`What happens in the next ${HORIZON}`}
        heads={['Day', 'What', 'Becomes', 'Expiry', 'Why']}
      >
        {dates.map((date) => {
          const released = come.filter((one) => one.date === date)
          const changed = edits.get(date) ?? []
          const rows = released.length + changed.length
          return (
            <tbody key={date}>
              {released.map((release, index) => (
                <tr key={releaseText(release)}>
                  {index === 0 && <DayCell date={date} today={today} rows={rows} />}
                  <th scope="row">{shortName(release.image, release.version)}</th>
                  <td>{release.classification === null ? 'unclassified' : <Stage name={release.classification} />}</td>
                  <td className="faint">none</td>
                  <td className="muted">you expect it</td>
                </tr>
              ))}
              {changed.map(({ image, version, after, rule }, index) => (
                <tr key={shortName(image, version)}>
                  {index === 0 && released.length === 0 && <DayCell date={date} today={today} rows={rows} />}
                  <th scope="row">{shortName(image, version)}</th>
                  <td>
                    <Stage name={after.classification} />
                  </td>
                  <td className={after.expirationDate === null ? 'faint' : undefined}>
                    {after.expirationDate === null ? 'none' : expiryText(after.expirationDate, zone)}
                  </td>
                  <td className="muted">policy: {RULE_WORDS[rule]}</td>
                </tr>
              ))}
              {rows === 0 && (
                <tr>
                  <DayCell date={date} today={today} rows={1} />
                  <td colSpan={4} className="faint">
                    nothing: the profile is as the policy wants it
                  </td>
                </tr>
              )}
            </tbody>
          )
        })}
      </DataTable>
    </Scroll>
  )
}

interface DayCellProps {
  readonly date: string
  readonly today: string
  readonly rows: number
}

function DayCell({ date, today, rows }: DayCellProps): ReactNode {
  return (
    <th scope="rowgroup" rowSpan={rows}>
      {date === today ? 'today' : dateText(date, today)}
    </th>
  )
}

const STAGES: readonly StageLook[] = ['unavailable', 'preview', 'supported', 'deprecated', 'expired']

function Stage({ name }: { readonly name: string | null }): ReactNode {
  return <StageChip stage={STAGES.find((stage) => stage === name) ?? 'unclassified'} />
}
