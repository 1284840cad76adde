import type { EffectKind } from '@/lib/contract/common'
import { editBody, readEdit } from '@/lib/contract/edit-codec'
import { editedVersionOf } from '@/lib/contract/edit-items'
import { type EditBody, isEdit } from '@/lib/contract/edits'
import { shortName } from '@/lib/contract/version-name'
import {
  type WhatIfAnswer,
  type WhatIfChange,
  type WhatIfRefusal,
  type WhatIfRow,
  whatIfQuery,
} from '@/lib/contract/what-if'
import { MOST_EDITS } from '@/lib/contract/words'
import {
  answerToCloudProfile,
  answerToNamespacedProfile,
  mergeNamespacedProfile,
  type ProfileAdmission,
  profileObject,
} from '@/lib/engine/api-server'
import { MemoizedProfiles } from '@/lib/engine/course'
import { countMore } from '@/lib/engine/grouped'
import { isDeepEqual, isJsonObject, type JsonObject } from '@/lib/engine/json'
import { justAfter } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { labelOf } from '@/lib/garden/read-object'
import { wholeSeconds } from '@/lib/landscape/clock'
import { type ComputedDraft, draftsOf } from '@/lib/landscape/draft'
import type { ProfileDraft } from '@/lib/landscape/edited-profiles'
import { buildLandscapeAhead, type Landscape } from '@/lib/landscape/landscape'
import { listedRows, someOfEach, whatIfRowOf } from '@/lib/questions/draft/answer/what-if/rows'
import { draftView, refusalBody } from '@/lib/questions/draft/answer/what-if/view'
import { encodeDraft } from '@/lib/questions/draft/browser/draft'
import { findingsOf } from '@/lib/questions/draft/browser/findings'
import { yamlEditsBetween } from '@/lib/questions/draft/browser/yaml-entries'
import { plural, profilePath } from '@/lib/words/phrases'
import { refusalReason } from '@/lib/words/refusal-reasons'
import { countOf, dayText } from '@/lib/words/time-text'
import type { BeforeAndAfter } from '../sources'
import { type ChangedVersion, changedVersions, otherFields, sharesOf } from './changed'
import { type FailOnLimit, heldLimit, type LimitResult } from './limits'

/** A profile of which AFTER says something else than BEFORE. */
export interface ProfileReport {
  /** `CloudProfile aws` */
  readonly label: string
  readonly name: string
  readonly change: 'added' | 'removed' | 'changed'
  /** The resource version in a Gardener API; null: none was asked. */
  readonly resourceVersion: string | null
  /** Clusters on it, or on a profile that builds on it. */
  readonly clusters: number
  readonly lines: readonly ChangedVersion[]
  /** What the API server would refuse, each with Gardener's words; empty: it would accept it. */
  readonly refusals: readonly { readonly text: string; readonly quote: string }[]
  readonly warnings: readonly ToldWarning[]
  /** Page of the draft; null: no address of Almanac was given, or the draft is too long for a link. */
  readonly href: string | null
}

export interface ToldWarning {
  readonly text: string
  /** What causes it: `1.34.3`, `ubuntu 22.4.0`; null: not one edit alone. */
  readonly from: string | null
}

/** Clusters to which the same happens, the first of them as rows. */
export interface GroupReport {
  readonly group: WhatIfAnswer['groups'][number]
  /** What happens to every one of them: where a part goes to, and until now; null: it is not the same of all, or nothing happens. */
  readonly move: { readonly from: string; readonly to: string; readonly instead: string | null } | null
  /** What that does to nodes; null likewise. */
  readonly effect: EffectKind | null
  readonly rows: readonly WhatIfRow[]
}

/** What becomes of a landscape when AFTER's profiles take the place of BEFORE's. */
export interface DiffReport {
  readonly before: string
  readonly after: string
  /** The commit of AFTER, if it is one. */
  readonly commit: string | null
  /** How the landscape is called; null: it is not said. */
  readonly landscape: string | null
  /** Where its clusters come from. */
  readonly clusters: string
  readonly at: string
  readonly until: string
  readonly zone: string
  /** The profiles, CloudProfiles first. */
  readonly profiles: readonly ProfileReport[]
  /** The effect of all profiles together that exist on both sides; null: none of them changes. */
  readonly effect: WhatIfAnswer | null
  readonly groups: readonly GroupReport[]
  /** For clusters that do not change: how many run each version of Kubernetes, the largest number first. */
  readonly unchanged: readonly { readonly version: string; readonly clusters: number }[]
  readonly limits: readonly LimitResult[]
  /** What a reader should know of how it was computed. */
  readonly notes: readonly string[]
}

