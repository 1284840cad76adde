'use client'

import { Fragment } from 'react'
import { useZone } from '@/lib/browser/clock'
import { useKeys } from '@/lib/browser/keys'
import { WORKBENCH } from '@/lib/browser/paths'
import { usePinnedProjects } from '@/lib/browser/pinned-projects'
import { useFreezes } from '@/lib/browser/status'
import { useMedia } from '@/lib/browser/use-media'
import { plansOf } from '@/lib/words/edits'
import { listed, plural, READ_BEFORE_IS_SHOWN } from '@/lib/words/phrases'
import { teamsHeadline, teamsPlainText } from '@/lib/words/teams'
import { countOf, countText } from '@/lib/words/time-text'
import { TakeAway } from '../../take-away/take-away'
import { HATCHED } from '../../timeline/parts'
import { Button, Segmented, ViewSwitch } from '../../ui/button'
import { chartMark } from '../../ui/chart-mark'
import { CopyButton } from '../../ui/copy'
import { lateIf, QueryError } from '../../ui/error-part'
import { Link } from '../../ui/link'
import { NoCluster } from '../../ui/not-found'
import { PageHead } from '../../ui/page-head'
import { eventSigns, Legend, SkeletonBars } from '../../ui/parts'
import { INK_STEPS, TEAMS_RANGES, type TeamsRange } from './cells'
import styles from './teams.module.css'
import { inkStyle, rangeOf, TeamsChart } from './teams-chart'
import type { OpenedTeamsDraft, TeamsDraft } from './teams-state'
import { TeamsTable } from './teams-table'
import { useTeams, useTeamsState } from './use-teams'

const STEP_TEXTS = INK_STEPS.map((from, i) => {
  const next = INK_STEPS[i + 1]
  return next === undefined ? `${from} or more` : `${from}–${next - 1}`
})

function Marks({ hasDraft, hasFreezes }: { readonly hasDraft: boolean; readonly hasFreezes: boolean }) {
  const ink = (name: string | undefined, step: number) => (
    <i className={styles.key}>
      <i className={name} style={inkStyle(step)} />
    </i>
  )
  const title = 'At most: the garden tells the bounds of pools. Nodes that are updated in place count as well.'
  return (
    <Legend
      items={[
        { sign: <span title={title}>Nodes that roll</span>, text: '' },
        ...STEP_TEXTS.map((text, i) => ({ sign: ink(styles.ink, i + 1), text })),
        ...(hasDraft ? [{ sign: ink(styles.was, 3), text: 'before the draft' }] : []),
        ...eventSigns(['forced', 'auto', 'fails']),
        { sign: <i className={styles.tailKey} />, text: 'fails again every night' },
        ...(hasFreezes ? [{ sign: HATCHED, text: 'freeze' }] : []),
      ]}
    />
  )
}

const WAITING = ['100%', '98%', '99%', '96%', '97%', '94%', '95%', '92%', '93%', '90%', '91%', '88%'] as const

/** What keys do here, for those who see it: assistive technology is told elsewhere. */
const KEYS = [
  { keys: ['←', '→', '↑', '↓'], does: 'move' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['d'], does: 'draft' },
  { keys: ['t'], does: 'table' },
] as const

/** The projects that the user called theirs, or how that is done. */
function Pinned() {
  const pinned = usePinnedProjects()
  return (
    <p className="note">
      {pinned.length === 0
        ? 'Press “My project” on the page of a project: it then comes first here, and Overview and Clusters begin with it.'
        : `First: my ${plural(pinned.length, 'project')} ${listed(pinned)}. Overview and Clusters begin with ${plural(pinned.length, 'it', 'them')}.`}
    </p>
  )
}

