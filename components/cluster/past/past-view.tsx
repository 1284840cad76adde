'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { linkTo, withMoment } from '@/lib/browser/at'
import { useMoment, useNow, useNowWord } from '@/lib/browser/clock'
import { profilePage, shootPage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { NamespacedName } from '@/lib/engine/types'
import type { PastUpdateBody, ShootPastAnswer } from '@/lib/questions/cluster/contract'
import { clusterQueries } from '@/lib/questions/queries'
import {
  CAUSE_WORDS,
  factText,
  gapText,
  nodesDone,
  partsText,
  pastHeadline,
  pastTicket,
  poolsDone,
  resultOf,
  untouchedText,
} from '@/lib/words/past'
import { capitalized, profileName } from '@/lib/words/phrases'
import { countOf, dayText, fullText, momentText, relativeText } from '@/lib/words/time-text'
import { Quote, Quotes } from '../../outlook/quotes'
import { WhyDecisions } from '../../outlook/why-decisions'
import { HATCHED } from '../../timeline/parts'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy'
import { RowTable } from '../../ui/data-table'
import { Answered } from '../../ui/error-part'
import { Select } from '../../ui/fields'
import { Icon } from '../../ui/icon'
import { useIsInBrowser } from '../../ui/lazy-part'
import { Legend, Move, SkeletonBar, SkeletonBars } from '../../ui/parts'
import { RecordingNotice } from '../../ui/recording-notice'
import { Fact, Fold, Section } from '../../ui/section'
import { ShootFrame } from '../shoot-frame'
import styles from './past.module.css'
import { PastChart, PastGlyph } from './past-chart'
import { type PastRow, pastRows, timesFailed } from './past-lanes'

/** What happened to a cluster, and why. */
export function PastView({ shoot }: { readonly shoot: NamespacedName }) {
  const query = useQuery(clusterQueries.past(shoot, useMoment()))
  return (
    <ShootFrame shoot={shoot} tab="past" waiting={WAITING}>
      {(answer) => (
        <Answered query={query} waiting={WAITING}>
          {(past) => <Past answer={answer} past={past} />}
        </Answered>
      )}
    </ShootFrame>
  )
}

function Past({ answer, past }: { readonly answer: ShootAnswer; readonly past: ShootPastAnswer }) {
  const now = useNow()
  const { params, set } = useUrlState()
  const zone = answer.shoot.nextWindow.offset
  const { updates } = past
  const picked = updates.find(({ at }) => at === params.get('update')) ?? updates[0]
  const pick = (at: string) => set({ update: at === updates[0]?.at ? undefined : at })
  const ticket = useTicket(answer, past, picked)
  return (
    <div className={`stack ${styles.page}`}>
      {past.seen === undefined && <RecordingNotice />}
      {picked === undefined ? (
        <p className="headline">
          <strong>No update is recorded.</strong>
        </p>
      ) : (
        <Update answer={answer} past={past} update={picked} now={now} ticket={ticket} onPick={pick} />
      )}
      <Section title="Past and forecast" note={recordedText(past, zone)} actions={<Legend items={signsOf(past)} />}>
        <PastChart answer={answer} past={past} now={now} />
      </Section>
      <UpdateTable past={past} picked={picked} zone={zone} now={now} onPick={pick} />
      {picked === undefined ? null : (
        <section aria-label="Text for a ticket">
          <Fold summary="Text for a ticket">
            <p className="note">Copy for ticket copies it. Its link shows later what is shown here.</p>
            <pre className="code">{ticket.trimEnd()}</pre>
          </Fold>
        </section>
      )}
    </div>
  )
}

/** The update that is picked as plain text; empty: none is. */
function useTicket({ shoot }: ShootAnswer, past: ShootPastAnswer, update: PastUpdateBody | undefined): string {
  const origin = useIsInBrowser() ? window.location.origin : ''
  if (update === undefined) return ''
  const link = linkTo(`${shootPage(shoot, 'past')}?update=${update.at}`, past, origin + BASE_PATH)
  return pastTicket(`${shoot.project} / ${shoot.name}`, update, shoot.nextWindow.offset, link)
}

/** The signs that the chart shows. */
function signsOf({ updates, gaps }: ShootPastAnswer) {
  const causes = [...new Set(updates.map(({ cause }) => cause))]
  return [
    ...causes.map((cause) => ({ sign: <PastGlyph cause={cause} />, text: CAUSE_WORDS[cause] })),
    ...(gaps.length > 0 ? [{ sign: HATCHED, text: 'not recorded' }] : []),
  ]
}

function recordedText({ since, gaps }: ShootPastAnswer, zone: string): string {
  if (since === null) return 'Nothing is recorded.'
  const with_ = gaps.length === 0 ? '' : `, with ${countOf(gaps.length, 'gap')}`
  return `Recorded since ${dayText(since, zone)}${with_}.`
}

interface UpdateProps {
  readonly answer: ShootAnswer
  readonly past: ShootPastAnswer
  readonly update: PastUpdateBody
  readonly now: number
  /** The text for one. */
  readonly ticket: string
  readonly onPick: (at: string) => void
}

/** The answer to one question: why was it updated then? */
function Update({ answer, past, update, now, ticket, onPick }: UpdateProps) {
  const { shoot } = answer
  const { updates } = past
  const zone = shoot.nextWindow.offset
  const { cause, rest } = pastHeadline(update, zone, timesFailed(updates, update))
  const id = useId()
  return (
    <>
      <div className="bar">
        <label htmlFor={id} className="bold">
          What happened
        </label>
        <Select
          id={id}
          value={update.at}
          options={updates.map((one) => ({
            value: one.at,
            text: `${momentText(one.at, zone, now)}, ${CAUSE_WORDS[one.cause]}: ${partsText(one)}`,
          }))}
          onChange={onPick}
        />
        <span className="muted small">
          <span className="desk">{fullText(update.at, zone)}, </span>
          {relativeText(update.at, now)}
        </span>
        <span className="grow" />
        <CopyButton look="primary" text={ticket} label="Copy for ticket" />
      </div>
      <p className="headline">
        <strong className={update.cause === 'fails' ? 'bad' : undefined}>{cause}</strong>
        {rest}
      </p>
      <Quotes texts={[saidIn(update)]} place="Gardener’s words">
        <div className={`columns ruled ${styles.three}`}>
          <Outcome update={update} zone={zone} />
          <Rules answer={answer} update={update} zone={zone} now={now} />
          <Known update={update} zone={zone} now={now} />
        </div>
      </Quotes>
    </>
  )
}

/** The rules by which it was decided, with what was known in that minute. */
function Rules({
  answer,
  update,
  zone,
  now,
}: Pick<UpdateProps, 'answer' | 'update' | 'now'> & { readonly zone: string }) {
  const { question, sameToday } = update
  // On a page of the past it is the profile of then.
  const day = useNowWord('today', zone)
  const { namespace, name, profile } = answer.shoot
  return (
    <Section
      aria-label="The rule as it stood"
      title={`The rule as it stood ${question === null ? 'then' : `at ${momentText(question.window, zone, now)}`}`}
      note={question?.resourceVersion && `${profileName(profile)}, resourceVersion ${question.resourceVersion}`}
    >
      {question === null ? (
        <p className="muted small">
          {update.step === null
            ? 'No maintenance did this, so no rule decided it.'
            : 'What the profile said then is not recorded.'}
        </p>
      ) : (
        <>
          <RulesThen shoot={{ namespace, name }} question={question} />
          <p className="note">
            <a
              className="link"
              href={BASE_PATH + withMoment(profilePage(profile), { at: question.seen, seen: question.seen })}
            >
              {profileName(profile)} as of then
            </a>
          </p>
        </>
      )}
      {sameToday === null ? null : (
        <p className="faint small">
          With the profile of {day} the answer would be {sameToday ? 'the same' : 'another one'}.
        </p>
      )}
    </Section>
  )
}

interface RulesThenProps {
  readonly shoot: NamespacedName
  readonly question: NonNullable<PastUpdateBody['question']>
}

/** Why a maintenance took the versions that it took, by what was known then. */
function RulesThen({ shoot, question: { seen, window } }: RulesThenProps) {
  const query = useQuery(clusterQueries.why(shoot, { seen, at: seen, window }))
  return (
    <Answered query={query} waiting={<SkeletonBar width="60%" />}>
      {(why) => <WhyDecisions answer={{ ...why, past: true }} />}
    </Answered>
  )
}

function Outcome({ update, zone }: { readonly update: PastUpdateBody; readonly zone: string }) {
  const { resourceVersion } = update
  const untouched = untouchedText(update)
  return (
    <Section title="What it did">
      <dl className="terms small">
        <Fact term="Changed">
          {update.moves.length === 0
            ? 'no version'
            : update.moves.map((move) => (
                <span key={`${move.component} ${move.pool}`} className={`below ${styles.move}`}>
                  {capitalized(move.pool === null ? 'control plane' : `pool ${move.pool}`)},{' '}
                  {move.image ?? 'Kubernetes'} <Move from={move.from} to={move.to ?? 'nothing'} />
                </span>
              ))}
        </Fact>
        <Fact term="Nodes">{poolsDone(update)}</Fact>
        {untouched === null ? null : <Fact term="Not touched">{untouched}</Fact>}
        <Fact term="Result">
          <Result update={update} zone={zone} isWhole />
        </Fact>
        {resourceVersion === undefined ? null : (
          <Fact term="Object">
            resourceVersion {resourceVersion.before ?? 'not known'} <span className="arrow">→</span>{' '}
            {resourceVersion.after ?? 'not known'}
          </Fact>
        )}
      </dl>
      {saidIn(update) === '' ? null : (
        <>
          <h3>Gardener’s words</h3>
          <blockquote className={styles.words}>
            <Quote text={saidIn(update)} />
          </blockquote>
        </>
      )}
    </Section>
  )
}

/** What Gardener says of a maintenance; empty: nothing. */
function saidIn({ step }: PastUpdateBody): string {
  return [step?.description, step?.failureReason].filter(Boolean).join(' ')
}

interface ResultProps {
  readonly update: PastUpdateBody
  readonly zone: string
  readonly isWhole?: boolean
}

function Result({ update, zone, isWhole = false }: ResultProps): ReactNode {
  const result = resultOf(update, zone)
  if (result === null) return <span className="faint">not told</span>
  return (
    <span className={result.isBad ? 'bad' : undefined}>
      {result.isOpen ? null : <Icon name={result.isBad ? 'stop' : 'check'} />} {result.text}
      {isWhole && result.note !== '' ? `, ${result.note}` : ''}
    </span>
  )
}

function Known({ update, zone, now }: Pick<UpdateProps, 'update' | 'now'> & { readonly zone: string }) {
  return (
    <Section title="Since when it could be known">
      <ol className={`small ${styles.known}`}>
        {update.known.map((fact) => (
          <li key={`${fact.at} ${JSON.stringify(fact)}`}>
            <b>{momentText(fact.at, zone, now)}</b>
            <span>{factText(fact, zone)}</span>
          </li>
        ))}
        <li data-last>
          <b>{momentText(update.at, zone, now)}</b>
          <span>
            {update.known.length === 0
              ? 'Nothing about it changed in the 60 days before, as far as is recorded.'
              : `This update: ${CAUSE_WORDS[update.cause]}.`}
          </span>
        </li>
      </ol>
    </Section>
  )
}

interface UpdateTableProps {
  readonly past: ShootPastAnswer
  readonly picked: PastUpdateBody | undefined
  readonly zone: string
  readonly now: number
  readonly onPick: (at: string) => void
}

function UpdateTable({ past, picked, zone, now, onPick }: UpdateTableProps) {
  const rows = pastRows(past)
  if (rows.length === 0) return null
  return (
    <Section title="Past updates" note={<>{past.updates.length}, newest first</>}>
      <RowTable
        scroll="All of them, newest first"
        className={`prose rows ${styles.table}`}
        heads={[
          `Begun, ${zone.replace('-', '−')}`,
          'Cause',
          'What',
          'From → to',
          'Reason Gardener gave',
          'Result',
          'Nodes',
          'Why',
        ]}
      >
        {rows.map((row) =>
          row.kind === 'gap' ? (
            <tr key={`gap ${row.at}`} className="faint">
              <td colSpan={8}>{gapText(row.gap, zone)}</td>
            </tr>
          ) : (
            <UpdateRow key={row.at} row={row} picked={picked} zone={zone} now={now} onPick={onPick} />
          ),
        )}
      </RowTable>
    </Section>
  )
}

interface UpdateRowProps extends Omit<UpdateTableProps, 'past'> {
  readonly row: Extract<PastRow, { kind: 'updates' }>
}

function UpdateRow({ row: { at, update, first, count }, picked, zone, now, onPick }: UpdateRowProps) {
  const isOneOfThem = picked !== undefined && picked.at <= at && picked.at >= first.at
  return (
    <tr aria-current={isOneOfThem || undefined}>
      <th scope="row" className="nowrap">
        {momentText(at, zone, now)}
        {count === 1 ? null : (
          <span className="faint tiny below">
            {count} times since {momentText(first.at, zone, now)}
          </span>
        )}
      </th>
      <td className="nowrap">
        <PastGlyph cause={update.cause} /> {CAUSE_WORDS[update.cause]}
      </td>
      <td>{capitalized(partsText(update))}</td>
      <td>
        {update.moves.map(({ component, pool, image, from, to }) => (
          <span key={`${component} ${pool}`} className={`below ${styles.move}`}>
            {image ?? 'Kubernetes'} <Move from={from} to={to ?? 'nothing'} />
          </span>
        ))}
      </td>
      <td className="muted">{[...new Set(update.step?.changes.map(({ reason }) => reason) ?? [])].join('; ')}</td>
      <td className="nowrap">
        <Result update={update} zone={zone} />
      </td>
      <td className="nowrap">{nodesDone(update)}</td>
      <td className="nowrap">
        {update === picked ? (
          <span className="faint">shown above</span>
        ) : (
          <Button look="quiet" small onClick={() => onPick(at)}>
            Why?<span className="visually-hidden"> {momentText(at, zone, now)}</span>
          </Button>
        )}
      </td>
    </tr>
  )
}

const WAITING = <SkeletonBars widths={['72%', '58%', '100%', '96%', '98%']} height="20px" />
