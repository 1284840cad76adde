'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { useMoment, useNow, useRunningClock, useZone } from '@/lib/browser/clock'
import { samePage, useLandscapes } from '@/lib/browser/landscapes'
import { type NamedLandscape, pageObject } from '@/lib/contract/landscapes'
import type { StandingAnswer } from '@/lib/questions/landscapes/contract'
import { landscapesQueries } from '@/lib/questions/landscapes/queries'
import {
  pageObjectName,
  type StateWords,
  silenceWords,
  standingClustersText,
  standingText,
} from '@/lib/words/landscapes'
import { agoText, SECOND } from '@/lib/words/time-text'
import { StageChip } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { SkeletonBar } from '../ui/parts'
import styles from './shell.module.css'

/** Each landscape with what is known there about the subject of the page. */
export function LandscapeList(): ReactNode {
  const { all, own } = useLandscapes()
  const path = usePathname()
  const object = pageObject(path)
  return (
    <>
      <p className="small">
        The same page
        {object !== null && (
          <>
            , <b>{pageObjectName(object)}</b>,
          </>
        )}{' '}
        in
      </p>
      <ul>
        {all.map((landscape) => (
          <li key={landscape.url}>{landscape.url === own?.url ? <Own {...landscape} /> : <Other {...landscape} />}</li>
        ))}
      </ul>
      <p className="note">
        {own === null && 'You reach this one by an address that is none of these, so that none of them answers it. '}
        Each keeps its own sign-in, drafts and journal.
      </p>
    </>
  )
}

function Own({ name }: NamedLandscape): ReactNode {
  const path = usePathname()
  const moment = useMoment()
  const { data } = useQuery(landscapesQueries.own({ page: path, ...moment }))
  return (
    <div className={styles.landscape} aria-current="true">
      <Icon name="check" />
      <Standing name={name} answer={data} note="this page" />
    </div>
  )
}

function Other(landscape: NamedLandscape): ReactNode {
  const { own } = useLandscapes()
  const path = usePathname()
  const search = useSearchParams()
  const { at } = useMoment()
  const zone = useZone()
  const now = useRunningClock(SECOND)
  const { data } = useQuery(landscapesQueries.standing(landscape, { page: path, at }))
  const silence = data === undefined || data.kind === 'told' ? undefined : silenceWords(data, landscape, zone, now)
  const answer = data?.kind === 'told' ? data.answer : undefined
  return (
    <a className={styles.landscape} href={samePage(landscape, path, search, own?.name)}>
      <Standing
        name={landscape.name}
        answer={answer}
        silence={silence}
        note={answer === undefined ? '' : `read ${agoText(answer.observedAt, now)}`}
      />
    </a>
  )
}

interface StandingProps {
  readonly name: string
  /** Undefined: it is being asked for, unless `silence` says why there is none. */
  readonly answer: StandingAnswer | undefined
  readonly silence?: StateWords | undefined
  readonly note: string
}

function Standing({ name, answer, silence, note }: StandingProps): ReactNode {
  const object = pageObject(usePathname())
  const zone = useZone()
  const now = useNow()
  const found = answer?.object?.found
  const stage = found?.stage ?? null
  return (
    <>
      <span className="bar small">
        <b>{name}</b>
        <span className="faint">{answer && standingClustersText(answer)}</span>
        <span className="grow" />
        <span className="faint">{note}</span>
      </span>
      <span className="small">
        {silence !== undefined ? (
          <>
            {silence.text}. <span className="faint">{silence.note}</span>
          </>
        ) : answer === undefined ? (
          <SkeletonBar width="60%" height="14px" />
        ) : (
          <>
            {stage !== null && <StageChip stage={stage} />}
            {stage !== null && found?.since === null ? ', ' : ' '}
            {object && answer.object && standingText(object, answer.object, zone, now)}
          </>
        )}
      </span>
    </>
  )
}
