import { onWire } from '@/lib/contract/dates'
import { imageOfName, offeredOf } from '@/lib/contract/version-name'
import { madeOnce } from '@/lib/engine/grouped'
import type { ForecastEventKind } from '@/lib/engine/outlook'
import {
  defaultSpans,
  defaultVersions,
  imagesForKubelet,
  inPlaceSteps,
  kubeletsOf,
  listedOf,
  minorText,
  parseVersion,
  successorsOf,
  unsupportedMinor,
} from '@/lib/engine/rules'
import type { Instant, NamedVersion, Shoot, Worker } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { type ClusterHolding, familyOf, holdersOf } from '@/lib/landscape/holders'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { offeredVersions } from '@/lib/landscape/offered'
import { Outlook } from '@/lib/landscape/outlook'
import { type ClassWays, type VersionSelection, versionPath } from '@/lib/landscape/path'
import { type Member, nodeBounds } from '@/lib/landscape/roster'
import { type ComponentMove, firstHopIn } from '@/lib/landscape/trajectory'
import { usersOfVersion } from '@/lib/landscape/usage'
import { leavingOf, updatesComponentItself } from '@/lib/landscape/version-panel'
import { compareTexts } from '@/lib/landscape/version-text'
import { letThrough } from '@/lib/process/event-loop'
import { unsupportedText } from '@/lib/words/releases'
import type { VersionAnswer } from '../contract'
import { foreseenCourse, pastOfVersion } from './version-course'
import { versionHolds } from './version-holds'

const mostProjects = 50
const mostItems = 12
const mostPools = 30

/** Everything about one version of a profile. Others get through between what goes through all clusters. */
export async function versionView(
  landscape: Landscape,
  entry: ProfileEntry,
  selection: VersionSelection,
  zone: string,
): Promise<VersionAnswer> {
  const { what, version } = selection
  const key = profileKey(entry.ref)
  const image = imageOfName(what)
  const subject: NamedVersion = { image, version }
  const offered = onWire(offeredVersions(landscape, entry))
  const listed = offeredOf(offered, image)
  const { clusters, nodes } = usersOfVersion(landscape, key, selection)
  const { about, holders } = await holdersOf(landscape, key, subject)
  await letThrough()
  const running = runningOn(about, holders, selection)
  await letThrough()
  const projects = projectsOf(running, selection)
  const pools = poolsOf(running, selection)
  await letThrough()
  const past = pastOfVersion(landscape, key, selection)
  await letThrough()
  const course = foreseenCourse(landscape, about, selection)
  await letThrough()
  const path = onWire(versionPath(landscape, key, selection, about, { through: true }))
  await letThrough()
  const holds = versionHolds(landscape, entry, subject, holders, zone)
  await letThrough()
  return {
    ...evidenceOf(landscape),
    profile: entry.ref,
    parent: entry.parent ?? null,
    what,
    version,
    unsupported: image === null ? unsupportedBody(version) : null,
    offered: listed.find((one) => one.version === version) ?? null,
    clusters,
    nodes,
    past,
    course,
    path,
    projects: onWire(projects.slice(0, mostProjects)),
    projectsTotal: projects.length,
    items: running.slice(0, mostItems).map(({ member: { shoot, project, nodes }, position, way }) => {
      const outlook = new Outlook(landscape, position)
      return {
        namespace: shoot.namespace,
        name: shoot.name,
        project,
        nodes,
        auto: updatesComponentItself(shoot, what),
        ...onWire({ next: leavingOf(outlook, selection), fails: sinceBefore(outlook, way.fails) }),
      }
    }),
    holds,
    defaults: defaultsOf(landscape, entry, subject),
    instead: insteadOf(landscape, entry, subject),
    image: image === null ? null : imageFacts(landscape, entry, image, version),
    images: image === null ? imagesOf(landscape, entry, version) : null,
    pools: pools.slice(0, mostPools),
    poolsTotal: pools.length,
  }
}

function unsupportedBody(version: string): string | null {
  const minor = unsupportedMinor(version)
  return minor === null ? null : unsupportedText(minor)
}

/** A cluster on the version, and how it leaves. */
interface ClusterOnVersion {
  readonly member: Member
  readonly position: number
  readonly way: ClassLeaving
}

/** How the clusters of a class leave the version. */
interface ClassLeaving {
  /** The kind of maintenance by which they leave, and when; null: they stay. */
  readonly leaves: { readonly kind: ForecastEventKind; readonly at: Instant } | null
  readonly fails: FailingSpan | null
  /** When they leave or, where they fail to before, begin to; infinite: they stay. */
  readonly begin: Instant
  /** The pools that run the version, by position. */
  readonly pools: readonly number[]
}

