'use client'

import { Countdown } from '@/components/ui/countdown'
import { DataTable } from '@/components/ui/data-table'
import { Link } from '@/components/ui/link'
import { Empty } from '@/components/ui/parts'
import { Scroll } from '@/components/ui/scroll'
import { useZone } from '@/lib/client/clock'
import { profilePage, selectedVersionPage } from '@/lib/client/paths'
import { profileName } from '@/lib/client/queries'
import { countText, dayText, ms } from '@/lib/client/time-text'
import { nodeFigure } from '@/lib/client/wording'
import type { ProfileExpiries } from './expiries'
import styles from './overview.module.css'

/** The diamonds as a table, in order of time. */
export function ExpiriesTable({
  expiries,
  at,
}: {
  readonly expiries: readonly ProfileExpiries[]
  readonly at: string
}) {
  const zone = useZone()
  const rows = expiries
    .flatMap(({ profile, marks }) => marks.map((mark) => ({ profile, mark })))
    .sort((a, b) => ms(a.mark.at) - ms(b.mark.at))
  if (rows.length === 0) return <Empty text="No expiry date is set that concerns a cluster." />
  return (
    <Scroll label="Expiries as a table" className={styles.tall}>
      <DataTable
        className="dense"
        heads={['Expires', 'In', 'Profile', 'Version', { number: 'Clusters' }, { number: 'Fail' }, { number: 'Nodes' }]}
      >
        <tbody>
          {rows.map(({ profile, mark }) => (
            <tr key={`${profileName(profile)} ${mark.what} ${mark.version} ${mark.at}`}>
              <td>{dayText(mark.at, zone, { now: at, weekday: true })}</td>
              <td className="muted">
                <Countdown to={mark.at} form="prose" />
              </td>
              <td>
                <Link href={profilePage(profile)}>{profileName(profile)}</Link>
              </td>
              <th scope="row">
                <Link href={selectedVersionPage(profile, mark.what, mark.version)}>
                  <span className="muted">{mark.what}</span> {mark.version}
                </Link>
              </th>
              <td className="num">{countText(mark.clusters)}</td>
              <td className={mark.fails === 0 ? 'num faint' : 'num bad'}>{countText(mark.fails)}</td>
              <td className="num muted">{nodeFigure(mark.nodes)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}
