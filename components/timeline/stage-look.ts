import type { RunningStage } from '@/lib/contract/common'
import type { SegmentLook } from './layout'

/** How a segment looks whose version is in this stage for a cluster; one that no profile knows says nothing of its life. */
export const STAGE_LOOKS: Readonly<Record<RunningStage, SegmentLook>> = {
  unavailable: 'unavailable',
  preview: 'preview',
  unclassified: 'unclassified',
  supported: 'supported',
  deprecated: 'deprecated',
  expired: 'expired',
  notInProfile: 'unclassified',
  unknown: 'unclassified',
}
