import type { ReactNode } from 'react'
import { StageChip, type StageLook } from '@/components/ui/glyph'
import { Scroll } from '@/components/ui/scroll'
import { dayText } from '@/lib/client/time-text'
import type { PolicyOutcomeBody } from '@/lib/contract'
import { expiryText, RULE_WORDS, releaseText, versionName } from './policy-words'
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
  const today = at.slice(0, 10)
  const isOfList = (one: { readonly image: string | null }) => one.image === list
  const edits = new Map(year.steps.map((step) => [step.at.slice(0, 10), step.edits.filter(isOfList)]))
  const come = releases.filter((one) => one.problem === null && isOfList(one))
  const edited = [...edits].flatMap(([date, some]) => (some.length > 0 ? date : []))
  const dates = [...new Set([today, ...edited, ...come.map(({ date }) => date)])].sort()
  return (
    <Scroll label="A year ahead, table">
      <table className={styles.steps}>
        <caption className="vh">What happens in the coming year</caption>
        <thead>
          <tr>
            <th scope="col">Day, UTC</th>
            <th scope="col">What</th>
            <th scope="col">Becomes</th>
            <th scope="col">Expiry, UTC</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        {dates.map((date) => {
          const released = come.filter((one) => one.date === date)
          const changed = edits.get(date) ?? []
          const rows = released.length + changed.length
          return (
            <tbody key={date}>
              {released.map((release, index) => (
                <tr key={releaseText(release)}>
                  {index === 0 && <DayCell date={date} at={at} rows={rows} />}
                  <th scope="row">{versionName(release.image, release.version)}</th>
                  <td>{release.classification === null ? 'unclassified' : <Stage name={release.classification} />}</td>
                  <td className="q">none</td>
                  <td className="m">you expect it</td>
                </tr>
              ))}
              {changed.map(({ image, version, after, rule }, index) => (
                <tr key={versionName(image, version)}>
                  {index === 0 && released.length === 0 && <DayCell date={date} at={at} rows={rows} />}
                  <th scope="row">{versionName(image, version)}</th>
                  <td>
                    <Stage name={after.classification} />
                  </td>
                  <td className={after.expirationDate === null ? 'q' : undefined}>
                    {after.expirationDate === null ? 'none' : expiryText(after.expirationDate)}
                  </td>
                  <td className="m">policy: {RULE_WORDS[rule]}</td>
                </tr>
              ))}
              {rows === 0 && (
                <tr>
                  <DayCell date={date} at={at} rows={1} />
                  <td colSpan={4} className="q">
                    nothing: the profile is as the policy wants it
                  </td>
                </tr>
              )}
            </tbody>
          )
        })}
      </table>
    </Scroll>
  )
}

function DayCell({ date, at, rows }: { readonly date: string; readonly at: string; readonly rows: number }): ReactNode {
  return (
    <th scope="rowgroup" rowSpan={rows}>
      {date === at.slice(0, 10) ? 'today' : dayText(`${date}T00:00:00Z`, 'UTC', { now: at })}
    </th>
  )
}

const STAGES: readonly StageLook[] = ['unavailable', 'preview', 'supported', 'deprecated', 'expired']

function Stage({ name }: { readonly name: string | null }): ReactNode {
  return <StageChip stage={STAGES.find((stage) => stage === name) ?? 'unclassified'} />
}
