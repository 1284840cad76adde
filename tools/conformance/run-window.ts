import { effectiveDuration, isInWindow, parseWindow, requeueBounds, windowErrors } from '@/lib/engine/rules'
import { parseInstant } from '@/lib/engine/time'
import type { Runner } from './context'
import { firstDifference } from './difference'

/** When a shoot may be maintained, when it is looked at again, and what the API server says about its window. */
export const maintenanceWindow: Runner = {
  file: 'window.jsonl',
  run: (vector) => {
    const at = parseInstant(String(vector.at))
    if (at === null) return `at: ${vector.at} is not a time`
    const stored =
      typeof vector.begin === 'string' && typeof vector.end === 'string'
        ? { begin: vector.begin, end: vector.end }
        : null
    const window = parseWindow(stored)
    const requeue = requeueBounds(window, at)
    return firstDifference(vector.expect, {
      parsed: window.parsed,
      inWindow: isInWindow(window, at),
      effectiveBegin: clock(window.begin),
      effectiveEnd: clock(window.latestStart),
      effectiveDurationSeconds: effectiveDuration(window),
      requeueMinSeconds: requeue.min,
      requeueMaxSecondsExclusive: requeue.max,
      validationErrors: windowErrors(stored).map(({ field, detail }) => ({
        stage: 'validation',
        type: 'FieldValueInvalid',
        field,
        detail,
      })),
    })
  },
}

function clock(second: number): string {
  return [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
