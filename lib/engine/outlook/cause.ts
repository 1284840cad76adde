import { type RefusalSubject, UPDATE_RULES, type UpdateRefusal, type UpdateRule } from '@/lib/engine/refusal'
import { fails, failsUnreported, type Run } from '@/lib/engine/rules'
import type { ImageMisfit, ImageStop } from '@/lib/engine/types'

/**
 * Why a maintenance fails. `no-version`: there is none to move to. `unfit-…`: the image that is there does not fit the pool, nor does
 * another one; `none-for-…`: it may stay, and no version that it could go to fits. Then what ends the search for images, and the rules
 * of the API server; `refused`: by one that is not known.
 */
export type CauseCode =
  | 'no-version'
  | 'refused'
  | `unfit-${ImageMisfit['rule']}`
  | `none-for-${ImageMisfit['rule']}`
  | ImageStop['because']
  | UpdateRule

/** A code, for some with what it is about after a blank: `no-version`, `image-kubelet < 1.31`. As one text, so that equal causes are equal. */
export type Cause = CauseCode | `${CauseCode} ${string}`

/**
 * Why a maintenance fails, for a row of a list; the whole text is in the step. `error`: what the API server
 * or the controller answered, null when it accepted and there was no version to move to. `refused`: what it consists of. `misfit`:
 * what keeps the first pool that fails from versions of its image.
 * Names of pools are left out: a cause is shared by shoots that name theirs differently.
 */
export function causeOf(error: string | null, refused: readonly UpdateRefusal[], misfit: ImageMisfit | null): Cause {
  if (error === null) {
    if (misfit === null) return 'no-version'
    return misfit.isOwn ? `unfit-${misfit.rule}` : `none-for-${misfit.rule}`
  }
  const rule = UPDATE_RULES.find((one) => refused.some((refusal) => refusal.rule === one))
  const first = refused.find((refusal) => refusal.rule === rule)
  if (first === undefined) return 'refused'
  const about = aboutOf(first.rule, first.subject)
  return about === undefined || about === '' ? first.rule : `${first.rule} ${about}`
}

/** The same where nothing fails but what Gardener does not report; null: something else does, or nothing. */
export function stopCauseOf(run: Run): Cause | null {
  if (run.kind !== 'done' || !failsUnreported(run) || run.decided === null || run.decided.stop === null) return null
  return fails(run.decided, run.rotations) ? null : run.decided.stop.because
}

/** What a rule is about, where that says more than its code. */
function aboutOf(
  rule: UpdateRule,
  { image, version, machineType, supported, value }: RefusalSubject,
): string | undefined {
  switch (rule) {
    case 'image-architecture':
    case 'image-unavailable':
      return `${image} ${version}`
    case 'image-capabilities':
    case 'machine-type-gone':
      return machineType
    case 'image-kubelet':
      return supported?.join()
    case 'api-ends':
      return value
    default:
      return undefined
  }
}
