import type { CloudProfile, ExpirableVersion } from '@/lib/engine/types'
import { canonicalText, type VersionChange } from './changes'
import { type SeenList, seenLives } from './seen'
import { type Source, versionsOf } from './source'

/** How a draft stands to the profile as it is now. */
export type Standing =
  /** It was made for this state. */
  | { readonly kind: 'current' }
  | {
      readonly kind: 'changed'
      /** What others changed in the lists that the draft edits. */
      readonly changes: readonly VersionChange[]
      /** Whether that is all there is to say: false when the draft does not tell what its author saw. */
      readonly isKnown: boolean
    }

interface Base {
  readonly base: string | null
  readonly seen: readonly SeenList[]
}

/**
 * Whether somebody changed the profile since the draft was made: by its resourceVersion, or where the garden has none by what
 * was seen.
 */
export function standingOf({ base, seen }: Base, { profile, resourceVersion }: Source): Standing {
  const changes = seen.flatMap((list) => changesSince(list, profile))
  const isOther = base !== null && resourceVersion !== null && base !== resourceVersion
  if (!isOther && changes.length === 0) return { kind: 'current' }
  return { kind: 'changed', changes, isKnown: seen.length > 0 }
}

function changesSince(list: SeenList, profile: CloudProfile): VersionChange[] {
  const [image] = list
  const now = versionsOf(profile, image)
  const lives = new Map(now.map((listed) => [listed.version, listed]))
  const seen = seenLives(list)
  const known = new Set(seen.map(({ version }) => version))
  return [
    ...seen.flatMap((was) => {
      const is = lives.get(was.version) ?? null
      if (is !== null && lifeKey(is) === lifeKey(was)) return []
      return [{ image, version: was.version, before: was, after: is }]
    }),
    ...now.flatMap((is) => (known.has(is.version) ? [] : [{ image, version: is.version, before: null, after: is }])),
  ]
}

function lifeKey({ classification, expirationDate, lifecycle }: ExpirableVersion): string {
  return canonicalText({ classification, expirationDate, lifecycle })
}
