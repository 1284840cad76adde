'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { DRAFTS, EXCEPTIONS, selection, shootPage, versionPage, WORKBENCH } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import { shortName } from '@/lib/contract/version-name'
import type { WhatIfChange } from '@/lib/contract/what-if'
import type { MoreTimeAnswer } from '@/lib/questions/exceptions/contract'
import { type AskedMoreTime, exceptionsQueries } from '@/lib/questions/exceptions/queries'
import { CHANGE_WORDS } from '@/lib/words/draft'
import {
  causeText,
  clusterText,
  madeTexts,
  moreTimeChecks,
  moreTimeFigure,
  moreTimeHeadline,
  moreTimeWarning,
  othersText,
  untilText,
} from '@/lib/words/exceptions'
import { nameOf } from '@/lib/words/phrases'
import { clockText, countOf, countText, DAY, dayText, isoDay, monthText, ms } from '@/lib/words/time-text'
import { ChangeGroup, ChangeRow, ChangeTable } from '../outlook/change-table'
import { SentenceText } from '../outlook/texts'
import { TakeAway } from '../take-away/take-away'
import { type LaneRow, Lanes } from '../timeline/lanes'
import { Button, Segmented } from '../ui/button'
import parts from '../ui/change.module.css'
import { chartMark, rangeMark } from '../ui/chart-mark'
import { CopyButton, CopyLink } from '../ui/copy'
import { DiffLines } from '../ui/diff-lines'
import dock from '../ui/dock.module.css'
import { ErrorPart } from '../ui/error-part'
import { DateField, SelectField } from '../ui/fields'
import { Figure, Figures, FigureValue } from '../ui/figures'
import { StageChip } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { later } from '../ui/later'
import { Link } from '../ui/link'
import { PageHead } from '../ui/page-head'
import { SkeletonBar } from '../ui/parts'
import styles from './exceptions.module.css'

// Loaded when it is first opened.
const MoreTimeDialog = later(() => import('./more-time-dialog').then((part) => part.MoreTimeDialog))

const NAMES = {
  crumbs: [
    { text: 'Changes', href: WORKBENCH },
    { text: 'Drafts', href: DRAFTS },
  ],
} as const

/**
 * One project gets more time: what is asked at the left, what it does at the right. Nothing is written until it is applied.
 * `asked`: of the address; null: it names no project, profile and version.
 */
export function MoreTimePage({ asked }: { readonly asked: AskedMoreTime | null }): ReactNode {
  if (asked === null)
    return (
      <>
        <PageHead {...NAMES} here="More time" title="More time for one project" />
        <p>
          It is asked from a version, a project or a stuck cluster. What was given is in the list of{' '}
          <Link className="link underlined" href={EXCEPTIONS}>
            exceptions
          </Link>
          .
        </p>
      </>
    )
  return <Draft begun={asked} />
}

function Draft({ begun }: { readonly begun: AskedMoreTime }): ReactNode {
  const moment = useMoment()
  const zone = useZone()
  const { set } = useUrlState()
  const [asked, setAsked] = useState(begun)
  const query = useQuery({ ...exceptionsQueries.moreTime({ ...moment, ...asked }), placeholderData: keepPreviousData })
  const { data } = query
  const ask = (change: Partial<AskedMoreTime>) => {
    const next = { ...asked, ...change }
    setAsked(next)
    set({
      select: selection(next.image ?? 'Kubernetes', next.version),
      until: next.until?.slice(0, 10),
      clusters: next.clusters === undefined ? undefined : next.clusters.join(',') || 'none',
    })
  }
  const { project, image, version } = asked
  return (
    <>
      <PageHead
        {...NAMES}
        here={data?.target.name ?? 'More time'}
        title={`More time for ${data?.project ?? project}`}
        facts={
          <span className="muted small">
            Draft: nothing changes until you apply. Asked from{' '}
            {data === undefined ? (
              nameOf(image, version)
            ) : (
              <Link
                className="link underlined"
                href={versionPage({ kind: 'CloudProfile', name: data.root }, image ?? 'Kubernetes', version)}
              >
                {data.root} {shortName(image, version)}
              </Link>
            )}
            {data && `. Based on the garden as of ${clockText(data.observedAt, zone)}.`}
          </span>
        }
      >
        <TakeAway at={data?.at} />
        <CopyLink of={data} />
      </PageHead>
      {query.isError && (
        <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
      )}
      {data === undefined ? (
        !query.isError && <SkeletonBar width="60%" height="28px" />
      ) : (
        <Shown answer={data} asked={asked} isOld={query.isPlaceholderData} onAsk={ask} />
      )}
    </>
  )
}

