'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMoment } from '@/lib/browser/clock'
import { PROFILES } from '@/lib/browser/paths'
import { mayBeUnread, noClusterText, useStatus } from '@/lib/browser/status'
import type { ProfileRefBody } from '@/lib/contract/common'
import { near } from '@/lib/contract/edit-distance'
import { profilesQueries } from '@/lib/questions/queries'
import { profileName, profileNamed } from '@/lib/words/phrases'
import { missingProfileText } from '@/lib/words/profiles'
import { ButtonLink } from './button'
import { Link } from './link'
import { Empty } from './parts'
import styles from './parts.module.css'

export interface MissingPageProps {
  /** What was asked and is not there: `aws has no version 1.32.99`. */
  readonly title: string
  readonly text: string
  /** What is near, as links. */
  readonly near?: readonly { readonly href: string; readonly text: string }[]
  readonly back: { readonly href: string; readonly text: string }
  /** What is known of it in other landscapes. */
  readonly elsewhere?: ReactNode
  /** Beside the way back. */
  readonly children?: ReactNode
}

/** A whole page for what does not exist: what was asked, and what is near. */
export function MissingPage({ title, text, near = [], back, elsewhere, children }: MissingPageProps) {
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <p>
        {text}
        {near.length > 0 && ' Near it are:'}
      </p>
      {near.length > 0 ? (
        <ul>
          {near.map((one) => (
            <li key={one.href}>
              <Link className="link" href={one.href}>
                {one.text}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {elsewhere}
      <div className="bar">
        <ButtonLink look="primary" href={back.href}>
          {back.text}
        </ButtonLink>
        {children}
      </div>
    </div>
  )
}

/** The sentence in place of a list of profiles. */
export function NoProfile(): ReactNode {
  const { data } = useStatus()
  const isUnread = data === undefined || mayBeUnread(data.garden, 'profiles')
  return <Empty text={isUnread ? 'No profile has been read so far.' : 'This garden has no CloudProfile.'} />
}

/** The sentence of every page that there is no cluster to show. */
export function NoCluster() {
  const { data } = useStatus()
  return <Empty text={noClusterText(data?.garden)} />
}

interface MissingProfileProps {
  /** The name that was asked for. */
  readonly wanted: string
  /** The address of the same page for another profile. */
  readonly pageOf: (ref: ProfileRefBody) => string
}

/** In place of a page about a profile that does not exist: what was asked, and what is near. */
export function MissingProfile({ wanted, pageOf }: MissingProfileProps): ReactNode {
  const moment = useMoment()
  const { data } = useQuery(profilesQueries.profiles(moment))
  const names = data?.items.map(({ ref }) => profileName(ref)) ?? []
  const links = near(wanted, names).map((text) => ({ href: pageOf(profileNamed(text)), text }))
  return (
    <MissingPage
      title={missingProfileText(wanted)}
      text="It may have been removed or renamed."
      near={links}
      back={{ href: PROFILES, text: 'All profiles' }}
    />
  )
}
