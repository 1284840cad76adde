import { sameJson } from '@/lib/engine/api-server/manifest'
import type { ShootRefusal } from '@/lib/engine/refusal'

/** What the API server says to a version; nothing: it takes it. */
interface VersionRefusals {
  readonly version: string
  readonly refusals: readonly ShootRefusal[]
}

/** What is known of versions that are alike. */
type KnownRefusals =
  | { readonly kind: 'of-one'; readonly told: VersionRefusals }
  | { readonly kind: 'of-all'; readonly refusalsOf: (version: string) => readonly ShootRefusal[] }
  /** Each is told something else. */
  | { readonly kind: 'of-none' }

/**
 * Asks as few as can be of versions with the same likeness, to which the API server says the same; null: it may say anything. If
 * one is taken, all are. If two are refused in words that differ in nothing but the version, so are all others. Where a refusal
 * names what there is instead, each is asked: that may be thousands of names.
 */
export function askingFew(): (
  version: string,
  likeness: string | null,
  ask: () => readonly ShootRefusal[],
) => readonly ShootRefusal[] {
  const known = new Map<string, KnownRefusals>()
  return (version, likeness, ask) => {
    if (likeness === null) return ask()
    const before = known.get(likeness)
    if (before?.kind === 'of-all') return before.refusalsOf(version)
    const told = { version, refusals: ask() }
    if (before?.kind !== 'of-none') known.set(likeness, knownOf(told, before?.told))
    return told.refusals
  }
}

function knownOf(told: VersionRefusals, before: VersionRefusals | undefined): KnownRefusals {
  if (told.refusals.length === 0) return { kind: 'of-all', refusalsOf: () => [] }
  if (told.refusals.some(({ subject }) => subject.supported !== undefined)) return { kind: 'of-none' }
  if (before === undefined) return { kind: 'of-one', told }
  const words = wordsOf(told)
  if (!sameJson(words, wordsOf(before))) return { kind: 'of-none' }
  return { kind: 'of-all', refusalsOf: (version) => JSON.parse(words.join(version)) }
}

/** What is said, in pieces between which the version is named. */
function wordsOf({ version, refusals }: VersionRefusals): readonly string[] {
  return JSON.stringify(refusals).split(version)
}
