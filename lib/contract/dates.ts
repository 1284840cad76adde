/** An instant as it is sent, in milliseconds: UTC, whole seconds, e.g. `2026-12-15T21:00:00Z`. */
export function onWire(instant: number): string {
  return `${new Date(Math.floor(instant / 1000) * 1000).toISOString().slice(0, -5)}Z`
}
