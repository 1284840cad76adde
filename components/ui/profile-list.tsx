import type { ReactNode } from 'react'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { ProfileSummary } from '@/lib/questions/profiles/contract'
import { profileName } from '@/lib/words/phrases'
import { countText } from '@/lib/words/time-text'
import { RowTable } from './data-table'
import { ProfileLink } from './link'
import styles from './parts.module.css'

interface ProfileListProps {
  readonly items: readonly Pick<ProfileSummary, 'ref' | 'clusters'>[]
  readonly pageOf: (ref: ProfileRefBody) => string
}

/** Links to a page of each profile: their names alone, so that all of them are in sight on a phone. */
export function ProfileList({ items, pageOf }: ProfileListProps): ReactNode {
  return (
    <RowTable className={styles.pairs} caption="Profiles to choose from" heads={['Profile', { number: 'Clusters' }]}>
      {items.map(({ ref, clusters }) => (
        <tr key={profileName(ref)}>
          <th scope="row">
            <ProfileLink of={ref} href={pageOf(ref)} />
          </th>
          <td className="num">{countText(clusters)}</td>
        </tr>
      ))}
    </RowTable>
  )
}
