/** The clock of the browser tests, an evening on the day their demo garden was born (see demo-server.ts). */
export const AT = '2026-11-21T18:00:00Z'

/** A draft in an address: 1.32.13 and 1.34.6 of aws expire on other days. `encodeDraft` made it. */
export const DRAFT =
  'profile=aws&draft=1i1ZKLC9W0skrzcnRia5Wys7MS1GyUkqtKMgsSlXSUcrMTUxPVbICSyuVpRYVZ-bnKVkpGeoZG-kZGivpQFQmlmTm57kklqQqWSkZGRiZ6xoY6hqahhgYWIFRlFKtDilGm-iZ4TDZTNfQSNfQANnk2FgA'

interface PageOfDemo {
  readonly name: string
  readonly path: string
  /** The gate looks at another address of the same kind of page. */
  readonly isVariant?: boolean
}

/** Every page, in each of its forms, as the demo garden has it. What holds for all pages is checked on these: `npm run test:all`. */
export const PAGES = [
  { name: 'overview', path: '/' },
  { name: 'profiles', path: '/cloudprofiles' },
  { name: 'profiles to compare', path: '/cloudprofiles?for=compare', isVariant: true },
  { name: 'profile', path: '/cloudprofiles/aws', isVariant: true },
  // Three of its clusters fail for a time.
  { name: 'version of a profile', path: '/cloudprofiles/aws?select=kubernetes/1.32.13' },
  { name: 'versions as a table', path: '/cloudprofiles/aws?view=table&select=kubernetes/1.32.13', isVariant: true },
  { name: 'history of a profile', path: '/cloudprofiles/aws?view=history&select=kubernetes/1.34.6' },
  {
    name: 'image of a profile',
    path: '/cloudprofiles/aws?tab=gardenlinux&select=gardenlinux/1312.7.0',
    isVariant: true,
  },
  { name: 'version', path: '/versions/aws/kubernetes/1.32.13' },
  { name: 'version as a table', path: '/versions/aws/kubernetes/1.32.13?view=table', isVariant: true },
  { name: 'image version', path: '/versions/aws/gardenlinux/1312.7.0', isVariant: true },
  { name: 'evidence', path: '/versions/aws/kubernetes/1.36.2?evidence=all&rule=3,14,0' },
  { name: 'evidence as a table', path: '/versions/aws/kubernetes/1.33.11?evidence=all&view=table', isVariant: true },
  { name: 'new cluster', path: '/cloudprofiles/aws?view=new-cluster' },
  { name: 'two profiles', path: '/cloudprofiles/aws?view=compare&with=gcp' },
  {
    name: 'a namespaced profile and its parent',
    path: '/cloudprofiles/garden-payments/aws-extended?view=compare&with=aws&all=1',
    isVariant: true,
  },
  { name: 'clusters', path: '/shoots' },
  { name: 'cluster', path: '/shoots/garden-media/origin-apac', isVariant: true },
  { name: 'past of a cluster', path: '/shoots/garden-payments/ledger-eu/past' },
  { name: 'maintenance of a cluster', path: '/shoots/garden-payments/ledger-eu/maintenance' },
  { name: 'plan of a cluster', path: '/shoots/garden-payments/checkout-prod/plan' },
  { name: 'why of a failure', path: '/shoots/garden-media/thumbs-prod?why=2026-12-12T22:30:00Z' },
  { name: 'project', path: '/projects/payments' },
  { name: 'teams', path: '/projects', isVariant: true },
  {
    name: 'teams with a draft and an open cell',
    path: `/projects?open=payments/2026-12-12&${DRAFT}`,
  },
  { name: 'teams as a table', path: '/projects?view=table&range=6m', isVariant: true },
  { name: 'tonight', path: '/shoots?view=tonight' },
  { name: 'tonight as a board', path: '/shoots?view=tonight&board=1', isVariant: true },
  { name: 'were we right', path: '/accuracy' },
  { name: 'were we right as a table', path: '/accuracy?view=table&before=30', isVariant: true },
  { name: 'changes', path: '/workbench' },
  { name: 'drafts', path: '/workbench?view=drafts', isVariant: true },
  { name: 'draft', path: '/workbench/aws', isVariant: true },
  // Kubernetes 1.33.11 is deprecated, and expires on 21 December: `encodeDraft` made it.
  {
    name: 'effect of a draft',
    path: '/workbench/aws?draft=1jcxLCsIwFEbhvfzjtJiECs3YJTiydHBprnIxxpKkPpDuXYjo2PH5OAPonqHiEoIaXjhL9HCYAuUsxycU5EInhqsAN05ZrhEOurW21Rrqa2Wi8kme58QTFfZY1W_Jj1kS_zOsss52VBgOZmO2jTaN0XtjXde7rj9gHcc3',
  },
  { name: 'draft of a namespaced profile', path: '/workbench/garden-payments/aws-extended', isVariant: true },
  {
    name: 'more time for a project',
    path: '/workbench/more-time?project=search&profile=aws&select=kubernetes/1.32.13&until=2027-01-31',
  },
  { name: 'exceptions', path: '/cloudprofiles?view=exceptions', isVariant: true },
  { name: 'policy', path: '/workbench/policy' },
  { name: 'guides', path: '/workbench?view=guides' },
  { name: 'guide', path: '/workbench/scenarios/replace' },
  { name: 'journal', path: '/workbench?view=journal' },
  { name: 'account', path: '/account' },
] as const satisfies readonly PageOfDemo[]

/** What is shown in place of a page that is not there; all of these answer with 404. */
export const MISSING = [
  { name: 'a missing profile', path: '/cloudprofiles/awz' },
  { name: 'a missing version', path: '/versions/aws/kubernetes/1.32.99' },
  { name: 'a version of a missing profile', path: '/versions/awz/kubernetes/1.32.13' },
  { name: 'a new cluster of a missing profile', path: '/cloudprofiles/awz?view=new-cluster' },
  { name: 'a comparison with a missing profile', path: '/cloudprofiles/aws?view=compare&with=gcx' },
  { name: 'a missing cluster', path: '/shoots/garden-media/origin' },
  { name: 'a missing project', path: '/projects/paymentz' },
  { name: 'a draft of a missing profile', path: '/workbench/awz' },
] as const satisfies readonly PageOfDemo[]

/** Each kind of page once, for the gate. */
export const KINDS_OF_PAGES = PAGES.filter((page) => !('isVariant' in page))

/** The page as it is at `AT`: the same on any day. */
export function pinned(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}at=${AT}`
}
