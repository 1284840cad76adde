/** The clock of the browser tests, an evening on the day their demo garden was born (see demo-server.ts). */
export const AT = '2026-11-21T18:00:00Z'

/** Every kind of page, once, as the demo garden has it. What holds for all pages is checked on these. */
export const PAGES = [
  { name: 'overview', path: '/' },
  { name: 'profiles', path: '/cloudprofiles' },
  { name: 'profile', path: '/cloudprofiles/aws' },
  { name: 'clusters', path: '/shoots' },
  { name: 'cluster', path: '/shoots/garden-media/origin-apac' },
  { name: 'workbench', path: '/workbench' },
  { name: 'draft', path: '/workbench/aws' },
  { name: 'policy', path: '/workbench/policy' },
  { name: 'guides', path: '/workbench/scenarios' },
  { name: 'guide', path: '/workbench/scenarios/replace' },
  { name: 'journal', path: '/workbench/journal' },
] as const

/** The page as it is at `AT`: the same on any day. */
export function pinned(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}at=${AT}`
}
