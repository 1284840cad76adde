'use client'

import { type ReactNode, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { type ReadCalendar, readCalendar } from '@/lib/questions/policy/browser/release-calendar'
import type { ReleaseBody } from '@/lib/questions/policy/contract'
import { countOf } from '@/lib/words/time-text'
import styles from './year.module.css'

interface PasteCalendarProps {
  readonly images: readonly string[]
  readonly onUse: (releases: readonly ReleaseBody[]) => void
}

/** A calendar from elsewhere in place of what is expected. What cannot be read is told, and the rest can be used all the same. */
export function PasteCalendar({ images, onUse }: PasteCalendarProps): ReactNode {
  const id = useId()
  const [read, setRead] = useState<ReadCalendar>({ releases: [], problems: [] })
  const { releases, problems } = read
  return (
    <form
      className={styles.paste}
      onSubmit={(event) => {
        event.preventDefault()
        onUse(releases)
      }}
    >
      <label htmlFor={id}>Calendar: iCalendar, or a line per release</label>
      <textarea
        id={id}
        rows={5}
        spellCheck={false}
        placeholder={'2027-01-12 1.37.0 preview\n2027-02-01 gardenlinux 2150.2.0'}
        onChange={(event) => setRead(readCalendar(event.target.value, images))}
      />
      <div role="status">
        {problems.slice(0, 3).map((problem) => (
          <small key={problem}>{problem}</small>
        ))}
        {problems.length > 3 && <small>{`and ${problems.length - 3} more`}</small>}
      </div>
      <Button small type="submit" disabled={releases.length === 0}>
        {releases.length === 0 ? 'Use it' : `Use ${countOf(releases.length, 'release')}`}
      </Button>
    </form>
  )
}
