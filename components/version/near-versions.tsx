import type { ReactNode } from 'react'
import { profilePage, versionPage } from '@/lib/browser/paths'
import type { VersionRef } from '@/lib/browser/version-address'
import type { OfferedVersion } from '@/lib/contract/lifecycle'
import type { Zone } from '@/lib/contract/zone'
import { profileName } from '@/lib/words/phrases'
import { countOf, countText, dayText } from '@/lib/words/time-text'
import { DataTable } from '../ui/data-table'
import { StageChip } from '../ui/glyph'
import { Link } from '../ui/link'
import { Section } from '../ui/section'

interface NearVersionsProps {
  /** The one that is not there. */
  readonly wanted: VersionRef
  /** The name of this landscape; null: there is only this one. */
  readonly landscape: string | null
  readonly near: readonly OfferedVersion[]
  /** How many versions of the same the profile lists. */
  readonly listed: number
  readonly zone: Zone
}

/** The versions that are most like one that a profile does not have. */
export function NearVersions({ wanted, landscape, near, listed, zone }: NearVersionsProps): ReactNode {
  const { profile, what } = wanted
  return (
    <Section
      title={landscape === null ? 'Near it' : `Near it in ${landscape}`}
      note={`${profileName(profile)}, ${near.length} of ${countText(listed)}`}
      actions={
        <Link className="link" href={profilePage(profile)}>
          All {countText(listed)}
        </Link>
      }
    >
      <DataTable className="prose" heads={['Version', 'Stage', 'Until', 'Clusters']}>
        <tbody>
          {near.map(({ version, stage, expires, clusters, defaultForNew }) => (
            <tr key={version}>
              <th scope="row">
                <Link className="link" href={versionPage(profile, what, version)}>
                  {version}
                </Link>
              </th>
              <td>
                <StageChip stage={stage} />
              </td>
              <td>{expires === null ? <span className="faint">no expiry set</span> : dayText(expires, zone)}</td>
              <td>
                {countOf(clusters, 'cluster')}
                {defaultForNew && <span className="faint">, default for new</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Section>
  )
}
