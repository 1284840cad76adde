import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { PageHead } from '@/components/ui/page-head'
import { projectPage } from '@/lib/browser/paths'
import { BASE_PATH } from '@/lib/contract/base-path'
import type { Zone } from '@/lib/contract/zone'
import type { AccountAnswer } from '@/lib/questions/account/contract'
import { countOf, fullText, relativeText } from '@/lib/words/time-text'
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

/** Who reads the pages, as the garden knows them, and what it lets them see and do. */
export function AccountPage({ account, session, zone, now }: AccountPageProps): ReactNode {
  return (
    <div className="stack">
      <PageHead title="Account" />
      {typeof account === 'string' ? (
        <p className="muted">{account}</p>
      ) : (
        <>
          <p className="muted">{whoText(account)}</p>
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
            {session !== null && (
              <Fact term="Session">
                <Session session={session} zone={zone} now={now} />
              </Fact>
            )}
            <Fact term="You see">{seenText(account)}</Fact>
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

function Session({
  session: { endsAt, isRenewed },
  zone,
  now,
}: Pick<AccountPageProps, 'zone' | 'now'> & { readonly session: NonNullable<AccountPageProps['session']> }) {
  if (isRenewed) return 'It goes on until you sign out, as long as the provider gives new tokens.'
  if (endsAt === null) return 'It goes on until you sign out, or the garden does not accept your token any more.'
  return `It ends with your token ${relativeText(endsAt, now)}, ${fullText(endsAt, zone)}.`
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

/** As whom the garden is asked. */
function whoText({ mode, user }: AccountAnswer): string {
  if (mode !== 'none') return 'You see and do here what the garden lets you, in your own name.'
  if (user === null) return 'Nobody signs in here, and this garden knows no users.'
  return 'Nobody signs in here: Almanac asks the garden with the rights of the user who started it. Everybody who opens these pages has the same rights.'
}

function seenText({ seesAllShoots, projectCount }: AccountAnswer): string {
  if (seesAllShoots) return 'The clusters of all projects.'
  if (projectCount === 0) return 'No project.'
  return `The clusters of ${countOf(projectCount, 'project')}, as far as you may list them.`
}

/** What may be changed; where nothing may be, that. */
function rightsTexts(account: AccountAnswer): readonly string[] {
  const { mayEditCloudProfiles, mayEditAllShoots, mayEditAllProfiles, projects } = account
  const some = (may: readonly unknown[]) => may.length > 0
  const shoots = projects.filter((one) => one.mayEditShoots)
  const profiles = projects.filter((one) => one.mayEditProfiles)
  const texts = [
    mayEditCloudProfiles ? 'change CloudProfiles' : '',
    mayEditAllProfiles
      ? 'change NamespacedCloudProfiles of all projects'
      : some(profiles)
        ? `change NamespacedCloudProfiles of ${countOf(profiles.length, 'project')}`
        : '',
    mayEditAllShoots
      ? 'change clusters of all projects'
      : some(shoots)
        ? `change clusters of ${countOf(shoots.length, 'project')}`
        : '',
  ].filter((text) => text !== '')
  return texts.length === 0 ? ['look, and change nothing'] : texts
}
