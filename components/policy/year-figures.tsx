import type { ReactNode } from 'react'
import { SkeletonBar } from '@/components/ui/parts'
import { countText, dayText } from '@/lib/client/time-text'
import type { PolicyEffectsAnswer, PolicyOutcomeBody } from '@/lib/contract'
import { differenceText, versionName } from './policy-words'
import styles from './year.module.css'

type Year = NonNullable<PolicyEffectsAnswer['year']>
type DateDuty = Extract<PolicyOutcomeBody['duties'][number], { kind: 'date' }>

interface YearFiguresProps {
  readonly outcome: PolicyOutcomeBody
  readonly at: string
  /** Undefined while it is computed. */
  readonly year: Year | undefined
}

/** What the year comes to, with the policy against as the profile is. */
export function YearFigures({ outcome, at, year }: YearFiguresProps): ReactNode {
  const dates = outcome.duties.flatMap((duty) => (duty.kind === 'date' ? [duty] : []))
  const stay = year === undefined ? undefined : leftBehind(year, dates)
  return (
    <dl className={styles.figures}>
      <Change name="Forced updates in a year" change={year?.forced} />
      <Change
        name="Nodes rolling, at most"
        change={year && { before: year.nodes.before.max, after: year.nodes.after.max }}
      />
      {stay ? (
        <Change name={`Still on ${stay.minor} in a year`} change={stay.clusters} note="nobody is forced" />
      ) : (
        <Change name="Updates that begin to fail" change={year?.fails} />
      )}
      <div>
        <dt>Dates you must set yourself</dt>
        <dd>
          <b>{dates.length}</b>{' '}
          <span className="m">
            {dates
              .slice(0, 2)
              .map((duty) => dateText(duty, at))
              .join(', ') || 'none'}
          </span>
        </dd>
      </div>
    </dl>
  )
}

interface ChangeProps {
  readonly name: string
  readonly change: { readonly before: number; readonly after: number } | undefined
  readonly note?: string
}

function Change({ name, change, note }: ChangeProps): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {change ? (
          <>
            <b>{differenceText(change.after - change.before)}</b>{' '}
            <span className="m">
              {`${countText(change.before)} → ${countText(change.after)}`}
              {note && change.after > change.before ? `, ${note}` : ''}
            </span>
          </>
        ) : (
          <SkeletonBar width="72px" height="20px" />
        )}
      </dd>
    </div>
  )
}

/** Of the minors whose latest version gets no date, the one with most clusters at the end; none when nobody is on them. */
function leftBehind({ minors }: Year, dates: readonly DateDuty[]): Year['minors'][number] | undefined {
  const open = new Set(dates.flatMap(({ image, minor }) => (image === null ? minor : [])))
  return minors
    .filter(({ minor, clusters }) => open.has(minor) && clusters.after > 0)
    .toSorted((a, b) => b.clusters.after - a.clusters.after)[0]
}

/** `1.33.7 from 16 Mar 2027` */
function dateText({ image, version, since }: DateDuty, at: string): string {
  const name = versionName(image, version)
  return since <= at ? `${name} now` : `${name} from ${dayText(since, 'UTC', { now: at })}`
}
