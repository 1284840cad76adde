import {
  ACCURACY,
  COMPARE,
  NEW_CLUSTER,
  OVERVIEW,
  PROFILES,
  SHOOTS,
  TONIGHT,
  WALL,
  WORKBENCH,
} from '@/lib/browser/paths'

export interface Section {
  readonly name: string
  readonly href: string
  /** Second key of `g …`. */
  readonly key: string
  /** Where pages lie that belong to it, apart from those below its own. */
  readonly others: readonly string[]
}

/** The main parts, in the order of the bar. */
export const SECTIONS: readonly Section[] = [
  { name: 'Overview', href: OVERVIEW, key: 'o', others: [ACCURACY] },
  { name: 'Profiles', href: PROFILES, key: 'p', others: ['/versions', '/evidence', COMPARE, NEW_CLUSTER] },
  { name: 'Clusters', href: SHOOTS, key: 'c', others: ['/projects', TONIGHT] },
  { name: 'Wall', href: WALL, key: 'a', others: [] },
  { name: 'Workbench', href: WORKBENCH, key: 'w', others: [] },
]

/** The part that a page belongs to; undefined for pages that belong to none. */
export function currentSection(path: string): Section | undefined {
  const isAt = (href: string) => path === href || (href !== OVERVIEW && path.startsWith(`${href}/`))
  return SECTIONS.find(({ href, others }) => [href, ...others].some(isAt))
}
