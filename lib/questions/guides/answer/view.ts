import { onWire } from '@/lib/contract/dates'
import { editBody } from '@/lib/contract/edit-codec'
import { lastLeaves, leavesAt } from '@/lib/engine/explain/obstacles'
import { compareVersions } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { ProfileEntry } from '@/lib/garden/garden'
import { evidenceOf, type FleetIndex } from '@/lib/landscape/fleet-index'
import {
  familyOf,
  holdersAmong,
  holdersOf,
  overrideOf,
  overridesOf,
  unseenHolders,
  unseenUsers,
} from '@/lib/landscape/holders'
import { cloudProfilesByUse, findProfile } from '@/lib/landscape/lookup'
import type { PolicyFile } from '@/lib/landscape/policy'
import { usersOf, versionKey } from '@/lib/landscape/usage'
import { checkedZone } from '@/lib/landscape/zone'
import { InvalidQuery } from '@/lib/process/errors'
import { heldText } from '@/lib/words/dead-ends'
import type { ScenarioAnswer, ScenarioQuery } from '../contract'
import { newMinor, newPatch } from './add'
import { policiesOf, policyBody, policyIn } from './automation'
import { deprecateSupported, promote } from './classify'
import { choicesOf, type Ground, groundOf, type Listed, listedIn, type Setting, usualVersion } from './ground'
import { type Guide, newcomerChecks } from './guide'
import { removeExpired } from './remove'
import { type Arriving, previousOf, replaceErroneous } from './replace'

type Scenario = ScenarioQuery['scenario']

const NOTHING: Guide = { cases: [], steps: [] }

const TITLES: Readonly<Record<Scenario, string>> = {
  patch: 'A new patch version has been released',
  minor: 'A new minor version has been released',
  promote: 'Promote a preview to supported',
  deprecate: 'Deprecate the supported version',
  replace: 'The supported version has problems: go back to the previous one',
  remove: 'Remove an expired version that cannot be deleted',
}

/**
 * A scenario of seed 003 as a preset of a draft: its edits, and conditions as they are in this garden. What the edits do to
 * clusters is what the draft says of them.
 * @param file what `POLICY` names: the automations have its values
 */
export async function scenarioView(
  index: FleetIndex,
  query: ScenarioQuery,
  file: PolicyFile | null = null,
): Promise<ScenarioAnswer> {
  const { scenario, until = null, image = null, zone = 'UTC' } = query
  const profiles = cloudProfilesByUse(index.snapshot)
  const entry = profileOf(index, query.profile ?? profiles[0] ?? '', image)
  const policies = policiesOf(policyIn(file, image))
  const policy = policyBody(file, policies)
  const way = scenario === 'remove' ? 'hand' : (query.way ?? policy.inForce ?? 'hand')
  const ground = groundIn(index, entry, { image, way, policies, zone: checkedZone(zone) })
  const choices = choicesOf(ground, scenario)
  const isNew = scenario === 'patch' || scenario === 'minor'
  const version = query.version ?? (isNew ? usualVersion(ground, scenario) : choices[0]?.version)
  const target = version === undefined ? undefined : listedIn(ground, version)
  if (!isNew && version !== undefined && target === undefined)
    throw new InvalidQuery([{ field: 'version', reason: `${version} is not listed in ${entry.ref.name}` }])
  const returns = scenario === 'replace' && way === 'hand' ? target : undefined
  const lower = returns && ground.listed.filter((one) => compareVersions(one.parsed, returns.parsed) < 0)
  const previous =
    returns &&
    ((query.previous === undefined ? undefined : listedIn(ground, query.previous)) ?? previousOf(ground, returns))
  const subject = scenario === 'remove' && target !== undefined ? { image, version: target.version } : null
  const holders = subject === null ? [] : await holdersOf(index, entry.ref.name, subject)
  const others = subject === null ? 0 : unseenHolders(index, entry, subject)
  const last = lastLeaves(holders)
  const date = until === null ? null : Date.parse(`${until}T23:59:59Z`)
  const { cases, steps } = guideOf()
  const edits = steps.flatMap((step) => step.edits)
  const lastEdited = steps.findLastIndex((step) => step.edits.length > 0)
  return {
    ...evidenceOf(index),
    scenario,
    profile: entry.ref,
    profiles,
    base: entry.resourceVersion ?? null,
    title: TITLES[scenario],
    image,
    images: entry.profile.machineImages.map(({ name }) => name),
    policy,
    way,
    version: version ?? null,
    previous: previous?.version ?? null,
    until,
    versions: choices.map(choiceBody),
    previousVersions: (lower ?? []).map(choiceBody),
    cases: [...cases],
    steps: steps.map(({ title, text, checks, edits: own }, i) => ({
      title,
      text,
      checks: i === lastEdited ? [...checks, ...newcomerChecks(ground, edits)] : [...checks],
      edits: own.length,
    })),
    edits: edits.map(editBody),
    holders: holders.map(({ held, window, counts: _, ...one }) => ({
      ...one,
      pools: [...one.pools],
      why: held.kind,
      reason: heldText(held, window, zone),
      leaves: onWire(leavesAt(held)),
    })),
    others,
    overrides:
      subject === null
        ? []
        : overridesOf(index, entry, subject).map((one) => ({ profile: one.profile, until: onWire(one.until) })),
    lastLeaves: last === null || others > 0 ? null : onWire(last),
  }

  function guideOf(): Guide {
    if (version === undefined) return NOTHING
    if (scenario === 'patch') return newPatch(ground, version)
    if (scenario === 'minor') return newMinor(ground, version, date)
    if (target === undefined) return NOTHING
    switch (scenario) {
      case 'promote':
        return promote(ground, target, date)
      case 'deprecate':
        return deprecateSupported(ground, target, date)
      case 'replace':
        return replaceErroneous(ground, target, previous, arrivingAt(index, entry.ref.name, image, target.version))
      case 'remove': {
        const named = holders.map((one) => ({ ...one, name: `${one.project}/${one.name}` }))
        return removeExpired(ground, target, named)
      }
    }
  }
}