/** The time in which a cluster fails to leave the version, until it leaves. */
interface FailingSpan {
  readonly from: Instant
  readonly cause: string | null
}

/** The clusters that run the version: those that fail first, then by time; those that stay come last. */
function runningOn(
  about: readonly ClassWays[],
  holders: readonly ClusterHolding[],
  selection: VersionSelection,
): readonly ClusterOnVersion[] {
  const ways = new Map<number, ClassLeaving>()
  for (const { placed, parts } of about) {
    const [place, { example }] = placed
    if (parts.some(({ isOn }) => isOn)) ways.set(place, wayOf(example, parts, selection))
  }
  const running: ClusterOnVersion[] = []
  for (const { member, position, place } of holders) {
    const way = ways.get(place)
    if (way !== undefined) running.push({ member, position, way })
  }
  return running.sort(byTime)
}

function byTime({ way: a, position: i }: ClusterOnVersion, { way: b, position: k }: ClusterOnVersion): number {
  return Number(b.fails !== null) - Number(a.fails !== null) || (a.begin === b.begin ? i - k : a.begin - b.begin)
}

function wayOf(example: Shoot, parts: ClassWays['parts'], selection: VersionSelection): ClassLeaving {
  const hop = firstHopIn(parts)
  return {
    leaves: hop === null || hop.to === null ? null : { kind: hop.kind, at: hop.event.window.begin },
    fails: failingOf(hop),
    begin: hop === null ? Infinity : (hop.failing?.first ?? hop.event).from,
    pools: poolsOn(example, parts, selection),
  }
}

function failingOf(hop: ComponentMove | null): FailingSpan | null {
  if (hop === null || hop.failing === null) return null
  const { first } = hop.failing
  return { from: first.from, cause: first.digest.cause }
}

/** What fails in the next window may have failed in those before it: then from the first of them that is known. */
function sinceBefore({ stuck }: Outlook, fails: FailingSpan | null): FailingSpan | null {
  const failing = fails !== null && stuck?.event?.from === fails.from ? stuck.failing : null
  return fails && failing ? { ...fails, from: failing.since ?? failing.last } : fails
}

/** The clusters of a project that are on the version. */
interface ProjectOnVersion {
  readonly project: string
  clusters: number
  readonly nodes: { min: number; max: number }
  auto: number
  fails: number
  /** When those that leave do, and how the first of them does; null: none does. */
  leaves: { readonly kind: ForecastEventKind; readonly firstAt: Instant; readonly lastAt: Instant } | null
}

function noneOf(project: string): ProjectOnVersion {
  return { project, clusters: 0, nodes: { min: 0, max: 0 }, auto: 0, fails: 0, leaves: null }
}

/** The projects in the order of their first clusters. Nodes are those of pools that run the version. */
function projectsOf(running: readonly ClusterOnVersion[], selection: VersionSelection): readonly ProjectOnVersion[] {
  const projects = new Map<string, ProjectOnVersion>()
  for (const { member, way } of running) {
    const { leaves, fails, pools } = way
    const { project, shoot } = member
    const nodes = nodeBounds(shoot, pools)
    const body = madeOnce(projects, project, () => noneOf(project))
    body.clusters++
    body.nodes.min += nodes.min
    body.nodes.max += nodes.max
    if (updatesComponentItself(shoot, selection.what)) body.auto++
    if (fails !== null) body.fails++
    if (leaves === null) continue
    const { at } = leaves
    const { kind, firstAt, lastAt } = body.leaves ?? { kind: leaves.kind, firstAt: at, lastAt: at }
    body.leaves = {
      kind: at < firstAt ? leaves.kind : kind,
      firstAt: Math.min(firstAt, at),
      lastAt: Math.max(lastAt, at),
    }
  }
  return [...projects.values()]
}

type PoolBody = VersionAnswer['pools'][number]

