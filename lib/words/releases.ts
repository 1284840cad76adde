import { isNewerThanRules, RULES_RELEASE, SUPPORTED_MINORS } from '@/lib/engine/rules'

/**
 * Which Gardener the rules are of, and which one works on a cluster.
 * @param gardener `status.gardener.version`, e.g. `v1.150.0`; undefined: it is not known
 */
export function gardenerReleaseText(gardener: string | undefined): string {
  const rules = `These are the rules of Gardener ${RULES_RELEASE}.`
  if (gardener === undefined) {
    return `${rules} Which Gardener works on this cluster is not known: where a later one has other rules, those of ${RULES_RELEASE} are taken.`
  }
  const works = `${rules} ${gardener} works on this cluster`
  switch (isNewerThanRules(gardener)) {
    case null:
      return `${works}, a version that cannot be read.`
    case false:
      return `${works}.`
    case true:
      return `${works}, which is newer than what is known here: ${KNOWN_SINCE}`
  }
}

/** What has changed since, as far as it is known. */
const KNOWN_SINCE =
  'of what has changed since, only that a due rotation of the etcd encryption key is passed over while one is in progress.'

/**
 * Which Gardener the rules are of, and which ones work on the clusters of a landscape, in few words.
 * @param gardeners each version once, the lowest first
 */
export function releasesText(gardeners: readonly string[]): string {
  const rules = `Rules of Gardener ${RULES_RELEASE}`
  const [lowest, highest] = [gardeners[0], gardeners.at(-1)]
  if (lowest === undefined || highest === undefined) return `${rules}; which one runs here is not known`
  const run = lowest === highest ? highest : `${lowest} to ${highest}`
  return `${rules}; here ${run}${isNewerThanRules(highest) === true ? ', newer than what is known' : ''}`
}

/** That the rules do not say what a Kubernetes minor takes away. */
export function unsupportedText(minor: string): string {
  const { lowest, highest } = SUPPORTED_MINORS
  return `Almanac does not know what Kubernetes ${minor} takes away: Gardener ${RULES_RELEASE} supports 1.${lowest} to 1.${highest}.`
}
