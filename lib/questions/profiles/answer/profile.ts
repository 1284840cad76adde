import 'server-only'
import { onWire } from '@/lib/contract/dates'
import { offeredOf } from '@/lib/contract/version-name'
import { idleEnds, ownPart } from '@/lib/engine/api-server'
import { profileDeadEndsOf } from '@/lib/engine/explain/obstacles'
import { addTo, sumOf } from '@/lib/engine/grouped'
import { type CompiledProfile, comparedProfiles } from '@/lib/engine/rules'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import type { AnswerTo } from '@/lib/http/answer'
import { figuresOf } from '@/lib/landscape/class-sums'
import { landscapeAt } from '@/lib/landscape/current-landscape'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { findProfile, findSelection, there } from '@/lib/landscape/lookup'
import { offeredVersions } from '@/lib/landscape/offered'
import type { VersionSelection } from '@/lib/landscape/path'
import { problemsOfObject } from '@/lib/landscape/problems'
import { usersOf, usersOfVersion, type VersionUse } from '@/lib/landscape/usage'
import { classesOn } from '@/lib/landscape/version-classes'
import { versionPanelOf } from '@/lib/landscape/version-panel'
import { compareTexts } from '@/lib/landscape/version-text'
import { idleTexts, profileDeadEndText } from '@/lib/words/dead-ends'
import { problemBody } from '@/lib/words/faults'
import { countOf } from '@/lib/words/time-text'
import type {
  CompareAnswer,
  compareRoute,
  ListedProfile,
  ProfileAnswer,
  ProfileDeadEndBody,
  ProfileSummary,
  ProfilesAnswer,
  profileRoute,
  profilesRoute,
} from '../contract'

export const answerProfiles: AnswerTo<typeof profilesRoute> = async ({ query }, { garden }) =>
  profilesView(await landscapeAt(garden, query.at))

export const answerProfile: AnswerTo<typeof profileRoute> = async ({ path, query: { at, select } }, { garden }) => {
  const landscape = await landscapeAt(garden, at)
  return there(garden, () => {
    const entry = findProfile(landscape, path.ref)
    return profileView(landscape, entry, select === undefined ? null : findSelection(landscape, entry, select))
  })
}

export const answerCompare: AnswerTo<typeof compareRoute> = async ({ query: { at, a, b } }, { garden }) => {
  const landscape = await landscapeAt(garden, at)
  const entryOf = (name: string) => there(garden, () => findProfile(landscape, name.split('/')))
  return compareView(landscape, entryOf(a), entryOf(b))
}

/** One profile: its versions, newest first, with who runs them; of the selected one also where its clusters go. */
export function profileView(
  landscape: Landscape,
  entry: ProfileEntry,
  selection: VersionSelection | null,
): ProfileAnswer {
  const key = profileKey(entry.ref)
  const { kubernetes, images } = onWire(offeredVersions(landscape, entry))
  return {
    ...evidenceOf(landscape),
    problems: problemsOfObject(landscape.snapshot, entry.ref).map(problemBody),
    profile: profileSummary(landscape, entry),
    kubernetes,
    images,
    selected: selection && onWire(versionPanelOf(landscape, entry, selection)),
    notListed: notListed(landscape, key, usersOf(landscape, key).versions),
    deadEnds: profileDeadEnds(landscape, key, landscape.forecaster.profiles.of(entry.profile)),
    idle: idleIn(landscape, entry),
  }
}

function idleIn({ snapshot }: Landscape, { overrides, parent }: ProfileEntry): string[] {
  const base = parent === undefined ? undefined : snapshot.profiles.get(parent)
  if (overrides === undefined || base === undefined) return []
  return [...idleTexts(idleEnds(overrides, base.profile), base.ref.name)]
}

