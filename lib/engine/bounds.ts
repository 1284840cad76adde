/**
 * What can be told of a landscape: the shapes of answers end here, and so does what is read. A value beyond is a problem of its
 * object. It imports nothing.
 */

/** Characters of a version, of a name in a profile or in a cluster, and of other short texts. */
export const TEXT_LENGTH = 128

/** Characters of the name of an object. */
export const NAME_LENGTH = 253

/** The name of an object as the Kubernetes API has it (RFC 1123 subdomain). */
export const OBJECT_NAME = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/

/** Short text is one line of it: without control characters, and without halves of characters. */
export const ONE_LINE = /^[^\p{Cc}\p{Cs}]*$/u

/** The largest number of nodes, and of whatever else is counted: Kubernetes has 32 bits for them. */
export const COUNT_MOST = 2 ** 31 - 1

/** Entries of the short lists of a version: architectures, container runtimes. */
export const FEW = 20

/** Entries of `capabilityFlavors`. */
export const FLAVORS_MOST = 50

/** Characters of a `kubeletVersionConstraint`. Gardener's semver library reads no longer ones: they are no constraints, whatever they say. */
export const CONSTRAINT_LENGTH = 512

/** Versions of one list of a profile. */
export const VERSIONS_MOST = 10_000

/** Pools of a cluster. What is computed of it takes its time for each, and holds up others meanwhile. */
export const POOLS_MOST = 500

/** For clusters with more pools it is not tried what would help: each try is a forecast of all of them. */
export const POOLS_ADVISED = 100

/** Entries of `lifecycle`. */
export const LIFECYCLE_MOST = 10

/** Levels of nesting of a JSON value that an edit writes. */
export const JSON_LEVELS = 20

/** Values that one YAML edit changes, and characters of all of them as JSON: they stand in an address. */
export const CHANGES_MOST = 500
export const CHANGES_LENGTH = 32_000

/** Characters of what is quoted in a sentence. */
const QUOTE_LENGTH = 60

/** The beginning of a text that is longer than so many characters, and an ellipsis. */
export function shortened(text: string, most: number = QUOTE_LENGTH): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/\p{Cs}$/u, '')}…`
}

/** Whether anything lies deeper than `limit` levels. Does not recurse deeper than the limit itself. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (limit === 0) return true
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof inner === 'object' && inner !== null && isDeeperThan(inner, limit - 1)) return true
  }
  return false
}
