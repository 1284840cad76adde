import { atLeastMinor, parseVersion } from '@/lib/engine/rules'

/**
 * `spec.cloudProfileName` as the API server leaves it in every write of a shoot on a CloudProfile: below 1.33 it repeats the
 * reference; from 1.34 on a name that only repeats it is removed. `current` undefined: the field is absent;
 * `before` null: there was no shoot.
 */
export function syncedProfileName(
  reference: string,
  current: string | undefined,
  before: string | undefined | null,
  kubernetes: string,
): string | undefined {
  const version = parseVersion(kubernetes)
  if (version !== null && atLeastMinor(version, 1, 34)) {
    return current === before && current === reference ? undefined : current
  }
  const isBelow133 = version === null || !atLeastMinor(version, 1, 33)
  return isBelow133 || (current !== undefined && current !== '' && current !== reference) ? reference : current
}