interface ShownProps {
  readonly answer: MoreTimeAnswer
  readonly asked: AskedMoreTime
  /** It answers what was asked before. */
  readonly isOld: boolean
  readonly onAsk: (change: Partial<AskedMoreTime>) => void
}

function Shown({ answer, asked, isOld, onAsk }: ShownProps): ReactNode {
  const { target } = answer
  const [reason, setReason] = useState('')
  return (
    <>
      <div className={parts.columns}>
        <section className={`${parts.edits} ${styles.asked}`} aria-label="What is asked">
          <Which answer={answer} onAsk={onAsk} />
          <Until answer={answer} onAsk={onAsk} />
          <Moving answer={answer} onAsk={onAsk} />
          <div>
            <h2>What is made</h2>
            <ul className={styles.checks}>
              {madeTexts(answer).map((text, i) => (
                <li key={text}>
                  <Icon name={i === 0 && target.isNew ? 'plus' : 'right'} />
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          </div>
          <label className={styles.why}>
            <b>Why</b> <span className="faint small">kept in the journal, and shown in the list of exceptions</span>
            <textarea rows={2} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
          </label>
          <Checks answer={answer} />
        </section>
        <section className={`${parts.effect} ${styles.effect}`} aria-label="Effect" aria-busy={isOld || undefined}>
          <Effect answer={answer} />
          <Written answer={answer} />
        </section>
      </div>
      <Dock answer={answer} asked={asked} reason={reason} isOld={isOld} />
    </>
  )
}

type PartProps = Pick<ShownProps, 'answer' | 'onAsk'>

function Which({ answer, onAsk }: PartProps): ReactNode {
  const { versions, image, version, stage, project } = answer
  const value = `${image ?? ''}/${version}`
  const listed = versions.some((one) => `${one.image ?? ''}/${one.version}` === value)
  const options = [
    ...(listed ? [] : [{ value, text: `${nameOf(image, version)}, none of ${project} is on it` }]),
    ...versions.map((one) => ({
      value: `${one.image ?? ''}/${one.version}`,
      text: `${nameOf(one.image, one.version)}, ${countText(one.clusters)} of ${project} on it`,
    })),
  ]
  return (
    <div>
      <SelectField
        label="Which version"
        value={value}
        options={options}
        onChange={(chosen) => {
          const at = chosen.indexOf('/')
          onAsk({
            image: chosen.slice(0, at) || null,
            version: chosen.slice(at + 1),
            until: undefined,
            clusters: undefined,
          })
        }}
      />
      {stage !== null && <StageChip stage={stage} />}
    </div>
  )
}

/** The last second of a day, as it is written. */
function endOf(day: string): string {
  return `${day}T23:59:59Z`
}

/** The ends of the month in which it ends now, and of the two after that. */
function monthEnds(from: string): readonly { readonly day: string; readonly text: string }[] {
  const at = new Date(ms(from))
  return [1, 2, 3].map((by) => {
    const day = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + by, 0)).toISOString().slice(0, 10)
    const month = monthText(endOf(day), 'UTC')
    return { day, text: by === 1 ? `end of ${month}` : month }
  })
}

function Until({ answer, onAsk }: PartProps): ReactNode {
  const zone = useZone()
  const { until, target, parentEnd, at } = answer
  const day = isoDay(until, 'UTC')
  const end = target.own ?? parentEnd
  const ends = monthEnds(end === null || ms(end) < ms(at) ? at : end)
  return (
    <div>
      <h2 id="until">Until</h2>
      <div className="bar">
        <DateField label="Until" value={day} required onChange={(next) => onAsk({ until: endOf(next) })} />
        <Segmented
          label="Until when"
          value={day}
          options={ends.map((one) => ({ value: one.day, text: one.text }))}
          onChange={(next) => onAsk({ until: endOf(next) })}
        />
      </div>
      <p className="muted small">{untilText(answer, zone)}</p>
    </div>
  )
}

/** So many clusters that do not run the version are offered. */
const MOST_OTHERS = 5

function Moving({ answer, onAsk }: PartProps): ReactNode {
  const zone = useZone()
  const now = useNow()
  const { clusters, project, root, version } = answer
  const moving = clusters.filter(({ moves }) => moves).map(({ name }) => name)
  const offered = [
    ...clusters.filter(({ runs, isThere }) => runs && !isThere),
    ...clusters.filter(({ runs, isThere, moves }) => !runs && !isThere && moves),
    ...clusters
      .filter(({ runs, isThere, moves, comes }) => !runs && !isThere && !moves && comes !== null)
      .slice(0, MOST_OTHERS),
  ]
  const there = clusters.filter(({ isThere }) => isThere)
  const left = clusters.length - offered.length - there.length
  return (
    <fieldset className={styles.moving}>
      <legend>
        <b>What moves to it</b>{' '}
        <span className="faint small">
          {countText(moving.length)} of the {countOf(clusters.length, 'cluster')} of {project} on {root}
        </span>
      </legend>
      <ul className="lines">
        {offered.map((one) => (
          <li key={one.name}>
            <label className="choice">
              <input
                type="checkbox"
                checked={one.moves}
                onChange={({ target }) =>
                  onAsk({
                    clusters: target.checked ? [...moving, one.name] : moving.filter((name) => name !== one.name),
                  })
                }
              />
              <b>{one.name}</b>
            </label>{' '}
            <span className={one.refusals.length > 0 ? 'bad small' : 'muted small'}>{clusterText(one, zone, now)}</span>
          </li>
        ))}
        {there.map((one) => (
          <li key={one.name}>
            <b>{one.name}</b> <span className="muted small">{clusterText(one, zone, now)}</span>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="muted small">{othersText(left, version)}</p>}
    </fieldset>
  )
}

function Checks({ answer }: { readonly answer: MoreTimeAnswer }): ReactNode {
  const { refusals } = answer
  return (
    <div>
      <h2>{refusals.length === 0 ? 'The garden would accept it' : 'The garden would refuse it'}</h2>
      {refusals.map(({ rule, text }) => (
        <p key={`${rule} ${text}`} className="bad">
          {text}
        </p>
      ))}
      <ul className={styles.checks}>
        {moreTimeChecks(answer).map(({ ok, text }) => (
          <li key={text}>
            <span className={ok === false ? 'bad' : 'muted'}>
              <Icon name={ok === false ? 'stop' : ok === null ? 'warning' : 'check'} />
              <span className="visually-hidden">{ok === false ? 'No: ' : ok === null ? 'Unknown: ' : 'Yes: '}</span>
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Of so many is told what is ahead of them. */
const MOST_ROWS = 200

const CHANGES = Object.keys(CHANGE_WORDS) as WhatIfChange[]

function Effect({ answer }: { readonly answer: MoreTimeAnswer }): ReactNode {
  const zone = useZone()
  const { figures, warnings, clusters, project, target } = answer
  const changed = clusters.filter(({ change }) => change !== 'unchanged')
  return (
    <>
      <p className="headline">
        <SentenceText sentence={moreTimeHeadline(answer, zone)} />
      </p>
      {figures.length > 0 && (
        <Figures className={parts.figures}>
          {figures.map((figure) => {
            const change = figure.after - figure.before
            return (
              <Figure key={`${figure.kind} ${figure.at}`} label={moreTimeFigure(figure, zone)}>
                <FigureValue
                  value={`${change > 0 ? '+' : '−'}${countText(Math.abs(change))}`}
                  note={`${countText(figure.before)} → ${countText(figure.after)}`}
                />
              </Figure>
            )
          })}
        </Figures>
      )}
      {warnings.length > 0 && (
        <ul className={`lines ${parts.warnings}`} aria-label="Warnings">
          {warnings.map((warning) => {
            const { lead, text } = moreTimeWarning(warning, answer, zone)
            const [first] = warning.code === 'stuck-later' ? warning.clusters : []
            const cluster = clusters.find(({ name }) => name === first)
            return (
              <li key={lead}>
                <Icon name="warning" />
                <span>
                  <b>{lead}</b> {text}{' '}
                  {cluster && (
                    <Link className="link underlined" href={shootPage(cluster, 'plan')}>
                      Plan it
                    </Link>
                  )}
                </span>
              </li>
            )
          })}
        </ul>
      )}
      <OverTime answer={answer} />
      <div className="section-head">
        <h2>Clusters</h2>
        <span className="faint">
          {countText(changed.length)} of {countText(clusters.length)} change
        </span>
      </div>
      {changed.length === 0 ? (
        <p className="muted">Nothing changes for any cluster of {project}.</p>
      ) : (
        <ChangeTable caption="Clusters that change">
          {CHANGES.flatMap((change) => {
            const group = changed.filter((one) => one.change === change)
            const rows = group.slice(0, MOST_ROWS)
            return rows.length === 0
              ? []
              : [
                  <ChangeGroup key={change} title={`${countText(group.length)} ${CHANGE_WORDS[change]}`}>
                    {rows.map((one) => (
                      <ChangeRow key={one.name} cluster={{ ...one, project }} outlook={one}>
                        {one.stuck ?? causeText(one, target.name)}
                      </ChangeRow>
                    ))}
                    {group.length > rows.length && (
                      <tr>
                        <td colSpan={4} className="muted">
                          {countText(group.length - rows.length)} more
                        </td>
                      </tr>
                    )}
                  </ChangeGroup>,
                ]
          })}
        </ChangeTable>
      )}
    </>
  )
}

/** The version in the namespaced profile, with what it was, and in the root, which stays. */
function OverTime({ answer }: { readonly answer: MoreTimeAnswer }): ReactNode {
  const zone = useZone()
  const now = useNow(DAY)
  const { version, image, root, target, stage, until, parentEnd } = answer
  if (stage === null) return null
  const was = target.own ?? parentEnd
  const last = Math.max(ms(until), was === null ? 0 : ms(was))
  const range = { from: now - 45 * DAY, to: last + Math.max(45 * DAY, (last - now) / 5) }
  const name = nameOf(image, version)
  const row = (id: string, end: number | null, ghost: number | null): LaneRow & { readonly place: string } => ({
    id,
    place: id,
    isFirst: true,
    segments: [
      { look: stage, label: stage, from: null, to: end, name: `${name} ${stage} in ${id}` },
      ...(end === null
        ? []
        : [{ look: 'expired' as const, label: '', from: end, to: null, name: `${name} expired in ${id}` }]),
    ] as NonNullable<LaneRow['segments']>,
    ghosts:
      ghost === null || ghost === end
        ? []
        : [
            {
              from: range.from,
              to: ghost,
              label: `was until ${dayText(ghost, zone, { now })}`,
              name: `${name} was until ${dayText(ghost, zone)}`,
              difference: null,
            } as NonNullable<LaneRow['ghosts']>[number],
          ],
    flag:
      end === null
        ? null
        : { at: end, text: dayText(end, zone, { now }), name: `${name} expires ${dayText(end, zone)} in ${id}` },
  })
  const rows = [
    row(target.name, ms(until), was === null ? null : ms(was)),
    row(root, parentEnd === null ? null : ms(parentEnd), null),
  ]
  return (
    <section {...chartMark('What changes')}>
      <div className="section-head">
        <h2>What changes</h2>
        <span className="faint">dashed: as it was</span>
      </div>
      <Lanes
        name={`${name} with and without more time`}
        rows={rows}
        left={[
          {
            key: 'version',
            head: 'Version',
            width: 150,
            isName: true,
            phone: 'wide',
            cell: ({ place }) => (
              <span title={place}>
                <b>{version}</b> <span className={`faint tiny ${styles.line}`}>in {place}</span>
              </span>
            ),
          },
        ]}
        range={range}
        now={now}
        zone={zone}
        guessedWidth={700}
        kind="plain"
        mark={rangeMark(range)}
      />
    </section>
  )
}

/** What is written, in its order. */
function Written({ answer }: { readonly answer: MoreTimeAnswer }): ReactNode {
  const { written, clusters, target } = answer
  const moving = clusters.filter(({ moves }) => moves)
  const [first, ...others] = moving
  return (
    <>
      <div className="section-head">
        <h2>What is written</h2>
        <span className="faint">{countOf(1 + moving.length, 'object')}, in this order</span>
        <span className="grow" />
        <CopyButton text={written.yaml} label="YAML" />
        <CopyButton text={written.kubectl} label="kubectl" />
      </div>
      <div className={styles.written}>
        <div>
          <h3>
            1{' '}
            <span className="faint">
              {target.isNew ? `made, ${countOf(written.profile.length, 'line')}` : 'changed'}
            </span>
          </h3>
          <DiffLines label={`NamespacedCloudProfile ${target.name}`} lines={written.profile} isWhole={target.isNew} />
        </div>
        {first !== undefined && (
          <div>
            <h3>
              {others.length === 0 ? '2' : `2–${1 + moving.length}`}{' '}
              <span className="faint">changed, one patch a cluster</span>
            </h3>
            <DiffLines label={`Shoot ${first.name}, what changes`} lines={written.cluster} />
            {others.length > 0 && (
              <p className="note">
                The same for{' '}
                {others.slice(0, 5).map(({ name }, i) => (
                  <Fragment key={name}>
                    {i > 0 && ', '}
                    {name}
                  </Fragment>
                ))}
                {others.length > 5 && ` and ${others.length - 5} more`}.
              </p>
            )}
          </div>
        )}
      </div>
      <p className="note">
        If the first is refused, nothing is sent. If a cluster is refused, the others move all the same, and the answer
        says which. A cluster that others have changed meanwhile is not moved.
      </p>
    </>
  )
}

interface DockProps extends Pick<ShownProps, 'answer' | 'asked' | 'isOld'> {
  readonly reason: string
}

function Dock({ answer, asked, reason, isOld }: DockProps): ReactNode {
  const zone = useZone()
  const moment = useMoment()
  const [dialog, setDialog] = useState<'dry-run' | 'apply'>()
  const moving = answer.clusters.filter(({ moves }) => moves).length
  const isPinned = moment.at !== undefined || moment.seen !== undefined
  const { target, warnings } = answer
  const off = isPinned ? 'Nothing can be applied at another clock.' : isOld ? 'The effect is being computed.' : null
  return (
    <section className={dock.dock} aria-label="Apply">
      <div className={dock.row}>
        <p>
          <b>
            {target.isNew ? '1 object made' : '1 object changed'}, {countOf(moving, 'cluster')} moved
            {warnings.length > 0 && `, ${countOf(warnings.length, 'warning')}`}.
          </b>{' '}
          <span className="muted">
            The time ends on {dayText(answer.until, zone)}, the object stays: see{' '}
            <Link className="link underlined" href={EXCEPTIONS}>
              all exceptions
            </Link>
            .
          </span>
        </p>
        <div className={dock.buttons}>
          <Button disabled={off !== null} onClick={() => setDialog('dry-run')}>
            Dry-run
          </Button>
          <Button look="primary" disabled={off !== null} title={off ?? undefined} onClick={() => setDialog('apply')}>
            Apply…
          </Button>
        </div>
      </div>
      {dialog !== undefined && (
        <MoreTimeDialog
          answer={answer}
          asked={asked}
          reason={reason}
          isDryRun={dialog === 'dry-run'}
          onClose={() => setDialog(undefined)}
        />
      )}
    </section>
  )
}
