/**
 * What is typed for a dialog whose script is still being loaded: it is kept for the dialog, and nobody else gets it. It ends
 * when the dialog takes what was typed, when any dialog is open, or after a while that no loading should take.
 */
interface HeldKeys {
  text: string
  /** Enter came last. */
  isEntered: boolean
  readonly onEscape: () => void
  readonly until: number
}

/** In milliseconds. */
const LONGEST = 10_000
let held: HeldKeys | null = null

/** From now on keys are kept; Esc ends that, and calls back. */
export function holdKeys(onEscape: () => void): void {
  held = { text: '', isEntered: false, onEscape, until: Date.now() + LONGEST }
  document.addEventListener('keydown', keep, { capture: true })
}

/** What was typed; from now on keys go where they belong. */
export function takeHeldKeys(): Pick<HeldKeys, 'text' | 'isEntered'> {
  document.removeEventListener('keydown', keep, { capture: true })
  const { text, isEntered } = held ?? { text: '', isEntered: false }
  held = null
  return { text, isEntered }
}

function keep(event: KeyboardEvent): void {
  if (held === null || Date.now() > held.until || document.querySelector('dialog[open]')) {
    takeHeldKeys()
    return
  }
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (key === 'Escape') {
    const { onEscape } = held
    takeHeldKeys()
    onEscape()
  } else if (key === 'Backspace') held.text = held.text.slice(0, -1)
  else if (key === 'Enter') held.isEntered = true
  else if (key.length === 1) {
    held.text += key
    held.isEntered = false
  } else return
  event.preventDefault()
  event.stopImmediatePropagation()
}
