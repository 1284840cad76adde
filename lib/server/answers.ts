import 'server-only'
import { randomUUID } from 'node:crypto'
import { type Answer, type Checked, type LeadingRouteName, type RouteName, routes } from '@/lib/contract'
import { onWire } from '@/lib/contract/dates'
import type { Route } from '@/lib/contract/routes'
import type { PromotionRule } from '@/lib/engine/evidence'
import { type Garden, isAccessError } from '@/lib/garden'
import { isDamaged } from '@/lib/history'
import { signedOut } from './access'
import { theComparison } from './accuracy/the-comparison'
import { accuracyView } from './accuracy/view'
import { apply } from './apply/apply'
import { journalView } from './apply/journal-view'
import type { Desk } from './apply/send'
import { applyToShoot } from './apply/shoot'
import { draftTextsView } from './apply/texts'
import type { Asker } from './asker'
import { badgeSvg } from './badges/badge'
import { profileBadge, shootBadge } from './badges/words'
import { parseBody } from './body'
import { partition } from './classes'
import { instantOf, momentOf, nowOf } from './clock'
import { theCostly, theJobs } from './costly'
import { indexAt, readIndexAt, uncutIndexAt } from './current-index'
import { draftWithin } from './draft-events'
import { CodedError, InvalidQuery, isCoded, NotReady } from './errors'
import { evidenceOf } from './evidence'
import { addressesView, makeAddress, revokeAddress, scopeIn } from './feeds/addresses-view'
import { feedText, filteredFeed } from './feeds/feed'
import { filmDraft, filmView } from './film/view'
import type { FleetIndex } from './fleet-index'
import { theFreezes } from './freezes'
import { isRead, within } from './garden'
import { gardenerBody } from './gardener-body'
import { theBegunHistory, theHistory } from './history'
import { indexOfProjects } from './index-of-projects'
import { theJournal } from './journal'
import {
  cloudProfilesByUse,
  findCloudProfile,
  findEntry,
  findMembers,
  findProfile,
  findShoot,
  findVersion,
  membersWhere,
} from './lookup'
import { mayEdit } from './may-edit'
import { accuracySamples } from './metrics/accuracy'
import { metricsText } from './metrics/registry'
import { theMovement } from './movement/the-movement'
import { movementView } from './movement/view'
import { withOffers } from './offers'
import { onBehalf } from './on-behalf'
import { openapi } from './openapi'
import { thePasts } from './past/past'
import { gardenPicture } from './pictures/garden-picture'
import { pngOf } from './pictures/png'
import { profilePicture } from './pictures/profile-picture'
import { shootPicture } from './pictures/shoot-picture'
import { nightsView } from './plan/nights'
import { planView } from './plan/view'
import { type PolicyFile, policyFile } from './policy/file'
import { EXAMPLE, readPolicyText } from './policy/text'
import { isPrepared, prepared } from './prepared'
import { effectAfter, recordsOf } from './profile-history/records'
import { profileHistoryView } from './profile-history/view'
import { parseQuery, type SearchInput } from './query'
import { readinessOf } from './readiness'
import { scenarioSteps } from './scenarios/view'
import { statusBody } from './status-body'
import { Steps } from './steps'
import { isUp, theStore } from './store'
import { nightOf } from './tonight/night'
import { tonightSteps } from './tonight/view'
import { accountView } from './views/account'
import { profileSteps } from './views/cloudprofile'
import { profilesView } from './views/cloudprofiles'
import { compareSteps } from './views/compare'
import { defaultsView } from './views/defaults'
import { findReady, findView } from './views/find'
import { gardenView, overviewReady } from './views/garden'
import { inPlaceView } from './views/in-place'
import { maintenanceView } from './views/maintenance'
import { nearestUpdateView } from './views/nearest-update'
import { newClusterView } from './views/new-cluster'
import { policySteps } from './views/policy'
import { policyEffectsView } from './views/policy-effects'
import { policyStatusView } from './views/policy-status'
import { projectView } from './views/project'
import { promotionEvidenceView } from './views/promotion-evidence'
import { shootView } from './views/shoot'
import { shootPastView } from './views/shoot-past'
import { shootsReady, shootsView } from './views/shoots'
import { type Parts, shootsCsv, shootsJson } from './views/shoots-files'
import { sourceView } from './views/source'
import { versionSteps } from './views/version'
import { whyView } from './views/why'
import { cellDraft, wallCellView } from './wall/cell'
import { wallView } from './wall/view'
import { csvSteps } from './what-if/csv'
import { draftOf } from './what-if/run'
import { whatIfView } from './what-if/view'

