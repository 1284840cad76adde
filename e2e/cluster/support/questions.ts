import type { RouteName } from '@/lib/questions/routes'
import { AT } from '../../support/pages'

/** What a question is about: of a project that the person who asks may see, or may not, or that is not there. */
export interface Subject {
  readonly project: string
  readonly namespace: string
  readonly cluster: string
  /** Of that project if it has one, as addresses have it. */
  readonly profile: string
}

export interface Ask {
  /** Without the host. */
  readonly address: string
  readonly body?: object
  /** Names of the subject are in the answer for who sees them: what there is to hide. */
  readonly tells: boolean
  /** The status for who does not see the subject: 200 where it is only looked for. */
  readonly unseen: number
  /** The status for who sees it, where it is not 200. */
  readonly seen?: number
}

/** With the instant of the tests. */
function at(address: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}at=${AT}`
}

/** About one thing of the subject: not there for who does not see it. */
function about(address: string): Ask {
  return { address: at(address), tells: true, unseen: 404 }
}

/** About the landscape, and tells of the subject as of anything else. */
function among(address: string): Ask {
  return { address: at(address), tells: true, unseen: 200 }
}

/** Its answer tells nothing of the subject. */
function quiet({ tells: _, ...ask }: Ask): Ask {
  return { ...ask, tells: false }
}

function post(address: string, body: object, unseen: number): Ask {
  return { address, body, tells: true, unseen }
}

const edits = [{ kind: 'expire', image: null, version: '1.32.13', expirationDate: '2026-12-10T00:00:00Z' }]
const removal = [{ kind: 'remove', image: null, version: '1.32.13' }]
const draft = { profile: 'aws', edits }
/** No project has a profile of its own that builds on this one. */
const moreTime = {
  profile: 'azure',
  image: null,
  version: '1.2.3',
  until: '2030-01-31T23:59:59Z',
  clusters: [],
  base: null,
  bases: {},
  dryRun: true,
}
const planned = [{ field: 'spec.kubernetes.version', value: '1.33.11' }]

/** A policy is for CloudProfiles alone. */
function isNamespaced(profile: string): boolean {
  return profile.includes('/')
}

/**
 * Questions for every route there is. A new route needs a row, which says what it tells, and what of it is hidden from
 * whom.
 */
export const questions: Readonly<Record<RouteName, (subject: Subject) => readonly Ask[]>> = {
  'GET /api/status': () => [among('/api/status')],
  'GET /api/garden': ({ project }) => [among('/api/garden'), among(`/api/garden?project=${project}`)],
  'GET /api/cloudprofiles': () => [among('/api/cloudprofiles')],
  'GET /api/cloudprofiles/[...ref]': ({ profile }) => [
    about(`/api/cloudprofiles/${profile}`),
    about(`/api/cloudprofiles/${profile}?select=kubernetes/1.33.11`),
    among('/api/cloudprofiles/aws?select=kubernetes/1.32.13'),
  ],
  'GET /api/versions/[...ref]': ({ profile }) => [
    about(`/api/versions/${profile}/kubernetes/1.33.11`),
    among('/api/versions/aws/kubernetes/1.32.13'),
    among('/api/versions/aws/gardenlinux/1877.4.0'),
  ],
  'GET /api/history/cloudprofiles/[...ref]': ({ profile }) => [
    about(`/api/history/cloudprofiles/${profile}`),
    among('/api/history/cloudprofiles/aws'),
  ],
  // No change was seen at that moment, for any of them.
  'GET /api/history/effects/[...ref]': ({ profile }) => [
    { address: `/api/history/effects/${profile}?change=2026-01-01T00:00:00Z`, tells: false, unseen: 404, seen: 404 },
  ],
  'GET /api/evidence/[...ref]': ({ profile }) => [
    quiet(about(`/api/evidence/${profile}/kubernetes/1.33.11`)),
    among('/api/evidence/aws/kubernetes/1.32.13?rule=3,14,0'),
  ],
  'GET /api/landscapes/evidence/[...ref]': ({ profile }) => [
    quiet(among(`/api/landscapes/evidence/${profile}/kubernetes/1.33.11`)),
  ],
  'GET /api/landscapes/standing': ({ project, namespace, cluster, profile }) => [
    quiet(among(`/api/landscapes/standing?page=/cloudprofiles/${profile}`)),
    quiet(among(`/api/landscapes/standing?page=/projects/${project}`)),
    quiet(among(`/api/landscapes/standing?page=/shoots/${namespace}/${cluster}`)),
  ],
  'GET /api/compare': ({ profile }) => [
    about(`/api/compare?a=aws&b=${profile}`),
    about(`/api/compare?a=${profile}&b=gcp`),
  ],
  'GET /api/shoots': ({ project, cluster, profile }) => [
    among('/api/shoots?limit=500'),
    among(`/api/shoots?project=${project}`),
    among(`/api/shoots?q=${cluster}`),
    quiet(among(`/api/shoots?profile=${profile}`)),
    among('/api/shoots?group=project'),
    quiet(among(`/api/shoots?not.project=${project}&limit=1`)),
  ],
  'GET /api/shoots.csv': ({ project }) => [among('/api/shoots.csv'), among(`/api/shoots.csv?project=${project}`)],
  'GET /api/shoots.json': ({ project }) => [among('/api/shoots.json'), among(`/api/shoots.json?project=${project}`)],
  'GET /api/shoots/[namespace]/[name]': ({ project, namespace, cluster }) => [
    about(`/api/shoots/${namespace}/${cluster}`),
    about(`/api/shoots/${project}/${cluster}`),
  ],
  'GET /api/shoots/[namespace]/[name]/in-place': ({ namespace, cluster }) => [
    about(`/api/shoots/${namespace}/${cluster}/in-place`),
  ],
  'GET /api/shoots/[namespace]/[name]/maintenance': ({ namespace, cluster }) => [
    about(`/api/shoots/${namespace}/${cluster}/maintenance`),
  ],
  'GET /api/shoots/[namespace]/[name]/why': ({ namespace, cluster }) => [
    quiet(about(`/api/shoots/${namespace}/${cluster}/why`)),
  ],
  'POST /api/shoots/[namespace]/[name]/plan': ({ namespace, cluster }) => [
    post(`/api/shoots/${namespace}/${cluster}/plan`, { at: AT, edits: planned }, 404),
  ],
  'POST /api/shoots/[namespace]/[name]/apply': ({ namespace, cluster }) => [
    {
      ...quiet(post(`/api/shoots/${namespace}/${cluster}/apply`, { base: '1', edits: planned, dryRun: true }, 404)),
      seen: 409,
    },
  ],
  'GET /api/shoots/[namespace]/[name]/nights': ({ namespace, cluster }) => [
    quiet(about(`/api/shoots/${namespace}/${cluster}/nights`)),
  ],
  'GET /api/shoots/[namespace]/[name]/past': ({ namespace, cluster }) => [
    quiet(about(`/api/shoots/${namespace}/${cluster}/past`)),
  ],
  'GET /api/projects/[name]': ({ project }) => [about(`/api/projects/${project}`)],
  'POST /api/wall': ({ project }) => [
    post('/api/wall', { at: AT }, 200),
    post('/api/wall', { at: AT, pinned: [project], draft }, 200),
  ],
  'POST /api/wall/cell': ({ project }) => [
    post('/api/wall/cell', { at: AT, project, from: '2026-11-21', to: '2027-01-20' }, 404),
  ],
  'GET /api/new-cluster/[...ref]': ({ profile }) => [about(`/api/new-cluster/${profile}`)],
  'GET /api/find': ({ project, cluster, namespace }) => [
    among(`/api/find?q=${cluster}`),
    among(`/api/find?q=${project}`),
    among(`/api/find?q=${namespace.slice(0, -1)}`),
  ],
  'GET /api/feeds/shoots/[namespace]/[name]': ({ namespace, cluster }) => [
    about(`/api/feeds/shoots/${namespace}/${cluster}.ics?auto=1`),
  ],
  'GET /api/feeds/projects/[name]': ({ project }) => [about(`/api/feeds/projects/${project}.ics?auto=1`)],
  'GET /api/feeds/cloudprofiles/[...ref]': ({ profile }) => [
    about(`/api/feeds/cloudprofiles/${profile}.ics?auto=1`),
    among('/api/feeds/cloudprofiles/aws.ics?auto=1'),
  ],
  'GET /api/feeds/shoots.ics': ({ project }) => [
    among('/api/feeds/shoots.ics?auto=1'),
    among(`/api/feeds/shoots.ics?auto=1&project=${project}`),
  ],
  'GET /api/feeds/addresses': ({ project, namespace, cluster }) => [
    { address: `/api/feeds/addresses?kind=Project&name=${project}`, tells: false, unseen: 404 },
    { address: `/api/feeds/addresses?kind=Shoot&namespace=${namespace}&name=${cluster}`, tells: false, unseen: 404 },
  ],
  'POST /api/feeds/addresses': ({ project, namespace, cluster }) => [
    post('/api/feeds/addresses', { kind: 'Project', name: project }, 404),
    post('/api/feeds/addresses', { kind: 'Shoot', namespace, name: cluster }, 404),
  ],
  'POST /api/feeds/addresses/revoke': () => [
    { ...quiet(post('/api/feeds/addresses/revoke', { id: 'unknown' }, 404)), seen: 404 },
  ],
  'GET /api/accuracy': () => [{ ...among('/api/accuracy'), tells: false }],
  'GET /api/movement': () => [{ ...among('/api/movement'), tells: false }],
  'GET /api/cluster-views': () => [{ ...among('/api/cluster-views'), tells: false }],
  'GET /api/tonight': () => [among('/api/tonight?zone=Europe/Berlin')],
  'GET /api/updates/nearest': ({ namespace, cluster }) => [
    { address: `/api/updates/nearest?from=${AT}`, tells: false, unseen: 200 },
    { address: `/api/updates/nearest?from=${AT}&namespace=${namespace}&name=${cluster}`, tells: false, unseen: 404 },
  ],
  'GET /api/badges/shoots/[namespace]/[name]': ({ namespace, cluster }) => [
    quiet(about(`/api/badges/shoots/${namespace}/${cluster}.svg`)),
  ],
  'GET /api/badges/cloudprofiles/[...ref]': ({ profile }) => [about(`/api/badges/cloudprofiles/${profile}.svg`)],
  'GET /api/pictures/shoots/[namespace]/[name]': ({ namespace, cluster }) => [
    quiet(about(`/api/pictures/shoots/${namespace}/${cluster}.png`)),
  ],
  'GET /api/pictures/cloudprofiles/[...ref]': ({ profile }) => [
    quiet(about(`/api/pictures/cloudprofiles/${profile}.png`)),
  ],
  'GET /api/pictures/overview.png': () => [quiet(among('/api/pictures/overview.png'))],
  'GET /api/workbench/[...ref]': ({ profile }) => [about(`/api/workbench/${profile}`)],
  'POST /api/what-if': ({ profile }) => [
    post('/api/what-if', { at: AT, ...draft }, 200),
    post('/api/what-if', { at: AT, profile: 'aws', edits: removal }, 200),
    post('/api/what-if', { at: AT, ...draft, format: 'csv' }, 200),
    post('/api/what-if', { at: AT, profile, edits }, 404),
  ],
  'POST /api/apply': ({ profile }) => [
    { ...quiet(post('/api/apply', { profile, edits, base: '1', dryRun: true }, 404)), seen: 409 },
  ],
  'POST /api/apply/texts': ({ profile }) => [post('/api/apply/texts', { profile, edits }, 404)],
  'POST /api/more-time': ({ project }) => [
    post('/api/more-time', { at: AT, project, profile: 'aws', image: null, version: '1.34.6' }, 404),
  ],
  'POST /api/more-time/apply': ({ project }) => [
    {
      ...quiet(post('/api/more-time/apply', { ...moreTime, project }, 404)),
      // A version that no profile lists: nothing is sent.
      seen: 422,
    },
  ],
  'GET /api/exceptions': () => [quiet(among('/api/exceptions'))],
  'GET /api/journal': () => [{ address: '/api/journal', tells: true, unseen: 200 }],
  'GET /api/policy': () => [quiet(among('/api/policy'))],
  'POST /api/policy': ({ profile }) => [
    quiet(post('/api/policy', { at: AT }, 200)),
    { ...quiet(post('/api/policy', { at: AT, profile }, 404)), seen: isNamespaced(profile) ? 400 : 200 },
  ],
  'POST /api/policy/effects': ({ profile }) => [
    quiet(post('/api/policy/effects', { at: AT }, 200)),
    { ...quiet(post('/api/policy/effects', { at: AT, profile }, 404)), seen: isNamespaced(profile) ? 400 : 200 },
  ],
  'GET /api/scenarios': () => [
    among('/api/scenarios?scenario=remove&profile=aws&version=1.32.13'),
    among('/api/scenarios?scenario=replace&profile=aws&version=1.32.13'),
  ],
  'POST /api/demo/reset': () => [{ ...quiet(post('/api/demo/reset', {}, 403)), seen: 403 }],
  'GET /api/account': () => [{ address: '/api/account', tells: false, unseen: 200 }],
  // They know no landscape.
  'POST /signin/token': () => [],
  'GET /signin/provider': () => [],
  'GET /signin/callback': () => [],
  'POST /signout': () => [],
  // Streams do not end: they have a test of their own.
  'GET /api/events': () => [],
  'GET /api/openapi.json': () => [{ address: '/api/openapi.json', tells: false, unseen: 200 }],
  'GET /healthz': () => [{ address: '/healthz', tells: false, unseen: 200 }],
  'GET /readyz': () => [{ address: '/readyz', tells: false, unseen: 200 }],
  // Where people sign in, figures are told at METRICS_PORT alone.
  'GET /metrics': () => [{ address: '/metrics', tells: false, unseen: 404, seen: 404 }],
}
