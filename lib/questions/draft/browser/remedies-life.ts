import { onWire } from '@/lib/contract/dates'
import type { EditBody } from '@/lib/contract/edits'
import { shortName } from '@/lib/contract/version-name'
import type { WhatIfRefusal } from '@/lib/contract/what-if'
import { minorOf, parseVersion, sameMinor } from '@/lib/engine/rules'
import type { ExpirableVersion } from '@/lib/engine/types'
import { plural } from '@/lib/words/phrases'
import { dayText } from '@/lib/words/time-text'
import { daysLater, usualExpiry, workday } from './dates'
import { versionIn } from './items'
import type { Explanation, FindingInput, Remedy } from './remedies'
import { highest, latestOf, versionsOf } from './source'
import { withLife } from './with-life'

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