/** Pools that run the version, alike ones together. */
function poolsOf(running: readonly ClusterOnVersion[], { what }: VersionSelection): readonly PoolBody[] {
  const found = new Map<string, PoolBody>()
  /** Clusters share pools, by their kubelet. */
  const known = new Map<string, Map<Worker, PoolBody>>()
  const bodyOf = (worker: Worker, kubelet: string): PoolBody => {
    const facts = {
      image: what === 'Kubernetes' ? (worker.image?.name ?? null) : null,
      architecture: worker.architecture,
      machineType: worker.machineType,
      cri: [worker.cri.name, ...worker.cri.containerRuntimes].join(', '),
      updateStrategy: worker.updateStrategy,
      kubelet: what === 'Kubernetes' ? null : minorText(kubelet),
    }
    const none = { pools: 0, clusters: 0, nodes: { min: 0, max: 0 } }
    return madeOnce(found, JSON.stringify(facts), () => ({ ...facts, ...none }))
  }
  /** The last of whose clusters were counted. */
  const counted = new Map<PoolBody, Member>()
  for (const { member, way } of running) {
    const { shoot } = member
    for (const pool of way.pools) {
      const worker = shoot.workers[pool]
      if (worker === undefined) continue
      const kubelet = worker.kubernetesVersion ?? shoot.kubernetesVersion
      const shared = madeOnce(known, kubelet, () => new Map<Worker, PoolBody>())
      const body = madeOnce(shared, worker, () => bodyOf(worker, kubelet))
      body.pools++
      if (counted.get(body) !== member) body.clusters++
      counted.set(body, member)
      body.nodes.min += worker.minimum
      body.nodes.max += worker.maximum
    }
  }
  return [...found.values()].sort((a, b) => b.pools - a.pools || b.nodes.max - a.nodes.max)
}

/** The positions of the pools that run it: without a version of Kubernetes of their own they run that of the control plane. */
function poolsOn({ workers }: Shoot, parts: ClassWays['parts'], { what }: VersionSelection): readonly number[] {
  const on = new Set(parts.flatMap(({ isOn, pool }) => (isOn ? [pool] : [])))
  return workers.flatMap(({ kubernetesVersion: own }, i) =>
    on.has(what === 'Kubernetes' && own === undefined ? null : i) ? [i] : [],
  )
}

/** The defaults in this profile and in those that build on it. */
function defaultsOf(
  landscape: Landscape,
  { ref }: ProfileEntry,
  { image, version }: NamedVersion,
): VersionAnswer['defaults'] {
  return [...familyOf(landscape, profileKey(ref)).values()].flatMap(({ ref: profile, profile: source }) => {
    const spans = defaultSpans(landscape.forecaster.profiles.of(source), image, version, landscape.at)
    return spans.length === 0 ? [] : [{ profile, spans: onWire(spans.map(({ from, to }) => ({ from, to }))) }]
  })
}

function insteadOf(
  landscape: Landscape,
  { ref, profile }: ProfileEntry,
  { image, version }: NamedVersion,
): VersionAnswer['instead'] {
  const compiled = landscape.forecaster.profiles.of(profile)
  const versions = landscape.running(profileKey(ref))
  const { automatic, forced } = successorsOf(compiled, image, version, landscape.at)
  const defaults = defaultVersions(compiled, image, landscape.at)
  const fresh = listedOf(profile, image)
    .filter((one) => defaults.has(one.version))
    .map((one) => ({ for: 'new' as const, version: one.version }))
  return [
    ...(automatic === null ? [] : [{ for: 'automatic' as const, version: automatic }]),
    ...(forced === null ? [] : [{ for: 'forced' as const, version: forced }]),
    ...fresh.filter((one) => one.version !== version),
  ].map((one) => {
    const { stage, expires } = versions.of(image ?? 'Kubernetes', one.version)
    return { ...one, stage, expires: onWire(expires) }
  })
}

function imageFacts(
  landscape: Landscape,
  { profile }: ProfileEntry,
  image: string,
  version: string,
): VersionAnswer['image'] {
  const compiled = landscape.forecaster.profiles.of(profile)
  const source = compiled.imageByName.get(image)?.source
  const steps = source === undefined ? [] : inPlaceSteps(source)
  const kubelets = kubeletsOf(compiled, image, version)
  const fitting = kubelets && new Set(kubelets)
  return {
    inPlace: steps
      .toSorted((a, b) => compareTexts(b.from, a.from))
      .map(({ from, to }) => ({ from, to: to.toSorted((a, b) => compareTexts(b, a)) })),
    kubelets:
      fitting === null
        ? []
        : profile.kubernetes
            .filter((one) => parseVersion(one.version) !== null)
            .map((one) => ({ version: one.version, fits: fitting.has(one.version) }))
            .sort((a, b) => compareTexts(b.version, a.version)),
  }
}

function imagesOf(landscape: Landscape, { profile }: ProfileEntry, version: string): VersionAnswer['images'] {
  return imagesForKubelet(landscape.forecaster.profiles.of(profile), version).map(({ image, fit, unfit }) => ({
    image,
    fit: fit.toSorted((a, b) => compareTexts(b, a)),
    unfit: unfit.toSorted((a, b) => compareTexts(b, a)),
  }))
}
