'use client'

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { withMoment } from '@/lib/browser/at'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { profilePage, workbenchPage } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { ProfileRefBody } from '@/lib/contract/common'
import { csvLine } from '@/lib/contract/csv'
import { imageOfName, shortName } from '@/lib/contract/version-name'
import { offsetText, type Zone } from '@/lib/contract/zone'
import { encodeDraft } from '@/lib/questions/draft/browser/draft'
import type {
  ProfileChangeBody,
  ProfileDifferenceBody,
  ProfileHistoryAnswer,
} from '@/lib/questions/profiles/contract/history'
import { profilesQueries } from '@/lib/questions/queries'
import { profileName, recordedWho, whoOf } from '@/lib/words/phrases'
import { countText, dayText, momentText, ms } from '@/lib/words/time-text'
import { rollText } from '@/lib/words/wording'
import { Button } from '../../ui/button'
import { saveFile } from '../../ui/copy'
import { RowTable } from '../../ui/data-table'
import { Select } from '../../ui/fields'
import { StageChip } from '../../ui/glyph'
import { Empty, SkeletonBar } from '../../ui/parts'
import { SectionHead } from '../../ui/section'
import { useProfileView } from '../use-profile-view'
import styles from './history.module.css'

export interface ChangeLogProps {
  readonly profile: ProfileRefBody
  readonly answer: ProfileHistoryAnswer
  /** The changes in the range, newest first. */
  readonly changes: readonly ProfileChangeBody[]
  /** The number of the one that is to be seen. */
  readonly wanted: number | null
}

/** How many rows are shown at first: each asks for its effect. */
const PAGE = 10
/** How many are saved with their effect, or as many as are shown. */
const SAVED = 40

/** Every change in the range: when, who, what, what it did then, and the way back. */
export function ChangeLog({ profile, answer, changes, wanted }: ChangeLogProps): ReactNode {
  const zone = useZone()
  const now = useNow()
  const { params, set } = useUrlState()
  const client = useQueryClient()
  const [most, setMost] = useState(PAGE)
  const of = params.get('of') ?? ''
  const by = params.get('by') ?? ''
  const listed = changes.filter(
    (one) => (of === '' || one.differences.some(({ version }) => version === of)) && (by === '' || whoOf(one) === by),
  )
  const versions = [...new Set(changes.flatMap((one) => one.differences.flatMap(({ version }) => version ?? [])))]
  const people = [...new Set(changes.map(whoOf))]
  const save = () => saveChanges(client, profile, listed, Math.max(most, SAVED))
  const place = listed.findIndex(({ number }) => number === wanted)
  if (place >= most) setMost(place + 1)

  return (
    <section className={styles.log} aria-label="Change log">
      <SectionHead
        title="Change log"
        note={`newest first, ${offsetText(zone, now)}, ${countText(listed.length)} of ${countText(answer.changes.length)} in this range`}
        actions={
          <>
            <Select
              label="Changes of"
              value={of}
              options={[{ value: '', text: 'All versions' }, ...withOwn(versions, of)]}
              onChange={(version) => set({ of: version || undefined })}
            />
            <Select
              label="Changes by"
              value={by}
              options={[{ value: '', text: 'Everybody' }, ...withOwn(people, by)]}
              onChange={(who) => set({ by: who || undefined })}
            />
            <Button icon="save" disabled={listed.length === 0} onClick={() => void save()}>
              CSV
            </Button>
          </>
        }
        className="bar"
      />
      {listed.length === 0 ? (
        <Empty text={changes.length === 0 ? 'No change in this range.' : 'No change in this range fits.'} />
      ) : (
        <RowTable className="prose rows" caption="Changes" heads={HEADS}>
          {listed.slice(0, most).map((change) => (
            <Row key={change.number} change={change} profile={profile} answer={answer} />
          ))}
        </RowTable>
      )}
      {listed.length > most && (
        <p className="note">
          <Button onClick={() => setMost(most + PAGE)}>Show older changes</Button>
        </p>
      )}
      <p className="note faint">
        The effect is what the change did to the forecast at that moment, computed with the clusters of that moment. A
        revert fills a draft against today’s profile and applies nothing.
      </p>
    </section>
  )
}

const HEADS = [
  { hidden: 'Number' },
  'When',
  'Who, with what',
  'What',
  'Effect then',
  'States',
  { hidden: 'Revert' },
] as const

/** A filter that finds nothing can be seen and taken off nevertheless. */
function withOwn(options: readonly string[], own: string): readonly string[] {
  return own === '' || options.includes(own) ? options : [own, ...options]
}

interface RowProps extends Pick<ChangeLogProps, 'profile' | 'answer'> {
  readonly change: ProfileChangeBody
}

function Row({ change, profile, answer }: RowProps): ReactNode {
  const { selected } = useProfileView()
  const zone = useZone()
  const now = useNow()
  const { number, seen, after, differences, before } = change
  const isOfSelected = selected !== undefined && differences.some(({ version }) => version === selected)
  const moment = (at: string) => momentText(at, zone, now)
  return (
    <tr id={`change-${number}`} tabIndex={-1} data-of-selected={isOfSelected || undefined}>
      <td>
        <span
          className={styles.box}
          data-of-selected={isOfSelected || undefined}
          data-later={ms(seen) > now || undefined}
        >
          {number}
        </span>
      </td>
      <td>{after === null ? moment(seen) : `between ${moment(after)} and ${moment(seen)}`}</td>
      <td>
        <Who change={change} />
      </td>
      <td className={styles.what}>
        <ul>
          {differences.map((one) => (
            <li key={one.text}>
              <Difference of={one} zone={zone} />
            </li>
          ))}
        </ul>
      </td>
      <td className={styles.effect}>
        <Effect profile={profile} change={change} />
      </td>
      <td className={`nowrap ${styles.states}`}>
        {before !== null && <StateLink profile={profile} seen={before} text="before" number={number} />}{' '}
        <StateLink profile={profile} seen={seen} text="after" number={number} />
      </td>
      <td className="nowrap">
        <Revert profile={profile} base={answer.resourceVersion} change={change} />
      </td>
    </tr>
  )
}

