/** Texts of instants by their second: windows of many clusters begin at the same time, and to read a calendar takes far longer than to look here. */
const known = new Map<number, string>()
const mostKnown = 10_000

/** An instant as it is sent, in milliseconds: UTC, whole seconds, e.g. `2026-12-15T21:00:00Z`. */
export function onWire(instant: number): string {
  const second = Math.floor(instant / 1000)
  let text = known.get(second)
  if (text === undefined) {
    text = `${new Date(second * 1000).toISOString().slice(0, -5)}Z`
    if (known.size === mostKnown) known.clear()
    known.set(second, text)
  }
  return text
}
