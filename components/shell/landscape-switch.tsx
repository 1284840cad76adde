'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import { type CSSProperties, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import { useMoment, useNow, useRunningClock, useZone } from '@/lib/browser/clock'
import { samePage, useLandscapes } from '@/lib/browser/landscapes'
import type { NamedLandscape } from '@/lib/contract/landscapes'
import type { StandingAnswer } from '@/lib/questions/landscapes/contract'
import { landscapesQueries } from '@/lib/questions/landscapes/queries'
import { clustersText, pageObject, type StateWords, silenceWords, standingText } from '@/lib/words/landscapes'
import { agoText, SECOND } from '@/lib/words/time-text'
import { StageChip } from '../ui/glyph'
import { Icon } from '../ui/icon'
import { SkeletonBar } from '../ui/parts'
import styles from './shell.module.css'

/** Leads to the same page of another landscape, and says before what stands there. Nothing where there is only this one. */
export function LandscapeSwitch(): ReactNode {
  const { all, own } = useLandscapes()
  const [isOpen, setOpen] = useState(false)
  const [left, setLeft] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  if (all.length === 0) return null
  const toggle = ({ newState }: ToggleEvent) => {
    setOpen(newState === 'open')
    // Below the button, which stands where the name of the program ends.
    setLeft(button.current?.getBoundingClientRect().left ?? 0)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.switch}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-label={`Landscape ${own?.name ?? 'that has no name'}`}
      >
        <span className="cut">{own?.name ?? 'Landscape'}</span>
        <Icon name={isOpen ? 'up' : 'down'} />
      </button>
      <nav
        id={id}
        popover="auto"
        aria-label="Landscapes"
        className={styles.landscapes}
        style={{ '--left': `${left}px` } as CSSProperties}
        onBeforeToggle={toggle}
      >
        {isOpen && <LandscapeList />}
      </nav>
    </>
  )
}

function LandscapeList(): ReactNode {
  const { all, own } = useLandscapes()
  const path = usePathname()
  const name = pageObject(path)?.name
  return (
    <>
      <p className="small">
        The same page
        {name !== undefined && (
          <>
            , <b>{name}</b>,
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
  const stage = answer?.object?.found?.stage ?? null
  return (
    <>
      <span className={styles.landscapeHead}>
        <b>{name}</b>
        <span className="faint">{answer && clustersText(answer)}</span>
        <span className="grow" />
        <span className="faint">{silence?.note ?? note}</span>
      </span>
      <span className="small">
        {silence !== undefined ? (
          silence.text
        ) : answer === undefined ? (
          <SkeletonBar width="60%" height="14px" />
        ) : (
          <>
            {stage !== null && <StageChip stage={stage} />}{' '}
            {object && answer.object && standingText(object, answer.object, zone, now)}
          </>
        )}
      </span>
    </>
  )
}
