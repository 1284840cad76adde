import { isRecord } from '@/lib/engine/reader'
import { formatInstant, parseInstant } from '@/lib/engine/time'
import type { Written } from './garden'

/**
 * Who wrote an object last, in `metadata.managedFields` of unknown shape: the entry with the latest time. What only a controller
 * says about its state (`subresource: status`) is no write of the object. Undefined: it is not told; nothing here is a problem.
 */
export function writtenIn(managedFields: unknown): Written | undefined {
  let last: Written | undefined
  for (const entry of Array.isArray(managedFields) ? managedFields : []) {
    if (!isRecord(entry) || entry.subresource === 'status') continue
    const { manager, time } = entry
    const at = typeof time === 'string' ? parseInstant(time) : null
    if (typeof manager !== 'string' || at === null) continue
    if (last === undefined || at >= last.at) last = { manager, at }
  }
  return last
}

/** A list that says the same to `writtenIn`, without the fields that each entry manages: they are most of an object. */
export function onlyLastWrite(managedFields: unknown): readonly unknown[] {
  const written = writtenIn(managedFields)
  return written === undefined ? [] : [{ manager: written.manager, time: formatInstant(written.at) }]
}
