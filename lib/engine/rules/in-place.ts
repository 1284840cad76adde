import type { MachineImage } from '@/lib/engine/types'
import { compareVersions, parseVersion } from './gardener-semver'
import { canUpdateInPlace } from './image-filter'

/** From one listed version of an image: the higher listed ones that its nodes may be updated to where they are. */
export interface InPlaceSteps {
  readonly from: string
  readonly to: readonly string[]
}

/**
 * Which versions of an image in-place updates lead to (docs/rules.md#in-place-updates): the target supports them, from a minimum
 * that is met, and is higher. In the order of the profile; versions that cannot be read take no part. Step by step, as there may be thousands.
 */
export function* inPlaceSteps({
  versions,
}: Pick<MachineImage, 'versions'>): Generator<undefined, readonly InPlaceSteps[]> {
  const readable = versions.flatMap((source) => {
    const parsed = parseVersion(source.version)
    return parsed === null ? [] : [{ source, parsed }]
  })
  const supporting = readable.filter(({ source }) => canUpdateInPlace(source, undefined))
  const steps: InPlaceSteps[] = []
  for (const { source: from, parsed } of readable) {
    if (steps.length % stepLength === 0) yield
    const to = supporting.filter(
      ({ source, parsed: other }) => compareVersions(other, parsed) > 0 && canUpdateInPlace(source, from.version),
    )
    steps.push({ from: from.version, to: to.map(({ source }) => source.version) })
  }
  return steps
}

/** So many versions are looked at in a step. */
const stepLength = 256
