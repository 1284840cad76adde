import type { Refusal } from '@/lib/engine/requirements/refusal'

/** Refusals as the vectors list them: without the value, which is part of longer texts only. */
export function errorsOf(refusals: readonly Refusal[]) {
  return refusals.map(({ stage, type, field, detail }) => ({ stage, type, field, detail }))
}