function choiceBody({ version, stage, clusters }: Listed): ScenarioAnswer['versions'][number] {
  return { version, stage, clusters }
}

function profileOf(index: FleetIndex, name: string, image: string | null): ProfileEntry {
  const { entry } = findProfile(index, name.split('/'), undefined)
  if (entry.ref.kind !== 'CloudProfile')
    throw new InvalidQuery([{ field: 'profile', reason: 'must be a CloudProfile: namespaced ones follow it' }])
  if (image !== null && !entry.profile.machineImages.some((one) => one.name === image))
    throw new InvalidQuery([{ field: 'image', reason: `${image} is no machine image of ${name}` }])
  return entry
}

function groundIn(
  index: FleetIndex,
  entry: ProfileEntry,
  setting: Pick<Setting, 'image' | 'way' | 'policies' | 'zone'>,
): Ground {
  const { ref, profile } = entry
  const { image } = setting
  const family = familyOf(index, ref.name)
  const unseen = unseenUsers(index, entry)
  const clusters = (version: string): number => {
    let sum = 0
    for (const key of family.keys())
      sum += usersOf(index, key).versions.get(versionKey(image ?? 'Kubernetes', version))?.clusters ?? 0
    return sum + holdersAmong(unseen, { image, version })
  }
  const overriddenBy = (version: string): string[] =>
    [...family].filter(([, entry]) => overrideOf(entry, { image, version }) !== undefined).map(([key]) => key)
  return groundOf({ ...setting, profile, at: index.at, clusters, overriddenBy })
}

/** Clusters of a CloudProfile, and of those that build on it, that a maintenance takes to a version within a day; null: none. */
function arrivingAt(index: FleetIndex, profile: string, image: string | null, version: string): Arriving | null {
  const family = familyOf(index, profile)
  const what = image ?? 'Kubernetes'
  const key = versionKey(what, version)
  const firsts: number[] = []
  for (const [i, { profile: own }] of index.roster.members.entries()) {
    if (!family.has(own)) continue
    const event = index.forecasts
      .at(i)
      ?.events.find(
        ({ from, digest }) =>
          from <= index.at + DAY &&
          !digest.denied &&
          digest.changes.some((one) => one.what === what && one.to !== null && versionKey(what, one.to) === key),
      )
    if (event !== undefined) firsts.push(event.from)
  }
  return firsts.length === 0 ? null : { clusters: firsts.length, first: firsts.reduce((a, b) => Math.min(a, b)) }
}
