'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useZone } from '@/lib/client/clock'
import { profileName, queries } from '@/lib/client/queries'
import type { VersionAnswer } from '@/lib/contract'
import { Today, useMomentOfToday } from './today'
import { useChanged } from './use-changed'
import { versionPageDifferences } from './version-differences'

/** What the page of a version says today, beside what it said then. */
export function VersionToday({ answer }: { readonly answer: VersionAnswer }): ReactNode {
  const { profile, what, version } = answer
  const zone = useZone()
  const moment = useMomentOfToday()
  const query = useQuery(queries.version({ profile, what, version }, { ...moment, zone }))
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
