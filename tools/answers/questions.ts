import type { WhatIfInput } from '@/lib/contract/what-if'
import type { RouteName } from '@/lib/questions/routes'

/** What is asked of a route: parts of its path in their order, parameters, and what is sent. */
export interface AnsweredQuestion {
  readonly path?: readonly string[]
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

export interface KnownGarden {
  readonly profiles: readonly KnownProfile[]
  readonly shoots: readonly { readonly namespace: string; readonly name: string; readonly project: string }[]
  readonly projects: readonly string[]
}

interface KnownProfile {
  /** `aws`, or `garden-core/aws-ext` for a namespaced one. */
  readonly ref: string
  /** E.g. `kubernetes/1.33.6`, `gardenlinux/1592.9.0`: a few of them. */
  readonly versions: readonly string[]
  /** The moments of a few of its changes, as its history tells them. */
  readonly changes: readonly string[]
  readonly edits: WhatIfInput['edits']
}

/** A route that has no answer of its own to compare, and why. */
const NOT_ASKED: readonly AnsweredQuestion[] = []

const ofProfile = ({ profiles }: KnownGarden): readonly AnsweredQuestion[] =>
  profiles.map(({ ref }) => ({ path: ref.split('/') }))

const ofShoot = ({ shoots }: KnownGarden): readonly AnsweredQuestion[] =>
  shoots.map(({ namespace, name }) => ({ path: [namespace, name] }))

const ofVersion = ({ profiles }: KnownGarden): readonly AnsweredQuestion[] =>
  profiles.flatMap(({ ref, versions }) => versions.map((version) => ({ path: `${ref}/${version}`.split('/') })))

const ofProject = ({ projects }: KnownGarden): readonly AnsweredQuestion[] => projects.map((name) => ({ path: [name] }))

const drafts = ({ profiles }: KnownGarden): readonly { profile: string; edits: WhatIfInput['edits'] }[] =>
  profiles.flatMap(({ ref, edits }) => (edits.length === 0 ? [] : [{ profile: ref, edits }]))

/** What is asked of a route: of one to be read, where nothing else is said of it, each thing that its path can name. */
export function questionsOf(name: RouteName, known: KnownGarden): readonly AnsweredQuestion[] {
  const own: QuestionsOfRoute | undefined = QUESTIONS[name]
  if (own !== undefined) return own(known)
  if (name.includes('[namespace]')) return ofShoot(known)
  if (name.includes('[...ref]')) return ofProfile(known)
  return name.includes('[name]') ? ofProject(known) : [{}]
}

type QuestionsOfRoute = (known: KnownGarden) => readonly AnsweredQuestion[]
type GetRouteName = Extract<RouteName, `GET ${string}`>

/** A new route that takes a body is a line here, or does not compile. */
const QUESTIONS: Readonly<
  Partial<Record<GetRouteName, QuestionsOfRoute>> & Record<Exclude<RouteName, GetRouteName>, QuestionsOfRoute>
> = {
  'GET /api/garden': () => [{}, { query: { zone: 'Europe/Berlin' } }],
  'GET /api/cloudprofiles/[...ref]': (known) => [
    ...ofProfile(known),
    ...known.profiles.flatMap(({ ref, versions }) =>
      versions.map((select) => ({ path: ref.split('/'), query: { select } })),
    ),
  ],
  // What each change did that was recorded of a profile, and one that was not.
  'GET /api/history/effects/[...ref]': ({ profiles }) =>
    profiles.flatMap(({ ref, changes }) =>
      [...changes, '2026-11-20T10:00:00Z'].map((change) => ({ path: ref.split('/'), query: { change } })),
    ),
  'GET /api/versions/[...ref]': ofVersion,
  'GET /api/evidence/[...ref]': ofVersion,
  'GET /api/landscapes/evidence/[...ref]': ofVersion,
  'GET /api/landscapes/standing': ({ projects, profiles, shoots }) =>
    [
      '/',
      ...projects.slice(0, 1).map((project) => `/projects/${project}`),
      ...profiles.slice(0, 2).map(({ ref }) => `/cloudprofiles/${ref}`),
      ...shoots.slice(0, 1).map(({ namespace, name }) => `/shoots/${namespace}/${name}`),
    ].map((page) => ({ query: { page } })),
  'GET /api/compare': ({ profiles: [first, second] }) =>
    first && second ? [{ query: { a: first.ref, b: second.ref } }] : [],
  'GET /api/shoots': ({ projects, profiles }) => [
    { query: { limit: '500' } },
    ...['forced', 'fails', 'auto'].map((event) => ({ query: { limit: '500', event, within: '90' } })),
    { query: { limit: '500', within: 'none' } },
    ...projects.map((project) => ({ query: { limit: '500', project } })),
    ...profiles.map(({ ref }) => ({ query: { limit: '500', profile: ref } })),
  ],
  'POST /api/shoots/[namespace]/[name]/plan': (known) => ofShoot(known).map((one) => ({ ...one, body: { edits: [] } })),
  'POST /api/shoots/[namespace]/[name]/apply': (known) =>
    ofShoot(known).map((one) => ({
      ...one,
      body: {
        base: 'another',
        dryRun: true,
        edits: [{ field: 'spec.maintenance.confineSpecUpdateRollout', value: true }],
      },
    })),
  'POST /api/wall': (known) => [{ body: {} }, ...drafts(known).map((draft) => ({ body: { draft } }))],
  'POST /api/wall/cell': ({ projects }) =>
    projects.map((project) => ({ body: { project, from: '2026-11-21', to: '2027-02-21' } })),
  'GET /api/find': ({ shoots, profiles }) =>
    [...shoots.slice(0, 2).map(({ name }) => name), ...profiles.slice(0, 1).map(({ ref }) => ref), '1.33'].map((q) => ({
      query: { q },
    })),
  'GET /api/feeds/shoots/[namespace]/[name]': (known) =>
    ofShoot(known).map((one) => ({ ...one, query: { auto: '1' } })),
  'GET /api/feeds/shoots.ics': () => [{ query: { event: 'forced', within: '90' } }],
  'GET /api/feeds/addresses': ({ projects }) => projects.map((name) => ({ query: { kind: 'Project', name } })),
  // Each makes an address at random.
  'POST /api/feeds/addresses': () => NOT_ASKED,
  'POST /api/feeds/addresses/revoke': () => [{ body: { id: 'unknown' } }],
  'GET /api/cluster-views': () => [{}, { query: { zone: 'Europe/Berlin', project: 'payments' } }],
  'GET /api/tonight': () => [{}, { query: { zone: 'Europe/Berlin' } }],
  'GET /api/updates/nearest': () => [{}, { query: { only: 'forced' } }],
  'GET /api/pictures/shoots/[namespace]/[name]': (known) => ofShoot(known).slice(0, 2),
  'GET /api/pictures/cloudprofiles/[...ref]': (known) => ofProfile(known).slice(0, 2),
  'POST /api/what-if': (known) =>
    known.profiles.flatMap(({ ref: profile, edits }) => [
      { body: { profile, edits: [] } },
      ...edits.map((edit) => ({ body: { profile, edits: [edit] } })),
      { body: { profile, edits, format: 'csv' } },
    ]),
  'POST /api/apply': (known) =>
    drafts(known).map(({ profile, edits }) => ({ body: { profile, edits, base: 'another', dryRun: true } })),
  'POST /api/apply/texts': (known) => drafts(known).map((body) => ({ body })),
  'POST /api/more-time': ({ projects, profiles }) =>
    projects.flatMap((project) =>
      profiles
        .filter(({ ref }) => !ref.includes('/'))
        .flatMap(({ ref: profile, versions }) =>
          versions.flatMap((one) => {
            const [what = '', version = ''] = one.split('/')
            return [{ body: { project, profile, image: what === 'kubernetes' ? null : what, version } }]
          }),
        ),
    ),
  // What it changes is told by tests of its own.
  'POST /api/more-time/apply': () => NOT_ASKED,
  'POST /api/policy': ({ profiles }) => profiles.map(({ ref }) => ({ body: { profile: ref } })),
  'POST /api/policy/effects': ({ profiles }) => profiles.map(({ ref }) => ({ body: { profile: ref } })),
  'GET /api/scenarios': ({ profiles }) =>
    profiles
      .filter(({ ref }) => !ref.includes('/'))
      .flatMap(({ ref: profile }) =>
        ['patch', 'minor', 'promote', 'deprecate', 'replace', 'remove'].flatMap((scenario) =>
          ['hand', 'maintenance'].map((way) => ({ query: { scenario, profile, way } })),
        ),
      ),
  // It would change what the next question is about.
  'POST /api/demo/reset': () => NOT_ASKED,
  // It does not end.
  'GET /api/events': () => NOT_ASKED,
  // They begin and end sessions, and lead elsewhere.
  'POST /signin/token': () => NOT_ASKED,
  'GET /signin/provider': () => NOT_ASKED,
  'GET /signin/callback': () => NOT_ASKED,
  'POST /signout': () => NOT_ASKED,
}