export interface ReportInput extends BeforeAndAfter {
  readonly names: Pick<DiffReport, 'before' | 'after' | 'commit' | 'landscape' | 'clusters'>
  /** Versions that a Gardener API has of profiles, by `profileKey`. */
  readonly versions: ReadonlyMap<string, string>
  readonly at: Instant
  /** When the garden was read: an instant after it is one that is foreseen. */
  readonly now: Instant
  readonly zone: string
  readonly limits: readonly FailOnLimit[]
  /** The address of a running Almanac; null: none is known. */
  readonly url: string | null
  readonly notes: readonly string[]
}

/** How many clusters are listed, shared over the groups. */
const ROWS = 20

/** Compared as far ahead as every forecast looks. */
const DAYS = 365

/** What AFTER's profiles do to the clusters of a landscape that has BEFORE's. */
export async function reportOf(input: ReportInput): Promise<DiffReport> {
  const { before, after, names, zone, notes } = input
  const at = wholeSeconds(input.at)
  // What differs may be about machine types: it may tell apart what is alike before it.
  const landscape = await buildLandscapeAhead(before, input.now, at, new MemoizedProfiles('apart'))
  const profiles: ProfileReport[] = []
  const changed: DraftedProfile[] = []
  for (const key of new Set([...before.profiles.keys(), ...after.keys()])) {
    const [was, is] = [before.profiles.get(key), after.get(key)]
    if (was === undefined) profiles.push(...(is === undefined ? [] : [addedReport(is, landscape, input)]))
    else if (is === undefined) profiles.push(removedReport(was, landscape))
    else if (isOther(was, is, input.written)) changed.push(draftedOf(was, is, input, at))
  }
  const found = await draftsOf(
    landscape,
    changed.map(({ draft }) => draft),
    { zone, days: DAYS },
  )
  const [first] = found
  const effect = first === undefined ? null : draftView(landscape, first, queryOf(first.entry, zone))
  for (const computed of found) {
    const drafted = changed.find(({ draft }) => draft.entry === computed.entry)
    if (drafted !== undefined) profiles.push(await changedReport(landscape, drafted, computed, input))
  }
  const refused = profiles.filter(({ refusals }) => refusals.length > 0).length
  const { changes, gained } = effect?.figures ?? { changes: null, gained: null }
  const firsts = [gained?.firstForced ?? null, gained?.firstEarlier ?? null].flatMap((one) => one ?? [])
  const counted = { refused, profiles: profiles.length, at: new Date(at).toISOString() }
  return {
    ...names,
    at: counted.at,
    until: new Date(at + DAYS * DAY).toISOString(),
    zone,
    profiles: profiles.toSorted((a, b) => heightOf(a) - heightOf(b)),
    effect,
    groups: first === undefined || effect === null ? [] : groupsOf(landscape, first, effect, zone),
    unchanged: first === undefined ? [] : unchangedIn(landscape, first, zone),
    limits: input.limits.map((limit) =>
      heldLimit(limit, {
        ...counted,
        stuck: changes?.stuck ?? 0,
        forced: gained?.forced ?? 0,
        firstForced: firsts.toSorted()[0] ?? null,
      }),
    ),
    notes: landscape.roster.members.length > 0 ? notes : [...notes, NO_CLUSTERS],
  }
}

const NO_CLUSTERS = 'No clusters are known, so nothing can be said of them: give a dump or a kubeconfig with --garden.'

/** CloudProfiles before what builds on them. */
function heightOf({ label }: ProfileReport): number {
  return label.startsWith('CloudProfile ') ? 0 : 1
}

/** Whether a profile itself says something else: what comes from its parent is no change of its own. */
function isOther(was: ProfileEntry, is: ProfileEntry, { before, after }: ReportInput['written']): boolean {
  const label = labelOf(was.ref)
  if (otherFields(before.get(label), after.get(label), []).length > 0 && before.has(label) && after.has(label))
    return true
  return was.ref.kind === 'CloudProfile'
    ? !isDeepEqual(was.profile, is.profile)
    : was.parent !== is.parent || !isDeepEqual(was.overrides, is.overrides)
}

interface DraftedProfile extends Pick<ReturnType<typeof changedVersions>, 'lines'> {
  readonly draft: ProfileDraft
}

