import { countOf } from '@/lib/words/time-text'
import type { ProfileAnswer } from '../contract'

export function profileText({ kubernetes, images, notListed }: ProfileAnswer): string {
  const versions = images.reduce((sum, image) => sum + image.versions.length, 0)
  const missing = notListed.reduce((sum, one) => sum + one.clusters, 0)
  const more = missing === 0 ? '' : ` ${countOf(missing, 'cluster')} on versions that it does not list.`
  return `${kubernetes.length} versions of Kubernetes, ${versions} of machine images.${more}`
}
