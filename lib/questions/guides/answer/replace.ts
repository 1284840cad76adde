import { shortName } from '@/lib/contract/version-name'
import { applyEdit, applyEdits, type Edit } from '@/lib/engine/edits'
import { compareVersions, minorOf, sameMinor } from '@/lib/engine/rules'
import { MINUTE } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { capitalized, plural } from '@/lib/words/phrases'
import { countOf, instantText } from '@/lib/words/time-text'
import type { ScenarioCase, ScenarioCheck } from '../contract'
import { automated, isUndone } from './automation'
import {
  check,
  forcedTarget,
  type GuideContext,
  type GuideVersion,
  guideContext,
  higherTargets,
  listedLifeText,
  must,
} from './guide-context'
import { type Guide, type GuideStep, step, wayOn } from './presets'

/** Clusters whose maintenance takes them to a version within a day, if nothing is done. */
export interface ArrivingClusters {
  readonly clusters: number
  /** When the window of the first of them begins. */
  readonly first: Instant
}

/**
 * "The current supported version has problems and should be replaced with the previous supported version."
 * @param arriving null: none are on their way to the erroneous version
 */
export function replaceErroneous(
  ground: GuideContext,
  erroneous: GuideVersion,
  previous: GuideVersion | undefined,
  arriving: ArrivingClusters | null,
): Guide {
  const cases = casesOf(ground, erroneous)
  const chosen = cases.find(({ applies }) => applies)?.id
  const first = chosen === 'a' ? [removalStep(ground, erroneous)] : chosen === 'b' ? [wayOnStep(ground, erroneous)] : []
  const parking = chosen === 'a' ? [] : [parkingStep(ground, erroneous, chosen === 'c')]
  const before = [...first, ...parking]
  const made = before.flatMap(({ edits }) => edits)
  const after = chosen === 'a' ? [] : leavingSteps(ground, erroneous, arriving, chosen === 'c')
  return { cases, steps: [...before, againStep(ground, erroneous, made, previous), ...after] }
}

function casesOf(ground: GuideContext, erroneous: GuideVersion): ScenarioCase[] {
  const { version, clusters, overriddenBy } = erroneous
  const higher = forcedTarget(ground, erroneous.parsed) ?? higherTargets(ground, erroneous.parsed).at(-1)
  const isHeld = clusters > 0 || overriddenBy.length > 0
  const run = `${countOf(clusters, 'cluster')} ${plural(clusters, 'runs', 'run')} ${version}`
  const none = `No cluster runs ${version}.`
  const held = clusters > 0 ? `${run}.` : `No cluster, but ${overriddenBy.join(', ')} gives it another date.`
  return [
    { id: 'a', title: 'No cluster runs it', applies: !isHeld, found: isHeld ? held : none },
    {
      id: 'b',
      title: 'Clusters already run it',
      applies: isHeld && higher !== undefined,
      found: !isHeld
        ? none
        : higher === undefined
          ? 'Every higher version is a preview.'
          : `${run}, and ${higher.version} is higher.`,
    },
    {
      id: 'c',
      title: 'It is the overall latest',
      applies: isHeld && higher === undefined,
      found:
        higher !== undefined
          ? `${higher.version} is higher and no preview.`
          : isHeld
            ? `Nothing but previews is higher than ${version}.`
            : none,
    },
  ]
}

/** What it was before: the highest lower version of the same minor, else of all. */
export function previousOf({ listed }: GuideContext, { parsed }: GuideVersion): GuideVersion | undefined {
  const lower = listed.filter((one) => compareVersions(one.parsed, parsed) < 0 && one.stage !== 'preview')
  return lower.find((one) => sameMinor(one.parsed, parsed) && one.stage !== 'expired') ?? lower[0]
}

function removalStep(ground: GuideContext, { version }: GuideVersion): GuideStep {
  return step(
    `Delete ${shortName(ground.image, version)} from the CloudProfile`,
    'A version that is not in use can be deleted.',
    [check('holds', 'It is not in use', 'by no cluster and no namespaced profile')],
    [{ kind: 'remove', image: ground.image, version }],
  )
}

