import { onWire } from '@/lib/contract/dates'
import { editedVersionOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import { shortName } from '@/lib/contract/version-name'
import type { WhatIfRefusal } from '@/lib/contract/what-if'
import { highestVersion, listedOf, parseVersion, sameMinor } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import type { RemedyKind } from '@/lib/words/findings'
import { daysLater, usualExpiry, workday } from './dates'
import { draftWithLife, latestKubernetes } from './source'

export interface FindingInput {
  readonly edits: readonly EditBody[]
  /** The profile with all edits made. */
  readonly after: CloudProfile
  readonly at: Instant
}

/** One click that sets a refusal right; `edits`: the whole draft with it. */
export type RefusalRemedy = RemedyKind & { readonly edits: readonly EditBody[] }

/** Whether it only takes out what is refused: the effect is not computed as if that were wanted. */
export function isTakeOut({ kind }: RemedyKind): boolean {
  return kind === 'keep' || kind === 'takeOut'
}

/** A version in use may not be removed: keep it, and let it expire instead. */
export function removalRemedies(
  { subject: { image, version } }: WhatIfRefusal,
  { edits }: FindingInput,
): readonly RefusalRemedy[] {
  const position = edits.findLastIndex(
    (edit) => edit.kind === 'remove' && edit.image === image && editedVersionOf(edit) === version,
  )
  if (version === null || position === -1) return []
  return [{ kind: 'keep', name: shortName(image, version), edits: edits.toSpliced(position, 1) }]
}

/** One supported version per minor: deprecate the other one. Both sides of a clash are refused; they are one finding. */
export function supportedRemedies(
  { subject }: WhatIfRefusal,
  { edits, after, at }: FindingInput,
): readonly RefusalRemedy[] {
  const { image, version } = subject
  const parsed = version === null ? null : parseVersion(version)
  if (parsed === null) return []
  const rivals = listedOf(after, image).filter((listed) => {
    const other = parseVersion(listed.version)
    return other !== null && sameMinor(other, parsed) && carriesSupported(listed)
  })
  const wanted = wantedOf(rivals, image, edits)
  const others = rivals.filter((listed) => listed !== wanted)
  if (others.length === 0) return []
  const until = usualExpiry(at)
  const isLatest = (listed: ExpirableVersion) => image === null && listed.version === latestKubernetes(after)
  const remedied = others.reduce<readonly EditBody[]>(
    (draft, listed) =>
      draftWithLife(draft, image, listed.version, {
        classification: 'deprecated',
        // The latest may have no date; one that has a date keeps it.
        ...(isLatest(listed) || listed.expirationDate !== undefined ? {} : { expirationDate: onWire(until) }),
      }),
    edits,
  )
  return [
    {
      kind: 'deprecate',
      names: others.map((listed) => shortName(image, listed.version)),
      until: others.every(isLatest) ? null : (others[0]?.expirationDate ?? until),
      edits: remedied,
    },
  ]
}

/** The one that the draft promotes or adds; of several, or none, the highest. */
function wantedOf(
  rivals: readonly ExpirableVersion[],
  image: string | null,
  edits: readonly EditBody[],
): ExpirableVersion | undefined {
  const isEdited = ({ version }: ExpirableVersion) =>
    edits.some((edit) => edit.image === image && editedVersionOf(edit) === version && edit.kind !== 'expire')
  const edited = rivals.filter(isEdited)
  return highestVersion(edited.length > 0 ? edited : rivals)
}

function carriesSupported({ classification, lifecycle = [] }: ExpirableVersion): boolean {
  return classification === 'supported' || lifecycle.some((stage) => stage.classification === 'supported')
}

/** The latest version may have no end: clear the date. */
export function expiryRemedies(
  { subject: { version } }: WhatIfRefusal,
  { edits }: FindingInput,
): readonly RefusalRemedy[] {
  if (version === null) return []
  return [{ kind: 'clear', version, edits: draftWithLife(edits, null, version, { expirationDate: null }) }]
}

/** A namespaced profile takes no date that is over: the next working day is the earliest. */
export function pastRemedies(
  { subject: { image, version } }: WhatIfRefusal,
  { edits, at }: FindingInput,
): readonly RefusalRemedy[] {
  if (version === null) return []
  const soonest = workday(daysLater(at, 1))
  return [
    { kind: 'expire', on: soonest, edits: draftWithLife(edits, image, version, { expirationDate: onWire(soonest) }) },
  ]
}

const ORDER = ['preview', 'supported', 'deprecated', 'expired']

/** Stages come in one order and do not go back in time: put them in order. */
export function stageRemedies(refusal: WhatIfRefusal, { edits }: FindingInput): readonly RefusalRemedy[] {
  const position = refusal.edits.at(-1) ?? -1
  const edit = edits[position]
  if (edit?.kind !== 'schedule' || edit.lifecycle === null) return []
  const stages = edit.lifecycle.toSorted((a, b) => ORDER.indexOf(a.classification) - ORDER.indexOf(b.classification))
  const times = stages.flatMap(({ startTime }) => startTime ?? []).sort((a, b) => Date.parse(a) - Date.parse(b))
  const missing = stages.length - times.length
  const lifecycle = stages.map(({ classification }, i) => {
    const startTime = times[i - missing]
    return startTime === undefined ? { classification } : { classification, startTime }
  })
  return [{ kind: 'order', edits: edits.with(position, { ...edit, lifecycle }) }]
}

/** Kubernetes versions have three numbers: `1.36` is written `1.36.0`. */
export function spellingRemedies(refusal: WhatIfRefusal, input: FindingInput): readonly RefusalRemedy[] {
  return ofAdded(refusal, input, ({ version }) => {
    const parsed = parseVersion(version)
    if (parsed === null) return null
    const written = `${parsed.major}.${parsed.minor}.${parsed.patch}`
    return [{ kind: 'write', version: written }, { version: written }]
  })
}

/** An image version names its architectures. */
export function architectureRemedies(refusal: WhatIfRefusal, input: FindingInput): readonly RefusalRemedy[] {
  return ofAdded(refusal, input, () => [{ kind: 'describe', as: 'amd64' }, { architectures: ['amd64'] }])
}

/** An image version names a container runtime. */
export function runtimeRemedies(refusal: WhatIfRefusal, input: FindingInput): readonly RefusalRemedy[] {
  return ofAdded(refusal, input, () => [{ kind: 'describe', as: 'containerd' }, { cri: [{ name: 'containerd' }] }])
}

type AddEditBody = Extract<EditBody, { kind: 'add' }>

/** A version that is added with other fields: what it is called, and these. */
function ofAdded(
  refusal: WhatIfRefusal,
  { edits }: FindingInput,
  mended: (entry: AddEditBody['entry']) => readonly [RemedyKind, Partial<AddEditBody['entry']>] | null,
): readonly RefusalRemedy[] {
  const position = refusal.edits.at(-1) ?? -1
  const edit = edits[position]
  const found = edit?.kind === 'add' ? mended(edit.entry) : null
  if (edit?.kind !== 'add' || found === null) return []
  const [kind, fields] = found
  return [{ ...kind, edits: edits.with(position, { ...edit, entry: { ...edit.entry, ...fields } }) }]
}

/** An image has versions: with its last one it goes too. */
export function emptyImageRemedies({ subject }: WhatIfRefusal, { edits }: FindingInput): readonly RefusalRemedy[] {
  const image = subject.image ?? ''
  const isNew = edits.some((edit) => edit.kind === 'addImage' && edit.image === image)
  return isNew ? [] : [{ kind: 'removeImage', image, edits: [...edits, { kind: 'removeImage', image }] }]
}