function notListed(
  landscape: Landscape,
  profile: string,
  uses: ReadonlyMap<string, VersionUse>,
): ProfileAnswer['notListed'] {
  const versions = landscape.running(profile)
  return [...uses.values()]
    .filter(({ what, version }) => versions.of(what, version).stage === 'notInProfile')
    .map(({ what, version, clusters }) => ({ what, version, clusters }))
    .sort((a, b) => b.clusters - a.clusters || (`${a.what} ${a.version}` < `${b.what} ${b.version}` ? -1 : 1))
}

/** All profiles: CloudProfiles by name, then the namespaced ones by namespace and name. */
export function profilesView(landscape: Landscape): ProfilesAnswer {
  const entries = [...landscape.snapshot.profiles.values()]
  const rank = ({ ref }: ProfileEntry) => `${ref.kind === 'CloudProfile' ? 0 : 1} ${profileKey(ref)}`
  entries.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
  const children = new Map<string, ProfileEntry[]>()
  for (const entry of entries) {
    if (entry.parent !== undefined) addTo(children, entry.parent, entry)
  }
  const items = entries.map((entry) => {
    const own = entry.ref.kind === 'CloudProfile' ? (children.get(entry.ref.name) ?? []) : []
    return { ...profileSummary(landscape, entry), whole: wholeOf(landscape, entry, own) }
  })
  return { ...evidenceOf(landscape), until: onWire(landscape.until), total: entries.length, items }
}

/** What a profile and those that build on it mean together: an edit of it edits them all. */
function wholeOf(landscape: Landscape, entry: ProfileEntry, children: readonly ProfileEntry[]): ListedProfile['whole'] {
  const keys = [entry, ...children].map(({ ref }) => profileKey(ref))
  const figures = keys.map((key) => figuresOf(landscape, key))
  const expiries = new Map<string, ListedProfile['whole']['expiries'][number]>()
  for (const { at, what, version, clusters, fails } of keys.flatMap((key) => landscape.expiries.get(key) ?? [])) {
    const key = `${at} ${what} ${version}`
    const known = expiries.get(key) ?? { at: onWire(at), what, version, clusters: 0, fails: 0 }
    expiries.set(key, { ...known, clusters: known.clusters + clusters, fails: known.fails + fails })
  }
  return {
    namespaced: children.length,
    clusters: sumOf(figures, ({ clusters }) => clusters),
    forced90: sumOf(figures, ({ forced90 }) => forced90),
    stuck: sumOf(figures, ({ stuck }) => stuck),
    expiries: [...expiries.values()].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  }
}

function profileSummary(landscape: Landscape, { ref, profile, parent, resourceVersion }: ProfileEntry): ProfileSummary {
  const key = profileKey(ref)
  const { clusters, forced90, stuck } = figuresOf(landscape, key)
  const { projects } = usersOf(landscape, key)
  const next = landscape.expiries.get(key)?.[0]
  return {
    ref,
    parent: parent ?? null,
    resourceVersion: resourceVersion ?? null,
    clusters,
    projects: projects.size,
    kubernetesVersions: profile.kubernetes.length,
    images: profile.machineImages.length,
    forced90,
    stuck,
    nextExpiry:
      next === undefined
        ? null
        : { at: onWire(next.at), what: next.what, version: next.version, clusters: next.clusters },
  }
}

/** The dead ends of a profile: where its versions lead nowhere once they have expired, and how many clusters are on them, step by step. */
function profileDeadEnds(landscape: Landscape, key: string, profile: CompiledProfile): ProfileDeadEndBody[] {
  return profileDeadEndsOf(profile, landscape.at).map((deadEnd) => {
    const { kind, versions, since, until } = deadEnd
    const what = deadEnd.image ?? 'Kubernetes'
    return {
      kind,
      what,
      versions: [...versions],
      since: Number.isFinite(since) ? onWire(since) : null,
      until: onWire(until),
      clusters: clustersOnAny(landscape, key, what, versions),
      text: profileDeadEndText(deadEnd),
    }
  })
}

/** How many clusters are on any of some versions. Clusters of a class run the same. */
function clustersOnAny(landscape: Landscape, key: string, what: string, versions: readonly string[]): number {
  const running = versions.flatMap((version) => classesOn(landscape, key, { what, version }))
  return [...new Map(running).values()].reduce((sum, { clusters }) => sum + clusters, 0)
}