function wayOnStep(ground: GuideContext, erroneous: GuideVersion): GuideStep {
  const { version, parsed } = erroneous
  const higher = forcedTarget(ground, parsed) ?? higherTargets(ground, parsed).at(-1)
  return step(
    'Make sure there is a version to move to',
    `There is no way back: a downgrade is not supported. Clusters on ${shortName(ground.image, version)} can only go up.`,
    [
      must(higher !== undefined, 'A higher version that is no preview', listedLifeText(ground, higher)),
      wayOn(ground, erroneous, 'In the same minor'),
    ],
  )
}

/** What keeps clusters from going to an erroneous version; of the latest of all no update leads on. */
function parkingStep(ground: GuideContext, erroneous: GuideVersion, isLatest: boolean): GuideStep {
  const { image, way, listed } = ground
  const name = shortName(ground.image, erroneous.version)
  // Gardener today takes no date on the highest Kubernetes version of all, previews included.
  const mayExpire = image !== null || listed[0] !== erroneous
  const { edits, how } = parkedAs(ground, erroneous, mayExpire)
  if (isLatest) {
    return step(
      `Keep ${name} from spreading`,
      `Clusters that run it cannot go anywhere: there is no newer version, and a downgrade is not supported. So that no more clusters get it, ${how}`,
      [
        check(
          mayExpire ? 'holds' : 'beware',
          'It may have an expiration date',
          mayExpire
            ? 'it is not the highest Kubernetes version listed'
            : 'no: Gardener today refuses one on the highest version listed. It is parked as preview without one, so a new cluster may still ask for it by name',
        ),
      ],
      edits,
    )
  }
  return step(
    `Expire ${name}`,
    way === 'hand'
      ? 'Change its classification to deprecated with an expiration date in the past. Gardener accepts that on an update. It is then no target, no default and not allowed for new clusters.'
      : `${capitalized(how)} Clusters that run it are forcefully updated.`,
    [],
    edits,
  )
}

interface ParkedVersion {
  readonly edits: readonly Edit[]
  /** What is done with it, as part of a sentence: `label it as preview …` */
  readonly how: string
}

/**
 * Such that it is no target any more, and stays so: by hand deprecated. An automation would support the latest that is no preview
 * again, and in a minor that is not maintained it deprecates previews too. Where no date is allowed, a preview.
 */
function parkedAs(ground: GuideContext, { version, expires }: GuideVersion, mayExpire: boolean): ParkedVersion {
  const { image, at, way } = ground
  const editsFor = (classification: 'deprecated' | 'preview'): readonly Edit[] => [
    { kind: 'classify', image, version, classification, from: at },
    ...(mayExpire || expires !== null
      ? [{ kind: 'expire', image, version, expirationDate: mayExpire ? at - MINUTE : null } as const]
      : []),
  ]
  const parked = (classification: 'deprecated' | 'preview', why: string): ParkedVersion => ({
    edits: editsFor(classification),
    how: `label it as ${classification}${mayExpire ? ' with an expiration date in the past' : ''}: ${why}`,
  })
  if (!mayExpire) return parked('preview', 'that prevents auto-updates and defaulting.')
  if (way === 'hand') return parked('deprecated', 'that prevents auto-updates, defaulting and new clusters with it.')
  if (isUndone(ground, editsFor('preview')))
    return parked('deprecated', 'its minor is not maintained, where the automation deprecates previews too.')
  return parked(
    'preview',
    isUndone(ground, editsFor('deprecated'))
      ? 'as a deprecated version the automation would make it supported again.'
      : 'the automation leaves a preview as it is.',
  )
}

