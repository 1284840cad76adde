'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { searchText } from '@/lib/browser/fetch-json'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract/profile'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName, profilePath } from '@/lib/words/phrases'
import type { ServerFile } from '../take-away/server-file'
import { profileDifferences } from '../timeline/profile-differences'
import { Today, useChanged, useMomentOfToday } from '../ui/today'
import styles from './profile.module.css'

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