/** Routes that answer once; the others stream, or lead elsewhere. */
export type AnsweredRouteName = Exclude<RouteName, 'GET /api/events' | LeadingRouteName>

/** A text where the answer is no JSON, also in parts. */
type Told<K extends RouteName> =
  | Answer<K>
  | ((typeof routes)[K] extends { csv: string } ? string : never)
  | (Answer<K> extends string ? Parts : never)

/** Who asks, and where they reach this program: for answers that tell whole addresses. */
interface Asking extends Asker {
  readonly origin: string
}

/** What is asked, as it comes: from a request, or from a page's own address. */
export interface Question {
  readonly path?: object
  readonly query?: SearchInput
  readonly body?: unknown
  /** Where whoever asks reaches this program: for answers that tell whole addresses. */
  readonly origin?: string
  /** Who is kept waiting when this takes long: see `identityOf`. */
  readonly identity?: string
  /** Aborts when whoever asks has left. */
  readonly signal?: AbortSignal
}

/**
 * The answer of a route for whoever asks, for its handler and for pages, which need no HTTP. Throws a coded error: see `errors.ts`, and
 * `errorBodyOf` for how it is told. Pages call `await connection()` before: answers depend on the clock.
 */
export async function answer<K extends AnsweredRouteName>(
  name: K,
  asker: Asker,
  { path, query, body, origin = 'http://localhost', ...behalf }: Question = {},
): Promise<Told<K>> {
  const route: Route = routes[name]
  const checked = {
    path,
    query: route.query && withClock(parseQuery(route.query, query ?? {})),
    body: route.body && withClock(parseBody(route.body, body)),
  }
  const seen = (checked.query ?? checked.body)?.seen
  const compute = async (): Promise<Told<K>> => {
    const asking = { ...(seen === undefined ? asker : await thePasts().seenBy(asker, seen)), origin }
    const told = async () => answers[name](checked as Checked<K>, asking)
    return route.costly === undefined ? told() : theCostly().ask(keyOf(name, route.costly, checked, asking), told)
  }
  try {
    return await onBehalf(behalf, compute)
  } catch (error) {
    if (isAccessError(error)) throw error.kind === 'refused' ? signedOut() : new NotReady(error.message)
    if (isDamaged(error)) throw new NotReady(error.message)
    throw error
  }
}

/** The same for all who are told the same. */
function keyOf(name: string, scope: NonNullable<Route['costly']>, checked: object, asking: Asking): string {
  const { identity, sight, garden, origin } = asking
  const policy = policyFile()?.readAt
  const shared = [name, checked, sight, garden.snapshot().revision, garden.status().state, policy, origin]
  if (scope === 'sight') return JSON.stringify(shared)
  return JSON.stringify([...shared, scope === 'asker' ? identity : randomUUID()])
}

interface Clock {
  readonly at?: string
  readonly seen?: string
}

/** What is asked of the past is told for its own time, unless another one is asked for. */
function withClock(asked: object): Clock {
  const { seen }: Clock = asked
  return seen === undefined ? asked : { at: seen, ...asked }
}

