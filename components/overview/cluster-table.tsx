'use client'

import type { ReactNode } from 'react'
import { EventGlyph } from '@/components/ui/glyph'
import { Link } from '@/components/ui/link'
import { shootPage } from '@/lib/browser/paths'
import type { EventKind } from '@/lib/contract/common'
import type { GardenAnswer } from '@/lib/questions/overview/contract/garden'
import { profileName } from '@/lib/words/phrases'
import { countOf } from '@/lib/words/time-text'

interface ClusterSectionProps {
  readonly id: string
  readonly title: string
  readonly shown: number
  readonly total: number
  /** Where all of them are. */
  readonly all: { readonly text: string; readonly href: string }
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Some clusters of the overview, how many there are, and the way to all of them. */
export function ClusterSection({ id, title, shown, total, all, className, children }: ClusterSectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        <span className="faint">{shown < total ? `${shown} of ${countOf(total, 'cluster')}` : null}</span>
        <span className="grow" />
        <Link className="link small" href={all.href}>
          {all.text}
        </Link>
      </div>
      {children}
    </section>
  )
}

/** The heads of what `ClusterCells` tells. */
export function ClusterHeads() {
  return (
    <>
      <th scope="col">
        <span className="visually-hidden">Kind</span>
      </th>
      <th scope="col">Cluster</th>
      <th scope="col">Profile</th>
    </>
  )
}

interface ClusterCellsProps {
  readonly item: Pick<GardenAnswer['nextForced']['items'][number], 'namespace' | 'name' | 'project' | 'profile'>
  readonly kind: EventKind
}

/** What comes, which cluster it is, and its profile. */
export function ClusterCells({ item, kind }: ClusterCellsProps) {
  return (
    <>
      <td>
        <EventGlyph kind={kind} named />
      </td>
      <th scope="row">
        <Link href={shootPage(item)} title={`${item.project} / ${item.name}`}>
          <span className="muted">{item.project} /</span> {item.name}
        </Link>
      </th>
      <td className="faint" title={profileName(item.profile)}>
        {profileName(item.profile)}
      </td>
    </>
  )
}
