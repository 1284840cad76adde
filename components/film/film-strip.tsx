'use client'

import type { KeyboardEvent } from 'react'
import { Button, IconButton, Segmented } from '@/components/ui/button'
import { type KeyHint, KeyHints } from '@/components/ui/key-hints'
import { countText } from '@/lib/client/time-text'
import type { FilmAnswer } from '@/lib/contract'
import { clustersOf, type Happening, headlineOf, type Stop } from './days'
import styles from './film.module.css'
import { dragged } from './film-chart'
import type { Scrub, Speed } from './use-film'

interface FilmStripProps {
  readonly film: FilmAnswer
  readonly stops: readonly Stop[]
  readonly scrub: Scrub
}

/** So many pixels the mark of the largest step has. */
const HIGH = 34
const MONTH = 30

/** All steps as a slider. */
export function FilmStrip({ film, stops, scrub: { day, go, step } }: FilmStripProps) {
  const { days } = film
  const sizeOf = ({ flows, stuck }: Happening) => clustersOf(flows) + clustersOf(stuck)
  const most = Math.max(1, ...stops.flatMap((stop) => [sizeOf(stop), sizeOf(stop.drafted ?? stop)]))
  const height = (one: Happening) => 6 + Math.round(Math.sqrt(sizeOf(one) / most) * (HIGH - 6))
  const left = (one: number) => `${(one / days) * 100}%`
  const said = headlineOf(film, day)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const moves: Partial<Record<string, () => void>> = {
      ArrowLeft: () => (event.shiftKey ? step(-1) : go(day - 1)),
      ArrowRight: () => (event.shiftKey ? step(1) : go(day + 1)),
      ArrowDown: () => go(day - 1),
      ArrowUp: () => go(day + 1),
      PageDown: () => go(day - MONTH),
      PageUp: () => go(day + MONTH),
      Home: () => go(0),
      End: () => go(days - 1),
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    move()
  }
  return (
    <div className={styles.strip}>
      <span className="muted small">Steps</span>
      <div
        className={styles.track}
        role="slider"
        aria-label="Day"
        aria-valuemin={0}
        aria-valuemax={days - 1}
        aria-valuenow={day}
        aria-valuetext={`${said.day}: ${said.fact}${said.drafted}. ${said.warning}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...dragged(days, go)}
      >
        <i className={styles.gone} style={{ width: left(day) }} />
        {stops.map((stop) =>
          sizeOf(stop) === 0 ? null : (
            <i
              key={stop.day}
              className={styles.mark}
              data-fails={stop.stuck.length > 0 || undefined}
              style={{ left: left(stop.day), height: height(stop) }}
            />
          ),
        )}
        {stops.map(({ day: one, drafted }) =>
          drafted === null || sizeOf(drafted) === 0 ? null : (
            <i
              key={one}
              className={styles.ghostMark}
              data-fails={drafted.stuck.length > 0 || undefined}
              style={{ left: left(one), height: height(drafted) }}
            />
          ),
        )}
        <i className={styles.handle} style={{ left: left(day) }} />
      </div>
    </div>
  )
}

const SPEEDS: readonly { readonly value: Speed; readonly text: string }[] = [
  { value: '0.5', text: '½×' },
  { value: '1', text: '1×' },
  { value: '4', text: '4×' },
]

const KEYS: readonly KeyHint[] = [
  { keys: ['Space'], does: 'play' },
  { keys: ['←', '→'], does: 'day' },
  { keys: ['Shift', '→'], does: 'next step' },
  { keys: ['d'], does: 'draft' },
  { keys: ['t'], does: 'table' },
]

interface FilmControlsProps extends Omit<FilmStripProps, 'stops'> {
  readonly hasDraft: boolean
}

export function FilmControls({ film, scrub, hasDraft }: FilmControlsProps) {
  const { day, isPlaying, speed, toggle, step, setSpeed } = scrub
  return (
    <div className={styles.controls}>
      <Button look="primary" onClick={toggle} className={styles.play ?? ''}>
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <IconButton icon="left" label="Step before" onClick={() => step(-1)} />
      <IconButton icon="right" label="Next step" onClick={() => step(1)} />
      <Segmented<Speed> label="Speed" value={speed} options={SPEEDS} onChange={setSpeed} />
      <span className="muted small">
        day {countText(day)} of {countText(film.days - 1)}
      </span>
      <span className="grow" />
      <KeyHints hints={KEYS.filter(({ does }) => hasDraft || does !== 'draft')} />
    </div>
  )
}