/** What is supported again: by hand the version that was chosen, with an automation the one that it picks by itself. */
function againStep(
  ground: GuideContext,
  erroneous: GuideVersion,
  made: readonly Edit[],
  previous: GuideVersion | undefined,
): GuideStep {
  const back = supportAgain(ground, previous)
  const { edits, checks } = automated(ground, [...made, ...back])
  if (ground.way === 'hand') {
    const isThere = previous !== undefined && previous.stage !== 'expired'
    return step(
      previous === undefined ? 'Support another version' : `Support ${shortName(ground.image, previous.version)} again`,
      'Change the version that was supported before to supported again, and take its expiration date away.',
      [must(isThere, 'A lower version that is not expired', listedLifeText(ground, previous)), ...checks],
      [...back, ...edits],
    )
  }
  if (checks.some(({ state }) => state === 'fails')) {
    const text = 'The automation does not do it by itself: what holds it up comes first.'
    return step('Support another version', text, checks, edits)
  }
  const [title, picked] = pickedTexts(ground, erroneous, [...made, ...edits], edits)
  return step(
    title,
    'The automation enforces one supported version: of those that are no preview it supports the latest by itself.',
    [picked, ...checks],
    edits,
  )
}

/** The texts about the version that an automation supports in place of the erroneous one. */
function pickedTexts(
  ground: GuideContext,
  erroneous: GuideVersion,
  all: readonly Edit[],
  follow: readonly Edit[],
): readonly [title: string, ScenarioCheck] {
  const what = 'The automation picks a version'
  const picked = follow.find((edit) => edit.kind === 'classify' && edit.classification === 'supported')
  if (picked?.kind === 'classify')
    return [`${shortName(ground.image, picked.version)} is supported again`, check('holds', what, picked.version)]
  const isOverall = ground.way === 'management'
  const { value: profile } = applyEdits(ground.profile, all, applyEdit)
  const kept = guideContext({ ...ground, profile, at: ground.at + 1 }).listed.find(
    ({ stage, parsed }) => stage === 'supported' && (isOverall || sameMinor(parsed, erroneous.parsed)),
  )
  if (kept !== undefined)
    return ['Nothing else has to be done', check('holds', what, `none: ${kept.version} is supported already`)]
  const where = isOverall ? '' : ` of ${minorOf(erroneous.parsed)}`
  const found = 'none: no version is left that it may support. Add a newer one'
  return [`No version${where} is supported`, check('beware', what, found)]
}

/** The automations do it by themselves. */
function supportAgain({ image, at, way }: GuideContext, previous: GuideVersion | undefined): Edit[] {
  if (way !== 'hand' || previous === undefined || previous.stage === 'expired') return []
  const { version } = previous
  return [
    { kind: 'classify', image, version, classification: 'supported', from: at },
    ...(previous.expires === null ? [] : [{ kind: 'expire', image, version, expirationDate: null } as const]),
  ]
}

/** Every maintenance until it is applied takes more clusters to the erroneous version; then they leave it, or wait for a newer one. */
function leavingSteps(
  ground: GuideContext,
  erroneous: GuideVersion,
  arriving: ArrivingClusters | null,
  isLatest: boolean,
): GuideStep[] {
  const { image, zone } = ground
  const name = shortName(ground.image, erroneous.version)
  const what = `Clusters that go to ${name} within a day`
  const hurry = step(
    'Apply it before the next maintenance',
    `Until then ${name} stays a target: each maintenance time window that passes may take more clusters to it.`,
    [
      arriving === null
        ? check('holds', what, 'none')
        : check(
            'beware',
            what,
            `${countOf(arriving.clusters, 'cluster')}, the first from ${instantText(arriving.first, zone)} on`,
          ),
    ],
  )
  const newer = image === null ? `patch of ${minorOf(erroneous.parsed)}` : 'version'
  const last = isLatest
    ? step(
        'Wait for a newer patch, or delete the clusters',
        `Add the newer ${newer} as soon as it is released: clusters go there then. Only when no cluster runs ${name}, it can be deleted from the CloudProfile.`,
        [],
      )
    : step(
        'Watch the clusters leave, then remove it',
        `Within 24 hours every cluster has had a maintenance. The guide "Remove an expired version" says who still holds ${name}, and why.`,
        [],
      )
  return [hurry, last]
}
