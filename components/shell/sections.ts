import { OVERVIEW, PROFILES, SHOOTS, WALL, WORKBENCH } from '@/lib/client/paths'

export interface Section {
  readonly name: string
  readonly href: string
  /** Second key of `g …`. */
  readonly key: string
}

/** The main parts, in the order of the bar. */
export const SECTIONS: readonly Section[] = [
  { name: 'Overview', href: OVERVIEW, key: 'o' },
  { name: 'Profiles', href: PROFILES, key: 'p' },
  { name: 'Clusters', href: SHOOTS, key: 'c' },
  { name: 'Wall', href: WALL, key: 'a' },
  { name: 'Workbench', href: WORKBENCH, key: 'w' },
]

/** The part that a page belongs to; undefined for pages that belong to none. */
export function currentSection(path: string): Section | undefined {
  return SECTIONS.find(
    (section) => section.href === path || (section.href !== '/' && path.startsWith(`${section.href}/`)),
  )
}
