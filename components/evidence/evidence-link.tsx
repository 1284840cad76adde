import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { evidencePage } from '@/lib/browser/paths'
import type { ProfileRefBody } from '@/lib/contract/common'

export interface EvidenceLinkProps {
  readonly profile: ProfileRefBody
  /** Null: of Kubernetes. */
  readonly image: string | null
  readonly version: string
}

/** To what is recorded of a version, beside what would promote it. */
export function EvidenceLink({ profile, image, version }: EvidenceLinkProps): ReactNode {
  return (
    <Link className="link" href={evidencePage(profile, image ?? 'Kubernetes', version)}>
      Evidence for {image === null ? version : `${image} ${version}`}
    </Link>
  )
}
