'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ProfileAnswer } from '@/lib/questions/profiles/contract/profile'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName } from '@/lib/words/phrases'
import { profileDifferences } from '../timeline/profile-differences'
import { Today, useMomentOfToday } from '../ui/today'
import { useChanged } from '../ui/use-changed'

/** What the page of a profile says today, beside what it said then. */
export function ProfileToday({ answer }: { readonly answer: ProfileAnswer }): ReactNode {
  const { ref } = answer.profile
  const query = useQuery(profilesQueries.profile(ref, useMomentOfToday()))
  const changed = useChanged(ref)
  return <Today who={profileName(ref)} past={answer} query={query} differences={profileDifferences} changed={changed} />
}
