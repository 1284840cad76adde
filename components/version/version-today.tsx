'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import { versionQueries } from '@/lib/questions/version/queries'
import { profileName } from '@/lib/words/phrases'
import { Today, useMomentOfToday } from '../ui/today'
import { useChanged } from '../ui/use-changed'
import { versionPageDifferences } from './version-differences'

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
