'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Moment } from '@/lib/browser/at'
import { nearVersions } from '@/lib/browser/near'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { Zone } from '@/lib/contract/zone'
import { profilesQueries } from '@/lib/questions/profiles/queries'
import { profileName } from '@/lib/words/phrases'
import type { VersionRow } from '../timeline/rows'
import { IconButton } from '../ui/button'
import { ErrorPart } from '../ui/error-part'
import { Link } from '../ui/link'
import styles from './panel.module.css'
import { VersionPanel } from './version-panel'

interface SelectedVersionProps {
  readonly profile: ProfileRefBody
  /** Undefined when the profile has no such version, or until that is known. */
  readonly row: VersionRow | undefined
  readonly known: readonly string[] | undefined
  readonly what: string
  readonly version: string
  readonly select: string
  readonly isTable: boolean
  readonly hrefOf: (version: string) => string
  readonly onClose: () => void
  readonly zone: Zone
  readonly now: number
  readonly moment: Moment
}

/** Asks who is on the selected version, or says that there is none and what is near. */
export function SelectedVersion(props: SelectedVersionProps): ReactNode {
  const { profile, row, known, version, select, moment } = props
  const query = useQuery({ ...profilesQueries.profile(profile, { ...moment, select }), enabled: row !== undefined })
  const near = useMemo(() => nearVersions(version, known ?? []), [version, known])
  if (!row) {
    if (!known) return null
    return <UnknownVersion {...props} near={near} />
  }
  const failure = query.isError ? (
    <ErrorPart
      error={query.error}
      at={query.errorUpdatedAt}
      onRetry={() => void query.refetch()}
      rest="The other parts of this page are complete."
    />
  ) : null
  return (
    <VersionPanel
      row={row}
      panel={query.data?.selected ?? undefined}
      failure={failure}
      profile={profileName(profile)}
      profileRef={profile}
      isTable={props.isTable}
      zone={props.zone}
      now={props.now}
      onClose={props.onClose}
    />
  )
}

function UnknownVersion(props: SelectedVersionProps & { readonly near: readonly string[] }): ReactNode {
  const { profile, what, version, near, hrefOf, onClose } = props
  const name = what === 'Kubernetes' ? version : `${what} ${version}`
  return (
    <section className={styles.unknown} aria-label="Selected version">
      <div className={styles.head}>
        <h2>
          {profileName(profile)} has no version {name}
        </h2>
        <IconButton icon="close" label="Close detail" onClick={onClose} />
      </div>
      <p className="muted">
        It may have been removed, and no cluster runs it.
        {near.length > 0 && ' Near it are '}
        {near.map((one, index) => (
          <span key={one}>
            {index > 0 && ', '}
            <Link className="link" href={hrefOf(one)}>
              {one}
            </Link>
          </span>
        ))}
        {near.length > 0 && '.'}
      </p>
    </section>
  )
}
