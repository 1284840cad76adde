import { admissionAnswer } from '@/lib/engine/api-server'
import type { ProfileRefusal } from '@/lib/engine/refusal'

/**
 * Refusals as the vectors list them: what an admission finds is one error, its parts joined with ` | `. The values that were
 * refused are part of longer texts only.
 */
export function errorsOf(object: string, refusals: readonly ProfileRefusal[]) {
  if (refusals[0]?.stage !== 'admission') {
    return refusals.map(({ stage, type, field, text }) => ({ stage, type, field, detail: text }))
  }
  const { field, head, texts } = admissionAnswer(object, refusals)
  const detail = [...(head === null ? [] : [head]), ...texts].join(' | ')
  return [{ stage: 'admission', type: 'Forbidden', field, detail }]
}
