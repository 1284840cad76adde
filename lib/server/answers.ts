import 'server-only'
import {
  type ApplyAnswer,
  applyQuery,
  atQuery,
  type DefaultsAnswer,
  type DraftTextsAnswer,
  defaultsQuery,
  draftTextsQuery,
  type FindAnswer,
  findQuery,
  type GardenAnswer,
  gardenQuery,
  type JournalAnswer,
  type PolicyAnswer,
  type PolicyEffectsAnswer,
  type PolicyStatusAnswer,
  type ProfileAnswer,
  type ProfilesAnswer,
  policyQuery,
  profileQuery,
  type ResetAnswer,
  resetQuery,
  type ScenarioAnswer,
  type ShootAnswer,
  type ShootsAnswer,
  type SourceAnswer,
  type StatusAnswer,
  scenarioQuery,
  shootsQuery,
  sourceQuery,
  type WhatIfAnswer,
  type WhyAnswer,
  whatIfQuery,
  whyQuery,
} from '@/lib/contract'
import { apply, type Desk } from './apply/apply'
import { journalView } from './apply/journal-view'
import { draftTextsView } from './apply/texts'
import { parseBody } from './body'
import { instantOf, momentOf } from './clock'
import { indexAt, readIndexAt } from './current-index'
import { CodedError, isCoded, NotReady } from './errors'
import { evidenceOf } from './evidence'
import { isRead, theGarden } from './garden'
import { cloudProfilesByUse, findCloudProfile, findProfile, findShoot } from './lookup'
import { EXAMPLE } from './policy/example'
import { type PolicyFile, policyFile } from './policy/file'
import { readPolicyText } from './policy/text'
import { parseQuery, type SearchInput } from './query'
import { type Readiness, readinessOf } from './readiness'
import { scenarioView } from './scenarios/view'
import { statusBody } from './status-body'
import { theJournal } from './the-journal'
import { profileView } from './views/cloudprofile'
import { profilesView } from './views/cloudprofiles'
import { defaultsView } from './views/defaults'
import { findView } from './views/find'
import { gardenView } from './views/garden'
import { policyView } from './views/policy'
import { policyEffectsView } from './views/policy-effects'
import { policyStatusView } from './views/policy-status'
import { shootView } from './views/shoot'
import { shootsView } from './views/shoots'
import { sourceView } from './views/source'
import { whyView } from './views/why'
import { whatIfCsv } from './what-if/csv'
import { whatIfView } from './what-if/view'

/**
 * One function per route, for the route and for pages that prefetch: each takes the query as it comes (or as typed values)
 * and returns the body of the answer. They throw coded errors: see `errors.ts`, and `errorBodyOf` for how they are told.
 * Pages call `await connection()` before: answers depend on the clock.
 */

/** `GET /api/status`: without a forecast, so that it is quick also while the garden is being read. */
export async function answerStatus(search: SearchInput = {}): Promise<StatusAnswer> {
  const { at } = momentOf(parseQuery(atQuery, search).at)
  const garden = theGarden()
  return { ...evidenceOf({ snapshot: garden.snapshot(), at }), garden: statusBody(garden) }
}

/** `GET /api/garden` */
export async function answerGarden(search: SearchInput = {}): Promise<GardenAnswer> {
  const { at, zone } = parseQuery(gardenQuery, search)
  return gardenView(await indexAt(at), statusBody(theGarden()), zone ?? 'UTC')
}

/** `GET /api/cloudprofiles` */
export async function answerProfiles(search: SearchInput = {}): Promise<ProfilesAnswer> {
  return profilesView(await indexAt(parseQuery(atQuery, search).at))
}

/** `GET /api/cloudprofiles/NAME` and `/api/cloudprofiles/NAMESPACE/NAME`; `ref` holds one or two parts. */
export async function answerProfile(ref: readonly string[], search: SearchInput = {}): Promise<ProfileAnswer> {
  const { at, select } = parseQuery(profileQuery, search)
  const index = await indexAt(at)
  const { entry, selection } = there(() => findProfile(index, ref, select))
  return profileView(index, entry, selection)
}

/** `GET /api/workbench/NAME` and `/api/workbench/NAMESPACE/NAME`; `ref` holds one or two parts. */
export async function answerSource(ref: readonly string[], search: SearchInput = {}): Promise<SourceAnswer> {
  const index = await readIndexAt(parseQuery(sourceQuery, search).at)
  const file = policyFile()
  const policy = file?.reading.kind === 'ok' ? file.reading.policy : null
  return sourceView(index, findProfile(index, ref, undefined).entry, policy)
}

/** `GET /api/shoots` */
export async function answerShoots(search: SearchInput = {}): Promise<ShootsAnswer> {
  const query = parseQuery(shootsQuery, search)
  return shootsView(await indexAt(query.at), query)
}

/** `GET /api/shoots/NAMESPACE/NAME` */
export async function answerShoot(namespace: string, name: string, search: SearchInput = {}): Promise<ShootAnswer> {
  const index = await indexAt(parseQuery(atQuery, search).at)
  return shootView(
    index,
    there(() => findShoot(index, namespace, name)),
  )
}

/** `GET /api/shoots/NAMESPACE/NAME/why` */
export async function answerWhy(namespace: string, name: string, search: SearchInput = {}): Promise<WhyAnswer> {
  const { at, window } = parseQuery(whyQuery, search)
  const index = await indexAt(at)
  return whyView(
    index,
    there(() => findShoot(index, namespace, name)),
    instantOf('window', window, index.at),
  )
}

