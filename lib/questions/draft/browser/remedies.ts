import { onWire } from '@/lib/contract/dates'
import { versionIn, versionsOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import { shortName } from '@/lib/contract/version-name'
import type { WhatIfRefusal } from '@/lib/contract/what-if'
import type { Zone } from '@/lib/contract/zone'
import { minorOf, parseVersion, sameMinor } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import { plural } from '@/lib/words/phrases'
import { dayText } from '@/lib/words/time-text'
import { daysLater, usualExpiry, workday } from './dates'
import { withLife } from './edited'
import { highest, latestOf } from './source'

/** What a refusal is about, and how it is set right. */
export interface Explanation {
  readonly key: string
  readonly rule: string
  readonly text: string
  readonly remedies: readonly Remedy[]
}

export interface FindingInput {
  readonly edits: readonly EditBody[]
  /** With all edits made. */
  readonly after: CloudProfile
  readonly at: Instant
  readonly zone: Zone
}

/** One click that sets a refusal right. */
export interface Remedy {
  /** `Deprecate 1.34.3 until 22 Mar 2027` */
  readonly label: string
  /** The whole draft with it. */
  readonly edits: readonly EditBody[]
  /** It only takes out what is refused: the effect is not computed as if it were wanted. */
  readonly isTakeOut?: boolean
}

export function withoutEdit(edits: readonly EditBody[], position: number): readonly EditBody[] {
  return edits.toSpliced(position, 1)
}

/** A version in use may not be removed: keep it, and let it expire instead. */
export function removalRemedies(
  { subject: { image, version } }: WhatIfRefusal,
  { edits }: FindingInput,
): Explanation | null {
  if (version === null) return null
  const name = shortName(image, version)
  const position = edits.findLastIndex(
    (edit) => edit.kind === 'remove' && edit.image === image && versionIn(edit) === version,
  )
  return {
    key: `in use ${name}`,
    rule: 'A version in use cannot be removed',
    text: `${name} is still run. Let it expire first.`,
    remedies: position === -1 ? [] : [{ label: `Keep ${name}`, edits: withoutEdit(edits, position), isTakeOut: true }],
  }
}

/** One supported version per minor: deprecate the other one. Both sides of a clash are refused; they are one finding. */
export function supportedRemedies(
  { subject }: WhatIfRefusal,
  { edits, after, at, zone }: FindingInput,
): Explanation | null {
  const { image, version } = subject
  const parsed = version === null ? null : parseVersion(version)
  if (parsed === null) return null
  const rivals = versionsOf(after, image).filter((listed) => {
    const other = parseVersion(listed.version)
    return other !== null && sameMinor(other, parsed) && carriesSupported(listed)
  })
  const wanted = wantedOf(rivals, image, edits)
  const others = rivals.filter((listed) => listed !== wanted)
  const until = usualExpiry(at)
  const isLatest = (listed: ExpirableVersion) => image === null && listed.version === latestOf(after)
  const remedied = others.reduce<readonly EditBody[]>(
    (draft, listed) =>
      withLife(draft, image, listed.version, {
        classification: 'deprecated',
        // The latest may have no date; one that has a date keeps it.
        ...(isLatest(listed) || listed.expirationDate !== undefined ? {} : { expirationDate: onWire(until) }),
      }),
    edits,
  )
  const names = others.map((listed) => shortName(image, listed.version))
  const date = others.every(isLatest) ? '' : ` until ${dayText(others[0]?.expirationDate ?? until, zone)}`
  return {
    key: `supported ${image} ${minorOf(parsed)}`,
    rule: 'Only one supported version per minor',
    text: `${names.join(', ')} ${plural(names.length, 'is', 'are')} supported too – deprecate ${plural(names.length, 'it', 'them')}?`,
    remedies: others.length === 0 ? [] : [{ label: `Deprecate ${names.join(', ')}${date}`, edits: remedied }],
  }
}

/** The one that the draft promotes or adds; of several, or none, the highest. */
function wantedOf(
  rivals: readonly ExpirableVersion[],
  image: string | null,
  edits: readonly EditBody[],
): ExpirableVersion | undefined {
  const isEdited = ({ version }: ExpirableVersion) =>
    edits.some((edit) => edit.image === image && versionIn(edit) === version && edit.kind !== 'expire')
  const edited = rivals.filter(isEdited)
  return highest(edited.length > 0 ? edited : rivals)
}

function carriesSupported({ classification, lifecycle = [] }: ExpirableVersion): boolean {
  return classification === 'supported' || lifecycle.some((stage) => stage.classification === 'supported')
}

/** The latest version may have no end: clear the date. */
export function expiryRemedies({ subject: { version } }: WhatIfRefusal, { edits }: FindingInput): Explanation | null {
  if (version === null) return null
  return {
    key: `latest ${version}`,
    rule: 'The latest version has no expiry',
    text: `${version} is the highest version: clusters on it would have nowhere to go.`,
    remedies: [
      {
        label: `Clear the date of ${version}`,
        edits: withLife(edits, null, version, { expirationDate: null }),
      },
    ],
  }
}

/** A namespaced profile takes no date that is over: the next working day is the earliest. */
export function pastRemedies(
  { subject: { image, version } }: WhatIfRefusal,
  { edits, at, zone }: FindingInput,
): Explanation | null {
  if (version === null) return null
  const soonest = workday(daysLater(at, 1))
  return {
    key: `past ${shortName(image, version)}`,
    rule: 'A namespaced profile takes no date in the past',
    text: `${shortName(image, version)} would be over at once.`,
    remedies: [
      {
        label: `Let it expire on ${dayText(soonest, zone)}`,
        edits: withLife(edits, image, version, { expirationDate: onWire(soonest) }),
      },
    ],
  }
}

const ORDER = ['preview', 'supported', 'deprecated', 'expired']

/** Stages come in one order and do not go back in time: put them in order. */
export function stageRemedies(refusal: WhatIfRefusal, { edits }: FindingInput): Explanation {
  const position = refusal.edits.at(-1) ?? -1
  const edit = edits[position]
  return {
    key: `stages ${position} ${refusal.text}`,
    rule: 'Stages follow each other: preview, supported, deprecated, expired',
    text: '',
    remedies: edit?.kind === 'schedule' && edit.lifecycle !== null ? [sorted(edits, position, edit)] : [],
  }
}

function sorted(edits: readonly EditBody[], position: number, edit: Extract<EditBody, { kind: 'schedule' }>): Remedy {
  const stages = (edit.lifecycle ?? []).toSorted(
    (a, b) => ORDER.indexOf(a.classification) - ORDER.indexOf(b.classification),
  )
  const times = stages.flatMap(({ startTime }) => startTime ?? []).sort((a, b) => Date.parse(a) - Date.parse(b))
  const missing = stages.length - times.length
  const lifecycle = stages.map(({ classification }, i) => {
    const startTime = times[i - missing]
    return startTime === undefined ? { classification } : { classification, startTime }
  })
  return { label: 'Put the stages in order', edits: edits.with(position, { ...edit, lifecycle }) }
}

/** Kubernetes versions have three numbers: `1.36` is written `1.36.0`. */
export function spellingRemedies(refusal: WhatIfRefusal, { edits }: FindingInput): Explanation {
  const position = refusal.edits.at(-1) ?? -1
  const edit = edits[position]
  const parsed = edit?.kind === 'add' ? parseVersion(edit.entry.version) : null
  const explanation = {
    key: `spelling ${position}`,
    rule: 'A Kubernetes version has three numbers',
    text: 'Nothing may follow them.',
    remedies: [],
  }
  if (edit?.kind !== 'add' || parsed === null) return explanation
  const version = `${parsed.major}.${parsed.minor}.${parsed.patch}`
  return {
    ...explanation,
    remedies: [
      { label: `Write ${version}`, edits: edits.with(position, { ...edit, entry: { ...edit.entry, version } }) },
    ],
  }
}

/** An image version names its architectures and container runtimes. */
export function architectureRemedies({ rule, ...refusal }: WhatIfRefusal, { edits }: FindingInput): Explanation {
  const position = refusal.edits.at(-1) ?? -1
  const edit = edits[position]
  const isArchitecture = rule === 'architectures-missing'
  const usual = isArchitecture ? { architectures: ['amd64'] } : { cri: [{ name: 'containerd' }] }
  return {
    key: `${rule} ${position}`,
    rule: isArchitecture ? 'An image version names its architectures' : 'An image version names a container runtime',
    text: '',
    remedies:
      edit?.kind === 'add'
        ? [
            {
              label: isArchitecture ? 'Add amd64' : 'Add containerd',
              edits: edits.with(position, { ...edit, entry: { ...edit.entry, ...usual } }),
            },
          ]
        : [],
  }
}

/** An image has versions: with its last one it goes too. */
export function emptyImageRemedies({ subject }: WhatIfRefusal, { edits }: FindingInput): Explanation {
  const image = subject.image ?? ''
  const isNew = edits.some((edit) => edit.kind === 'addImage' && edit.image === image)
  const removal: EditBody = { kind: 'removeImage', image }
  return {
    key: `empty ${image}`,
    rule: 'A machine image has at least one version',
    text: isNew ? 'Add one.' : `${image} has none left.`,
    remedies: isNew ? [] : [{ label: `Remove the image ${image} too`, edits: [...edits, removal] }],
  }
}
