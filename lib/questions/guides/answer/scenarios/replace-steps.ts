import { applyEdit, applyEdits, type Edit } from '@/lib/engine/edits'
import { minorOf, sameMinor } from '@/lib/engine/rules'
import { MINUTE } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { capitalized } from '@/lib/words/phrases'
import { instantText } from '@/lib/words/time-text'
import { automated, isUndone } from './automation'
import { forcedTarget, type Ground, groundOf, higherTargets, type Listed, nameIn } from './ground'
import { type Check, check, clustersText, lifeText, must, type Step } from './guide'

/** Clusters whose maintenance takes them to a version within a day, if nothing is done. */
export interface Arriving {
  readonly clusters: number
  /** When the window of the first of them begins. */
  readonly first: Instant
}

/** Case a: no cluster runs it. */
export function notInUse(ground: Ground, erroneous: Listed, previous: Listed | undefined): Step[] {
  const { image } = ground
  const { version } = erroneous
  const remove: Edit = { kind: 'remove', image, version }
  return [
    {
      title: `Delete ${nameIn(ground, version)} from the CloudProfile`,
      text: 'A version that is not in use can be deleted.',
      checks: [check('holds', 'It is not in use', 'by no cluster and no namespaced profile')],
      edits: [remove],
    },
    againStep(ground, erroneous, [remove], previous),
  ]
}

/** Case b: clusters run it, and there is a version that they can go to. */
export function inUse(
  ground: Ground,
  erroneous: Listed,
  previous: Listed | undefined,
  arriving: Arriving | null,
): Step[] {
  const { image, listed } = ground
  const { version, parsed, clusters } = erroneous
  const name = nameIn(ground, version)
  const targets = higherTargets(ground, parsed).toReversed()
  const [higher] = targets
  const patch = targets.find((one) => sameMinor(one.parsed, parsed))
  const next = forcedTarget(ground, parsed)
  const parked = parkedAs(ground, erroneous, true)
  const rolls = image === null ? 'the next minor, and all nodes roll' : 'another minor; all nodes of its pools roll'
  return [
    {
      title: 'Make sure there is a version to move to',
      text: `There is no way back: a downgrade is not supported. Clusters on ${name} can only go up.`,
      checks: [
        must(
          higher !== undefined,
          'A higher version that is no preview',
          higher === undefined ? 'none' : lifeText(ground, next ?? higher),
        ),
        patch !== undefined
          ? check('holds', 'In the same minor', lifeText(ground, patch))
          : next !== undefined
            ? check('beware', 'In the same minor', `none: ${version} leads to ${next.version}, ${rolls}`)
            : check('fails', 'In the same minor', `none, and no update leads further: clusters stay on ${version}`),
      ],
      edits: [],
    },
    {
      title: `Expire ${name}`,
      text:
        ground.way === 'hand'
          ? 'Change its classification to deprecated with an expiration date in the past. Gardener accepts that on an update. It is then no target, no default and not allowed for new clusters.'
          : `${capitalized(parked.how)} Clusters that run it are forcefully updated.`,
      checks: [
        check('beware', 'Clusters that are forced', `${clustersText(clusters)}, in the next maintenance`),
        ...(image === null
          ? [
              must(
                listed[0] !== erroneous,
                'It is not the highest version listed, which may have no expiration date',
                lifeText(ground, listed[0] ?? erroneous),
              ),
            ]
          : []),
      ],
      edits: parked.edits,
    },
    againStep(ground, erroneous, parked.edits, previous),
    hurryStep(ground, erroneous, arriving),
    {
      title: 'Watch the clusters leave, then remove it',
      text: `Within 24 hours every cluster has had a maintenance. The guide "Remove an expired version" says who still holds ${name}, and why.`,
      checks: [],
      edits: [],
    },
  ]
}

