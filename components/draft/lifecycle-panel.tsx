'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { ask } from '@/lib/browser/fetch-json'
import { MORE_TIME } from '@/lib/browser/paths'
import type { EditBody } from '@/lib/contract/edits'
import { shortName } from '@/lib/contract/version-name'
import type { RewrittenLife } from '@/lib/engine/edits'
import { groupedBy } from '@/lib/engine/grouped'
import { isDeepEqual } from '@/lib/engine/json'
import { type StatedStage, statedStageAt } from '@/lib/engine/rules'
import {
  isSameLife,
  lifecycleEdit,
  type RewriteDirection,
  rewrittenLives,
  writableBack,
} from '@/lib/questions/draft/browser/as-lifecycle'
import type { DraftAction, DraftList } from '@/lib/questions/draft/browser/draft-store'
import { useKeptDrafts } from '@/lib/questions/draft/browser/kept-drafts'
import { placesOf, replaced } from '@/lib/questions/draft/browser/rebase'
import type { DraftSource } from '@/lib/questions/draft/browser/source'
import type { applyRoute } from '@/lib/questions/draft/contract'
import { draftQueries, whatIfQueryOf } from '@/lib/questions/draft/queries'
import { moreTimeIn } from '@/lib/questions/exceptions/queries'
import { draftHeadline } from '@/lib/words/confirmation'
import { lifeText, writtenText } from '@/lib/words/edits'
import { listed, profileName } from '@/lib/words/phrases'
import { countOf, countText } from '@/lib/words/time-text'
import {
  BEYOND_FORECAST,
  DATE_WITHOUT_EFFECT,
  dryRunLine,
  exceptionText,
  leftOutText,
  lifecycleProof,
  lifecycleWarnings,
  refusedDraftText,
  UNCHANGED_LIFE,
  wayBackText,
} from '@/lib/words/yaml'
import { ChangeTable, WhatIfGroup } from '../outlook/change-table'
import { SentenceText } from '../outlook/texts'
import { Button, Checkbox, IconButton, Segmented, withTicked } from '../ui/button'
import { RowTable } from '../ui/data-table'
import { QueryError } from '../ui/error-part'
import { optionsOf } from '../ui/fields'
import { StageGlyph } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { SkeletonBar } from '../ui/parts'
import { Fold } from '../ui/section'
import styles from './draft.module.css'
import { ChangedLines } from './patch-dock'

interface LifecyclePanelProps {
  readonly source: DraftSource
  readonly list: DraftList
  readonly onAct: (action: DraftAction) => void
  readonly onClose: () => void
}

/** The versions to write in the other form: those of a kind, and one by one those that profiles of projects date. */
interface RewriteChoice {
  readonly direction: RewriteDirection
  readonly kubernetes: boolean
  readonly images: boolean
  readonly exceptions: readonly string[]
}

