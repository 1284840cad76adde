import { shortName } from '@/lib/contract/version-name'
import type { Edit } from '@/lib/engine/edits'
import type { HeldShoot, HoldReason } from '@/lib/engine/explain/obstacles'
import { compareVersions, minorOf, parseVersion, plus, sameMinor, type Version } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import { countOf } from '@/lib/words/time-text'
import type { ScenarioCase, ScenarioCheck } from '../contract'
import { automated, followUp } from './automation'
import {
  addEdit,
  check,
  deprecate,
  forcedTarget,
  type GuideContext,
  type GuideVersion,
  inMinor,
  listedLifeText,
  must,
} from './guide-context'

/**
 * The scenarios of operators as presets of a draft: edits, what the proposal says of them (docs/rules.md#guides), and conditions
 * that the draft does not tell. That an edit cannot be made, what Gardener refuses, what clusters are forced or get stuck and what
 * new ones get is the draft's own answer.
 */
export interface GuideStep {
  readonly title: string
  readonly text: string
  readonly checks: readonly ScenarioCheck[]
  readonly edits: readonly Edit[]
}

export interface Guide {
  /** Empty: there is one course. */
  readonly cases: readonly ScenarioCase[]
  readonly steps: readonly GuideStep[]
}

type TextByWay = Readonly<Record<GuideContext['way'], string>>

export function step(
  title: string,
  text: string,
  checks: readonly ScenarioCheck[],
  edits: readonly Edit[] = [],
): GuideStep {
  return { title, text, checks, edits }
}

const PATCH_TEXTS: TextByWay = {
  hand: 'Add the version and set the classification to preview. There can be multiple preview versions.',
  management:
    'Version Management: added without a classification, the latest version becomes supported, and any other is deprecated with an expiration date right away. As a preview it would stay unchanged.',
  maintenance:
    'Version Maintenance: added without a classification, the latest of a maintained minor becomes supported, and the one before is deprecated with an expiration date. As a preview it would stay unchanged.',
}

/** "A new patch version has been released and should be added to the CloudProfile." */
export function newPatch(ground: GuideContext, text: string): Guide {
  const version = parseVersion(text)
  const siblings = version === null ? [] : inMinor(ground, version)
  const what = `Other versions of ${version === null ? 'its minor' : minorOf(version)} are listed`
  const isNew = step(
    `Make sure that ${shortName(ground.image, text)} is new`,
    'A patch belongs to a minor that is on offer; a minor that is not has a guide of its own.',
    [must(siblings.length > 0, what, listedLifeText(ground, siblings[0], 'none: see the guide for a new minor'))],
  )
  return added(ground, text, [isNew, ...formerStep(ground, text)], PATCH_TEXTS)
}

const MINOR_TEXTS: TextByWay = {
  hand: 'Afterwards add the new version as a preview version.',
  management:
    'Version Management: add it without a classification. It is classified as supported, and the former supported version is deprecated with the configured expiration date.',
  maintenance:
    'Version Maintenance: add it without a classification. It is classified as supported, and versions whose minor is now unmaintained are deprecated; the latest of such a minor gets no expiration date.',
}

/** "A new minor release version has been released and should be added to the CloudProfile." */
export function newMinor(ground: GuideContext, text: string, until: Instant | null): Guide {
  const version = parseVersion(text)
  const current = version === null ? undefined : supportedBeside(ground, version, 'all')
  const isNext = step(
    `Make sure that ${shortName(ground.image, text)} is the next minor`,
    ground.image === null
      ? 'An update of a minor version cannot skip one: with a gap clusters could not go on.'
      : 'Images may skip minors. How far their updates go by themselves is up to the update strategy of the image.',
    order(ground, version),
  )
  const deprecation = step(
    'Deprecate the current supported version',
    'Optionally with an expiration date. Gardener today wants one supported version per minor, not one in all: without this step both minors stay supported.',
    [
      check(
        'holds',
        'The current supported version',
        listedLifeText(ground, current, 'there is none: nothing is to be deprecated'),
      ),
    ],
    current === undefined ? [] : deprecate(ground, current.version, until),
  )
  const first = ground.way === 'hand' ? [deprecation] : formerStep(ground, text)
  return added(ground, text, [isNext, ...first], MINOR_TEXTS)
}

