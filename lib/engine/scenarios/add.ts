import type { Edit } from '@/lib/engine/edit'
import { dayText } from '@/lib/engine/instant-text'
import type { Instant } from '@/lib/engine/types'
import { compareVersions, minorOf, parseVersion, plus, type Version } from '@/lib/engine/version'
import { followUp, type Ground, inMinor, placeOf, supportedBeside } from './ground'
import { type Check, check, type Guide, lifeText, must, type Step } from './guide'

/** "A new patch version has been released and should be added to the CloudProfile." */
export function newPatch(ground: Ground, text: string): Guide {
  const version = parseVersion(text)
  const siblings = version === null ? [] : inMinor(ground, version)
  const [latest] = siblings
  return {
    title: 'A new patch version has been released',
    cases: [],
    steps: [
      {
        title: `Make sure that ${text} is new`,
        text: 'A patch belongs to a minor that is on offer; a minor that is not has a guide of its own.',
        checks: [
          ...newness(ground, text, version),
          must(
            siblings.length > 0,
            `Other versions of ${version === null ? 'its minor' : minorOf(version)} are listed`,
            latest === undefined ? 'none: see the guide for a new minor' : lifeText(latest),
          ),
        ],
        edits: [],
      },
      addStep(ground, text, {
        hand: 'Add the version and set the classification to preview. There can be multiple preview versions.',
        management:
          'Version Management: added without a classification, the latest version becomes supported, and any other is deprecated with an expiration date right away. As a preview it would stay unchanged.',
        maintenance:
          'Version Maintenance: added without a classification, the latest of a maintained minor becomes supported, and the one before is deprecated with an expiration date. As a preview it would stay unchanged.',
      }),
      promoteLater(text),
    ],
  }
}

/** "A new minor release version has been released and should be added to the CloudProfile." */
export function newMinor(ground: Ground, text: string, until: Instant | null): Guide {
  const version = parseVersion(text)
  const [highest] = ground.listed
  const isNext =
    version !== null &&
    highest !== undefined &&
    version.major === highest.parsed.major &&
    version.minor === plus(highest.parsed.minor, 1)
  const current = version === null ? undefined : supportedBeside(ground, version, 'all')
  const deprecation: Step = {
    title: 'Deprecate the current supported version',
    text: 'Optionally with an expiration date. Gardener today wants one supported version per minor, not one in all: without this step both minors stay supported.',
    checks: [
      current === undefined
        ? check('holds', 'The current supported version', 'there is none: nothing is to be deprecated')
        : check('holds', 'The current supported version', lifeText(current)),
    ],
    edits: current === undefined ? [] : deprecate(current.version, ground.at, until),
  }
  return {
    title: 'A new minor version has been released',
    cases: [],
    steps: [
      {
        title: `Make sure that ${text} is the next minor`,
        text: 'An update of a minor version cannot skip one: with a gap clusters could not go on.',
        checks: [
          ...newness(ground, text, version),
          must(
            isNext,
            'It follows the highest minor on offer',
            highest === undefined ? 'no version is listed' : lifeText(highest),
          ),
        ],
        edits: [],
      },
      ...(ground.way === 'hand' ? [deprecation] : []),
      addStep(ground, text, {
        hand: 'Afterwards add the new version as a preview version.',
        management:
          'Version Management: add it without a classification. It is classified as supported, and the former supported version is deprecated with the configured expiration date.',
        maintenance:
          'Version Maintenance: add it without a classification. It is classified as supported, and versions whose minor is now unmaintained are deprecated; the latest of such a minor gets no expiration date.',
      }),
      promoteLater(text),
    ],
  }
}

/** Deprecates, optionally with a date. */
export function deprecate(version: string, at: Instant, until: Instant | null): Edit[] {
  const on = { image: null, version } as const
  return [
    { kind: 'classify', ...on, classification: 'deprecated', from: at },
    ...(until === null ? [] : [{ kind: 'expire', ...on, expirationDate: until } as const]),
  ]
}

function newness({ listed }: Ground, text: string, version: Version | null): Check[] {
  const same = version === null ? undefined : listed.find(({ parsed }) => compareVersions(parsed, version) === 0)
  return [
    must(version !== null, 'Gardener can read it', version === null ? `"${text}" is no version` : text),
    must(same === undefined, 'It is not listed yet', same === undefined ? 'not listed' : lifeText(same)),
  ]
}

function addStep(ground: Ground, text: string, words: Readonly<Record<Ground['way'], string>>): Step {
  const version = parseVersion(text)
  const place = version === null ? {} : placeOf(ground, version)
  const isPreview = ground.way === 'hand'
  const entry = isPreview ? ({ version: text, classification: 'preview' } as const) : { version: text }
  const add: Edit = { kind: 'add', image: null, entry, ...place }
  const follow = followUp(ground, [add])
  return {
    title: isPreview ? `Add ${text} as a preview` : `Add ${text} without a classification`,
    text: words[ground.way],
    checks: isPreview
      ? [check('holds', 'No cluster moves', 'a preview is never a target of an update, and never the default')]
      : follow.map((edit) => check('beware', 'The policy then', editText(edit))),
    edits: [add, ...follow],
  }
}

function promoteLater(text: string): Step {
  return {
    title: `Gain experience with ${text}, then promote it`,
    text: 'Promotion is done case by case, by a human operator: the guide "Promote a preview" does it.',
    checks: [],
    edits: [],
  }
}

/** `deprecates 1.34.7`, `lets 1.34.7 expire on 21 Mar 2027`. */
export function editText(edit: Edit): string {
  switch (edit.kind) {
    case 'classify':
      return edit.classification === 'supported' ? `sets ${edit.version} to supported` : `deprecates ${edit.version}`
    case 'expire':
      return edit.expirationDate === null
        ? `takes the expiration date off ${edit.version}`
        : `lets ${edit.version} expire on ${dayText(edit.expirationDate, 0)}`
    default:
      return edit.kind
  }
}
