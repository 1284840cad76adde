import { isNewerThanRules, RULES_RELEASE, SUPPORTED_MINORS } from '@/lib/engine/rules'

/**
 * Which Gardener the rules are of, and which ones work on a cluster or on those of a landscape, in few words.
 * @param gardeners each version once, the lowest first
 */
export function releasesText(gardeners: readonly string[]): string {
  const rules = `Rules of Gardener ${RULES_RELEASE}`
  const [lowest, highest] = [gardeners[0], gardeners.at(-1)]
  if (lowest === undefined || highest === undefined) return `${rules}; which one runs here is not known`
  const run = lowest === highest ? highest : `${lowest} to ${highest}`
  return `${rules}; here ${run}${isNewerThanRules(highest) === true ? ', newer than what is known' : ''}`
}

/** The sentence that the rules do not know what a Kubernetes minor removes. */
export function unsupportedText(minor: string): string {
  const { lowest, highest } = SUPPORTED_MINORS
  return `Almanac does not know what Kubernetes ${minor} takes away: Gardener ${RULES_RELEASE} supports 1.${lowest} to 1.${highest}.`
}
