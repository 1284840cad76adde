import { applyEdit, applyEdits, type Edit } from '@/lib/engine/edits'
import { compareVersions, minorOf, sameMinor } from '@/lib/engine/rules'
import { MINUTE } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { capitalized, plural } from '@/lib/words/phrases'
import { instantText } from '@/lib/words/time-text'
import { automated, isUndone } from './automation'
import { forcedTarget, type Ground, groundOf, higherTargets, type Listed, nameIn } from './ground'
import { type Case, type Check, check, clustersText, type Guide, lifeText, must, type Step } from './guide'

/** Clusters whose maintenance takes them to a version within a day, if nothing is done. */
export interface Arriving {
  readonly clusters: number
  /** When the window of the first of them begins. */
  readonly first: Instant
}

/**
 * "The current supported version has problems and should be replaced with the previous supported version."
 * @param arriving null: none are on their way to the erroneous version
 */
export function replaceErroneous(
  ground: Ground,
  erroneous: Listed,
  previous: Listed | undefined,
  arriving: Arriving | null = null,
): Guide {
  const cases = casesOf(ground, erroneous)
  const chosen = cases.find(({ applies }) => applies)?.id
  if (chosen === 'a') {
    const removal = removalStep(ground, erroneous)
    return { cases, steps: [removal, againStep(ground, erroneous, removal.edits, previous)] }
  }
  const isLatest = chosen === 'c'
  const parking = isLatest ? keepingStep(ground, erroneous) : expiringStep(ground, erroneous)
  return {
    cases,
    steps: [
      ...(isLatest ? [] : [wayOnStep(ground, erroneous)]),
      parking,
      againStep(ground, erroneous, parking.edits, previous),
      hurryStep(ground, erroneous, arriving),
      lastStep(ground, erroneous, isLatest),
    ],
  }
}

