import type { ReactNode } from 'react'
import { versionPage } from '@/lib/browser/paths'
import type { LaneSegment } from '@/lib/contract/clusters'
import type { ProfileRefBody } from '@/lib/contract/common'
import { Link } from '../ui/link'

interface VersionLinkProps {
  readonly profile: ProfileRefBody
  /** `Kubernetes` or the image's name. */
  readonly what: string
  readonly segment: Pick<LaneSegment, 'version' | 'stage'>
  /** In place of the version. */
  readonly children?: ReactNode
}

/** Leads to the page of a version, where the profile has it. */
export function VersionLink({ profile, what, segment: { version, stage }, children = version }: VersionLinkProps) {
  if (stage === 'notInProfile' || stage === 'unknown') return children
  return (
    <Link className="link" href={versionPage(profile, what, version)} title={`${what} ${version}`}>
      {children}
    </Link>
  )
}
