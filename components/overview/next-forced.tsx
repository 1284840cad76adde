'use client'

import { Countdown } from '@/components/ui/countdown'
import { EffectText } from '@/components/ui/effect'
import { EventGlyph } from '@/components/ui/glyph'
import { Link } from '@/components/ui/link'
import { Empty } from '@/components/ui/parts'
import { useNow, useZone } from '@/lib/client/clock'
import { shootPage, shootsPage } from '@/lib/client/paths'
import { profileName } from '@/lib/client/queries'
import { countOf, countText, DAY, momentText } from '@/lib/client/time-text'
import { useSteady } from '@/lib/client/use-steady'
import { offsetText } from '@/lib/client/zone'
import type { GardenAnswer } from '@/lib/contract'
import styles from './overview.module.css'

type Next = GardenAnswer['nextForced']

/** The clusters whose owners have to know first. */
export function NextForced({ next: newest }: { readonly next: Next }) {
  const [next, steady] = useSteady(newest)
  const zone = useZone()
  const now = useNow(DAY)
  return (
    <section aria-labelledby="next-forced">
      <div className="sec">
        <h2 id="next-forced">Next forced updates</h2>
        <span className="q">
          {next.items.length < next.total ? `${next.items.length} of ${countOf(next.total, 'cluster')}` : null}
        </span>
        <span className="grow" />
        <Link className="link s" href={shootsPage({ event: ['forced', 'fails'], within: '90' })}>
          All in Clusters
        </Link>
      </div>
      {next.items.length === 0 ? (
        <Empty text="No cluster is forced within 90 days, as far as expiry dates are set." />
      ) : (
        <div className="scrollx" {...steady}>
          <table className={styles.next}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="vh">Kind</span>
                </th>
                <th scope="col">Cluster</th>
                <th scope="col">Profile</th>
                <th scope="col">What → to what</th>
                <th scope="col">In</th>
                <th scope="col">Window begins, {offsetText(zone, now)}</th>
                <th scope="col">Nodes roll?</th>
              </tr>
            </thead>
            <tbody>
              {next.items.map((item) => (
                <NextRow key={`${item.namespace}/${item.name}`} item={item} zone={zone} now={now} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

interface NextRowProps {
  readonly item: Next['items'][number]
  readonly zone: string
  readonly now: number
}

function NextRow({ item, zone, now }: NextRowProps) {
  const { next } = item
  return (
    <tr>
      <td>
        <EventGlyph kind={next.kind} named />
      </td>
      <th scope="row">
        <Link href={shootPage(item)}>
          <span className="m">{item.project} /</span> {item.name}
        </Link>
      </th>
      <td className="q">{profileName(item.profile)}</td>
      <td>
        <span className="m">{next.what}</span> {next.from}
        {next.to === null ? null : (
          <>
            <span className="arrow">→</span>
            <b>{next.to}</b>
          </>
        )}
        {next.more > 0 ? (
          <span className="q" title={`and ${countOf(next.more, 'more change')} in the same window`}>
            {' '}
            +{countText(next.more)}
          </span>
        ) : null}
      </td>
      <td className="b">
        <Countdown to={next.window.begin} until={next.window.end} form="short" />
      </td>
      <td className="m">{momentText(next.window.begin, zone, now)}</td>
      <td>
        {next.kind === 'fails' ? (
          <span className="bad">fails{next.cause ? `: ${next.cause}` : ''}</span>
        ) : (
          <EffectText effect={next.effect} nodes={next.nodes} />
        )}
      </td>
    </tr>
  )
}