/** Classification and date of all versions become `lifecycle`, or the other way round, with the proof that no cluster changes. */
export function LifecyclePanel(props: LifecyclePanelProps): ReactNode {
  const { source, list, onAct, onClose } = props
  const query = useQuery(draftQueries.object(source.ref))
  const [choice, setChoice] = useState<RewriteChoice>({
    direction: 'lifecycle',
    kubernetes: true,
    images: true,
    exceptions: [],
  })
  const [own, setOwn] = useState<readonly EditBody[]>([])
  if (query.isError) return <QueryError query={query} />
  const { object, resourceVersion, exceptions = [] } = query.data ?? {}
  if (object === undefined || object === null) return <SkeletonBar width="100%" height="12rem" />
  const namesOf = ({ image, version }: Pick<RewrittenLife, 'image' | 'version'>) => shortName(image, version)
  const dated = groupedBy(exceptions, namesOf)
  const all = rewrittenLives(choice.direction, source, object)
  const isDated = (life: RewrittenLife) => choice.direction === 'lifecycle' && dated.has(namesOf(life))
  const turnable = all.filter(({ kind }) => kind === 'turned')
  const chosen = turnable.filter(
    (life) =>
      (life.image === null ? choice.kubernetes : choice.images) &&
      (!isDated(life) || choice.exceptions.includes(namesOf(life))),
  )
  const edit = lifecycleEdit(chosen)
  const isThere = placesOf(own, list.edits).length > 0
  const isNew = !isThere || !isDeepEqual(own, [edit])
  const count = (isOf: (life: RewrittenLife) => boolean) =>
    `${chosen.filter(isOf).length} of ${all.filter(isOf).length}`
  const datedToo = chosen.flatMap((life) => (isDated(life) ? [namesOf(life)] : []))
  const profiles = [
    ...new Set(exceptions.flatMap((one) => (datedToo.includes(namesOf(one)) ? [profileName(one.profile)] : []))),
  ]
  const kubernetes = chosen.filter(({ image }) => image === null).length
  return (
    <section className={`${styles.panel} ${styles.lives}`} aria-label="Write as lifecycle">
      <div className="section-head">
        <h3>Write as lifecycle</h3>
        <span className="faint">
          {chosen.length} of {countOf(all.length, 'entry', 'entries')}
        </span>
        <span className="grow" />
        <Segmented<RewriteDirection>
          label="Form"
          value={choice.direction}
          options={optionsOf({ lifecycle: 'As lifecycle', dates: 'Back to dates' })}
          onChange={(direction) => setChoice({ ...choice, direction })}
        />
        <IconButton icon="close" label="Close the lifecycle" onClick={onClose} />
      </div>
      <div className="columns ruled">
        <div>
          <p className="note">
            {choice.direction === 'lifecycle'
              ? 'Classification and expiry of a version become a list of stages with their starts. No date is added or moved. When the present stage began is not written today, and is left open.'
              : 'Stages become a classification and an expiry where these say the same from now on. A stage to come has no place in the old form.'}
          </p>
          <fieldset>
            <legend className="visually-hidden">Which entries</legend>
            <span className="bar">
              {(['kubernetes', 'images'] as const).map((kind) => (
                <Checkbox key={kind} isOn={choice[kind]} onChange={(isOn) => setChoice({ ...choice, [kind]: isOn })}>
                  {kind === 'kubernetes' ? 'Kubernetes' : 'Images'}{' '}
                  <span className="muted">{count(({ image }) => (image === null) === (kind === 'kubernetes'))}</span>
                </Checkbox>
              ))}
            </span>
          </fieldset>
          {turnable.some(isDated) && (
            <fieldset>
              <legend className="small">With a date in a project’s profile</legend>
              {turnable.filter(isDated).map((life) => {
                const name = namesOf(life)
                return (
                  <Checkbox
                    key={name}
                    isOn={choice.exceptions.includes(name)}
                    onChange={(isOn) => setChoice({ ...choice, exceptions: withTicked(choice.exceptions, name, isOn) })}
                  >
                    {name}{' '}
                    <span className="muted">
                      {listed((dated.get(name) ?? []).map(({ profile }) => profileName(profile)))}
                    </span>
                  </Checkbox>
                )
              })}
              <p className="note">
                An entry with a lifecycle takes no other date. So these are left out unless you tick them.
              </p>
            </fieldset>
          )}
          {choice.direction === 'lifecycle' && edit !== null && (
            <p className="note">{wayBackText(writableBack(source, edit, chosen), chosen.length)}</p>
          )}
        </div>
        <div>
          {edit !== null && (
            <Proof
              source={source}
              edit={edit}
              isSettled={resourceVersion === source.resourceVersion}
              why={datedToo.length > 0 ? DATE_WITHOUT_EFFECT : ''}
            >
              {datedToo.length > 0 && (
                <LeaveOut
                  source={source}
                  names={datedToo}
                  rest={lifecycleEdit(chosen.filter((life) => !isDated(life)))}
                  onLeave={() => setChoice({ ...choice, exceptions: [] })}
                />
              )}
              <ul className="lines small" aria-label="Warnings">
                {(choice.direction === 'lifecycle' ? lifecycleWarnings(kubernetes, profiles) : []).map((text) => (
                  <li key={text} className="signed">
                    <Icon name="warning" className="warn" />
                    <span>{text}</span>
                  </li>
                ))}
                {choice.direction === 'lifecycle' && <RefusedDrafts source={source} names={chosen.map(namesOf)} />}
              </ul>
            </Proof>
          )}
          <div className="bar">
            <Button
              look="primary"
              disabled={edit === null || !isNew}
              onClick={() => {
                const next = edit === null ? [] : [edit]
                onAct({ kind: 'change', about: 'lifecycle', change: (edits) => replaced(edits, own, next) })
                setOwn(next)
              }}
            >
              {isThere ? 'Change the edit' : 'Add to the draft'}
            </Button>
          </div>
          <Fold summary={countOf(all.length, 'entry', 'entries')} isOpen>
            <RowTable
              className="rows"
              heads={['Entry', 'Today', choice.direction === 'lifecycle' ? 'As lifecycle' : 'As dates', 'Proof']}
            >
              {all.map((life) => {
                const name = namesOf(life)
                const own = isDated(life) ? (dated.get(name) ?? []) : []
                return (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td>
                      {life.kind === 'turned' && (
                        <StageText stage={statedStageAt({ version: life.version, ...life.before }, source.at)}>
                          {lifeText({ version: life.version, ...life.before }, source.at, source.zone)}
                        </StageText>
                      )}
                    </td>
                    <td>
                      {life.kind === 'turned' && chosen.includes(life) ? (
                        <StageText stage={statedStageAt({ version: life.version, ...life.after }, source.at)}>
                          {writtenText(life.after, source.zone)}
                        </StageText>
                      ) : (
                        'unchanged'
                      )}
                    </td>
                    {life.kind === 'left' || !chosen.includes(life) ? (
                      <td className="muted">
                        {life.kind === 'left' ? `stays: ${UNCHANGED_LIFE[life.because]}` : 'stays as it is'}
                      </td>
                    ) : own.length > 0 ? (
                      <td className="bad">
                        <Icon name="stop" /> {listed(own.map((one) => exceptionText(one, source.zone)))}
                      </td>
                    ) : (
                      <td className="muted">
                        <Icon name="check" className="good" />{' '}
                        {isSameLife(life) ? 'same at every instant' : 'same from now on'}
                      </td>
                    )}
                  </tr>
                )
              })}
            </RowTable>
          </Fold>
          {edit !== null && (
            <Fold summary="As it is written">
              <ChangedLines name={profileName(source.ref)} edits={[edit]} isSettled />
            </Fold>
          )}
        </div>
      </div>
    </section>
  )
}