function draftedOf(
  was: ProfileEntry,
  is: ProfileEntry,
  sides: Pick<ReportInput, 'after' | 'written' | 'zone'>,
  at: Instant,
): DraftedProfile {
  const { after, written, zone } = sides
  const parent = after.get(was.parent ?? '')?.profile
  // Over the parent that it will have, so that nothing is told twice.
  const own =
    was.overrides === undefined || parent === undefined ? was.profile : mergeNamespacedProfile(parent, was.overrides)
  const changes = changedVersions(own, is.profile, at, (day) => dayText(day, zone))
  const [before, now] = [written.before, written.after].map((side) => side.get(labelOf(was.ref)))
  const draft = { entry: was, edits: changes.edits, whole: is }
  if (!isJsonObject(before) || !isJsonObject(now)) return { ...changes, draft }
  const bodies = yamlEditsBetween(before, now, was.ref.kind === 'NamespacedCloudProfile', isEdit)
  const edits = bodies.map((body) => readEdit(body, at, was.profile))
  const object = { own: before, whole: withoutVersion(now), parent: writtenParent(was, sides) }
  return { lines: [...changes.lines, ...otherFields(before, now, changes.lines)], draft: { ...draft, edits, object } }
}

function queryOf(entry: ProfileEntry, zone: string) {
  return whatIfQuery.parse({ profile: profileKey(entry.ref), edits: [], zone, days: DAYS, limit: 0 })
}

async function changedReport(
  landscape: Landscape,
  { lines, draft }: DraftedProfile,
  computed: ComputedDraft,
  { zone, url, versions }: ReportInput,
): Promise<ProfileReport> {
  const { entry, edits } = draft
  const resourceVersion = versions.get(profileKey(entry.ref)) ?? null
  const answer = draftView(landscape, computed, queryOf(entry, zone))
  const bodies = edits.map(editBody)
  return {
    label: labelOf(entry.ref),
    name: profileKey(entry.ref),
    change: 'changed',
    resourceVersion,
    clusters: clustersOn(landscape, entry),
    lines,
    refusals: told(answer.refusals, {
      edits: bodies,
      after: computed.edited.states.at(-1) ?? entry.profile,
      at: landscape.at,
    }),
    warnings: answer.edits.flatMap((edit, i) =>
      edit.warnings.map(({ text }) => ({ text, from: subjectOf(bodies[i]) })),
    ),
    href: url === null ? null : await draftPage(url, entry, resourceVersion, bodies),
  }
}

/** What the API server refuses of a new profile; nothing where it is not known as it was written. */
function refusalsOfNew(landscape: Landscape, entry: ProfileEntry, sides: ReportedStates): WhatIfRefusal[] {
  const written = sides.written.after.get(labelOf(entry.ref))
  if (!isJsonObject(written)) return []
  const request = { before: null, after: withoutVersion(written), now: justAfter(landscape.at) }
  const users = { shoots: [], namespaced: [] }
  if (entry.ref.kind === 'CloudProfile') return refused(answerToCloudProfile({ ...request, users }))
  const parent = writtenParent(entry, sides)
  return parent === null ? [] : refused(answerToNamespacedProfile({ ...request, ...users, parent: () => parent }))
}

/** The profile that a namespaced one builds on; one that is not written is the garden's, and known as far as maintenance goes. */
function writtenParent({ parent = '' }: ProfileEntry, { written, after }: ReportedStates): JsonObject | null {
  const object = written.after.get(`CloudProfile ${parent}`)
  if (isJsonObject(object)) return object
  const known = after.get(parent)?.profile
  return known === undefined ? null : profileObject(parent, known)
}

type ReportedStates = Pick<ReportInput, 'written' | 'after'>

function refused(answer: ProfileAdmission): WhatIfRefusal[] {
  return answer.kind === 'accepted' ? [] : answer.refusals.map((one) => refusalBody({ ...one, edits: [] }))
}

/** The version that a manifest is given when it is read is no part of what is submitted. */
function withoutVersion({ metadata, ...rest }: JsonObject): JsonObject {
  const { resourceVersion: _, ...own } = isJsonObject(metadata) ? metadata : {}
  return { ...rest, metadata: own }
}

/** Refusals by their rules; those of one rule about one thing are one. */
function told(refusals: readonly WhatIfRefusal[], input: Parameters<typeof findingsOf>[1]): ProfileReport['refusals'] {
  return findingsOf(refusals, input).map(({ rule, quote }) => ({ text: refusalReason(rule), quote }))
}

/** Clusters on a profile, or on one that builds on it. */
function clustersOn(landscape: Landscape, { ref }: ProfileEntry): number {
  const key = profileKey(ref)
  const isBelow = (profile: string) => profile === key || landscape.snapshot.profiles.get(profile)?.parent === key
  return [...landscape.roster.members].filter(({ profile }) => isBelow(profile)).length
}