function Who({ change }: { readonly change: ProfileChangeBody }): ReactNode {
  const { who, reason, manager, after } = change
  const written = manager === null ? '' : after === null ? `with ${manager}` : `last written with ${manager}`
  const found = after === null ? '' : 'found when reading resumed'
  const detail = who === null ? [found, written].filter((part) => part !== '').join(', ') : 'Almanac'
  return (
    <>
      <span className={who === null ? 'faint' : undefined}>{recordedWho(change)}</span>
      {detail !== '' && <span className="faint tiny below">{detail}</span>}
      {reason !== null && <span className="tiny below">Why: {reason}</span>}
    </>
  )
}

/** Computed when it is first looked at, and the same ever after. */
function Effect({ profile, change }: Pick<RowProps, 'profile' | 'change'>): ReactNode {
  const { data, isError } = useQuery({
    ...profilesQueries.changeEffect(profile, change),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (isError) return <span className="faint">not known</span>
  if (data === undefined) return <SkeletonBar width="120px" />
  return (
    <>
      {data.text}
      {data.nodes.max > 0 && <span className="faint"> {rollText(data.nodes)}</span>}
    </>
  )
}

interface StateLinkProps {
  readonly profile: ProfileRefBody
  readonly seen: string
  readonly text: string
  readonly number: number
}

/** A link to the page as it was known then, whatever the clock is pinned to. */
function StateLink({ profile, seen, text, number }: StateLinkProps): ReactNode {
  return (
    <a className="link" href={BASE_PATH + withMoment(profilePage(profile), { seen })}>
      {text}
      <span className="visually-hidden"> change {number}</span>
    </a>
  )
}

interface RevertProps {
  readonly profile: ProfileRefBody
  readonly base: string | null
  readonly change: ProfileChangeBody
}

/** The edits that undo a change, as a draft. */
function Revert({ profile, base, change: { number, revert } }: RevertProps): ReactNode {
  const router = useRouter()
  const moment = useMoment()
  // It is against the profile of today.
  if (revert.length === 0 || moment.seen !== undefined) return null
  const open = async () => {
    const draft = await encodeDraft({ profile: profileName(profile), base, edits: revert })
    router.push(withMoment(workbenchPage(profile, draft), moment))
  }
  return (
    <Button small onClick={() => void open()}>
      Revert as draft
      <span className="visually-hidden"> change {number}</span>
    </Button>
  )
}

function Difference({ of: one, zone }: { readonly of: ProfileDifferenceBody; readonly zone: Zone }): ReactNode {
  const { kind, what, version, stage, expires, text } = one
  if (what === null || version === null) return text
  const name = <b>{shortName(imageOfName(what), version)}</b>
  const day = (at: string) => dayText(at, zone)
  const until = expires?.after == null ? null : ` until ${day(expires.after)}`
  if (kind === 'removed') return <>{name} removed</>
  if (kind === 'added')
    return (
      <>
        {name} added{stage?.after != null && <> as {<StageChip stage={stage.after} />}</>}
        {until}
      </>
    )
  return (
    <>
      {name}{' '}
      {stage?.before != null && stage.after !== null && (
        <>
          <StageChip stage={stage.before} /> → <StageChip stage={stage.after} />
        </>
      )}
      {stage === null && expires === null && 'has other stages ahead'}
      {expires !== null &&
        (stage !== null && expires.before === null ? (
          until
        ) : (
          <>
            {stage !== null && ', '}
            {expires.after === null ? 'no longer expires ' : 'expires '}
            {expires.before !== null && (
              <s className="faint">
                <span className="visually-hidden">not </span>
                {day(expires.before)}
              </s>
            )}{' '}
            {expires.after !== null && <b>{day(expires.after)}</b>}
          </>
        ))}
    </>
  )
}

/**
 * Saves changes as CSV, the first `most` of them with their effects, also where these are still on their way.
 */
async function saveChanges(
  client: QueryClient,
  profile: ProfileRefBody,
  changes: readonly ProfileChangeBody[],
  most: number,
): Promise<void> {
  const effects = await Promise.all(
    changes.slice(0, most).map((change) =>
      client.ensureQueryData(profilesQueries.changeEffect(profile, change)).then(
        ({ text }) => text,
        () => null,
      ),
    ),
  )
  saveFile(`${profileName(profile).replace('/', '-')}-changes.csv`, csvOf(changes, effects), 'text/csv')
}

function csvOf(changes: readonly ProfileChangeBody[], effects: readonly (string | null)[]): string {
  return [
    csvLine(['number', 'seen', 'not before', 'who', 'why', 'with', 'what', 'effect then']),
    ...changes.map((one, i) =>
      csvLine([
        one.number,
        one.seen,
        one.after,
        one.who,
        one.reason,
        one.manager,
        one.differences.map(({ text }) => text).join('; '),
        effects[i] ?? null,
      ]),
    ),
  ].join('')
}
