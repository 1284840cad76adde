'use client'

import { useZone } from '@/lib/browser/clock'
import { WORKBENCH } from '@/lib/browser/paths'
import { editText } from '@/lib/words/edits'
import { countOf } from '@/lib/words/time-text'
import { Segmented } from '../../ui/button'
import { Link } from '../../ui/link'
import styles from './draft-line.module.css'
import type { OpenedDraft, WallDraft } from './wall-state'

interface DraftPartProps extends OpenedDraft {
  readonly isShown: boolean
  readonly onShow: (isShown: boolean) => void
  /** Edits that are left out. */
  readonly impossible: number
}

/** The draft of an address: whether it is shown, what it is, why it cannot be read. */
export function DraftPart({ draft, problem, isShown, onShow, impossible }: DraftPartProps) {
  if (problem !== null)
    return (
      <p className={styles.line} role="alert">
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

/** As many edits are said. */
const MOST_EDITS = 2

function DraftLine({
  draft: { profile, edits, text },
  impossible,
}: Pick<DraftPartProps, 'impossible'> & {
  readonly draft: WallDraft & { readonly text: string }
}) {
  const zone = useZone()
  const said = edits.slice(0, MOST_EDITS).map((edit) => editText(edit, zone))
  const more = edits.length - said.length
  const left = impossible === 0 ? '' : `, ${countOf(impossible, 'is', 'are')} left out as impossible`
  return (
    <p className={styles.line}>
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
