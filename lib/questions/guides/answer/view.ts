import { onWire } from '@/lib/contract/dates'
import { editBody } from '@/lib/contract/edit-codec'
import { whatIfQuery } from '@/lib/contract/what-if'
import { lastLeaves, leavesAt } from '@/lib/engine/explain/obstacles'
import { withoutBreak } from '@/lib/engine/steps'
import type { Instant } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { othersOf } from '@/lib/landscape/draft/others'
import { draftOf } from '@/lib/landscape/draft/run'
import { evidenceOf } from '@/lib/landscape/evidence'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { type ClusterHolding, familyOf, holdersOf, overrideOf, overridesOf } from '@/lib/landscape/holders'
import { cloudProfilesByUse, findProfile } from '@/lib/landscape/lookup'
import type { PolicyFile } from '@/lib/landscape/policy-file'
import { holdersAmong, unseenHolders, unseenUsers } from '@/lib/landscape/unseen'
import { usageOf, versionKey } from '@/lib/landscape/usage'
import { checkedZone } from '@/lib/landscape/zone'
import { InvalidQuery } from '@/lib/process/errors'
import { heldText } from '@/lib/words/dead-ends'
import type { ScenarioAnswer, ScenarioQuery } from '../contract'
import { arrivingAt } from './arriving'
import { choiceBody, choicesOf, isAboutNew, listedIn, lowerThan } from './choices'
import { effectOf, strandedChecks, unseenChecks } from './effect'
import { policyValues } from './policy-values'
import {
  type Arriving,
  deprecateSupported,
  type Ground,
  type Guide,
  groundOf,
  type Listed,
  newcomerChecks,
  newMinor,
  newPatch,
  previousOf,
  promote,
  removeExpired,
  replaceErroneous,
  type Setting,
  usualVersion,
} from './scenarios'

/**
 * A guide through a scenario of seed 003, with its preconditions as they are in this garden.
 * @param file what `POLICY` names: the automations have its values
 * @param uncut see `othersOf`
 */
export function scenarioView(
  index: FleetIndex,
  query: ScenarioQuery,
  file: PolicyFile | null = null,
  uncut: FleetIndex | null = null,
): ScenarioAnswer {
  return withoutBreak(scenarioSteps(index, query, file, uncut))
}