/** What is said of a version, behind the sign of its stage now; one that is not there yet has none. */
function StageText({ stage, children }: { readonly stage: StatedStage; readonly children: string }): ReactNode {
  return (
    <>
      {stage !== 'unavailable' && <StageGlyph stage={stage} />} {children}
    </>
  )
}

interface RefusedDraftsProps {
  readonly source: DraftSource
  /** Versions that are to have a lifecycle. */
  readonly names: readonly string[]
}

/** Drafts of this browser that give a project more time on such a version: it takes no other date then. */
function RefusedDrafts({ source, names }: RefusedDraftsProps): ReactNode {
  return useKeptDrafts().map(({ kind, profile, text }) => {
    const asked = kind === 'more-time' ? moreTimeIn(text)?.asked : undefined
    if (asked?.profile !== profileName(source.ref)) return null
    const name = shortName(asked.image, asked.version)
    return names.includes(name) ? (
      <li key={text}>
        <Icon name="warning" />
        <span>{refusedDraftText(profile, name, asked.until)}</span>
        <Link className="link" href={`${MORE_TIME}?${text}`}>
          Open it
        </Link>
      </li>
    ) : null
  })
}

interface LeaveOutProps {
  readonly source: DraftSource
  /** Entries that profiles of projects date. */
  readonly names: readonly string[]
  /** The edit without them; null: nothing is left of it. */
  readonly rest: EditBody | null
  readonly onLeave: () => void
}

