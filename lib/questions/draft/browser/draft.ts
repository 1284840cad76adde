import { packText, unpackJson } from '@/lib/browser/packed-text'
import type { EditBody } from '@/lib/contract/edits'
import { MOST_EDITS } from '@/lib/contract/words'
import type { DraftProblem } from '@/lib/words/new-edits'

/** Edits of a profile that are not applied yet. They live in the address, so that a link shows them to others. */
export interface Draft {
  /** `aws`, or `garden-core/aws-ext` for a namespaced one. */
  readonly profile: string
  /** The `resourceVersion` of the profile that the edits were made for; null where the garden has none. */
  readonly base: string | null
  /** The edits in the order in which they are applied. */
  readonly edits: readonly EditBody[]
}

export type DraftReading =
  | { readonly kind: 'ok'; readonly draft: Draft }
  | { readonly kind: 'problem'; readonly problem: DraftProblem }

/** A draft as `?draft=` carries it. */
export function encodeDraft({ profile, base, edits }: Draft): Promise<string> {
  return packText(JSON.stringify([profile, base, edits]))
}

/**
 * The draft of an address, for the page of one profile. Never throws: an address can be cut or made up. The server checks the
 * edits again when it is asked about them.
 */
export async function decodeDraft(text: string, page: string): Promise<DraftReading> {
  const given = await unpackJson(text)
  const [profile, base, edits]: readonly unknown[] = Array.isArray(given) ? given : []
  if (typeof profile !== 'string' || profile === '' || profile.length > 507) return problem({ code: 'unreadable' })
  if (base !== null && (typeof base !== 'string' || base.length > 128)) return problem({ code: 'unreadable' })
  if (!Array.isArray(edits)) return problem({ code: 'unreadable' })
  if (edits.length > MOST_EDITS) return problem({ code: 'too-many', edits: edits.length })
  const { isEdit } = await import('@/lib/contract/edits')
  const wrong = edits.findIndex((edit) => !isEdit(edit))
  if (wrong !== -1) return problem({ code: 'unknown-edit', number: wrong + 1 })
  if (profile !== page) return problem({ code: 'other-profile', profile, page })
  return { kind: 'ok', draft: { profile, base, edits } }
}

function problem(what: DraftProblem): DraftReading {
  return { kind: 'problem', problem: what }
}
