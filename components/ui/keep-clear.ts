/** Between an element and what would cover it: room for the ring of the focus. */
const GAP = 6

let frame = 0

/**
 * Keeps what has the focus clear of sticky heads and docks, from now on. A browser scrolls it into the screen, but does not know
 * what lies over the screen's edges: that depends on the page, on its lines of notice and on how much a dock holds.
 */
export function keepFocusClear(): void {
  // Once is enough: the same listener is not added again.
  document.addEventListener('focusin', onFocus)
  onFocus()
}

function onFocus(): void {
  cancelAnimationFrame(frame)
  // The browser scrolls after the event.
  frame = requestAnimationFrame(() => {
    const target = document.activeElement
    if (target instanceof HTMLElement && target.matches(':focus-visible')) keepClear(target)
  })
}

/** Scrolls an element from under what is sticky, by as little as possible. */
export function keepClear(target: HTMLElement): void {
  const { left, right, top, bottom } = target.getBoundingClientRect()
  const x = within((left + right) / 2, window.innerWidth)
  const cover =
    coverAt(target, x, within(top + 1, window.innerHeight)) ??
    coverAt(target, x, within(bottom - 1, window.innerHeight))
  if (cover === null) return
  const edges = cover.getBoundingClientRect()
  const isHead = edges.top + edges.bottom < window.innerHeight
  const head = coverAt(target, x, 1)?.getBoundingClientRect().bottom ?? 0
  // What is higher than the room between a head and a dock shows its beginning.
  const by = isHead ? top - GAP - edges.bottom : Math.min(bottom + GAP - edges.top, top - GAP - head)
  scrollerOf(cover).scrollBy({ top: by, behavior: 'instant' })
}

function within(position: number, size: number): number {
  return Math.min(Math.max(position, 1), size - 1)
}

/** The sticky part that lies over a point of the element; null: none. */
function coverAt(target: HTMLElement, x: number, y: number): HTMLElement | null {
  for (const over of document.elementsFromPoint(x, y)) {
    if (over === target || target.contains(over)) return null
    for (let part: Element | null = over; part !== null && !part.contains(target); part = part.parentElement) {
      const { position } = getComputedStyle(part)
      if (part instanceof HTMLElement && (position === 'sticky' || position === 'fixed')) return part
    }
  }
  return null
}

/** What scrolls under a sticky part. */
function scrollerOf(sticky: HTMLElement): Element {
  for (let part = sticky.parentElement; part !== null && part !== document.body; part = part.parentElement) {
    const { overflowY } = getComputedStyle(part)
    if ((overflowY === 'auto' || overflowY === 'scroll') && part.scrollHeight > part.clientHeight) return part
  }
  return document.scrollingElement ?? document.documentElement
}