/** `GET /api/defaults` */
export async function answerDefaults(search: SearchInput): Promise<DefaultsAnswer> {
  const { at, profile, date, kubernetes, machineType, architecture, image, imageVersion } = parseQuery(
    defaultsQuery,
    search,
  )
  const index = await indexAt(at)
  const { entry } = there(() => findProfile(index, profile.split('/'), undefined))
  const day = instantOf('date', date, index.at)
  return defaultsView(index, entry, { date: day, kubernetes, machineType, architecture, image, imageVersion })
}

/** `GET /api/policy` */
export async function answerPolicyStatus(search: SearchInput = {}): Promise<PolicyStatusAnswer> {
  const { at } = momentOf(parseQuery(atQuery, search).at)
  const garden = theGarden()
  await isRead(garden)
  return policyStatusView(garden.snapshot(), at, policyFile())
}

/** `POST /api/policy`: needs no forecast, so that it is quick while somebody types. */
export async function answerPolicy(body: unknown): Promise<PolicyAnswer> {
  const query = parseBody(policyQuery, body)
  const { at } = momentOf(query.at)
  const garden = theGarden()
  if (!(await isRead(garden))) throw new NotReady('The garden is still being read.')
  const snapshot = garden.snapshot()
  const profiles = cloudProfilesByUse(snapshot)
  const { ref, profile, resourceVersion } = findCloudProfile(snapshot, query.profile ?? profiles[0] ?? '')
  const { text, origin, reading } = policyOf(query.text, policyFile())
  const { releases, cadence } = query
  const outcome =
    reading.kind === 'ok'
      ? policyView({ profile, policy: reading.policy, at, releases, cadence })
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
}

/** `POST /api/policy/effects` */
export async function answerPolicyEffects(body: unknown): Promise<PolicyEffectsAnswer> {
  const query = parseBody(policyQuery, body)
  const index = await readIndexAt(query.at)
  const entry = findCloudProfile(index.snapshot, query.profile ?? cloudProfilesByUse(index.snapshot)[0] ?? '')
  const { reading } = policyOf(query.text, policyFile())
  const { releases, cadence } = query
  const effects =
    reading.kind === 'ok'
      ? await policyEffectsView(index, entry, { policy: reading.policy, releases, cadence })
      : { clusters: 0, proposals: [], year: null }
  return { ...evidenceOf(index), profile: entry.ref, ...effects }
}

function policyOf(given: string | undefined, file: PolicyFile | null) {
  if (given !== undefined) return { text: given, origin: 'given' as const, reading: readPolicyText(given) }
  if (file !== null) return { ...file, origin: 'file' as const }
  return { text: EXAMPLE, origin: 'example' as const, reading: readPolicyText(EXAMPLE) }
}

/** `GET /api/find` */
export async function answerFind(search: SearchInput = {}): Promise<FindAnswer> {
  const { at, q } = parseQuery(findQuery, search)
  return findView(await indexAt(at), q)
}

/** `POST /api/what-if` */
export async function answerWhatIf(body: unknown): Promise<WhatIfAnswer> {
  const query = parseBody(whatIfQuery, body)
  return whatIfView(await readIndexAt(query.at), query)
}

/** The same with `format` csv. */
export async function tableOfWhatIf(body: unknown): Promise<string> {
  const query = parseBody(whatIfQuery, body)
  return whatIfCsv(await readIndexAt(query.at), query)
}

/** `GET /api/scenarios` */
export async function answerScenario(search: SearchInput): Promise<ScenarioAnswer> {
  const query = parseQuery(scenarioQuery, search)
  return scenarioView(await readIndexAt(query.at), query, policyFile())
}

/** Where edits are applied in this process. */
function desk(): Desk {
  return { garden: theGarden(), journal: theJournal(), index: () => readIndexAt(undefined) }
}

/** `POST /api/apply` */
export async function answerApply(body: unknown): Promise<ApplyAnswer> {
  return apply(desk(), parseBody(applyQuery, body))
}

/** `POST /api/apply/texts` */
export async function answerDraftTexts(body: unknown): Promise<DraftTextsAnswer> {
  return draftTextsView(desk(), parseBody(draftTextsQuery, body))
}

/** `GET /api/journal` */
export async function answerJournal(): Promise<JournalAnswer> {
  return journalView(desk())
}

/** `POST /api/demo/reset`. Throws a coded error for a garden that cannot be reset. */
export async function answerReset(body: unknown): Promise<ResetAnswer> {
  parseBody(resetQuery, body)
  const garden = theGarden()
  if (garden.reset === undefined) throw new CodedError('forbidden', 'Only the demo garden can be brought back.')
  await garden.reset()
  return { revision: garden.snapshot().revision }
}

/**
 * `GET /readyz`: whether there is a landscape to show, and what of it is not followed. One that was read and is not live counts
 * as ready: it is shown, with its age. Whoever asks wants to send readers here: so the first index, the one that takes longest,
 * is begun.
 */
export async function readiness(): Promise<Readiness> {
  const garden = theGarden()
  await isRead(garden)
  const state = readinessOf(garden.status())
  // Should it fail, whoever asks for it next is told.
  if (state.isReady) indexAt(undefined).catch(() => {})
  return state
}

/** What was not found while the garden has not been read to its end may be there: that is not for sure. */
function there<T>(find: () => T): T {
  try {
    return find()
  } catch (error) {
    const { state, reason } = theGarden().status()
    if (!isCoded(error) || error.code !== 'not-found' || (state !== 'reading' && state !== 'failed')) throw error
    throw new NotReady(reason ?? 'The garden is still being read.')
  }
}
