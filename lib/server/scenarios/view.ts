import { confirmationOf, type ScenarioAnswer, type ScenarioQuery, whatIfQuery } from '@/lib/contract'
import {
  deprecateSupported,
  type Ground,
  type Guide,
  groundOf,
  type Listed,
  lastLeaves,
  newMinor,
  newPatch,
  previousOf,
  promote,
  removeExpired,
  replaceErroneous,
} from '@/lib/engine/scenarios'
import type { Instant } from '@/lib/engine/types'
import { canonical, compareVersions, parseVersion, plus } from '@/lib/engine/version'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { editBody } from '../apply/edit-body'
import { onWire } from '../clock'
import { InvalidQuery } from '../errors'
import { evidenceOf } from '../evidence'
import type { FleetIndex } from '../fleet-index'
import { cloudProfilesByUse, findProfile } from '../lookup'
import { usageOf, versionKey } from '../usage'
import { changeCounts } from '../what-if/projects'
import { computed } from '../what-if/run'
import { type ClusterHolding, familyOf, holdersOf, reasonText } from './holders'

/** A guide through a scenario of seed 003, with its preconditions as they are in this garden. */
export function scenarioView(index: FleetIndex, query: ScenarioQuery): ScenarioAnswer {
  const { scenario, way, until = null } = query
  const profiles = cloudProfilesByUse(index.snapshot)
  const name = query.profile ?? profiles[0] ?? ''
  const { entry } = findProfile(index, name.split('/'), undefined)
  if (entry.ref.kind !== 'CloudProfile')
    throw new InvalidQuery([{ field: 'profile', reason: 'must be a CloudProfile: namespaced ones follow it' }])
  const ground = groundIn(index, entry, way)
  const versions = choicesOf(ground, scenario)
  const version = query.version ?? usualVersion(ground, scenario, versions)
  const target = version === undefined ? undefined : listedIn(ground, version)
  const isNew = scenario === 'patch' || scenario === 'minor'
  if (!isNew && version !== undefined && target === undefined)
    throw new InvalidQuery([{ field: 'version', reason: `${version} is not listed in ${name}` }])
  const previousVersions = scenario === 'replace' && target !== undefined ? lowerThan(ground, target) : []
  const previous =
    scenario !== 'replace' || target === undefined
      ? undefined
      : ((query.previous === undefined ? undefined : listedIn(ground, query.previous)) ?? previousOf(ground, target))
  const holders = scenario === 'remove' && target !== undefined ? holdersOf(index, entry.ref.name, target.version) : []
  const date = until === null ? null : Date.parse(`${until}T00:00:00Z`)
  const guide = guideOf({ ground, scenario, version, target, previous, holders, date })
  const edits = (guide?.steps ?? []).flatMap((step) => step.edits.map(editBody))
  const last = lastLeaves(holders.map((one) => ({ name: one.name, held: one.held })))
  return {
    ...evidenceOf(index),
    scenario,
    profile: entry.ref,
    profiles,
    base: entry.resourceVersion ?? null,
    title: guide?.title ?? titles[scenario],
    way,
    version: version ?? null,
    previous: previous?.version ?? null,
    until,
    versions: isNew ? [] : versions.map(choiceBody),
    previousVersions: previousVersions.map(choiceBody),
    cases: [...(guide?.cases ?? [])],
    steps: (guide?.steps ?? []).map(({ title, text, checks, edits }) => ({
      title,
      text,
      checks: [...checks],
      edits: edits.length,
    })),
    edits,
    effect: effectOf(index, entry, edits),
    holders: holders.map(({ namespace, name, project, held }) => ({
      namespace,
      name,
      project,
      why: held.kind,
      reason: reasonText(held),
      leaves: held.kind === 'window' ? onWire(held.leaves) : null,
    })),
    lastLeaves: last === null ? null : onWire(last),
  }
}

const titles: Readonly<Record<ScenarioQuery['scenario'], string>> = {
  patch: 'A new patch version has been released',
  minor: 'A new minor version has been released',
  promote: 'Promote a preview to supported',
  deprecate: 'Deprecate the supported version',
  replace: 'The supported version has problems: go back to the previous one',
  remove: 'Remove an expired version that cannot be deleted',
}