function subjectOf(edit: EditBody | undefined): string | null {
  if (edit === undefined) return null
  // Of what an image version runs on.
  const [, list, image = null, versions, of = null] = edit.kind === 'yaml' ? (edit.changes[0]?.path ?? []) : []
  if (list === 'machineImages' && versions === 'versions' && of !== null) return shortName(image, of)
  const version = editedVersionOf(edit)
  return version === null ? (edit.image ?? null) : shortName(edit.image, version)
}

/** The draft on its page in a running Almanac; null: it has more edits than a draft may, or a longer one. */
async function draftPage(url: string, { ref }: ProfileEntry, base: string | null, edits: readonly EditBody[]) {
  if (edits.length === 0 || edits.length > MOST_EDITS || !edits.every(isEdit)) return null
  const draft = await encodeDraft({ profile: profileKey(ref), base, edits })
  return `${url.replace(/\/+$/, '')}/workbench/${profilePath(ref)}?draft=${draft}`
}

function addedReport(entry: ProfileEntry, landscape: Landscape, sides: ReportedStates): ProfileReport {
  const { kubernetes, machineImages } = entry.profile
  const text = `added, with ${countOf(kubernetes.length, 'Kubernetes version')} and ${countOf(machineImages.length, 'machine image')}`
  const refusals = refusalsOfNew(landscape, entry, sides)
  return {
    ...unchanged(entry),
    change: 'added',
    clusters: 0,
    lines: [{ name: 'profile', text }],
    refusals: told(refusals, { edits: [], after: entry.profile, at: landscape.at }),
  }
}

function removedReport(entry: ProfileEntry, landscape: Landscape): ProfileReport {
  const clusters = clustersOn(landscape, entry)
  const stays =
    clusters === 0
      ? ''
      : `: Gardener keeps it until ${countOf(clusters, 'cluster')} on it ${plural(clusters, 'is', 'are')} gone`
  return { ...unchanged(entry), change: 'removed', clusters, lines: [{ name: 'profile', text: `removed${stays}` }] }
}

function unchanged(entry: ProfileEntry) {
  return {
    label: labelOf(entry.ref),
    name: profileKey(entry.ref),
    resourceVersion: null,
    refusals: [],
    warnings: [],
    href: null,
  }
}

function groupsOf(landscape: Landscape, found: ComputedDraft, { groups }: WhatIfAnswer, zone: string): GroupReport[] {
  const query = { ...queryOf(found.entry, zone), each: ROWS }
  const rows = someOfEach(found, landscape, listedRows(landscape, found, query), ROWS).map((at) =>
    whatIfRowOf(landscape, found, at),
  )
  const shares = sharesOf(
    groups.map(({ clusters }) => clusters),
    ROWS,
  )
  return groups.map((group, i) => ({
    group,
    ...alikeIn(found, group.change),
    rows: rows.filter(({ change }) => change === group.change).slice(0, shares[i]),
  }))
}

/** What is the same of all clusters of a group. */
function alikeIn({ effects }: ComputedDraft, change: WhatIfChange): Pick<GroupReport, 'move' | 'effect'> {
  const moves = new Map<string, GroupReport['move']>()
  const kinds = new Set<EffectKind | null>()
  for (const { comparison } of effects.changed.values()) {
    if (comparison.effect !== change) continue
    const { before, after } = comparison
    const { what, from = '', to = null } = after?.change ?? {}
    const name = (version: string) => shortName(what === 'Kubernetes' || what === undefined ? null : what, version)
    const instead = change === 'target' ? (before?.change?.to ?? null) : null
    const move = to === null ? null : { from: name(from), to: name(to), instead: instead && name(instead) }
    moves.set(JSON.stringify(move), move)
    kinds.add(after === null ? null : after.event.digest.effect)
  }
  const [move = null, ...otherMoves] = moves.values()
  const [effect = null, ...otherKinds] = kinds
  return { move: otherMoves.length === 0 ? move : null, effect: otherKinds.length === 0 ? effect : null }
}

function unchangedIn(landscape: Landscape, found: ComputedDraft, zone: string): DiffReport['unchanged'] {
  const counts = new Map<string, number>()
  for (const at of listedRows(landscape, found, { ...queryOf(found.entry, zone), change: ['unchanged'] })) {
    const version = landscape.roster.members.at(at)?.shoot.kubernetesVersion
    if (version !== undefined) countMore(counts, version)
  }
  return [...counts].map(([version, clusters]) => ({ version, clusters })).sort((a, b) => b.clusters - a.clusters)
}
