import type { Edit } from '@/lib/engine/edits'
import { compareVersions, minorOf, parseVersion, plus, type Version } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import { automated } from './automation'
import { addEdit, followUp, type Ground, inMinor, nameIn, supportedBeside } from './ground'
import { type Check, check, type Guide, lifeText, must, partsOf, type Step } from './guide'

/** "A new patch version has been released and should be added to the CloudProfile." */
export function newPatch(ground: Ground, text: string): Guide {
  const version = parseVersion(text)
  const siblings = version === null ? [] : inMinor(ground, version)
  const [latest] = siblings
  const current = version === null ? undefined : supportedBeside(ground, version)
  const first = firstStep(ground, text)
  return {
    title: 'A new patch version has been released',
    cases: [],
    parts: partsOf([current?.version, 'supported now'], [text, 'the new one']),
    steps: [
      {
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
      },
      ...first,
      addStep(ground, text, editsOf(first), {
        hand: 'Add the version and set the classification to preview. There can be multiple preview versions.',
        management:
          'Version Management: added without a classification, the latest version becomes supported, and any other is deprecated with an expiration date right away. As a preview it would stay unchanged.',
        maintenance:
          'Version Maintenance: added without a classification, the latest of a maintained minor becomes supported, and the one before is deprecated with an expiration date. As a preview it would stay unchanged.',
      }),
      ...promoteLater(ground, text),
    ],
  }
}

/** "A new minor release version has been released and should be added to the CloudProfile." */
export function newMinor(ground: Ground, text: string, until: Instant | null): Guide {
  const version = parseVersion(text)
  const current = version === null ? undefined : supportedBeside(ground, version, 'all')
  const isHand = ground.way === 'hand'
  const deprecation: Step = {
    title: 'Deprecate the current supported version',
    text: 'Optionally with an expiration date. Gardener today wants one supported version per minor, not one in all: without this step both minors stay supported.',
    checks: [
      current === undefined
        ? check('holds', 'The current supported version', 'there is none: nothing is to be deprecated')
        : check('holds', 'The current supported version', lifeText(ground, current)),
    ],
    edits: current === undefined ? [] : deprecate(ground, current.version, until),
  }
  const first = isHand ? [deprecation] : firstStep(ground, text)
  return {
    title: 'A new minor version has been released',
    cases: [],
    parts: partsOf([current?.version, 'supported now'], [text, 'the new one']),
    steps: [
      {
        title: `Make sure that ${nameIn(ground, text)} is the next minor`,
        text:
          ground.image === null
            ? 'An update of a minor version cannot skip one: with a gap clusters could not go on.'
            : 'Images may skip minors. How far their updates go by themselves is up to the update strategy of the image.',
        checks: [...newness(ground, text, version), ...order(ground, version)],
        edits: [],
      },
      ...first,
      addStep(ground, text, editsOf(first), {
        hand: 'Afterwards add the new version as a preview version.',
        management:
          'Version Management: add it without a classification. It is classified as supported, and the former supported version is deprecated with the configured expiration date.',
        maintenance:
          'Version Maintenance: add it without a classification. It is classified as supported, and versions whose minor is now unmaintained are deprecated; the latest of such a minor gets no expiration date.',
      }),
      ...promoteLater(ground, text),
    ],
  }
}

/** Kubernetes goes from minor to minor; of an image it only matters that the new one is the highest. */
function order(ground: Ground, version: Version | null): Check[] {
  const { image, strategy, listed } = ground
  const [highest] = listed
  const found = highest === undefined ? 'no version is listed' : lifeText(ground, highest)
  if (image === null) {
    const isNext =
      version !== null &&
      highest !== undefined &&
      version.major === highest.parsed.major &&
      version.minor === plus(highest.parsed.minor, 1)
    return [must(isNext, 'It follows the highest minor on offer', found)]
  }
  const isHigher = version !== null && (highest === undefined || compareVersions(version, highest.parsed) > 0)
  return [
    must(isHigher, 'It is higher than any version on offer', found),
    strategy === 'patch'
      ? check(
          'beware',
          'Clusters go there by themselves',
          'no: with the update strategy patch only when theirs expires',
        )
      : check('holds', 'Clusters go there by themselves', `once supported, with the update strategy ${strategy}`),
  ]
}

/**
 * With an automation: where it would support the new version beside one that counts as supported, which is forbidden and blocks
 * it, that one is deprecated first (docs/rules.md#guides).
 */
function firstStep(ground: Ground, text: string): Step[] {
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

function editsOf(steps: readonly Step[]): readonly Edit[] {
  return steps.flatMap(({ edits }) => edits)
}

/** Deprecates, optionally with a date. */
export function deprecate({ image, at }: Ground, version: string, until: Instant | null): Edit[] {
  return [
    { kind: 'classify', image, version, classification: 'deprecated', from: at },
    ...(until === null ? [] : [{ kind: 'expire', image, version, expirationDate: until } as const]),
  ]
}

function newness(ground: Ground, text: string, version: Version | null): Check[] {
  const same = version === null ? undefined : ground.listed.find(({ parsed }) => compareVersions(parsed, version) === 0)
  return [
    must(version !== null, 'Gardener can read it', version === null ? `"${text}" is no version` : text),
    must(same === undefined, 'It is not listed yet', same === undefined ? 'not listed' : lifeText(ground, same)),
  ]
}

function addStep(
  ground: Ground,
  text: string,
  before: readonly Edit[],
  words: Readonly<Record<Ground['way'], string>>,
): Step {
  const isPreview = ground.way === 'hand'
  const add = addEdit(ground, text, isPreview ? 'preview' : null)
  const { edits, checks } = automated(ground, [...before, add])
  const name = nameIn(ground, text)
  return {
    title: isPreview ? `Add ${name} as a preview` : `Add ${name} without a classification`,
    text: words[ground.way],
    checks: [
      ...(isPreview ? [check('holds', 'No cluster moves', 'a preview is no target of an update, and no default')] : []),
      ...(ground.image === null ? [] : [check('beware', 'What it runs on', runsText(add))]),
      ...checks,
    ],
    edits: [add, ...edits],
  }
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

/** By hand it begins as a preview; an automation has promoted it at once. */
function promoteLater(ground: Ground, text: string): Step[] {
  if (ground.way !== 'hand') return []
  return [
    {
      title: `Gain experience with ${nameIn(ground, text)}, then promote it`,
      text: 'Promotion is done case by case, by a human operator: the guide "Promote a preview" does it.',
      checks: [],
      edits: [],
    },
  ]
}
