'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { searchText } from '@/lib/browser/fetch-json'
import { PROFILES, profilePage, shootsPage } from '@/lib/browser/paths'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { Zone } from '@/lib/contract/zone'
import type { ProfileAnswer, ProfileSummary } from '@/lib/questions/profiles/contract/profile'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName, profilePath } from '@/lib/words/phrases'
import { countOf, countText, dayText, relativeText } from '@/lib/words/time-text'
import type { ServerFile } from '../take-away/server-file'
import { profileDifferences } from '../timeline/profile-differences'
import { Link } from '../ui/link'
import { Today, useMomentOfToday } from '../ui/today'
import { useChanged } from '../ui/use-changed'
import styles from './profile.module.css'

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

type Strategy = ProfileAnswer['images'][number]['updateStrategy']

/** How far updates go under each strategy (seed 000, "Update path for machine image versions"). */
const RULES: Readonly<Record<Strategy, { readonly auto: string; readonly expired: string }>> = {
  patch: {
    auto: 'the latest patch of the same minor, a supported one first',
    expired: 'the same; then the next higher minor that has a version, not always +1',
  },
  minor: {
    auto: 'the latest of the same major, a supported one first',
    expired: 'the same; then the next higher major that has a version, not always +1',
  },
  major: {
    auto: 'the latest of all, a supported one first',
    expired: 'the same; when the latest is expired too, the update fails',
  },
}

/** Says what an image's update strategy means for auto-updates and for expired versions. */
export function StrategyLine({ strategy }: { readonly strategy: Strategy }): ReactNode {
  const { auto, expired } = RULES[strategy]
  return (
    <dl className={`facts ${styles.strategy}`}>
      <div>
        <dt>updateStrategy</dt>
        <dd className="bold">{strategy}</dd>
      </div>
      <div>
        <dt>Auto:</dt>
        <dd>{auto}.</dd>
      </div>
      <div>
        <dt>Expired:</dt>
        <dd>{expired}.</dd>
      </div>
    </dl>
  )
}

/** What the page of a profile says today, beside what it said then. */
export function ProfileToday({ answer }: { readonly answer: ProfileAnswer }): ReactNode {
  const { ref } = answer.profile
  const query = useQuery(profilesQueries.profile(ref, useMomentOfToday()))
  const changed = useChanged(ref)
  return <Today who={profileName(ref)} past={answer} query={query} differences={profileDifferences} changed={changed} />
}

/** What the server makes of a profile: its clusters, and the calendar of their windows. */
export function profileFiles(profile: ProfileRefBody): readonly ServerFile[] {
  const feed = `/api/feeds/cloudprofiles/${profilePath(profile)}.ics`
  const search = searchText({ profile: [profileName(profile)] })
  return [
    {
      name: 'Its clusters',
      forms: [
        { form: 'CSV', href: `/api/shoots.csv${search}` },
        { form: 'JSON', href: `/api/shoots.json${search}` },
      ],
    },
    { name: 'Their forced updates', forms: [{ form: 'iCalendar', href: feed }], feed },
  ]
}