/** Case c: clusters run it, and there is none. */
export function overallLatest(
  ground: Ground,
  erroneous: Listed,
  previous: Listed | undefined,
  arriving: Arriving | null,
): Step[] {
  const { version, clusters } = erroneous
  const name = nameIn(ground, version)
  // Gardener today takes no date on the highest Kubernetes version of all, previews included.
  const mayExpire = ground.image !== null || ground.listed[0] !== erroneous
  const parked = parkedAs(ground, erroneous, mayExpire)
  return [
    {
      title: `Keep ${name} from spreading`,
      text: `Clusters that run it cannot go anywhere: there is no newer version, and a downgrade is not supported. To reduce the blast radius, ${parked.how}`,
      checks: [
        check('beware', 'Clusters that stay on it', clustersText(clusters)),
        ground.image !== null
          ? check('holds', 'It may have an expiration date', 'of an image every version may')
          : mayExpire
            ? check('holds', 'It may have an expiration date', `${ground.listed[0]?.version} is listed above it`)
            : check(
                'beware',
                'It may have an expiration date',
                'no: Gardener today refuses one on the highest version listed. It is parked as preview without one, so a new cluster may still ask for it by name',
              ),
      ],
      edits: parked.edits,
    },
    againStep(ground, erroneous, parked.edits, previous),
    hurryStep(ground, erroneous, arriving),
    {
      title: 'Wait for a newer patch, or delete the clusters',
      text: `Add the newer ${ground.image === null ? `patch of ${minorOf(erroneous.parsed)}` : 'version'} as soon as it is released: clusters go there then. Only when no cluster runs ${name}, it can be deleted from the CloudProfile.`,
      checks: [],
      edits: [],
    },
  ]
}

/** Every maintenance until then takes more clusters to the erroneous version. */
function hurryStep(ground: Ground, { version }: Listed, arriving: Arriving | null): Step {
  const name = nameIn(ground, version)
  return {
    title: 'Apply it before the next maintenance',
    text: `Until then ${name} stays a target: each maintenance time window that passes may take more clusters to it.`,
    checks: [
      arriving === null
        ? check('holds', `Clusters that go to ${name} within a day`, 'none')
        : check(
            'beware',
            `Clusters that go to ${name} within a day`,
            `${clustersText(arriving.clusters)}, the first from ${instantText(arriving.first, ground.zone)} on`,
          ),
    ],
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
  if (!mayExpire)
    return { edits: editsFor('preview'), how: 'label it as preview: that prevents auto-updates and defaulting.' }
  const dated = 'with an expiration date in the past:'
  if (way === 'hand')
    return {
      edits: editsFor('deprecated'),
      how: `label it as deprecated ${dated} that prevents auto-updates, defaulting and new clusters with it.`,
    }
  const isPreviewUndone = isUndone(ground, editsFor('preview'))
  if (isPreviewUndone)
    return {
      edits: editsFor('deprecated'),
      how: `label it as deprecated ${dated} its minor is not maintained, where the automation deprecates previews too.`,
    }
  const why = isUndone(ground, editsFor('deprecated'))
    ? 'as a deprecated version the automation would make it supported again.'
    : 'the automation leaves a preview as it is.'
  return { edits: editsFor('preview'), how: `label it as preview ${dated} ${why}` }
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
  const { title, text, found } = pickedText(ground, erroneous, [...before, ...edits], edits)
  return { title, text, checks: [found, ...checks], edits }
}

interface PickedText {
  readonly title: string
  readonly text: string
  readonly found: Check
}

/** Which version an automation supports in the place of the erroneous one. */
function pickedText(ground: Ground, erroneous: Listed, all: readonly Edit[], follow: readonly Edit[]): PickedText {
  const what = 'The automation picks a version'
  const picked = follow.find((edit) => edit.kind === 'classify' && edit.classification === 'supported')
  if (picked?.kind === 'classify') {
    const version = nameIn(ground, picked.version)
    return {
      title: `${version} is supported again`,
      text: 'Nothing has to be done by hand: one supported version is enforced, so the latest that is no preview is classified as supported by itself.',
      found: check('holds', what, picked.version),
    }
  }
  const isOverall = ground.way === 'management'
  const { listed } = after(ground, all)
  const among = isOverall ? listed : listed.filter(({ parsed }) => sameMinor(parsed, erroneous.parsed))
  const kept = among.find(({ stage }) => stage === 'supported')
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
function after(ground: Ground, edits: readonly Edit[]): Ground {
  const counts = new Map(ground.listed.map((one) => [one.version, one]))
  return groundOf({
    ...ground,
    profile: applyEdits(ground.profile, edits, applyEdit).value,
    at: ground.at + 1,
    clusters: (version) => counts.get(version)?.clusters ?? 0,
    overriddenBy: (version) => counts.get(version)?.overriddenBy ?? [],
  })
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
