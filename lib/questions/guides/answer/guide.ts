import 'server-only'
import { onWire } from '@/lib/contract/dates'
import { editBody } from '@/lib/contract/edit-codec'
import { lastLeaves, leavesAt } from '@/lib/engine/explain/obstacles'
import { compareVersions } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { ProfileEntry } from '@/lib/garden/garden'
import type { AnswerTo } from '@/lib/http/answer'
import { readLandscapeAt } from '@/lib/landscape/current-landscape'
import {
  familyOf,
  holderOf,
  holdersAmong,
  holdersOf,
  overrideOf,
  overridesOfVersion,
  unseenHolders,
  unseenUsers,
} from '@/lib/landscape/holders'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { cloudProfilesByUse, findProfile } from '@/lib/landscape/lookup'
import { type PolicyFile, policyFile } from '@/lib/landscape/policy'
import { arrivals } from '@/lib/landscape/trajectory'
import { usersOfVersion } from '@/lib/landscape/usage'
import { classesAbout } from '@/lib/landscape/version-classes'
import { checkedZone } from '@/lib/landscape/zone'
import { InvalidQuery } from '@/lib/process/errors'
import { holdReasonText } from '@/lib/words/dead-ends'
import type { guideRoute, ScenarioAnswer, ScenarioQuery } from '../contract'
import { policiesOf, policyBody, policyIn } from './automation'
import {
  type GuideContext,
  type GuideSetting,
  type GuideVersion,
  guideContext,
  guideVersionOf,
  usualVersion,
} from './guide-context'
import { deprecateSupported, type Guide, newMinor, newPatch, promote, removeExpired } from './presets'
import { type ArrivingClusters, previousOf, replaceErroneous } from './replace'

export const answerGuide: AnswerTo<typeof guideRoute> = async ({ query }, { garden }) =>
  scenarioView(await readLandscapeAt(garden, query.at), query, policyFile())

const NOTHING: Guide = { cases: [], steps: [] }

/**
 * A scenario of seed 003 as a preset of a draft: its edits, and conditions as they are in this garden. What the edits do to
 * clusters is what the draft says of them.
 * @param file what `POLICY` names: the automations have its values
 */
export async function scenarioView(
  landscape: Landscape,
  query: ScenarioQuery,
  file: PolicyFile | null,
): Promise<ScenarioAnswer> {
  const { scenario, until = null, image = null, zone = 'UTC' } = query
  const profiles = cloudProfilesByUse(landscape.snapshot)
  const entry = profileOf(landscape, query.profile ?? profiles[0] ?? '', image)
  const { ref, profile, resourceVersion } = entry
  const policies = policiesOf(policyIn(file, image))
  const policy = policyBody(file, policies)
  const way = scenario === 'remove' ? 'hand' : (query.way ?? policy.inForce ?? 'hand')
  const ground = groundIn(landscape, entry, { image, way, policies, zone: checkedZone(zone) })
  const isNew = scenario === 'patch' || scenario === 'minor'
  const choices = isNew ? [] : choicesOf(ground, scenario)
  const version = query.version ?? (isNew ? usualVersion(ground, scenario) : choices[0]?.version)
  const target = version === undefined || isNew ? undefined : guideVersionOf(ground, version)
  if (!isNew && version !== undefined && target === undefined)
    throw new InvalidQuery([{ field: 'version', reason: `${version} is not listed in ${ref.name}` }])
  const returns = scenario === 'replace' && way === 'hand' ? target : undefined
  const lower = returns ? ground.listed.filter((one) => compareVersions(one.parsed, returns.parsed) < 0) : []
  const asked = query.previous === undefined ? undefined : guideVersionOf(ground, query.previous)
  const previous = returns && (asked ?? previousOf(ground, returns))
  const subject = scenario === 'remove' && target !== undefined ? { image, version: target.version } : null
  const { holders } = subject === null ? { holders: [] } : await holdersOf(landscape, ref.name, subject)
  const others = subject === null ? 0 : unseenHolders(landscape, entry, subject)
  const last = lastLeaves(holders)
  const { cases, steps } = guideOf()
  return {
    ...evidenceOf(landscape),
    scenario,
    profile: ref,
    profiles,
    base: resourceVersion ?? null,
    image,
    images: profile.machineImages.map(({ name }) => name),
    policy,
    way,
    version: version ?? null,
    previous: previous?.version ?? null,
    until,
    versions: choices.map(choiceBody),
    previousVersions: lower.map(choiceBody),
    cases: [...cases],
    steps: steps.map(({ checks, edits, ...texts }) => ({ ...texts, checks: [...checks], edits: edits.length })),
    edits: steps.flatMap(({ edits }) => edits.map(editBody)),
    holders: holders.map((one) => ({
      ...holderOf(one),
      why: one.held.kind,
      reason: holdReasonText(one.held, one.member.shoot.window, zone),
      leaves: onWire(leavesAt(one.held)),
    })),
    others,
    overrides: subject === null ? [] : onWire(overridesOfVersion(landscape, entry, subject)),
    lastLeaves: last === null || others > 0 ? null : onWire(last),
  }

  function guideOf(): Guide {
    const date = until === null ? null : Date.parse(`${until}T23:59:59Z`)
    if (version !== undefined && scenario === 'patch') return newPatch(ground, version)
    if (version !== undefined && scenario === 'minor') return newMinor(ground, version, date)
    if (target === undefined) return NOTHING
    if (scenario === 'promote') return promote(ground, target, date)
    if (scenario === 'deprecate') return deprecateSupported(ground, target, date)
    if (scenario === 'remove') return removeExpired(ground, target, holders)
    return replaceErroneous(ground, target, previous, arrivingIn(landscape, ref.name, image, target.version))
  }
}