const answers: {
  readonly [K in AnsweredRouteName]: (asked: Checked<K>, asking: Asking) => Told<K> | Promise<Told<K>>
} = {
  /** Without a forecast, so that it is quick also while the garden is being read. */
  'GET /api/status': async ({ query }, { garden }) => {
    const { at } = momentOf(query.at)
    // A store that does not answer holds nothing back here.
    const since = await theHistory()
      .since()
      .catch(() => null)
    const { kept, recorded, problem } = theHistory().state()
    return {
      ...evidenceOf({ snapshot: garden.snapshot(), at }),
      garden: statusBody(garden),
      recordedSince: since === null ? null : onWire(since),
      recording: { kept, until: recorded === null ? null : onWire(recorded), problem },
      gardener: gardenerBody(garden.snapshot()),
      freezes: [...theFreezes().days],
    }
  },

  'GET /api/garden': async ({ query: { at, zone = 'UTC', project } }, { garden }) => {
    const index = indexOfProjects(await indexAt(garden, at), project)
    await overviewReady(index, zone)
    return gardenView(index, statusBody(garden), zone)
  },

  'GET /api/cloudprofiles': async ({ query }, { garden }) => profilesView(await inClasses(indexAt(garden, query.at))),

  'GET /api/cloudprofiles/[...ref]': async ({ path, query: { at, select } }, { garden }) => {
    const index = await inClasses(indexAt(garden, at))
    const { entry, selection } = there(garden, () => findProfile(index, path.ref, select))
    return new Steps(profileSteps(index, entry, selection)).ready()
  },

  'GET /api/history/cloudprofiles/[...ref]': async ({ path, query: { at, zone = 'UTC' } }, asker) => {
    const index = await indexAt(asker.garden, at)
    const { entry } = there(asker.garden, () => findProfile(index, path.ref, undefined))
    return profileHistoryView(index, entry, await recordsOf(asker, entry, await theBegunHistory(), theJournal()), zone)
  },

  'GET /api/history/effects/[...ref]': ({ path, query }, asker) => {
    const snapshot = asker.garden.snapshot()
    const seen = instantOf('seen', query.seen, 0)
    return effectAfter(asker, snapshot, findEntry(snapshot, path.ref), { seen, history: theHistory() })
  },

  'GET /api/versions/[...ref]': async ({ path, query: { at, zone = 'UTC' } }, { garden }) => {
    const index = await inClasses(indexAt(garden, at))
    const { entry, selection } = there(garden, () => findVersion(index, path.ref))
    return new Steps(versionSteps(index, entry, selection, zone)).ready()
  },

  'GET /api/evidence/[...ref]': async ({ path, query: { at, rule } }, { garden, sight }) => {
    const index = await readIndexAt(garden, at)
    const { entry, selection } = there(garden, () => findVersion(index, path.ref))
    const set = promotionRule()
    return promotionEvidenceView(index, entry, selection, await theBegunHistory(), {
      rule: rule !== undefined ? { origin: 'asked', limits: ruleIn(rule) } : set && { origin: 'policy', limits: set },
      isCut: sight !== '',
    })
  },

  'GET /api/compare': async ({ query: { at, a, b } }, { garden }) => {
    const index = await indexAt(garden, at)
    const entryOf = (name: string) => there(garden, () => findProfile(index, name.split('/'), undefined).entry)
    return new Steps(compareSteps(index, entryOf(a), entryOf(b))).ready()
  },

  'GET /api/shoots': async ({ query }, { garden }) => {
    const index = await indexAt(garden, query.at)
    await shootsReady(index, query)
    return shootsView(index, query)
  },

  'GET /api/shoots.csv': async ({ query }, { garden }) => shootsCsv(await inClasses(indexAt(garden, query.at)), query),

  'GET /api/shoots.json': async ({ query }, { garden }) =>
    shootsJson(await inClasses(indexAt(garden, query.at)), query),

  'GET /api/shoots/[namespace]/[name]': async ({ path: { namespace, name }, query }, asker) => {
    const index = await indexAt(asker.garden, query.at)
    const position = there(asker.garden, () => findShoot(index, namespace, name))
    return shootView(index, position, await mayEditMember(asker, index, position))
  },

  'GET /api/shoots/[namespace]/[name]/in-place': async ({ path: { namespace, name }, query }, { garden }) => {
    const index = await indexAt(garden, query.at)
    return inPlaceView(
      index,
      there(garden, () => findShoot(index, namespace, name)),
    )
  },

  'GET /api/shoots/[namespace]/[name]/maintenance': async (
    { path: { namespace, name }, query },
    { garden, identity },
  ) => {
    const index = await indexAt(garden, query.at)
    const position = there(garden, () => findShoot(index, namespace, name))
    const shoot = index.roster.members.at(position)?.shoot ?? { namespace, name }
    return maintenanceView(index, position, await garden.events(identity, shoot))
  },

  'GET /api/shoots/[namespace]/[name]/why': async (
    { path: { namespace, name }, query: { at, window } },
    { garden },
  ) => {
    const index = await indexAt(garden, at)
    const position = there(garden, () => findShoot(index, namespace, name))
    return whyView(index, position, instantOf('window', window, index.at))
  },

  'POST /api/shoots/[namespace]/[name]/plan': async ({ path: { namespace, name }, body }, { garden, identity }) => {
    const index = await indexAt(garden, body.at)
    const position = there(garden, () => findShoot(index, namespace, name))
    return planView({ garden, identity }, index, position, body)
  },

  'POST /api/shoots/[namespace]/[name]/apply': ({ path, body }, asker) => applyToShoot(deskOf(asker), path, body),

  'GET /api/shoots/[namespace]/[name]/nights': async ({ path: { namespace, name }, query }, { garden }) => {
    const index = await indexAt(garden, query.at)
    return nightsView(
      index,
      there(garden, () => findShoot(index, namespace, name)),
      theFreezes(),
    )
  },

  'GET /api/shoots/[namespace]/[name]/past': async ({ path: { namespace, name }, query }, { garden }) => {
    const index = await indexAt(garden, query.at)
    const position = there(garden, () => findShoot(index, namespace, name))
    return shootPastView(index, position, await theBegunHistory())
  },

  'GET /api/projects/[name]': async ({ path: { name }, query: { at, zone = 'UTC' } }, { garden }) => {
    const index = await indexAt(garden, at)
    return there(garden, () => projectView(index, name, zone))
  },

  'POST /api/wall': async ({ body }, { garden }) => {
    const index = await inClasses(indexAt(garden, body.at))
    if (body.draft !== undefined) await draftWithin(index, body.draft, body).ready()
    return wallView(index, body)
  },

  'POST /api/wall/cell': async ({ body }, { garden }) => {
    const index = await inClasses(indexAt(garden, body.at))
    await cellDraft(index, body)?.ready()
    return wallCellView(index, body)
  },

  'GET /api/film': async ({ query }, { garden }) => filmView(await inClasses(indexAt(garden, query.at)), query),

  'POST /api/film': async ({ body }, { garden }) => {
    const index = await inClasses(indexAt(garden, body.at))
    await filmDraft(index, body)?.ready()
    return filmView(index, body)
  },

  'GET /api/defaults': async (
    { query: { at, profile, date, kubernetes, machineType, architecture, ...query } },
    { garden },
  ) => {
    const index = await indexAt(garden, at)
    const { entry } = there(garden, () => findProfile(index, profile.split('/'), undefined))
    const { image, imageVersion } = query
    const day = instantOf('date', date, index.at)
    return defaultsView(index, entry, { date: day, kubernetes, machineType, architecture, image, imageVersion })
  },

  'GET /api/new-cluster/[...ref]': async (
    { path, query: { at, machineType, kubernetes, runtime } },
    { garden, identity },
  ) => {
    const index = await indexAt(garden, at)
    const { entry } = there(garden, () => findProfile(index, path.ref, undefined))
    const profile = await withOffers({ garden, identity }, index, entry)
    return newClusterView(index, entry, profile, { machineType, kubernetes, runtime })
  },

  'GET /api/find': async ({ query: { at, q } }, { garden }) => {
    const index = await indexAt(garden, at)
    await findReady(index, q)
    return findView(index, q)
  },

  'GET /api/feeds/shoots/[namespace]/[name]': async (
    { path: { namespace, name }, query },
    { garden, sight, origin },
  ) => {
    const index = await wholeIndexAt(garden, query.at)
    const positions = () => [there(garden, () => findShoot(index, namespace, name))]
    return feedText({ key: `shoot ${namespace}/${name}`, title: name, positions }, { index, query, sight, origin })
  },

  'GET /api/feeds/projects/[name]': async ({ path: { name }, query }, { garden, sight, origin }) => {
    const index = await wholeIndexAt(garden, query.at)
    const positions = () => there(garden, () => findMembers(index, name))
    return feedText({ key: `project ${name}`, title: name, positions }, { index, query, sight, origin })
  },

  'GET /api/feeds/cloudprofiles/[...ref]': async ({ path: { ref }, query }, { garden, sight, origin }) => {
    const index = await wholeIndexAt(garden, query.at)
    const title = ref.join('/')
    const positions = () => {
      there(garden, () => findProfile(index, ref, undefined))
      return membersWhere(index, ({ profile }) => profile === title)
    }
    return feedText({ key: `profile ${title}`, title, positions }, { index, query, sight, origin })
  },

  'GET /api/feeds/shoots.ics': async ({ query }, { garden, sight, origin }) => {
    const index = await wholeIndexAt(garden, query.at)
    return feedText(filteredFeed(index, query), { index, query, sight, origin })
  },

  'GET /api/feeds/addresses': async ({ query }, asking) => {
    const index = await readIndexAt(asking.garden, undefined)
    return addressesView(
      asking,
      there(asking.garden, () => scopeIn(index, query)),
    )
  },

  'POST /api/feeds/addresses': async ({ body }, asking) => {
    const index = await readIndexAt(asking.garden, undefined)
    return makeAddress(
      asking,
      there(asking.garden, () => scopeIn(index, body)),
    )
  },

  'POST /api/feeds/addresses/revoke': ({ body }, asking) => revokeAddress(asking, body.id),

  /** Without a forecast of its own: what is compared is kept. */
  'GET /api/accuracy': async ({ query }, { garden, sight }) => {
    const { at } = momentOf(query.at)
    if (!(await isRead(garden))) throw new NotReady('The garden is still being read.')
    return accuracyView(theComparison(), theHistory(), {
      query,
      snapshot: garden.snapshot(),
      isWhole: sight === '',
      at,
    })
  },

  /** Without a forecast of its own, as for `GET /api/accuracy`. */
  'GET /api/movement': async ({ query }, { garden, sight }) => {
    const { at } = momentOf(query.at)
    if (!(await isRead(garden))) throw new NotReady('The garden is still being read.')
    return movementView(theMovement(), theComparison(), await theBegunHistory(), {
      query,
      snapshot: garden.snapshot(),
      isWhole: sight === '',
      at,
    })
  },

  'GET /api/tonight': async ({ query: { at: pinned, zone } }, { garden }) => {
    const now = nowOf(garden.snapshot())
    const { at } = momentOf(pinned)
    const night = nightOf(zone, at)
    // Ahead of now the night is seen from its begin on, so that what is over by `at` is told as well.
    const from = at <= now ? pinned : night.begin > now ? onWire(night.begin) : undefined
    return new Steps(tonightSteps(await readIndexAt(garden, from), { night, at, zone })).ready()
  },

  'GET /api/updates/nearest': async ({ query: { from, direction, only, namespace, name } }, { garden }) => {
    // A time that has passed has today's landscape at that hour.
    const now = nowOf(garden.snapshot())
    const index = await indexAt(garden, instantOf('from', from, now) < now ? from : undefined)
    if ((namespace === undefined) !== (name === undefined))
      throw new InvalidQuery([{ field: 'name', reason: 'is asked for together with `namespace`' }])
    const position =
      namespace === undefined || name === undefined ? undefined : there(garden, () => findShoot(index, namespace, name))
    return nearestUpdateView(index, { from: instantOf('from', from, index.at), direction, only, position })
  },

  'GET /api/badges/shoots/[namespace]/[name]': async ({ path: { namespace, name }, query }, { garden }) => {
    const index = await readIndexAt(garden, query.at)
    return badgeSvg(
      shootBadge(
        index,
        there(garden, () => findShoot(index, namespace, name)),
      ),
    )
  },

  'GET /api/badges/cloudprofiles/[...ref]': async ({ path: { ref }, query }, { garden }) => {
    const index = await readIndexAt(garden, query.at)
    there(garden, () => findProfile(index, ref, undefined))
    return badgeSvg(profileBadge(index, ref.join('/')))
  },

  'GET /api/pictures/shoots/[namespace]/[name]': async ({ path: { namespace, name }, query }, { garden }) => {
    const index = await readIndexAt(garden, query.at)
    const position = there(garden, () => findShoot(index, namespace, name))
    return pngOf(index, `shoot ${namespace}/${name}`, () => shootPicture(shootView(index, position)))
  },

  'GET /api/pictures/cloudprofiles/[...ref]': async ({ path: { ref }, query }, { garden }) => {
    const index = await readIndexAt(garden, query.at)
    const { entry } = there(garden, () => findProfile(index, ref, undefined))
    const name = ref.join('/')
    return pngOf(index, `profile ${name}`, async () =>
      profilePicture(await new Steps(profileSteps(index, entry, null)).ready(), name),
    )
  },

  'GET /api/pictures/overview.png': async ({ query }, { garden }) => {
    const index = await readIndexAt(garden, query.at)
    await overviewReady(index, 'UTC')
    return pngOf(index, 'overview', () => gardenPicture(gardenView(index, statusBody(garden), 'UTC')))
  },

  'GET /api/workbench/[...ref]': async ({ path, query }, asker) => {
    const index = await readIndexAt(asker.garden, query.at)
    const file = policyFile()
    const policy = file?.reading.kind === 'ok' ? file.reading.policy : null
    const { entry } = findProfile(index, path.ref, undefined)
    return sourceView(index, entry, policy, await mayEdit(asker, entry.ref))
  },

  'POST /api/what-if': async ({ body }, { garden }) => {
    const index = await inClasses(readIndexAt(garden, body.at))
    if (body.format === 'csv') return csvSteps(index, body).ready()
    await draftOf(index, body).ready()
    const uncut = await uncutIndexAt(garden, body.at)
    if (uncut !== null) await draftOf(await inClasses(uncut), body).ready()
    return whatIfView(index, body, uncut)
  },

  'POST /api/apply': ({ body }, asker) => apply(deskOf(asker), body),

  'POST /api/apply/texts': ({ body }, asker) => draftTextsView(deskOf(asker), body),

  'GET /api/account': async (_, asker) => {
    await isRead(asker.garden)
    return accountView(asker)
  },

  'GET /api/journal': (_, asker) => journalView(deskOf(asker)),

  'GET /api/policy': async ({ query }, { garden }) => {
    const { at } = momentOf(query.at)
    await isRead(garden)
    return policyStatusView(garden.snapshot(), at, policyFile())
  },

  /** Needs no forecast, so that it is quick while somebody types. */
  'POST /api/policy': async ({ body }, { garden }) => {
    const { at } = momentOf(body.at)
    if (!(await isRead(garden))) throw new NotReady('The garden is still being read.')
    const snapshot = garden.snapshot()
    const profiles = cloudProfilesByUse(snapshot)
    const { ref, profile, resourceVersion } = findCloudProfile(snapshot, body.profile ?? profiles[0] ?? '')
    const { text, origin, reading } = policyOf(body.text, policyFile())
    const { zone = 'UTC', releases, cadence } = body
    const outcome =
      reading.kind === 'ok'
        ? await new Steps(policySteps({ profile, policy: reading.policy, at, zone, releases, cadence })).ready()
        : { kind: 'problems' as const, problems: [...reading.problems] }
    return {
      ...evidenceOf({ snapshot, at }),
      profile: ref,
      resourceVersion: resourceVersion ?? null,
      profiles,
      text,
      origin,
      outcome,
    }
  },

  'POST /api/policy/effects': async ({ body }, { garden }) => {
    const index = await inClasses(readIndexAt(garden, body.at))
    const entry = findCloudProfile(index.snapshot, body.profile ?? cloudProfilesByUse(index.snapshot)[0] ?? '')
    const { reading } = policyOf(body.text, policyFile())
    const { zone = 'UTC', releases, cadence } = body
    const effects =
      reading.kind === 'ok'
        ? await new Steps(policyEffectsView(index, entry, { policy: reading.policy, zone, releases, cadence })).ready()
        : { clusters: 0, proposals: [], year: null }
    return { ...evidenceOf(index), profile: entry.ref, ...effects }
  },

  'GET /api/scenarios': async ({ query }, { garden }) =>
    new Steps(
      scenarioSteps(
        await inClasses(readIndexAt(garden, query.at)),
        query,
        policyFile(),
        await uncutIndexAt(garden, query.at),
      ),
    ).ready(),

  'POST /api/demo/reset': async (_, { garden }) => {
    if (garden.reset === undefined) throw new CodedError('forbidden', 'Only the demo garden can be brought back.')
    await garden.reset()
    return { revision: garden.snapshot().revision }
  },

  'GET /api/openapi.json': openapi,

  'GET /healthz': () => 'ok\n',

  /**
   * One garden that was read and is not live counts as ready: it is shown, with its age. Whoever asks wants to send readers here: what
   * they ask for first was computed once by then.
   */
  'GET /readyz': async (_, { garden }) => {
    await within(garden.ready())
    const { isReady, missing } = readinessOf(garden.status())
    if (!isReady) throw new NotReady(`Not read yet: ${missing.join(' ')}`)
    await within(prepared(garden))
    if (!isPrepared(garden)) {
      throw new NotReady('Read, and not prepared yet: what is ahead of the clusters is being computed.')
    }
    return ['ok', ...missing, ''].join('\n')
  },

  'GET /metrics': async (_, { garden }) =>
    metricsText(await inClasses(readIndexAt(garden, undefined)), garden, {
      history: theHistory().state(),
      store: { isUp: await isUp(theStore()), journalWaiting: theJournal().waitingCount },
      accuracy: accuracySamples(theComparison()),
      jobs: theJobs(),
    }),
}