type ComparedVersionList = CompareAnswer['lists'][number]
/** Two profiles beside each other, version by version; where one builds on the other, what it says itself. */
export function compareView(landscape: Landscape, a: ProfileEntry, b: ProfileEntry): CompareAnswer {
  const compile = ({ profile }: ProfileEntry) => landscape.forecaster.profiles.of(profile)
  const views = { a: onWire(offeredVersions(landscape, a)), b: onWire(offeredVersions(landscape, b)) }
  const child = childOf(a, b)
  const lists: ComparedVersionList[] = []
  for (const { image, strategies, versions } of comparedProfiles(compile(a), compile(b), landscape.at)) {
    const what = image ?? 'Kubernetes'
    const offered = { a: offeredIn(views.a, image), b: offeredIn(views.b, image) }
    const told: ComparedVersionList['versions'] = []
    for (const one of versions) {
      const version = one.a ?? one.b ?? ''
      const own = child && one[child.side]
      const bodies = { a: offered.a.get(one.a) ?? null, b: offered.b.get(one.b) ?? null }
      told.push({
        version,
        ...bodies,
        unlisted:
          one.a === null
            ? clustersOn(landscape, a, what, version)
            : one.b === null
              ? clustersOn(landscape, b, what, version)
              : 0,
        differences: [...one.differences],
        own: child === null || own === null ? null : ownPart(child.overrides, child.parent.profile, image, own),
      })
    }
    told.sort((x, y) => compareTexts(y.version, x.version))
    lists.push({ what, updateStrategies: strategies, versions: told })
  }
  return {
    ...evidenceOf(landscape),
    a: profileBody(landscape, a),
    b: profileBody(landscape, b),
    child: child && childBody(child),
    lists,
  }
}

function profileBody(landscape: Landscape, entry: ProfileEntry): CompareAnswer['a'] {
  const { ref, parent, resourceVersion, clusters } = profileSummary(landscape, entry)
  return { ref, parent, resourceVersion, clusters }
}

/** The offered versions, by the text of the version. */
function offeredIn(offered: Pick<ProfileAnswer, 'kubernetes' | 'images'>, image: string | null) {
  const list = offeredOf(offered, image)
  return new Map<string | null, (typeof list)[number]>(list.map((one) => [one.version, one]))
}

function clustersOn(landscape: Landscape, { ref }: ProfileEntry, what: string, version: string): number {
  return usersOfVersion(landscape, profileKey(ref), { what, version }).clusters
}

/** The one that builds on the other, and the other. */
interface ChildProfile {
  readonly side: 'a' | 'b'
  readonly overrides: NonNullable<ProfileEntry['overrides']>
  readonly parent: ProfileEntry
}

function childOf(a: ProfileEntry, b: ProfileEntry): ChildProfile | null {
  const pairs = [
    { side: 'a', child: a, parent: b },
    { side: 'b', child: b, parent: a },
  ] as const
  for (const { side, child, parent } of pairs) {
    const isParent = parent.ref.kind === 'CloudProfile' && child.parent === parent.ref.name
    if (isParent && child.overrides !== undefined) return { side, overrides: child.overrides, parent }
  }
  return null
}

function childBody({ side, overrides, parent }: ChildProfile): CompareAnswer['child'] {
  return {
    side,
    idle: [...idleTexts(idleEnds(overrides, parent.profile), parent.ref.name)],
    machineTypes: overrides.machineTypes.map(({ name }) => name),
  }
}

export function profilePlainText({ kubernetes, images, notListed }: ProfileAnswer): string {
  const versions = sumOf(images, (image) => image.versions.length)
  const missing = sumOf(notListed, (one) => one.clusters)
  const more = missing === 0 ? '' : ` ${countOf(missing, 'cluster')} on versions that it does not list.`
  return `${kubernetes.length} versions of Kubernetes, ${versions} of machine images.${more}`
}
