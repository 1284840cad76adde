import type { ReactNode } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { versionPage } from '@/lib/browser/paths'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import { listed, profileName } from '@/lib/words/phrases'
import { listedTime } from '@/lib/words/time-text'
import { offeredSpanText, replacementText } from '@/lib/words/version'
import { RowTable } from '../ui/data-table'
import { StageChip } from '../ui/glyph'
import { Link } from '../ui/link'
import { Section } from '../ui/section'

/** The profiles in which a new cluster gets it that names no version, and what the profile offers in its place. */
export function NewClustersPart({ answer }: { readonly answer: VersionAnswer }): ReactNode {
  const zone = useZone()
  const now = useNow()
  const { defaults, instead, profile, what, version, at } = answer
  return (
    <Section title="What a new cluster gets instead">
      {instead.length === 0 ? (
        <p className="note">The profile offers nothing in its place.</p>
      ) : (
        <RowTable className="prose" heads={['For what', 'Version', 'Stage', 'Expires']}>
          {instead.map((one) => (
            <tr key={`${one.for}/${one.version}`}>
              <td>{replacementText(one, instead)}</td>
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
                  listedTime(one.expires, zone, now)
                )}
              </td>
            </tr>
          ))}
        </RowTable>
      )}
      {defaults.length === 0 ? (
        <p className="note">No new cluster gets it by default, now or later, as far as dates are set.</p>
      ) : (
        <ul className="note">
          {defaults.map((one) => (
            <li key={profileName(one.profile)}>
              Who names no version in{' '}
              <Link className="underlined" href={versionPage(one.profile, what, version)}>
                {profileName(one.profile)}
              </Link>{' '}
              gets it {listed(one.spans.map((span) => offeredSpanText(span, zone, at)))}.
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
