import type { ReactNode } from 'react'
import { Figure, Figures, FigureValue } from '@/components/ui/figures'
import { SkeletonBar } from '@/components/ui/parts'
import { useZone } from '@/lib/browser/clock'
import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { PolicyEffectsAnswer, PolicyOutcomeBody } from '@/lib/questions/policy/contract'
import { HORIZON, listed, WITHIN_HORIZON } from '@/lib/words/phrases'
import { differenceText } from '@/lib/words/policy'
import { countText, dayText } from '@/lib/words/time-text'
import styles from './year.module.css'

/** As many dates are told. */
const NAMED = 2

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
  const zone = useZone()
  const dates = outcome.duties.flatMap((duty) => (duty.kind === 'date' ? [duty] : []))
  const stay = year === undefined ? undefined : leftBehind(year, dates)
  return (
    <Figures className={styles.figures}>
      <Change name={`Forced updates ${WITHIN_HORIZON}`} change={year?.forced} />
      <Change
        name="Nodes rolling, at most"
        change={year && { before: year.nodes.before.max, after: year.nodes.after.max }}
      />
      {stay ? (
        <Change name={`Still on ${stay.minor} in ${HORIZON}`} change={stay.clusters} note="nobody is forced" />
      ) : (
        <Change name="Updates that begin to fail" change={year?.fails} />
      )}
      <Figure label="Dates you must set yourself">
        <FigureValue
          value={dates.length}
          note={
            listed([
              ...dates.slice(0, NAMED).map((duty) => dateText(duty, at, zone)),
              ...(dates.length > NAMED ? [`${countText(dates.length - NAMED)} more`] : []),
            ]) || 'none'
          }
        />
      </Figure>
    </Figures>
  )
}

interface ChangeProps {
  readonly name: string
  readonly change: { readonly before: number; readonly after: number } | undefined
  readonly note?: string
}

function Change({ name, change, note }: ChangeProps): ReactNode {
  return (
    <Figure label={name}>
      {change ? (
        <FigureValue
          value={differenceText(change.after - change.before)}
          note={`${countText(change.before)} → ${countText(change.after)}${note && change.after > change.before ? `, ${note}` : ''}`}
        />
      ) : (
        <dd>
          <SkeletonBar width="72px" height="20px" />
        </dd>
      )}
    </Figure>
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
function dateText({ image, version, since }: DateDuty, at: string, zone: Zone): string {
  const name = shortName(image, version)
  return since <= at ? `${name} now` : `${name} from ${dayText(since, zone, { now: at })}`
}