/** Projects by days: which teams are behind, what is ahead of them, and whom to call. */
export function TeamsPage({ draft, problem }: OpenedTeamsDraft) {
  const state = useTeamsState()
  const { range, isTable, withDraft, setRange, setWithDraft } = state
  const { query, items } = useTeams(state, draft)
  const { data, error, isPlaceholderData } = query
  const freezes = useFreezes()
  const isPhone = useMedia('(max-width: 720px)')
  useKeys({
    '1': () => setRange('60d'),
    '2': () => setRange('6m'),
    '3': () => setRange('1y'),
    ...(draft && { d: () => setWithDraft(!withDraft) }),
  })
  const isFailed = data === undefined && error !== null && error.code !== 'not-ready'
  const isEmpty = data?.figures.projects === 0
  const headline = data && !isEmpty ? teamsHeadline(data, freezes) : undefined
  return (
    <div aria-busy={data === undefined && !isFailed} {...lateIf(isPlaceholderData)}>
      <PageHead title="Teams">
        {data && !isEmpty ? (
          <>
            <CopyButton label="Copy as text" text={() => teamsPlainText(data, freezes)} />
            <TakeAway of={data} />
          </>
        ) : null}
      </PageHead>
      {headline === undefined ? null : (
        <p className="headline">
          <strong>{headline.fact}</strong>
          {headline.warning ? <span className="bad"> {headline.warning}</span> : null}
          {headline.load ? ` ${headline.load}` : null}
        </p>
      )}
      <div className={`bar ${styles.tools}`} data-control>
        <DraftPart
          draft={draft}
          problem={problem}
          isShown={withDraft}
          onShow={setWithDraft}
          impossible={data?.draft?.impossible ?? 0}
        />
        <span className="grow" />
        {isEmpty ? null : (
          <>
            <ViewSwitch drawn="Chart" />
            <Segmented<TeamsRange>
              label="Range"
              value={range}
              options={(Object.keys(TEAMS_RANGES) as TeamsRange[]).map((value, i) => ({
                value,
                text: value === '60d' && isPhone ? 'Weeks' : TEAMS_RANGES[value].text,
                title: `Key ${i + 1}`,
              }))}
              onChange={setRange}
            />
          </>
        )}
      </div>
      {data === undefined ? (
        isFailed ? (
          <QueryError query={query} />
        ) : (
          <SkeletonBars widths={WAITING} height="20px" />
        )
      ) : isEmpty ? (
        <NoCluster />
      ) : isTable ? (
        <TeamsTable data={data} rows={items} state={state} draft={draft} freezes={freezes} isPhone={isPhone} />
      ) : (
        <div {...chartMark('Projects by days', rangeOf(data))}>
          <TeamsChart data={data} rows={items} state={state} draft={draft} freezes={freezes} isPhone={isPhone} />
          <div className="note">
            <Marks hasDraft={draft !== null && withDraft} hasFreezes={freezes.length > 0} />
          </div>
        </div>
      )}
      {data && !state.isAll && data.figures.projects > items.length ? (
        <p className="note">
          <Button onClick={state.showAll}>{countText(data.figures.projects - items.length)} more</Button>
        </p>
      ) : null}
      {data && data.figures.projects > 1 ? <Pinned /> : null}
      <div className="bar note">
        {freezes.length > 0 && !isEmpty ? <p>Gardener does not know freeze days, and forces in them too.</p> : null}
        <span className="grow" />
        {isTable || isEmpty ? null : (
          <p className="legend desk" data-control aria-hidden="true">
            {KEYS.filter(({ does }) => draft !== null || does !== 'draft').map(({ keys, does }) => (
              <span key={does}>
                {keys.map((key) => (
                  <Fragment key={key}>
                    <kbd>{key}</kbd>{' '}
                  </Fragment>
                ))}
                {does}
              </span>
            ))}
          </p>
        )}
      </div>
      {data && <QueryError query={query} rest={READ_BEFORE_IS_SHOWN} />}
    </div>
  )
}

interface DraftPartProps extends OpenedTeamsDraft {
  readonly isShown: boolean
  readonly onShow: (isShown: boolean) => void
  /** Edits that are left out. */
  readonly impossible: number
}

/** The draft of an address: whether it is shown, what it is, why it cannot be read. */
function DraftPart({ draft, problem, isShown, onShow, impossible }: DraftPartProps) {
  if (problem !== null)
    return (
      <p className="note" role="alert">
        {problem} Dates are shown as they are.
      </p>
    )
  if (draft === null) return null
  return (
    <>
      <Segmented<'without' | 'with'>
        label="Which dates"
        value={isShown ? 'with' : 'without'}
        options={[
          { value: 'without', text: 'Dates as they are', title: 'Key d' },
          { value: 'with', text: 'With the draft', title: 'Key d' },
        ]}
        onChange={(value) => onShow(value === 'with')}
      />
      {isShown ? <DraftLine draft={draft} impossible={impossible} /> : null}
    </>
  )
}

const MOST_EDITS = 2

function DraftLine({
  draft: { profile, edits, text },
  impossible,
}: Pick<DraftPartProps, 'impossible'> & {
  readonly draft: TeamsDraft & { readonly text: string }
}) {
  const zone = useZone()
  const plans = plansOf(edits, zone)
  const said = plans.slice(0, MOST_EDITS)
  const more = plans.length - said.length
  const left = impossible === 0 ? '' : `, ${countOf(impossible, 'is', 'are')} left out as impossible`
  return (
    <p className="note">
      <b>
        Draft for {profile}, {countOf(edits.length, 'edit')}
        {left}:
      </b>{' '}
      {said.join('; ')}
      {more > 0 ? `; and ${more} more` : ''}. Outlines: before.{' '}
      <Link
        className="link"
        href={`${WORKBENCH}/${profile.split('/').map(encodeURIComponent).join('/')}?draft=${text}`}
      >
        Open draft
      </Link>
    </p>
  )
}