/** The way back from writing entries that profiles of projects date: what changes without them, and one click that leaves them out. */
function LeaveOut({ source, names, rest, onLeave }: LeaveOutProps): ReactNode {
  const { zone, ref } = source
  const asked = { profile: profileName(ref), edits: rest === null ? [] : [rest], zone, limit: 0 }
  const { data } = useQuery(whatIfQueryOf(asked))
  return (
    <div className="callout">
      <span>
        {leftOutText(names)}
        {data?.figures.changed === 0 && (
          <>
            , and <b>no cluster changes</b>
          </>
        )}
        .
      </span>{' '}
      <Button onClick={onLeave}>
        {names.length === 1 ? 'Leave it out' : `Leave the ${countText(names.length)} out`}
      </Button>
    </div>
  )
}

/** How many clusters of each change are named. */
const NAMED = 5

interface ProofProps {
  readonly source: DraftSource
  readonly edit: EditBody
  /** The edit is made for the profile as the draft has it; while only one of the two is read again the garden is not asked. */
  readonly isSettled: boolean
  /** Why clusters change, if they do. */
  readonly why: string
  /** What else is to be known of it, between the proof and the clusters that change. */
  readonly children: ReactNode
}

/** The sentence that nothing changes, or what does, in the landscape with this edit alone. */
function Proof({ source, edit, isSettled, why, children }: ProofProps): ReactNode {
  const { zone, ref } = source
  const asked = { profile: profileName(ref), edits: [edit], zone, each: NAMED, everyInstant: true }
  const { data, isError } = useQuery(whatIfQueryOf(asked))
  const { at, seen } = useMoment()
  const base = isSettled && source.mayEdit && at === undefined && seen === undefined ? source.resourceVersion : null
  const dryRun = useQuery({
    queryKey: ['dry run', asked.profile, base, edit],
    queryFn: () =>
      ask<typeof applyRoute>('POST /api/apply', {
        body: { profile: asked.profile, base: base ?? '', edits: [edit], zone, dryRun: true },
      }),
    enabled: base !== null,
  })
  const lines = data === undefined ? [] : lifecycleProof(data, zone)
  if (dryRun.data !== undefined) lines.push(dryRunLine(dryRun.data, dryRun.dataUpdatedAt, zone))
  if (data === undefined)
    return (
      <p role="status" className="headline">
        {isError ? 'It is not known what changes.' : 'What changes is being computed.'}
      </p>
    )
  return (
    <>
      <p role="status" className="headline">
        <SentenceText sentence={draftHeadline(data.figures, { zone, now: source.at }, data.figures.others)} />
      </p>
      <ul className="lines small" aria-label="Proof">
        {lines.map(({ what, holds, told }) => (
          <li key={what} className="signed">
            <Icon name={holds ? 'check' : 'stop'} className={holds ? 'good' : 'bad'} />
            <span>{what}</span>
            <span className="muted">{told}</span>
          </li>
        ))}
      </ul>
      <p className="note">{BEYOND_FORECAST}</p>
      {children}
      {data.groups.length > 0 && (
        <ChangeTable caption="Clusters that change">
          {data.groups.map((group) => (
            <WhatIfGroup
              key={group.change}
              group={group}
              items={data.items}
              why={() => why}
              more={(left) => `and ${countText(left)} more`}
            />
          ))}
        </ChangeTable>
      )}
    </>
  )
}
