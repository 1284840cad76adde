'use client'

import { useZone } from '@/lib/browser/clock'
import { plural } from '@/lib/words/phrases'
import { clockText, countOf } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import type { Offer } from './settle'
import styles from './shoots-view.module.css'

/** `3 changes since 18:52: 2 clusters moved, 1 is new`: the rows stay where they are until somebody asks. */
export function OfferLine({ offer, onShow }: { readonly offer: Offer; readonly onShow: () => void }) {
  const zone = useZone()
  const { counts } = offer
  const all = counts === null ? 0 : counts.moved + counts.added + counts.gone
  return (
    <div className={styles.offer} role="status">
      <Icon name="roll" />
      <span>
        <b>{all > 0 ? countOf(all, 'change') : 'The list has changed'}</b>{' '}
        <span className="muted">
          since {clockText(offer.since, zone)}
          {all > 0 ? `: ${partsOf(counts)}` : ''}
        </span>
      </span>
      <Button small onClick={onShow}>
        Show
      </Button>
      <span className="grow" />
      <span className={`${styles.wide} faint`}>rows stay where they are until then</span>
    </div>
  )
}

function partsOf(counts: Offer['counts']): string {
  if (counts === null) return ''
  const be = (n: number) => plural(n, 'is', 'are')
  return [
    counts.moved > 0 ? `${countOf(counts.moved, 'cluster')} moved` : '',
    counts.added > 0 ? `${counts.added} ${be(counts.added)} new` : '',
    counts.gone > 0 ? `${counts.gone} ${be(counts.gone)} gone` : '',
  ]
    .filter(Boolean)
    .join(', ')
}