/** `3,14,0`: clusters, days, failed updates. */
function ruleIn(text: string): PromotionRule {
  const [clusters = 0, days = 0, failures = 0] = text.split(',').map(Number)
  return { clusters, days, failures }
}

function policyOf(given: string | undefined, file: PolicyFile | null) {
  if (given !== undefined) return { text: given, origin: 'given' as const, reading: readPolicyText(given) }
  if (file !== null) return { ...file, origin: 'file' as const }
  return { text: EXAMPLE, origin: 'example' as const, reading: readPolicyText(EXAMPLE) }
}

/**
 * For what must not take a cluster for gone that could only not be read. Throws `NotReady` meanwhile. What whoever asks may not
 * see is not read later either: it counts what Almanac has read.
 */
async function wholeIndexAt(garden: Garden, at: string | undefined): Promise<FleetIndex> {
  const index = await readIndexAt(garden, at)
  const { state, reason, resources } = (garden.uncut ?? garden).status()
  const isRead = resources.every(({ state }) => state === 'synced' || state === 'stale')
  if (state === 'failed' || !isRead) throw new NotReady(reason ?? 'Not all of the garden has been read.')
  return index
}

/** Where edits are applied in the name of whoever asks. */
async function mayEditMember(asker: Asker, index: FleetIndex, position: number): Promise<boolean> {
  const shoot = index.roster.members.at(position)?.shoot
  return shoot !== undefined && mayEdit(asker, { kind: 'Shoot', namespace: shoot.namespace, name: shoot.name })
}

/** With its clusters in classes, see `classesOf`: sorted into them little by little, for answers that go through them. */
async function inClasses(index: FleetIndex | Promise<FleetIndex>): Promise<FleetIndex> {
  const known = await index
  await partition(known).ready()
  return known
}

function deskOf(asker: Asker): Desk {
  return {
    ...asker,
    journal: theJournal(),
    index: () => readIndexAt(asker.garden, undefined),
    uncut: () => uncutIndexAt(asker.garden, undefined),
    promoting: { rule: promotionRule(), history: theHistory() },
  }
}

/** Null: there is none. */
function promotionRule(): PromotionRule | null {
  const reading = policyFile()?.reading
  return reading?.kind === 'ok' ? reading.promotion : null
}

/** What was not found while the garden has not been read to its end may be there: that is not for sure. */
function there<T>(garden: Garden, find: () => T): T {
  try {
    return find()
  } catch (error) {
    const { state, reason } = garden.status()
    if (!isCoded(error) || error.code !== 'not-found' || (state !== 'reading' && state !== 'failed')) throw error
    throw new NotReady(reason ?? 'The garden is still being read.')
  }
}