/** Kubernetes goes from minor to minor; of an image it only matters that the new one is the highest. */
function order(ground: GuideContext, version: Version | null): ScenarioCheck[] {
  const { image, strategy } = ground
  const [first] = ground.listed
  const highest = first?.parsed
  const found = listedLifeText(ground, first, 'no version is listed')
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
function formerStep(ground: GuideContext, text: string): GuideStep[] {
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
    step(
      `Deprecate ${shortName(ground.image, former.version)} first`,
      `Version ${isOverall ? 'Management' : 'Maintenance'} supports an unclassified version that is the latest ${where}. Beside another supported one that is forbidden, and the automation is blocked. Deprecate the former one in the same change: on its own it would be set back to supported.`,
      [check('holds', `Supported ${where} now`, listedLifeText(ground, former))],
      deprecate(ground, former.version, null),
    ),
  ]
}

/** The steps that add a version. By hand it is added as a preview and promoted later; an automation promotes it at once. */
function added(ground: GuideContext, text: string, first: readonly GuideStep[], texts: TextByWay): Guide {
  const isByHand = ground.way === 'hand'
  const name = shortName(ground.image, text)
  const add = addEdit(ground, text, isByHand ? 'preview' : null)
  const { edits, checks } = automated(ground, [...first.flatMap((one) => one.edits), add])
  const like = 'as the version before it: check the draft, and the provider configuration, which needs it too'
  const adding = step(
    isByHand ? `Add ${name} as a preview` : `Add ${name} without a classification`,
    texts[ground.way],
    [...(ground.image === null ? [] : [check('beware', 'What it runs on', like)]), ...checks],
    [add, ...edits],
  )
  const later = step(
    `Gain experience with ${name}, then promote it`,
    'Promotion is done case by case, by a human operator: the guide "Promote a preview" does it.',
    [],
  )
  return { cases: [], steps: [...first, adding, ...(isByHand ? [later] : [])] }
}

/**
 * The supported version that another one replaces: of the same minor by hand (Gardener wants one for each) and with Version
 * Maintenance, else of the whole list.
 */
function supportedBeside(ground: GuideContext, version: Version, scope: 'minor' | 'all'): GuideVersion | undefined {
  const among = scope === 'minor' ? inMinor(ground, version) : ground.listed
  return among.find(({ stage, parsed }) => stage === 'supported' && compareVersions(parsed, version) !== 0)
}

/** "A preview version should be promoted to supported." */
export function promote(ground: GuideContext, target: GuideVersion, until: Instant | null): Guide {
  const { image, at, way } = ground
  const { version, parsed } = target
  const isOverall = way === 'management'
  const current = supportedBeside(ground, parsed, isOverall ? 'all' : 'minor')
  const first = current === undefined ? [] : deprecate(ground, current.version, way === 'hand' ? until : null)
  const second: Edit = { kind: 'classify', image, version, classification: 'supported', from: at }
  const { edits, checks } = automated(ground, [...first, second])
  const ofMinor = isOverall ? '' : ' of the minor'
  const date =
    way === 'hand'
      ? 'Optionally with an expiration date.'
      : 'An expiration date is set automatically: the draft has it.'
  const [title, text, supported] =
    current === undefined
      ? ['Nothing is to be deprecated', `No version${ofMinor} is supported.`, 'no version']
      : [
          `Deprecate ${shortName(ground.image, current.version)}`,
          `Deprecate the currently supported version${ofMinor}: there can be only one. ${date}`,
          `${listedLifeText(ground, current)}, on ${countOf(current.clusters, 'cluster')}`,
        ]
  const deprecation = step(
    title,
    text,
    [
      must(target.stage === 'preview', `${version} is a preview`, listedLifeText(ground, target)),
      check('holds', isOverall ? 'Supported now' : `Supported in ${minorOf(parsed)} now`, supported),
      ...(current !== undefined && compareVersions(current.parsed, parsed) > 0
        ? [check('beware', 'It is the higher one', `${current.version} is higher, and clusters never go back`)]
        : []),
    ],
    first,
  )
  const promotion = step(
    `Set ${shortName(ground.image, version)} to supported`,
    'Afterwards change the classification from preview to supported. From then on it is a target of updates and the default for new clusters.',
    [
      check(
        target.expires === null ? 'holds' : 'beware',
        `${version} has no expiration date`,
        target.expires === null ? 'none' : listedLifeText(ground, target),
      ),
      ...checks,
    ],
    [second, ...edits],
  )
  return { cases: [], steps: [deprecation, promotion] }
}

const DEPRECATE_TEXTS: TextByWay = {
  hand: 'Set the classification to deprecated, optionally with an expiration date. Clusters with auto-update leave it for a newer version; the others once it has expired.',
  management:
    'Version Management enforces one supported version: just add a newer one without a classification, and this one is deprecated. Is there no higher version that is no preview, it is reset to supported without an expiration date.',
  maintenance:
    'Version Maintenance enforces one supported version per maintained minor: just add a newer patch without a classification, and this one is deprecated. Is there none, it is reset to supported.',
}

