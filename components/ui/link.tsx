'use client'

import NextLink, { useLinkStatus } from 'next/link'
import type { ComponentProps, MouseEvent } from 'react'
import { withMoment } from '@/lib/browser/at'
import { useMoment } from '@/lib/browser/clock'
import { shootPage } from '@/lib/browser/paths'
import type { ProfileRefBody } from '@/lib/contract/common'
import styles from './parts.module.css'

export type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href' | 'prefetch'> & {
  /** A path of ours, with its search. */
  readonly href: string
}

/** A link that keeps the pinned clock. The page it leads to is not loaded ahead: tables have hundreds of links, and pages answer fast. */
export function Link({ href, children, ...rest }: LinkProps) {
  return (
    <NextLink {...rest} href={withMoment(href, useMoment())} prefetch={false}>
      {children}
      <UnderWay />
    </NextLink>
  )
}

/** A line on top of the window while the page of the link around it is on its way, and the one before it still stands. */
function UnderWay() {
  const { pending } = useLinkStatus()
  return (
    pending && (
      <span role="progressbar" aria-label="The page is loading" className={`${styles.underWay} ${styles.late}`} />
    )
  )
}

interface ClusterLinkProps extends Omit<LinkProps, 'href'> {
  readonly of: { readonly project: string; readonly namespace: string; readonly name: string }
}

/** A link to a cluster, called by its project and its name. */
export function ClusterLink({ of, ...rest }: ClusterLinkProps) {
  return (
    <Link {...rest} href={shootPage(of)}>
      <span className="muted">{of.project} /</span> {of.name}
    </Link>
  )
}

interface ProfileLinkProps extends LinkProps {
  readonly of: ProfileRefBody
}

/** A link to something of a profile, called by the profile's name, with its namespace behind it. */
export function ProfileLink({ of, ...rest }: ProfileLinkProps) {
  return (
    <Link {...rest}>
      <b>{of.name}</b>
      {of.kind === 'NamespacedCloudProfile' && <span className="faint"> {of.namespace}</span>}
    </Link>
  )
}

/** What a press on a link does instead of leading there; with a key held, or another button, it does what links do. */
export function instead(act: () => void): (event: MouseEvent) => void {
  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    act()
  }
}
