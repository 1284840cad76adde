import type { ReactNode } from 'react'
import { versionPage } from '@/lib/browser/paths'
import type { Zone } from '@/lib/contract/zone'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import { listed, profileName } from '@/lib/words/phrases'
import { dayText, relativeText } from '@/lib/words/time-text'
import { insteadText, spanText } from '@/lib/words/version'
import { DataTable } from '../ui/data-table'
import { StageChip } from '../ui/glyph'
import { Link } from '../ui/link'
import styles from './version.module.css'

/** In which profiles a new cluster gets it that names no version, and when. */
export function Defaults({ answer, zone }: { readonly answer: VersionAnswer; readonly zone: Zone }): ReactNode {
  const { defaults, what, version, at } = answer
  return (
    <section aria-labelledby="default">
      <div className="section-head">
        <h2 id="default">Default for new clusters</h2>
        <span className="faint">who names no version gets it</span>
      </div>
      {defaults.length === 0 ? (
        <p className="muted small">It is nobody’s default, now or later, as far as dates are set.</p>
      ) : (
        <dl className={styles.facts}>
          {defaults.map(({ profile, spans }) => (
            <div key={profileName(profile)} style={{ display: 'contents' }}>
              <dt>
                <Link href={versionPage(profile, what, version)}>{profileName(profile)}</Link>
              </dt>
              <dd>{listed(spans.map((span) => spanText(span, zone, at)))}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

interface InsteadProps {
  readonly answer: VersionAnswer
  readonly zone: Zone
  readonly now: number
}

/** What the profile offers in its place. */
export function Instead({ answer, zone, now }: InsteadProps): ReactNode {
  const { instead, profile, what } = answer
  return (
    <section aria-labelledby="instead">
      <div className="section-head">
        <h2 id="instead">Offered instead</h2>
        <span className="faint">as the profile is now</span>
      </div>
      {instead.length === 0 ? (
        <p className="muted small">The profile offers nothing in its place.</p>
      ) : (
        <DataTable className={styles.table} heads={['For what', 'Version', 'Stage', 'Expires']}>
          <tbody>
            {instead.map((one) => (
              <tr key={`${one.for}/${one.version}`}>
                <td>{insteadText(one, instead)}</td>
                <th scope="row">
                  <Link href={versionPage(profile, what, one.version)}>{one.version}</Link>
                </th>
                <td>
                  <StageChip stage={one.stage} />
                </td>
                <td>
                  {one.expires === null ? (
                    <span className="faint">no expiry set</span>
                  ) : (
                    `${relativeText(one.expires, now, 'prose')}, ${dayText(one.expires, zone)}`
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </section>
  )
}
