import { onWire } from '@/lib/contract/dates'
import { versionIn, versionsOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import { shortName } from '@/lib/contract/version-name'
import type { WhatIfRefusal } from '@/lib/contract/what-if'
import { minorOf, parseVersion, sameMinor } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import type { BrokenRule, RemedyKind } from '@/lib/words/findings'
import { daysLater, usualExpiry, workday } from './dates'
import { highest, latestOf, withLife } from './source'

/** What a refusal is about, and how it is set right. */
export interface Explanation {
  /** Refusals of one key are one finding. */
  readonly key: string
  readonly broken: BrokenRule
  readonly remedies: readonly Remedy[]
}

export interface FindingInput {
  readonly edits: readonly EditBody[]
  /** With all edits made. */
  readonly after: CloudProfile
  readonly at: Instant
}

/** One click that sets a refusal right; `edits`: the whole draft with it. */
export type Remedy = RemedyKind & { readonly edits: readonly EditBody[] }

/** Whether it only takes out what is refused: the effect is not computed as if that were wanted. */
export function isTakeOut({ kind }: RemedyKind): boolean {
  return kind === 'keep' || kind === 'takeOut'
}

export function withoutEdit(edits: readonly EditBody[], position: number): readonly EditBody[] {
  return edits.toSpliced(position, 1)
}

/** A version in use may not be removed: keep it, and let it expire instead. */
export function removalRemedies(
  code: 'kubernetes-version-in-use' | 'image-version-in-use',
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
    broken: { code, name },
    remedies: position === -1 ? [] : [{ kind: 'keep', name, edits: withoutEdit(edits, position) }],
  }
}

/** One supported version per minor: deprecate the other one. Both sides of a clash are refused; they are one finding. */
export function supportedRemedies({ subject }: WhatIfRefusal, { edits, after, at }: FindingInput): Explanation | null {
  const { image, version } = subject
  const parsed = version === null ? null : parseVersion(version)
  if (parsed === null) return null
  const rivals = versionsOf(after, image).filter((listed) => {
    const other = parseVersion(listed.version)
    return other !== null && sameMinor(other, parsed) && carriesSupported(listed)
  })
  const wanted = wantedOf(rivals, image, edits)
  const others = rivals.filter((listed) => listed !== wanted)
  if (others.length === 0) return null
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
  return {
    key: `supported ${image} ${minorOf(parsed)}`,
    broken: { code: 'supported-twice', names },
    remedies: [
      {
        kind: 'deprecate',
        names,
        until: others.every(isLatest) ? null : (others[0]?.expirationDate ?? until),
        edits: remedied,
      },
    ],
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
    broken: { code: 'latest-version-expires', version },
    remedies: [{ kind: 'clear', version, edits: withLife(edits, null, version, { expirationDate: null }) }],
  }
}

/** A namespaced profile takes no date that is over: the next working day is the earliest. */
export function pastRemedies(
  { subject: { image, version } }: WhatIfRefusal,
  { edits, at }: FindingInput,
): Explanation | null {
  if (version === null) return null
  const soonest = workday(daysLater(at, 1))
  const name = shortName(image, version)
  return {
    key: `past ${name}`,
    broken: { code: 'override-expired', name },
    remedies: [
      {
        kind: 'expire',
        on: soonest,
        edits: withLife(edits, image, version, { expirationDate: onWire(soonest) }),
      },
    ],
  }
}

const ORDER = ['preview', 'supported', 'deprecated', 'expired']

/** Stages come in one order and do not go back in time: put them in order. */
export function stageRemedies(
  code: 'stages-out-of-order' | 'stages-out-of-time',
  refusal: WhatIfRefusal,
  { edits }: FindingInput,
): Explanation {
  const position = refusal.edits.at(-1) ?? -1
  const edit = edits[position]
  return {
    key: `stages ${position} ${refusal.text}`,
    broken: { code },
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
  return { kind: 'order', edits: edits.with(position, { ...edit, lifecycle }) }
}

/** Kubernetes versions have three numbers: `1.36` is written `1.36.0`. */
export function spellingRemedies(refusal: WhatIfRefusal, { edits }: FindingInput): Explanation {
  const position = refusal.edits.at(-1) ?? -1
  const edit = edits[position]
  const parsed = edit?.kind === 'add' ? parseVersion(edit.entry.version) : null
  const remedies: Remedy[] = []
  if (edit?.kind === 'add' && parsed !== null) {
    const version = `${parsed.major}.${parsed.minor}.${parsed.patch}`
    const entry = { ...edit.entry, version }
    remedies.push({ kind: 'write', version, edits: edits.with(position, { ...edit, entry }) })
  }
  return { key: `spelling ${position}`, broken: { code: 'kubernetes-version-spelling' }, remedies }
}

/** An image version names its architectures and container runtimes. */
export function architectureRemedies(
  code: 'architectures-missing' | 'runtimes-missing',
  refusal: WhatIfRefusal,
  { edits }: FindingInput,
): Explanation {
  const position = refusal.edits.at(-1) ?? -1
  const edit = edits[position]
  const isArchitecture = code === 'architectures-missing'
  const usual = isArchitecture ? { architectures: ['amd64'] } : { cri: [{ name: 'containerd' }] }
  const remedies: Remedy[] = []
  if (edit?.kind === 'add') {
    const entry = { ...edit.entry, ...usual }
    const as = isArchitecture ? 'amd64' : 'containerd'
    remedies.push({ kind: 'describe', as, edits: edits.with(position, { ...edit, entry }) })
  }
  return { key: `${code} ${position}`, broken: { code }, remedies }
}

/** An image has versions: with its last one it goes too. */
export function emptyImageRemedies({ subject }: WhatIfRefusal, { edits }: FindingInput): Explanation {
  const image = subject.image ?? ''
  const isNew = edits.some((edit) => edit.kind === 'addImage' && edit.image === image)
  const removal: EditBody = { kind: 'removeImage', image }
  return {
    key: `empty ${image}`,
    broken: { code: 'image-without-versions', image, isNew },
    remedies: isNew ? [] : [{ kind: 'removeImage', image, edits: [...edits, removal] }],
  }
}
