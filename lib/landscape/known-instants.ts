import { onWire } from '@/lib/contract/dates'

/** Texts of instants: windows of many clusters begin at the same time, and to read a calendar takes far longer than to look here. */
const known = new Map<number, string>()
const mostKnown = 10_000

/** `onWire` for instants that many answers share. */
export function knownOnWire(instant: number): string {
  let text = known.get(instant)
  if (text === undefined) {
    text = onWire(instant)
    if (known.size === mostKnown) known.clear()
    known.set(instant, text)
  }
  return text
}
