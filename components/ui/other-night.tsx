import type { NextEvent } from '@/lib/contract/steps'
import type { Zone } from '@/lib/contract/zone'
import { otherNight } from '@/lib/words/event-words'
import styles from './parts.module.css'

interface OtherNightProps {
  readonly of: Pick<NextEvent, 'window' | 'onlyAfter'>
  readonly now: number | string
  /** In which the time before it is told; by default that of the cluster. */
  readonly zone?: Zone
}

/** After a time, on lines of its own, in which other night it may be: a window that is told in a cell has the next one below. */
export function OtherNight({ of, now, zone }: OtherNightProps) {
  const text = otherNight(of, now, zone)
  if (text === null) return null
  return (
    <>
      , <br />
      <span className={styles.otherNight}>{text}</span>
    </>
  )
}
