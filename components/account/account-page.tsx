import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { PageHead } from '@/components/ui/page-head'
import { projectPage } from '@/lib/browser/paths'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { Zone } from '@/lib/contract/zone'
import type { AccountAnswer } from '@/lib/questions/account/contract'
import { askedAsText, rightsTexts, seenClustersText, sessionText } from '@/lib/words/account'
import { Button } from '../ui/button'
import { RowTable } from '../ui/data-table'
import { Tag } from '../ui/parts'
import { Fact, Section } from '../ui/section'

interface AccountPageProps {
  /** Or why it is not known. */
  readonly account: AccountAnswer | string
  /** Absent where there is no sign-in here. */
  readonly session: { readonly endsAt: number | null; readonly isRenewed: boolean } | null
  readonly zone: Zone
  readonly now: number
}

/** The user of the pages as the garden knows them, and what it lets them see and do. */
export function AccountPage({ account, session, zone, now }: AccountPageProps): ReactNode {
  return (
    <div className="stack">
      <PageHead title="Account" />
      {typeof account === 'string' ? (
        <p className="muted">{account}</p>
      ) : (
        <>
          <p className="muted">{askedAsText(account)}</p>
          <dl className="terms">
            {account.user !== null && (
              <>
                <Fact term="Name">
                  <b>{account.user.name}</b>
                </Fact>
                <Fact term="Groups" look="bar">
                  {account.user.groups.length === 0
                    ? 'none'
                    : account.user.groups.map((one) => <Tag key={one}>{one}</Tag>)}
                </Fact>
              </>
            )}
            {session !== null && <Fact term="Session">{sessionText(session, zone, now)}</Fact>}
            <Fact term="You see">{seenClustersText(account)}</Fact>
            <Fact term="You may">
              <ul>
                {rightsTexts(account).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </Fact>
          </dl>
        </>
      )}
      {session !== null && (
        <form method="post" action={`${BASE_PATH}/signout`}>
          <Button type="submit">Sign out</Button>
        </form>
      )}
      {typeof account !== 'string' && account.projects.length > 0 && <Projects account={account} />}
    </div>
  )
}

function Projects({ account: { projects, projectCount } }: { readonly account: AccountAnswer }) {
  return (
    <Section
      title="Projects"
      note={projects.length < projectCount ? `${projects.length} of ${projectCount}` : projectCount}
    >
      <div className="scrollx" style={{ maxWidth: 720 }}>
        <RowTable caption="Projects" heads={['Project', 'Clusters', 'NamespacedCloudProfiles']}>
          {projects.map(({ name, mayEditShoots, mayEditProfiles }) => (
            <tr key={name}>
              <th scope="row">
                <Link href={projectPage(name)}>{name}</Link>
              </th>
              <td>{mayEditShoots ? 'see and change' : <span className="faint">see</span>}</td>
              <td>{mayEditProfiles ? 'see and change' : <span className="faint">see</span>}</td>
            </tr>
          ))}
        </RowTable>
      </div>
    </Section>
  )
}
