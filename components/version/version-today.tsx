'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import { imageOf, shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import { versionQueries } from '@/lib/questions/version/queries'
import { profileName } from '@/lib/words/phrases'
import { versionDifferences } from '../timeline/profile-differences'
import { countsDiffer, type Difference, datesDiffer, inOrder } from '../ui/differences'
import { Today, useChanged, useMomentOfToday } from '../ui/today'

/** What the page of a version says today, beside what it said then. */
export function VersionToday({ answer }: { readonly answer: VersionAnswer }): ReactNode {
  const { profile, what, version } = answer
  const zone = useZone()
  const moment = useMomentOfToday()
  const query = useQuery(versionQueries.version({ profile, what, version }, { ...moment, zone }))
  const changed = useChanged(profile)
  return (
    <Today
      who={profileName(profile)}
      past={answer}
      query={query}
      differences={versionPageDifferences}
      changed={changed}
    />
  )
}

type Said = Pick<VersionAnswer, 'what' | 'version' | 'offered' | 'clusters' | 'projects'> & {
  readonly holds: Pick<VersionAnswer['holds'], 'lastLeaves'>
}

/** What the page of a version said then and says otherwise today. */
export function versionPageDifferences(then: Said, today: Said, zone: Zone): readonly Difference[] {
  const name = shortName(imageOf(then.what), then.version)
  const fails = ({ projects }: Said) => projects.reduce((sum, project) => sum + project.fails, 0)
  return inOrder([
    ...versionDifferences(name, then.offered ?? undefined, today.offered ?? undefined, zone),
    countsDiffer(fails(then), fails(today), {
      what: 'Fail to leave it',
      clause: (count) => `${count} fail to leave ${name}`,
      of: 'cluster',
      rank: 2,
    }),
    datesDiffer(then.holds.lastLeaves, today.holds.lastLeaves, {
      what: 'The last cluster leaves it',
      clause: (day) => (day === null ? `not all clusters leave ${name}` : `the last cluster leaves ${name} on ${day}`),
      rank: 1,
      zone,
      none: 'not known',
    }),
    countsDiffer(then.clusters, today.clusters, {
      what: 'Clusters on it',
      clause: (count) => `${count} on ${name}`,
      of: 'cluster',
      rank: 0,
    }),
  ])
}