/** "The supported version should be deprecated." */
export function deprecateSupported(ground: GuideContext, target: GuideVersion, until: Instant | null): Guide {
  const { version, parsed } = target
  const own = deprecate(ground, version, until)
  const { edits, checks } = automated(ground, own)
  return {
    cases: [],
    steps: [
      step(
        'Make sure there is a version to move to',
        'Using automatic updates does not guarantee that a cluster runs a version that is not deprecated: the latest version can be deprecated too.',
        [
          must(target.stage === 'supported', `${version} is supported`, listedLifeText(ground, target)),
          wayOn(ground, target, `A higher patch of ${minorOf(parsed)} that is no preview`),
        ],
      ),
      step(`Deprecate ${shortName(ground.image, version)}`, DEPRECATE_TEXTS[ground.way], checks, [...own, ...edits]),
    ],
  }
}

/** The version to which clusters move: within the minor, else in another minor, which rolls all nodes. */
export function wayOn(ground: GuideContext, { version, parsed }: GuideVersion, what: string): ScenarioCheck {
  const next = forcedTarget(ground, parsed)
  if (next === undefined) return check('beware', what, `none, and no update leads further: clusters stay on ${version}`)
  const isPatch = sameMinor(next.parsed, parsed)
  if (isPatch && next.stage !== 'unavailable') return check('holds', what, listedLifeText(ground, next))
  const rolls = isPatch
    ? 'which is still to come'
    : ground.image === null
      ? 'the next minor, and all nodes roll'
      : 'another minor; all nodes of its pools roll'
  return check('beware', what, `none: once it expires, it leads to ${next.version}, ${rolls}`)
}

/** "A version should be removed from the CloudProfile, is already expired but cannot be deleted." Who holds it is listed beside. */
export function removeExpired(ground: GuideContext, target: GuideVersion, holders: readonly HeldShoot[]): Guide {
  const { image } = ground
  const { version, overriddenBy } = target
  const name = shortName(ground.image, version)
  const held = (
    state: ScenarioCheck['state'],
    what: string,
    ...kinds: readonly HoldReason['kind'][]
  ): ScenarioCheck => {
    const count = holders.filter((one) => kinds.includes(one.held.kind)).length
    return check(count === 0 ? 'holds' : state, what, count === 0 ? 'none' : countOf(count, 'cluster'))
  }
  const staying = holders.filter((one) => one.held.kind !== 'deleting')
  const running = staying.filter(({ counts }) => counts).length
  const onTheirOwn = staying.length - running
  const isFree = running === 0 && overriddenBy.length === 0
  const steps = [
    step(
      `Make sure that ${name} has expired`,
      'The recommended way to empty a version is to deprecate it and set an expiration date: what auto-update does not move is forced once it has expired.',
      [must(target.stage === 'expired', 'It has expired', listedLifeText(ground, target))],
    ),
    step('Wait 24 hours', 'The maintenance of all clusters has run by then, and should have forcefully updated them.', [
      held('beware', 'Clusters whose window was not reached', 'window'),
      held('beware', 'Clusters that should have left by now', 'overdue'),
      held('beware', 'Clusters that a namespaced profile gives more time', 'extended'),
    ]),
    step(
      'Make sure the maintenance was successful',
      'Look at what the last maintenance of each cluster says. A misconfigured CloudProfile can block the maintenance.',
      [
        held('fails', 'Clusters whose maintenance fails', 'failed'),
        held('fails', 'Clusters without a next version', 'noNextVersion', 'nothing'),
      ],
    ),
    step(
      'Make sure no cluster is stuck in deletion',
      'Maintenance is not performed for clusters that are being deleted. Gardener today no longer counts them as users of a version; delete them successfully all the same.',
      [held('beware', 'Clusters being deleted', 'deleting')],
    ),
    step(
      `Remove ${name}`,
      'It can only be removed when no cluster and no namespaced profile uses it any more.',
      [
        must(isFree, 'Nobody uses it', isFree ? 'nobody' : [countOf(running, 'cluster'), ...overriddenBy].join(', ')),
        ...(onTheirOwn === 0
          ? []
          : [
              check(
                'beware',
                'Pools that run it on their own',
                `of ${countOf(onTheirOwn, 'cluster')}: Gardener does not look at them, and forces them once it is removed`,
              ),
            ]),
      ],
      [{ kind: 'remove', image, version }],
    ),
  ]
  return { cases: [], steps }
}
