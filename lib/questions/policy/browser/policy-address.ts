import type { ShownMoment } from '@/lib/browser/at'
import { unpackJson, unpackText } from '@/lib/browser/packed-text'
import { POLICY_LENGTH } from '@/lib/contract/words'
import type { Zone } from '@/lib/contract/zone'
import { USUAL_CADENCE } from '@/lib/engine/kinds'
import type { CadenceBody, PolicyQuery, ReleaseBody } from '../contract'

/** What the page of a policy keeps in its address. */

/** What is packed there, unpacked; undefined: it was not changed. */
export interface GivenPolicy {
  readonly text?: string | undefined
  readonly releases?: readonly ReleaseBody[] | undefined
}

export const USUAL_PATCHES = USUAL_CADENCE.patches

/**
 * Reads `policy` and `releases`. What was cut or made up, or is longer than the page lets users write, counts as absent: the page
 * then shows what it begins with.
 */
export async function readGiven(search: URLSearchParams): Promise<GivenPolicy> {
  const text = await unpackText(search.get('policy') ?? '')
  const list = await unpackJson(search.get('releases') ?? '')
  const { policyQuery } = await import('../contract')
  const given = policyQuery.pick({ releases: true }).safeParse({ releases: list }).data
  return { ...(text !== null && text.length <= POLICY_LENGTH && { text }), ...given }
}

/** How many months lie between patches. */
export function readPatches(given: string | null): number {
  const months = given ? Number(given) : USUAL_PATCHES
  return Number.isInteger(months) && months >= 0 && months <= 24 ? months : USUAL_PATCHES
}

/** What is asked of the server: its own releases, or as they are expected with patches so often. */
export function policyQuestion(
  profile: string | undefined,
  { at, seen }: ShownMoment,
  zone: Zone,
  { text, releases, patches }: GivenPolicy & { readonly patches: number },
): PolicyQuery {
  const cadence: CadenceBody = { ...USUAL_CADENCE, patches }
  return {
    ...(at !== undefined && { at }),
    ...(seen !== undefined && { seen }),
    zone,
    ...(profile !== undefined && { profile }),
    ...(text !== undefined && { text }),
    ...(releases === undefined ? { cadence } : { releases: [...releases] }),
  }
}
