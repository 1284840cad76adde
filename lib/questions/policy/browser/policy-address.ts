import type { Moment } from '@/lib/browser/at'
import { unpackText } from '@/lib/browser/packed-text'
import { POLICY_LENGTH } from '@/lib/contract/words'
import type { Zone } from '@/lib/contract/zone'
import { ONE_LINE, TEXT_LENGTH } from '@/lib/engine/bounds'
import { RELEASE_STAGES } from '@/lib/engine/kinds'
import type { CadenceBody, PolicyQuery, ReleaseBody } from '../contract'

/** What the page of a policy keeps in its address. */

/** What is packed there, unpacked; undefined: nobody has changed it. */
export interface GivenPolicy {
  readonly text?: string | undefined
  readonly releases?: readonly ReleaseBody[] | undefined
}

export const USUAL_PATCHES = 2

type Search = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Reads `policy` and `releases`. What was cut or made up, or is longer than the page lets anybody write, counts as absent: the page
 * then shows what it begins with.
 */
export async function readGiven({ policy, releases }: Search): Promise<GivenPolicy> {
  const [text, list] = await Promise.all([unpacked(policy), unpacked(releases)])
  const read = list === null ? null : readReleases(list)
  return { ...(text !== null && text.length <= POLICY_LENGTH && { text }), ...(read !== null && { releases: read }) }
}

/** How many months lie between patches. */
export function readPatches(given: Search[string] | null): number {
  const months = typeof given === 'string' && given !== '' ? Number(given) : USUAL_PATCHES
  return Number.isInteger(months) && months >= 0 && months <= 24 ? months : USUAL_PATCHES
}

/** What is asked of the server: its own releases, or as they are expected with patches so often. */
export function policyQuestion(
  profile: string | undefined,
  { at, seen }: Moment,
  zone: Zone,
  { text, releases, patches }: GivenPolicy & { readonly patches: number },
): PolicyQuery {
  const cadence: CadenceBody = { minors: 4, patches, images: 3 }
  return {
    ...(at !== undefined && { at }),
    ...(seen !== undefined && { seen }),
    zone,
    ...(profile !== undefined && { profile }),
    ...(text !== undefined && { text }),
    ...(releases === undefined ? { cadence } : { releases: [...releases] }),
  }
}

function unpacked(packed: Search[string]): Promise<string | null> {
  return typeof packed === 'string' && packed !== '' ? unpackText(packed) : Promise.resolve(null)
}

function readReleases(text: string): readonly ReleaseBody[] | null {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.length <= 500 && list.every(isRelease) ? list : null
  } catch {
    return null
  }
}

/** As `release` of the contract; the server checks it again. */
function isRelease(raw: unknown): raw is ReleaseBody {
  if (typeof raw !== 'object' || raw === null) return false
  const { date, image, version, classification, ...more } = raw as Partial<Record<string, unknown>>
  return (
    Object.keys(more).length === 0 &&
    typeof date === 'string' &&
    isDay(date) &&
    (image === null || isName(image)) &&
    isName(version) &&
    (classification === null || RELEASE_STAGES.some((stage) => stage === classification))
  )
}

/** 30 February is read as 2 March. */
function isDay(date: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return false
  const at = Date.parse(date)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date)
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= TEXT_LENGTH && ONE_LINE.test(value)
}
