import {
  ACCURACY,
  DRAFTS,
  GUIDES,
  JOURNAL,
  OVERVIEW,
  POLICY,
  PROFILES,
  profileFor,
  SHOOTS,
  shootsPage,
  TEAMS,
  TONIGHT,
  WORKBENCH,
} from '@/lib/browser/paths'
import { FORCED, IN_PLACE, STUCK } from '@/lib/contract/words'

export interface SiteSection {
  readonly name: string
  readonly href: string
  /** Second key of `g …`. */
  readonly key: string
  /** The places of pages that belong to it, apart from those below its own. */
  readonly others: readonly string[]
  /** The pages and views as the menu lists them; the first is its own. */
  readonly pages: readonly SectionPage[]
}

export interface SectionPage {
  readonly text: string
  readonly href: string
}

/** The main parts, in the order of the bar. */
export const SECTIONS: readonly SiteSection[] = [
  {
    name: 'Overview',
    href: OVERVIEW,
    key: 'o',
    others: [ACCURACY],
    pages: [
      { text: 'Needs attention', href: OVERVIEW },
      { text: 'Were we right?', href: ACCURACY },
    ],
  },
  {
    name: 'Clusters',
    href: SHOOTS,
    key: 'c',
    others: [],
    pages: [
      { text: 'All', href: SHOOTS },
      { text: 'Tonight', href: TONIGHT },
      { text: 'Forced', href: shootsPage(FORCED) },
      { text: 'Stuck', href: shootsPage(STUCK) },
      { text: 'In place', href: shootsPage(IN_PLACE) },
    ],
  },
  { name: 'Teams', href: TEAMS, key: 'a', others: [], pages: [{ text: 'All teams', href: TEAMS }] },
  {
    name: 'Profiles',
    href: PROFILES,
    key: 'p',
    others: ['/versions'],
    pages: [
      { text: 'All profiles', href: PROFILES },
      { text: 'History', href: profileFor('history') },
      { text: 'New cluster', href: profileFor('new-cluster') },
      { text: 'Compare', href: profileFor('compare') },
    ],
  },
  {
    name: 'Changes',
    href: WORKBENCH,
    key: 'w',
    others: [],
    pages: [
      { text: 'All', href: WORKBENCH },
      { text: 'Drafts', href: DRAFTS },
      { text: 'Guides', href: GUIDES },
      { text: 'Journal', href: JOURNAL },
      { text: 'Policy', href: POLICY },
    ],
  },
]

/** The part that a page belongs to; undefined for pages that belong to none. */
export function currentSection(path: string): SiteSection | undefined {
  const isAt = (href: string) => path === href || (href !== OVERVIEW && path.startsWith(`${href}/`))
  return SECTIONS.find(({ href, others }) => [href, ...others].some(isAt))
}

/** The page of a section to which an address belongs: the one that matches most of it. */
export function currentPage(
  { pages }: Pick<SiteSection, 'pages'>,
  path: string,
  search: URLSearchParams,
): SectionPage | undefined {
  const said = ({ href }: SectionPage): number => {
    const [own = '', query = ''] = href.split('?')
    if (path !== own && !path.startsWith(`${own}/`)) return -1
    const asked = [...new URLSearchParams(query)]
    if (!asked.every(([name, value]) => search.getAll(name).includes(value))) return -1
    return own.length * 100 + asked.length
  }
  return pages.toSorted((a, b) => said(b) - said(a)).find((page) => said(page) >= 0)
}