/** The same step by step. */
export function* scenarioSteps(
  index: FleetIndex,
  query: ScenarioQuery,
  file: PolicyFile | null,
  uncut: FleetIndex | null,
): Generator<undefined, ScenarioAnswer> {
  const { scenario, until = null, image = null, zone = 'UTC' } = query
  const profiles = cloudProfilesByUse(index.snapshot)
  const entry = profileOf(index, query.profile ?? profiles[0] ?? '', image)
  const { policies, usualWay, body: policy } = policyValues(file, image)
  const way = scenario === 'remove' ? 'hand' : (query.way ?? usualWay)
  const ground = groundIn(index, entry, { image, way, policies, zone: checkedZone(zone) })
  yield
  const versions = choicesOf(ground, scenario)
  const isNew = isAboutNew(scenario)
  const version =
    query.version ??
    (scenario === 'patch' || scenario === 'minor' ? usualVersion(ground, scenario) : versions[0]?.version)
  const target = version === undefined ? undefined : listedIn(ground, version)
  if (!isNew && version !== undefined && target === undefined)
    throw new InvalidQuery([{ field: 'version', reason: `${version} is not listed in ${entry.ref.name}` }])
  const returns = scenario === 'replace' && target !== undefined && way === 'hand'
  const previousVersions = returns ? lowerThan(ground, target) : []
  const previous = returns
    ? ((query.previous === undefined ? undefined : listedIn(ground, query.previous)) ?? previousOf(ground, target))
    : undefined
  const subject = scenario === 'remove' && target !== undefined ? { image, version: target.version } : null
  const holders = subject === null ? [] : holdersOf(index, entry.ref.name, subject)
  const others = subject === null ? 0 : unseenHolders(index, entry, subject)
  const overrides =
    subject === null
      ? []
      : overridesOf(index, entry, subject).map(({ profile, until }) => ({
          profile,
          until: onWire(until),
        }))
  const date = until === null ? null : Date.parse(`${until}T23:59:59Z`)
  const arriving =
    scenario === 'replace' && target !== undefined
      ? arrivingAt(index, entry.ref.name, { image, version: target.version })
      : null
  yield
  const guide = guideOf({ ground, scenario, version, target, previous, arriving, holders, date })
  const drafted = (guide?.steps ?? []).flatMap((step) => step.edits)
  yield
  const newcomers = newcomerChecks(ground, drafted)
  yield
  const edits = drafted.map(editBody)
  const done = yield* effectOf(index, entry, edits, zone)
  const draft = edits.length === 0 ? null : whatIfQuery.parse({ profile: profileKey(entry.ref), edits, zone })
  if (draft !== null && uncut !== null) yield* draftOf(uncut, draft).rest()
  const unseen = draft && othersOf(index, uncut, draft)
  const lastEdited = (guide?.steps ?? []).findLastIndex((step) => step.edits.length > 0)
  const last = lastLeaves(holders)
  return {
    ...evidenceOf(index),
    scenario,
    profile: entry.ref,
    profiles,
    base: entry.resourceVersion ?? null,
    title: guide?.title ?? titles[scenario],
    image,
    images: entry.profile.machineImages.map(({ name }) => name),
    policy,
    way,
    version: version ?? null,
    previous: previous?.version ?? null,
    until,
    versions: isNew ? [] : versions.map(choiceBody),
    previousVersions: previousVersions.map(choiceBody),
    cases: [...(guide?.cases ?? [])],
    steps: (guide?.steps ?? []).map(({ title, text, checks, edits: own }, i) => ({
      title,
      text,
      checks: [
        ...checks,
        ...(i === lastEdited
          ? [...newcomers, ...(done === null ? [] : strandedChecks(done.stranded)), ...unseenChecks(unseen)]
          : []),
      ],
      edits: own.length,
    })),
    parts: [...(guide?.parts ?? [])].map(([part, words]) => ({ version: part, part: words })),
    edits,
    effect: done === null ? null : done.effect,
    holders: holders.map(({ held, window, counts: _, ...one }) => {
      const leaves = leavesAt(held)
      return {
        ...one,
        pools: [...one.pools],
        why: held.kind,
        reason: heldText(held, window, zone),
        leaves: onWire(leaves),
      }
    }),
    others,
    overrides,
    lastLeaves: last === null || others > 0 ? null : onWire(last),
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

function profileOf(index: FleetIndex, name: string, image: string | null): ProfileEntry {
  const { entry } = findProfile(index, name.split('/'), undefined)
  if (entry.ref.kind !== 'CloudProfile')
    throw new InvalidQuery([{ field: 'profile', reason: 'must be a CloudProfile: namespaced ones follow it' }])
  if (image !== null && !entry.profile.machineImages.some((one) => one.name === image))
    throw new InvalidQuery([{ field: 'image', reason: `${image} is no machine image of ${name}` }])
  return entry
}

interface Question {
  readonly ground: Ground
  readonly scenario: ScenarioQuery['scenario']
  readonly version: string | undefined
  readonly target: Listed | undefined
  readonly previous: Listed | undefined
  readonly arriving: Arriving | null
  readonly holders: readonly ClusterHolding[]
  readonly date: Instant | null
}

function guideOf({ ground, scenario, version, target, previous, arriving, holders, date }: Question): Guide | null {
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
      return replaceErroneous(ground, target, previous, arriving)
    case 'remove':
      return removeExpired(
        ground,
        target,
        holders.map((one) => ({ ...one, name: `${one.project}/${one.name}` })),
      )
  }
}

function groundIn(
  index: FleetIndex,
  entry: ProfileEntry,
  setting: Pick<Setting, 'image' | 'way' | 'policies' | 'zone'>,
): Ground {
  const { ref, profile } = entry
  const { image } = setting
  const family = familyOf(index, ref.name)
  const usage = usageOf(index.roster)
  const unseen = unseenUsers(index, entry)
  const clusters = (version: string): number => {
    let sum = 0
    for (const key of family.keys())
      sum += usage.get(key)?.get(versionKey(image ?? 'Kubernetes', version))?.clusters ?? 0
    return sum + holdersAmong(unseen, { image, version })
  }
  const overriddenBy = (version: string): string[] =>
    [...family].filter(([, entry]) => overrideOf(entry, { image, version }) !== undefined).map(([key]) => key)
  return groundOf({ ...setting, profile, at: index.at, clusters, overriddenBy })
}
