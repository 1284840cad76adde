/** What pages of other landscapes may ask as well, in the browser of a user who reads both: below this path, and nothing else. */
export const LANDSCAPE_ROUTES = '/api/landscapes/'

/**
 * Below this lies what pages of sibling sites have been let load by every release (badges), so that it says whether a landscape that
 * lets nothing be read is there at all. What lies below `LANDSCAPE_ROUTES` they are let load since landscapes are told of by this
 * release: where that is not so, the landscape is of an earlier one.
 */
export const KNOCKED_AT = '/api/badges/'

/** The version of the protocol between landscapes. Answers of one version may get more fields, but the meaning of a field stays. */
export const PROTOCOL = 1

/** What the same is of in every landscape. */
export const OBJECT_KINDS = ['version', 'profile', 'project', 'cluster'] as const

/** One of the landscapes that `LANDSCAPES` names. */
export interface NamedLandscape {
  readonly name: string
  /** The address of its Almanac, without a slash at the end. */
  readonly url: string
}

/** What came of asking another landscape; only `told` is an answer. */
export type LandscapeReply<T> =
  | { readonly kind: 'told'; readonly answer: T }
  /** The user is signed out there, or the browser brings no session to another site: `message` says which. */
  | { readonly kind: 'signedOut'; readonly message: string; readonly endedAt: string | null }
  /** It answers, and does not name this landscape at the address that the user has for it. */
  | { readonly kind: 'unnamed' }
  /**
   * It does not answer, or is not below the same domain, so that browsers do not tell. `lastAt`: when it last answered this one; null: it
   * never did.
   */
  | { readonly kind: 'away'; readonly lastAt: string | null }
  /** An earlier Almanac, which does not know what was asked. */
  | { readonly kind: 'earlier' }
  /** This release cannot read its answer. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'refused'; readonly message: string }

/** What a page is about, in the parts of its path; null: the whole landscape, or what no other one has. */
export type PageObject =
  | { readonly kind: 'version'; readonly profile: string; readonly image: string | null; readonly version: string }
  | { readonly kind: 'profile' | 'project'; readonly name: string }
  | { readonly kind: 'cluster'; readonly namespace: string; readonly name: string }

/** What the path of a page is about. `image` null: a version of Kubernetes. */
export function pageObject(path: string): PageObject | null {
  const [section, ...parts] = partsOf(path)
  const [first, second] = parts
  if (first === undefined) return null
  if (section === 'versions' && (parts.length === 3 || parts.length === 4)) {
    const [component = '', version = ''] = parts.slice(-2)
    const image = component === 'kubernetes' ? null : component
    return { kind: 'version', profile: parts.slice(0, -2).join('/'), image, version }
  }
  if (section === 'cloudprofiles' && parts.length <= 2) return { kind: 'profile', name: parts.join('/') }
  if (section === 'projects') return { kind: 'project', name: first }
  return section === 'shoots' && second !== undefined ? { kind: 'cluster', namespace: first, name: second } : null
}

/** None where one of them cannot be read. */
function partsOf(path: string): readonly string[] {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return []
  }
}
