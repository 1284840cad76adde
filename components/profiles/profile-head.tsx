import type { ReactNode } from 'react'
import { PROFILES, profilePage, shootsPage } from '@/lib/browser/paths'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { Zone } from '@/lib/contract/zone'
import type { ProfileSummary } from '@/lib/questions/profiles/contract/profile'
import { profileName } from '@/lib/words/phrases'
import { countOf, countText, dayText, relativeText } from '@/lib/words/time-text'
import { Link } from '../ui/link'

interface ProfileHeadProps {
  readonly profile: ProfileRefBody
  /** Undefined until it is known. */
  readonly summary: ProfileSummary | undefined
  readonly zone: Zone
  readonly now: number
  readonly children?: ReactNode
}

/** Where we are, and the facts of the whole profile in one line. */
export function ProfileHead({ profile, summary, zone, now, children }: ProfileHeadProps): ReactNode {
  const name = profileName(profile)
  return (
    <>
      <nav className="crumb" aria-label="Breadcrumb">
        <Link href={PROFILES}>Profiles</Link> /{' '}
        {profile.kind === 'NamespacedCloudProfile' && (
          <>
            <span>{profile.namespace}</span> /{' '}
          </>
        )}
        <span aria-current="page">{profile.name}</span>
      </nav>
      <div className="title">
        <h1>{profile.name}</h1>
        {summary && (
          <dl className="facts">
            {profile.kind === 'NamespacedCloudProfile' && (
              <div>
                <dt>NamespacedCloudProfile in</dt>
                <dd>{profile.namespace}</dd>
              </div>
            )}
            {summary.parent !== null && (
              <div>
                <dt>Builds on</dt>
                <dd>
                  <Link className="link" href={profilePage({ kind: 'CloudProfile', name: summary.parent })}>
                    {summary.parent}
                  </Link>
                </dd>
              </div>
            )}
            <div>
              <dt>Clusters</dt>
              <dd>
                <Link
                  className="link"
                  href={shootsPage({ profile: [name] })}
                  aria-label={countOf(summary.clusters, 'cluster')}
                >
                  {countText(summary.clusters)}
                </Link>{' '}
                in {countOf(summary.projects, 'project')}
              </dd>
            </div>
            <div>
              <dt>Forced within 90 days</dt>
              <dd className={summary.forced90 === 0 ? 'faint' : undefined}>{countText(summary.forced90)}</dd>
            </div>
            <div>
              <dt>Stuck</dt>
              <dd className={summary.stuck === 0 ? 'faint' : 'bad'}>{countText(summary.stuck)}</dd>
            </div>
            <div>
              <dt>Next expiry</dt>
              <dd>{summary.nextExpiry ? nextExpiry(summary.nextExpiry, zone, now) : 'none ahead'}</dd>
            </div>
            {summary.resourceVersion !== null && (
              <div>
                <dt>resourceVersion</dt>
                <dd>{summary.resourceVersion}</dd>
              </div>
            )}
          </dl>
        )}
        <span className="grow" />
        {children}
      </div>
    </>
  )
}

function nextExpiry(next: NonNullable<ProfileSummary['nextExpiry']>, zone: Zone, now: number): string {
  const what = next.what === 'Kubernetes' ? next.version : `${next.what} ${next.version}`
  const at = Date.parse(next.at)
  return `${what} ${relativeText(at, now, 'prose')}, ${dayText(at, zone, { now })}`
}
