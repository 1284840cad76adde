import { stageAt, stagesOf } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import { listedOf, type Subject } from './subject'

/** The versions that are previews at an instant, and that a changed profile has supported from then on, or earlier than before. */
export function promotionsBetween(before: CloudProfile, after: CloudProfile, at: Instant): readonly Subject[] {
  const images = [null, ...after.machineImages.map(({ name }) => name)]
  return images.flatMap((image) => {
    const previews = listedOf(before, image).filter((one) => stageAt(one, at) === 'preview')
    return listedOf(after, image).flatMap((listed) => {
      const { version } = listed
      const was = previews.find((one) => one.version === version)
      return was !== undefined && supportedFrom(listed, at) < supportedFrom(was, at) ? [{ image, version }] : []
    })
  })
}

/** When a version is supported first, from an instant on; infinite: never. */
function supportedFrom(version: ExpirableVersion, at: Instant): Instant {
  const span = stagesOf(version).find(({ stage, to }) => stage === 'supported' && (to === null || to > at))
  return span === undefined ? Number.POSITIVE_INFINITY : Math.max(span.from ?? at, at)
}