function casesOf(ground: Ground, erroneous: Listed): Case[] {
  const { version, clusters, overriddenBy } = erroneous
  const [lowest] = higherTargets(ground, erroneous.parsed).toReversed()
  const higher = forcedTarget(ground, erroneous.parsed) ?? lowest
  const isHeld = clusters > 0 || overriddenBy.length > 0
  const run = `${clustersText(clusters)} ${plural(clusters, 'runs', 'run')} ${version}`
  const none = `No cluster runs ${version}.`
  return [
    {
      id: 'a',
      title: 'No cluster runs it',
      applies: !isHeld,
      found:
        clusters > 0 ? `${run}.` : isHeld ? `No cluster, but ${overriddenBy.join(', ')} gives it another date.` : none,
    },
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
export function previousOf({ listed }: Ground, { parsed }: Listed): Listed | undefined {
  const lower = listed.filter((one) => compareVersions(one.parsed, parsed) < 0 && one.stage !== 'preview')
  return lower.find((one) => sameMinor(one.parsed, parsed) && one.stage !== 'expired') ?? lower[0]
}

function removalStep(ground: Ground, { version }: Listed): Step {
  return {
    title: `Delete ${nameIn(ground, version)} from the CloudProfile`,
    text: 'A version that is not in use can be deleted.',
    checks: [check('holds', 'It is not in use', 'by no cluster and no namespaced profile')],
    edits: [{ kind: 'remove', image: ground.image, version }],
  }
}

/** Where clusters that run it can go. */
function wayOnStep(ground: Ground, { version, parsed }: Listed): Step {
  const targets = higherTargets(ground, parsed).toReversed()
  const patch = targets.find((one) => sameMinor(one.parsed, parsed))
  const next = forcedTarget(ground, parsed)
  const found = next ?? targets[0]
  const rolls =
    ground.image === null ? 'the next minor, and all nodes roll' : 'another minor; all nodes of its pools roll'
  return {
    title: 'Make sure there is a version to move to',
    text: `There is no way back: a downgrade is not supported. Clusters on ${nameIn(ground, version)} can only go up.`,
    checks: [
      must(
        targets.length > 0,
        'A higher version that is no preview',
        targets.length === 0 || found === undefined ? 'none' : lifeText(ground, found),
      ),
      patch !== undefined
        ? check('holds', 'In the same minor', lifeText(ground, patch))
        : next !== undefined
          ? check('beware', 'In the same minor', `none: ${version} leads to ${next.version}, ${rolls}`)
          : check('fails', 'In the same minor', `none, and no update leads further: clusters stay on ${version}`),
    ],
    edits: [],
  }
}

function expiringStep(ground: Ground, erroneous: Listed): Step {
  const { image, way } = ground
  const [highest = erroneous] = ground.listed
  const { edits, how } = parkedAs(ground, erroneous, true)
  return {
    title: `Expire ${nameIn(ground, erroneous.version)}`,
    text:
      way === 'hand'
        ? 'Change its classification to deprecated with an expiration date in the past. Gardener accepts that on an update. It is then no target, no default and not allowed for new clusters.'
        : `${capitalized(how)} Clusters that run it are forcefully updated.`,
    checks: [
      check('beware', 'Clusters that are forced', `${clustersText(erroneous.clusters)}, in the next maintenance`),
      ...(image === null
        ? [
            must(
              highest !== erroneous,
              'It is not the highest version listed, which may have no expiration date',
              lifeText(ground, highest),
            ),
          ]
        : []),
    ],
    edits,
  }
}

/** Of the latest of all, from which no update leads on. */
function keepingStep(ground: Ground, erroneous: Listed): Step {
  const { version, clusters } = erroneous
  const [highest = erroneous] = ground.listed
  // Gardener today takes no date on the highest Kubernetes version of all, previews included.
  const mayExpire = ground.image !== null || highest !== erroneous
  const { edits, how } = parkedAs(ground, erroneous, mayExpire)
  return {
    title: `Keep ${nameIn(ground, version)} from spreading`,
    text: `Clusters that run it cannot go anywhere: there is no newer version, and a downgrade is not supported. To reduce the blast radius, ${how}`,
    checks: [
      check('beware', 'Clusters that stay on it', clustersText(clusters)),
      check(
        mayExpire ? 'holds' : 'beware',
        'It may have an expiration date',
        ground.image !== null
          ? 'of an image every version may'
          : mayExpire
            ? `${highest.version} is listed above it`
            : 'no: Gardener today refuses one on the highest version listed. It is parked as preview without one, so a new cluster may still ask for it by name',
      ),
    ],
    edits,
  }
}

/** Every maintenance until then takes more clusters to the erroneous version. */
function hurryStep(ground: Ground, { version }: Listed, arriving: Arriving | null): Step {
  const name = nameIn(ground, version)
  const found =
    arriving === null
      ? 'none'
      : `${clustersText(arriving.clusters)}, the first from ${instantText(arriving.first, ground.zone)} on`
  return {
    title: 'Apply it before the next maintenance',
    text: `Until then ${name} stays a target: each maintenance time window that passes may take more clusters to it.`,
    checks: [check(arriving === null ? 'holds' : 'beware', `Clusters that go to ${name} within a day`, found)],
    edits: [],
  }
}

function lastStep(ground: Ground, { version, parsed }: Listed, isLatest: boolean): Step {
  const name = nameIn(ground, version)
  const newer = ground.image === null ? `patch of ${minorOf(parsed)}` : 'version'
  return {
    ...(isLatest
      ? {
          title: 'Wait for a newer patch, or delete the clusters',
          text: `Add the newer ${newer} as soon as it is released: clusters go there then. Only when no cluster runs ${name}, it can be deleted from the CloudProfile.`,
        }
      : {
          title: 'Watch the clusters leave, then remove it',
          text: `Within 24 hours every cluster has had a maintenance. The guide "Remove an expired version" says who still holds ${name}, and why.`,
        }),
    checks: [],
    edits: [],
  }
}

interface Parked {
  readonly edits: readonly Edit[]
  /** What is done with it, as part of a sentence: `label it as preview …` */
  readonly how: string
}

/**
 * Such that it is no target any more, and stays so: by hand deprecated. An automation would support the latest that is no preview
 * again, and in a minor that is not maintained it deprecates previews too. Where no date is allowed, a preview.
 */
function parkedAs(ground: Ground, { version, expires }: Listed, mayExpire: boolean): Parked {
  const { image, at, way } = ground
  const editsFor = (classification: 'deprecated' | 'preview'): readonly Edit[] => [
    { kind: 'classify', image, version, classification, from: at },
    ...(mayExpire || expires !== null
      ? [{ kind: 'expire', image, version, expirationDate: mayExpire ? at - MINUTE : null } as const]
      : []),
  ]
  const parked = (classification: 'deprecated' | 'preview', why: string): Parked => ({
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
function againStep(ground: Ground, erroneous: Listed, before: readonly Edit[], previous: Listed | undefined): Step {
  const back = supportAgain(ground, previous)
  const { edits, checks } = automated(ground, [...before, ...back])
  if (ground.way === 'hand') {
    return {
      title: previous === undefined ? 'Support another version' : `Support ${nameIn(ground, previous.version)} again`,
      text: 'Change the version that was supported before to supported again, and take its expiration date away.',
      checks: [
        previous === undefined
          ? check('fails', 'A lower version to return to', 'none is listed')
          : must(previous.stage !== 'expired', 'It is listed and not expired', lifeText(ground, previous)),
        ...checks,
      ],
      edits: [...back, ...edits],
    }
  }
  if (checks.some(({ state }) => state === 'fails')) {
    return {
      title: 'Support another version',
      text: 'The automation does not do it by itself: what holds it up comes first.',
      checks,
      edits,
    }
  }
  const { found, ...texts } = pickedText(ground, erroneous, [...before, ...edits], edits)
  return { ...texts, checks: [found, ...checks], edits }
}

/** Which version an automation supports in the place of the erroneous one. */
function pickedText(
  ground: Ground,
  erroneous: Listed,
  all: readonly Edit[],
  follow: readonly Edit[],
): Pick<Step, 'title' | 'text'> & { readonly found: Check } {
  const what = 'The automation picks a version'
  const picked = follow.find((edit) => edit.kind === 'classify' && edit.classification === 'supported')
  if (picked?.kind === 'classify') {
    return {
      title: `${nameIn(ground, picked.version)} is supported again`,
      text: 'Nothing has to be done by hand: one supported version is enforced, so the latest that is no preview is classified as supported by itself.',
      found: check('holds', what, picked.version),
    }
  }
  const isOverall = ground.way === 'management'
  const kept = after(ground, all).find(
    ({ stage, parsed }) => stage === 'supported' && (isOverall || sameMinor(parsed, erroneous.parsed)),
  )
  if (kept !== undefined) {
    return {
      title: 'Nothing else has to be done',
      text: `${nameIn(ground, kept.version)} is supported already, so the automation supports no other version.`,
      found: check('holds', what, `none: ${kept.version} is supported already`),
    }
  }
  const where = isOverall ? '' : ` of ${minorOf(erroneous.parsed)}`
  return {
    title: `No version${where} is supported`,
    text: `The automation supports no version${where} in its place: nothing that it may support is left. Add a newer one.`,
    found: check('beware', what, 'none: no version is left that it may support'),
  }
}

/** The list as edits leave it. */
function after(ground: Ground, edits: readonly Edit[]): Ground['listed'] {
  const { value: profile } = applyEdits(ground.profile, edits, applyEdit)
  return groundOf({ ...ground, profile, at: ground.at + 1, clusters: () => 0, overriddenBy: () => [] }).listed
}

/** The automations do it by themselves. */
function supportAgain({ image, at, way }: Ground, previous: Listed | undefined): Edit[] {
  if (way !== 'hand' || previous === undefined || previous.stage === 'expired') return []
  const { version } = previous
  return [
    { kind: 'classify', image, version, classification: 'supported', from: at },
    ...(previous.expires === null ? [] : [{ kind: 'expire', image, version, expirationDate: null } as const]),
  ]
}
