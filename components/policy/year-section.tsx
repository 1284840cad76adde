'use client'

import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import { shortName } from '@/lib/contract/version-name'
import type { PolicyAnswer, PolicyEffectsAnswer, PolicyOutcomeBody } from '@/lib/questions/policy/contract'
import { HORIZON, WITHIN_HORIZON } from '@/lib/words/phrases'
import { policyExpiryText, RULE_WORDS, releaseText, signedCountText } from '@/lib/words/policy'
import { countText, dateText, isoDay } from '@/lib/words/time-text'
import { Swatch } from '../charts/count-looks'
import { lookSigns } from '../timeline/parts'
import { useIsTable, ViewSwitch } from '../ui/button'
import { chartMark } from '../ui/chart-mark'
import { DataTable } from '../ui/data-table'
import { Select } from '../ui/fields'
import { Figure, Figures } from '../ui/figures'
import { StageChip } from '../ui/glyph'
import { Legend, SkeletonBar } from '../ui/parts'
import { Section } from '../ui/section'
import styles from './policy.module.css'
import { classificationLook } from './proposals-table'
import { ReleasesEditor } from './releases-editor'
import type { PolicyState } from './use-policy-state'
import { YearChart, type YearChartProps } from './year-chart'

export interface YearSectionProps {
  readonly answer: PolicyAnswer
  readonly outcome: PolicyOutcomeBody
  readonly state: PolicyState
  /** Undefined while they are computed; null: they are not known. */
  readonly effects: PolicyEffectsAnswer | null | undefined
}

/** The next 12 months: the releases that are expected, and what the policy then does. */
export function YearSection({ answer, outcome, state, effects }: YearSectionProps): ReactNode {
  const isTable = useIsTable()
  const zone = useZone()
  const images = outcome.year.lists.flatMap(({ image }) => image ?? [])
  const list = state.list !== null && images.includes(state.list) ? state.list : null
  return (
    <div className={`columns ${styles.ahead}`}>
      <ReleasesEditor
        releases={outcome.releases}
        images={images}
        today={isoDay(answer.at, zone)}
        isOwn={state.releases !== undefined}
        patches={state.patches}
        onChange={state.setReleases}
        onPatches={state.setPatches}
        onReset={() => state.setReleases(undefined)}
      />
      <Section
        title={<>The next {HORIZON}</>}
        note="what the policy does, if releases come as listed"
        actions={
          !isTable && (
            <Legend
              items={[
                ...lookSigns(['preview', 'supported', 'deprecated', 'expiry']),
                { sign: <Swatch look="m-5" />, text: 'with the policy' },
                { sign: <Swatch look="dashed" />, text: 'as the profile is' },
              ]}
            />
          )
        }
        {...(isTable ? {} : chartMark(`The next ${HORIZON}`))}
      >
        <div className="bar" data-control>
          <ViewSwitch drawn="Chart" />
          {images.length > 0 && (
            <span className="choice nowrap">
              Versions of{' '}
              <Select
                label="Versions of"
                value={list ?? ''}
                options={[{ value: '', text: 'Kubernetes' }, ...images]}
                onChange={(image) => state.showList(image || null)}
              />
            </span>
          )}
        </div>
        {isTable ? (
          <YearTable outcome={outcome} image={list} at={answer.at} />
        ) : (
          <YearChart outcome={outcome} image={list} at={answer.at} months={effects?.year?.months} />
        )}
      </Section>
    </div>
  )
}

type PolicyYear = NonNullable<PolicyEffectsAnswer['year']>
type DateDuty = Extract<PolicyOutcomeBody['duties'][number], { kind: 'date' }>

interface YearFiguresProps {
  readonly outcome: PolicyOutcomeBody
  /** Undefined while it is computed. */
  readonly year: PolicyYear | undefined
}

/** What the year comes to, with the policy against as the profile is. */
export function YearFigures({ outcome, year }: YearFiguresProps): ReactNode {
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
      <Figure
        label="Dates you must set yourself"
        value={dates.length}
        note={dates.length === 0 ? '' : 'listed below'}
      />
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
    <Figure
      label={name}
      value={change ? signedCountText(change.after - change.before) : <SkeletonBar width="72px" height="20px" />}
      note={
        change &&
        `${countText(change.before)} → ${countText(change.after)}${note && change.after > change.before ? `, ${note}` : ''}`
      }
    />
  )
}

/** The minor with most clusters at the end whose latest version gets no date; none if no cluster is on such a minor. */
function leftBehind({ minors }: PolicyYear, dates: readonly DateDuty[]): PolicyYear['minors'][number] | undefined {
  const open = new Set(dates.flatMap(({ image, minor }) => (image === null ? minor : [])))
  return minors
    .filter(({ minor, clusters }) => open.has(minor) && clusters.after > 0)
    .toSorted((a, b) => b.clusters.after - a.clusters.after)[0]
}

/** Everything that happens to a list in the year, in order: what comes, and what the policy then edits. */
function YearTable({ outcome, image: list, at }: Omit<YearChartProps, 'months'>): ReactNode {
  const { releases, year } = outcome
  const zone = useZone()
  const today = isoDay(at, zone)
  const isOfList = (one: { readonly image: string | null }) => one.image === list
  const edits = new Map(year.steps.map((step) => [isoDay(step.at, zone), step.edits.filter(isOfList)]))
  const come = releases.filter((one) => one.problem === null && isOfList(one))
  const edited = [...edits].flatMap(([date, some]) => (some.length > 0 ? date : []))
  const dates = [...new Set([today, ...edited, ...come.map(({ date }) => date)])].sort()
  return (
    <DataTable
      scroll={`The next ${HORIZON}, table`}
      className="dense"
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
                <td>
                  {release.classification === null ? (
                    'unclassified'
                  ) : (
                    <StageChip stage={classificationLook(release.classification)} />
                  )}
                </td>
                <td className="faint">none</td>
                <td className="muted">you expect it</td>
              </tr>
            ))}
            {changed.map(({ image, version, after, rule }, index) => (
              <tr key={shortName(image, version)}>
                {index === 0 && released.length === 0 && <DayCell date={date} today={today} rows={rows} />}
                <th scope="row">{shortName(image, version)}</th>
                <td>
                  <StageChip stage={classificationLook(after.classification)} />
                </td>
                <td className={after.expirationDate === null ? 'faint' : undefined}>
                  {after.expirationDate === null ? 'none' : policyExpiryText(after.expirationDate, zone)}
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