interface Question {
  readonly ground: Ground
  readonly scenario: ScenarioQuery['scenario']
  readonly version: string | undefined
  readonly target: Listed | undefined
  readonly previous: Listed | undefined
  readonly holders: readonly ClusterHolding[]
  readonly date: Instant | null
}

function guideOf({ ground, scenario, version, target, previous, holders, date }: Question): Guide | null {
  if (version === undefined) return null
  if (scenario === 'patch') return newPatch(ground, version)
  if (scenario === 'minor') return newMinor(ground, version, date)
  if (target === undefined) return null
  switch (scenario) {
    case 'promote':
      return promote(ground, target, date)
    case 'deprecate':
      return deprecateSupported(ground, target, date)
    case 'replace':
      return replaceErroneous(ground, target, previous)
    case 'remove':
      return removeExpired(
        ground,
        target,
        holders.map(({ project, name, held }) => ({ name: `${project}/${name}`, held })),
      )
  }
}

function groundIn(index: FleetIndex, { ref, profile }: ProfileEntry, way: Ground['way']): Ground {
  const family = familyOf(index, ref.name)
  const usage = usageOf(index.roster)
  const clusters = (version: string): number => {
    let sum = 0
    for (const key of family) sum += usage.get(key)?.get(versionKey('Kubernetes', version))?.clusters ?? 0
    return sum
  }
  const overriddenBy = (version: string): string[] =>
    [...family].filter((key) =>
      index.snapshot.profiles.get(key)?.overrides?.kubernetes.some((one) => one.version === version),
    )
  return groundOf(profile, index.at, way, { clusters, overriddenBy })
}

/** What the scenario can be about, the likeliest first. */
function choicesOf({ listed }: Ground, scenario: ScenarioQuery['scenario']): readonly Listed[] {
  switch (scenario) {
    case 'promote':
      return listed.filter(({ stage }) => stage === 'preview')
    case 'deprecate':
      return listed.filter(({ stage }) => stage === 'supported')
    case 'replace':
      return listed.filter(({ stage }) => stage === 'supported')
    case 'remove':
      return listed.filter(({ stage }) => stage === 'expired').toSorted((a, b) => b.clusters - a.clusters)
    default:
      return []
  }
}

/** The next patch of the highest minor that is no preview, the next minor, or the likeliest of those listed. */
function usualVersion(
  { listed }: Ground,
  scenario: ScenarioQuery['scenario'],
  versions: readonly Listed[],
): string | undefined {
  const [highest] = listed
  if (scenario === 'minor') {
    if (highest === undefined) return undefined
    return `${highest.parsed.major}.${plus(highest.parsed.minor, 1)}.0`
  }
  if (scenario !== 'patch') return versions[0]?.version
  const base = listed.find(({ stage }) => stage === 'supported') ?? highest
  if (base === undefined) return undefined
  const [top = base] = listed.filter(
    ({ parsed }) => parsed.major === base.parsed.major && parsed.minor === base.parsed.minor,
  )
  return `${top.parsed.major}.${top.parsed.minor}.${plus(top.parsed.patch, 1)}`
}

function listedIn({ listed }: Ground, version: string): Listed | undefined {
  const parsed = parseVersion(version)
  return (
    listed.find((one) => one.version === version) ??
    (parsed === null ? undefined : listed.find((one) => canonical(one.parsed) === canonical(parsed)))
  )
}

function lowerThan({ listed }: Ground, { parsed }: Listed): readonly Listed[] {
  return listed.filter((one) => compareVersions(one.parsed, parsed) < 0)
}

function choiceBody({ version, stage, clusters }: Listed): ScenarioAnswer['versions'][number] {
  return { version, stage, clusters }
}

function effectOf(index: FleetIndex, entry: ProfileEntry, edits: ScenarioAnswer['edits']): ScenarioAnswer['effect'] {
  if (edits.length === 0) return null
  const profile = profileKey(entry.ref)
  const { effects, refusals, draft } = computed(index, whatIfQuery.parse({ profile, edits }))
  if (draft.problems.some((problem) => problem !== null)) return null
  return {
    ...confirmationOf(profile, { clusters: effects.clusters, changes: changeCounts(effects.effects) }),
    refusals: refusals.map(({ detail }) => detail.replaceAll(' | ', ' ')),
  }
}
