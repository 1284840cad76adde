import { editedVersionOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { expiryOf, listedOf, listedVersion, parseVersion, sameMinor, stagesOf } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import type { HeldRule } from '@/lib/words/findings'
import { latestKubernetes } from './source'

/** Edits that can make a version a supported one. */
const STAGING: ReadonlySet<EditBody['kind']> = new Set(['add', 'classify', 'schedule', 'restore'])

interface HoldsInput {
  readonly edits: readonly EditBody[]
  /** The profile with all edits made. */
  readonly after: CloudProfile
  /** The answer to this very draft. */
  readonly answer: Pick<WhatIfAnswer, 'accepted' | 'edits'>
  readonly isNamespaced: boolean
  readonly at: Instant
}

/**
 * Rules that hold after the edits: only those that the edits could have broken, and that were checked. Gardener
 * does not ask who uses a version while anything else is wrong, so until then it is not known.
 */
export function rulesThatHold({ edits, after, answer, isNamespaced, at }: HoldsInput): readonly HeldRule[] {
  const latest = latestKubernetes(after)
  const end = latest === undefined ? undefined : listedVersion(after, null, latest)
  const hasRemovals = edits.some(({ kind }) => kind === 'remove' || kind === 'removeImage')
  const dates = edits.flatMap((edit) => {
    const version = editedVersionOf(edit)
    const listed = version === null ? undefined : listedVersion(after, edit.image, version)
    return listed === undefined ? [] : [expiryOf(listed)]
  })
  const hasKubernetes = edits.some(({ image }) => image === null)
  const staged = new Set(edits.filter(({ kind }) => STAGING.has(kind)).map(({ image }) => image))
  const warnings = answer.edits.flatMap((edit) => edit.warnings.map(({ code }) => code))
  return [
    ...(hasKubernetes && latest !== undefined && end !== undefined && expiryOf(end) === null
      ? [{ code: 'latest-without-date', version: latest } as const]
      : []),
    ...(staged.size > 0 && [...staged].every((image) => isOneSupported(listedOf(after, image), at))
      ? [{ code: 'one-supported' } as const]
      : []),
    ...(dates.some((date) => date !== null) && dates.every((date) => date === null || date >= at)
      ? [{ code: 'no-date-past', isAsked: isNamespaced } as const]
      : []),
    ...(hasRemovals && answer.accepted ? [{ code: 'none-in-use-removed' } as const] : []),
    ...(hasKubernetes && !warnings.includes('no-next-minor') ? [{ code: 'next-minor' } as const] : []),
  ]
}

/** Whether at no time from now on two versions of a minor are supported; one that cannot be read is of none. */
function isOneSupported(versions: readonly ExpirableVersion[], at: Instant): boolean {
  const supported = versions.flatMap((listed) => {
    const parsed = parseVersion(listed.version)
    const spans = stagesOf(listed).filter(({ stage, to }) => stage === 'supported' && (to === null || to > at))
    return parsed === null
      ? []
      : spans.map(({ from, to }) => ({ parsed, listed, from: from ?? at, to: to ?? Number.POSITIVE_INFINITY }))
  })
  return supported.every((one, i) =>
    supported
      .slice(i + 1)
      .every(
        (other) =>
          other.listed === one.listed ||
          !sameMinor(one.parsed, other.parsed) ||
          Math.max(one.from, other.from, at) >= Math.min(one.to, other.to),
      ),
  )
}