/** What a guide about a listed version can be about, the likeliest first. */
function choicesOf({ listed }: GuideContext, scenario: ScenarioQuery['scenario']): readonly GuideVersion[] {
  if (scenario === 'remove')
    return listed.filter(({ stage }) => stage === 'expired').toSorted((a, b) => b.clusters - a.clusters)
  return listed.filter(({ stage }) => stage === (scenario === 'promote' ? 'preview' : 'supported'))
}

function choiceBody({ version, stage, clusters }: GuideVersion): ScenarioAnswer['versions'][number] {
  return { version, stage, clusters }
}

function profileOf(landscape: Landscape, name: string, image: string | null): ProfileEntry {
  const entry = findProfile(landscape, name.split('/'))
  if (entry.ref.kind !== 'CloudProfile')
    throw new InvalidQuery([{ field: 'profile', reason: 'must be a CloudProfile: namespaced ones follow it' }])
  if (image !== null && !entry.profile.machineImages.some((one) => one.name === image))
    throw new InvalidQuery([{ field: 'image', reason: `${image} is no machine image of ${name}` }])
  return entry
}

function groundIn(
  landscape: Landscape,
  entry: ProfileEntry,
  setting: Pick<GuideSetting, 'image' | 'way' | 'policies' | 'zone'>,
): GuideContext {
  const { ref, profile } = entry
  const { image } = setting
  const family = familyOf(landscape, ref.name)
  const unseen = unseenUsers(landscape, entry)
  const clusters = (version: string): number => {
    const selection = { what: image ?? 'Kubernetes', version }
    const counts = [...family.keys()].map((one) => usersOfVersion(landscape, one, selection).clusters)
    return counts.reduce((sum, count) => sum + count, holdersAmong(unseen, { image, version }))
  }
  const overriddenBy = (version: string): string[] =>
    [...family].filter(([, entry]) => overrideOf(entry, { image, version }) !== undefined).map(([key]) => key)
  return guideContext({ ...setting, profile, at: landscape.at, clusters, overriddenBy })
}

/**
 * Clusters of a CloudProfile, and of those that build on it, of which a maintenance takes anything to a version within a day, be it that
 * something of them runs it already; null: none.
 */
function arrivingIn(
  landscape: Landscape,
  profile: string,
  image: string | null,
  version: string,
): ArrivingClusters | null {
  const what = image ?? 'Kubernetes'
  const until = landscape.at + DAY
  const arrivalIn = arrivals(what, version)
  let count = 0
  let first = Number.POSITIVE_INFINITY
  for (const key of familyOf(landscape, profile).keys()) {
    for (const [, { forecast, clusters }] of classesAbout(landscape, key, { what, version })) {
      const arrival = arrivalIn(forecast, until)
      if (arrival === undefined) continue
      count += clusters
      first = Math.min(first, arrival.from)
    }
  }
  return count === 0 ? null : { clusters: count, first }
}
