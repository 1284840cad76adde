'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import type { ProfileRefBody } from '@/lib/contract/common'
import { ProfilePage } from './profile-page'

const NewClusterPage = dynamic(() => import('./new-cluster/new-cluster-page').then((part) => part.NewClusterPage))
const ComparePage = dynamic(() => import('./compare/compare-page').then((part) => part.ComparePage))

interface ProfileViewsProps {
  readonly profile: ProfileRefBody
  /** As the address has it: `new-cluster`, `compare`; everything else is the versions and their history. */
  readonly view: string | undefined
}

/** The tabs of a profile, each with its own script: nobody waits for those of the others. */
export function ProfileViews({ profile, view }: ProfileViewsProps): ReactNode {
  if (view === 'new-cluster') return <NewClusterPage profile={profile} />
  if (view === 'compare') return <ComparePage profile={profile} />
  return <ProfilePage profile={profile} />
}
