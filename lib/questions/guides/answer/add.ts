import type { Edit } from '@/lib/engine/edits'
import { compareVersions, minorOf, parseVersion, plus, type Version } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import { automated, followUp } from './automation'
import { addEdit, deprecate, type Ground, inMinor, nameIn, supportedBeside } from './ground'
import { type Check, check, type Guide, lifeText, must, type Step } from './guide'

/** "A new patch version has been released and should be added to the CloudProfile." */
export function newPatch(ground: Ground, text: string): Guide {
  const version = parseVersion(text)
  const siblings = version === null ? [] : inMinor(ground, version)
  const [latest] = siblings
  const isNew: Step = {
    title: `Make sure that ${nameIn(ground, text)} is new`,
    text: 'A patch belongs to a minor that is on offer; a minor that is not has a guide of its own.',
    checks: [
      ...newness(ground, text, version),
      must(
        siblings.length > 0,
        `Other versions of ${version === null ? 'its minor' : minorOf(version)} are listed`,
        latest === undefined ? 'none: see the guide for a new minor' : lifeText(ground, latest),
      ),
    ],
    edits: [],
  }
  return added(ground, text, [isNew, ...formerStep(ground, text)], {
    hand: 'Add the version and set the classification to preview. There can be multiple preview versions.',
    management:
      'Version Management: added without a classification, the latest version becomes supported, and any other is deprecated with an expiration date right away. As a preview it would stay unchanged.',
    maintenance:
      'Version Maintenance: added without a classification, the latest of a maintained minor becomes supported, and the one before is deprecated with an expiration date. As a preview it would stay unchanged.',
  })
}

/** "A new minor release version has been released and should be added to the CloudProfile." */
export function newMinor(ground: Ground, text: string, until: Instant | null): Guide {
  const version = parseVersion(text)
  const current = version === null ? undefined : supportedBeside(ground, version, 'all')
  const isNext: Step = {
    title: `Make sure that ${nameIn(ground, text)} is the next minor`,
    text:
      ground.image === null
        ? 'An update of a minor version cannot skip one: with a gap clusters could not go on.'
        : 'Images may skip minors. How far their updates go by themselves is up to the update strategy of the image.',
    checks: [...newness(ground, text, version), ...order(ground, version)],
    edits: [],
  }
  const deprecation: Step = {
    title: 'Deprecate the current supported version',
    text: 'Optionally with an expiration date. Gardener today wants one supported version per minor, not one in all: without this step both minors stay supported.',
    checks: [
      check(
        'holds',
        'The current supported version',
        current === undefined ? 'there is none: nothing is to be deprecated' : lifeText(ground, current),
      ),
    ],
    edits: current === undefined ? [] : deprecate(ground, current.version, until),
  }
  const first = ground.way === 'hand' ? [deprecation] : formerStep(ground, text)
  return added(ground, text, [isNext, ...first], {
    hand: 'Afterwards add the new version as a preview version.',
    management:
      'Version Management: add it without a classification. It is classified as supported, and the former supported version is deprecated with the configured expiration date.',
    maintenance:
      'Version Maintenance: add it without a classification. It is classified as supported, and versions whose minor is now unmaintained are deprecated; the latest of such a minor gets no expiration date.',
  })
}

/** Kubernetes goes from minor to minor; of an image it only matters that the new one is the highest. */
function order(ground: Ground, version: Version | null): Check[] {
  const { image, strategy } = ground
  const [first] = ground.listed
  const highest = first?.parsed
  const found = first === undefined ? 'no version is listed' : lifeText(ground, first)
  if (image === null) {
    const isNext = highest !== undefined && version?.major === highest.major && version.minor === plus(highest.minor, 1)
    return [must(isNext, 'It follows the highest minor on offer', found)]
  }
  const isHigher = version !== null && (highest === undefined || compareVersions(version, highest) > 0)
  const what = 'Clusters go there by themselves'
  return [
    must(isHigher, 'It is higher than any version on offer', found),
    strategy === 'patch'
      ? check('beware', what, 'no: with the update strategy patch only when theirs expires')
      : check('holds', what, `once supported, with the update strategy ${strategy}`),
  ]
}

/**
 * With an automation: where it would support the new version beside one that counts as supported, which is forbidden and blocks
 * it, that one is deprecated first (docs/rules.md#guides).
 */
function formerStep(ground: Ground, text: string): Step[] {
  const version = parseVersion(text)
  if (version === null || ground.way === 'hand') return []
  const isSupported = followUp(ground, [addEdit(ground, text, null)]).edits.some(
    (edit) => edit.kind === 'classify' && edit.version === text && edit.classification === 'supported',
  )
  const isOverall = ground.way === 'management'
  const among = isOverall ? ground.listed : inMinor(ground, version)
  const former = among.find(({ stage }) => stage === 'supported' || stage === 'unclassified')
  if (!isSupported || former === undefined) return []
  const where = isOverall ? 'of all' : `of ${minorOf(version)}`
  return [
    {
      title: `Deprecate ${nameIn(ground, former.version)} first`,
      text: `Version ${isOverall ? 'Management' : 'Maintenance'} supports an unclassified version that is the latest ${where}. Beside another supported one that is forbidden, and the automation is blocked. Deprecate the former one in the same change: on its own it would be set back to supported.`,
      checks: [check('holds', `Supported ${where} now`, lifeText(ground, former))],
      edits: deprecate(ground, former.version, null),
    },
  ]
}

function newness(ground: Ground, text: string, version: Version | null): Check[] {
  const same = version === null ? undefined : ground.listed.find(({ parsed }) => compareVersions(parsed, version) === 0)
  return [
    must(version !== null, 'Gardener can read it', version === null ? `"${text}" is no version` : text),
    must(same === undefined, 'It is not listed yet', same === undefined ? 'not listed' : lifeText(ground, same)),
  ]
}

/** By hand it is added as a preview, and promoted later; an automation promotes it at once. */
function added(
  ground: Ground,
  text: string,
  first: readonly Step[],
  texts: Readonly<Record<Ground['way'], string>>,
): Guide {
  const isByHand = ground.way === 'hand'
  const name = nameIn(ground, text)
  const add = addEdit(ground, text, isByHand ? 'preview' : null)
  const { edits, checks } = automated(ground, [...first.flatMap((step) => step.edits), add])
  const adding: Step = {
    title: isByHand ? `Add ${name} as a preview` : `Add ${name} without a classification`,
    text: texts[ground.way],
    checks: [
      ...(isByHand ? [check('holds', 'No cluster moves', 'a preview is no target of an update, and no default')] : []),
      ...(ground.image === null ? [] : [check('beware', 'What it runs on', runsText(add))]),
      ...checks,
    ],
    edits: [add, ...edits],
  }
  const later: Step = {
    title: `Gain experience with ${name}, then promote it`,
    text: 'Promotion is done case by case, by a human operator: the guide "Promote a preview" does it.',
    checks: [],
    edits: [],
  }
  return { cases: [], steps: [...first, adding, ...(isByHand ? [later] : [])] }
}

/** What was taken over from another version of the image. */
function runsText(add: Edit): string {
  if (add.kind !== 'add' || add.image === null) return 'not known'
  const { architectures, cri, kubeletVersionConstraint } = add.entry
  const parts = [
    architectures.length === 0 ? 'architectures by capabilities' : architectures.join(', '),
    cri.map(({ name }) => name).join(', '),
    ...(kubeletVersionConstraint === undefined ? [] : [`kubelet ${kubeletVersionConstraint}`]),
  ]
  return `${parts.join('; ')}: taken over from the version before, check it in the draft. The provider's configuration needs it too`
}
