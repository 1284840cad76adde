import type { Page } from '@playwright/test'

/** How many stops are looked at before the page counts as endless. */
const MOST = 900
/** How many are told; most often the others have the same cause. */
const ENOUGH = 10
/** In milliseconds. */
const MOMENT = 100
/** How many moments something has to come into sight. */
const PATIENCE = 30
/** How many times the key repeats while it is held down, before the page is asked what it saw. */
const HELD = 30

const DIRECTIONS = ['Tab', 'Shift+Tab'] as const
type Direction = (typeof DIRECTIONS)[number]

/**
 * Goes through the page with the Tab key, forwards and back, and tells of each stop that cannot be seen whole: its ring is cut
 * by a box that hides what overflows, or something that stays in sight while the page scrolls lies on it.
 */
export async function hiddenStops(page: Page): Promise<string[]> {
  const found = new Set<string>()
  for (const key of DIRECTIONS) {
    // Some things come into sight a moment after the key: only a walk with patience finds them guilty.
    if (await isFineInHaste(page, key)) continue
    for (const line of await hiddenInPatience(page, key)) found.add(line)
  }
  return [...found]
}

/** Holds the key down, and looks at each stop when the next one follows. */
async function isFineInHaste(page: Page, key: Direction): Promise<boolean> {
  await forgetStops(page)
  await page.evaluate(`(${watchStops})(${lookAtFocus})`)
  const isBack = key === 'Shift+Tab'
  if (isBack) await page.keyboard.down('Shift')
  let seen: Walk = { stops: 0, isOver: false, isFine: true }
  while (!seen.isOver && seen.isFine && seen.stops < MOST) {
    await Promise.all(Array.from({ length: HELD }, () => page.keyboard.down('Tab')))
    seen = await page.evaluate(() => Object.assign({}, Reflect.get(window, 'walk') as Walk))
  }
  await page.keyboard.up('Tab')
  if (isBack) await page.keyboard.up('Shift')
  await page.evaluate(() => (Reflect.get(window, 'walk') as { end(): void }).end())
  if (seen.stops === 0 || seen.stops >= MOST) throw new Error(`${seen.stops} stops with ${key}`)
  return seen.isFine
}

interface Walk {
  /** How many stops were seen. */
  readonly stops: number
  /** Whether the focus left the page, or came to a stop that it had been at. */
  readonly isOver: boolean
  readonly isFine: boolean
}

/** Runs in the page: looks at each stop when the key comes that leaves it. */
function watchStops(look: () => string[] | null): void {
  let hasBegun = false
  const walk = { stops: 0, isOver: false, isFine: true, end: () => {} }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    if (walk.isOver) return event.preventDefault()
    if (!hasBegun) {
      hasBegun = true
      return
    }
    const wrong = look()
    walk.isOver = wrong === null || document.activeElement?.hasAttribute('data-walked') === true
    if (walk.isOver) return event.preventDefault()
    document.activeElement?.setAttribute('data-walked', '')
    walk.stops++
    if ((wrong ?? []).length > 0) walk.isFine = false
  }
  walk.end = () => window.removeEventListener('keydown', onKey, true)
  window.addEventListener('keydown', onKey, true)
  Reflect.set(window, 'walk', walk)
}

/** Goes from stop to stop, and looks again at what seems hidden. */
async function hiddenInPatience(page: Page, key: Direction): Promise<Set<string>> {
  const found = new Set<string>()
  await forgetStops(page)
  for (let stops = 0; stops < MOST; stops++) {
    await page.keyboard.press(key)
    let stop = await page.evaluate(lookAtFocus)
    // What scrolls by itself takes a moment.
    for (let again = 0; again < PATIENCE && stop !== null && stop.length > 0; again++) {
      await page.waitForTimeout(MOMENT)
      stop = await page.evaluate(lookAtFocus)
    }
    // Browsers may begin again without having left the page.
    if (stop === null || (await isKnown(page))) return found
    for (const line of stop) found.add(line)
    if (found.size >= ENOUGH) return found
  }
  throw new Error(`${MOST} stops with ${key}`)
}

/** The next walk begins where the page begins. */
function forgetStops(page: Page): Promise<void> {
  return page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    for (const stop of document.querySelectorAll('[data-walked]')) stop.removeAttribute('data-walked')
  })
}

/** Whether the focused element had the focus before. */
function isKnown(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const wasKnown = document.activeElement?.hasAttribute('data-walked') ?? false
    document.activeElement?.setAttribute('data-walked', '')
    return wasKnown
  })
}

/** Runs in the page: what is wrong with the focused element; null when nothing has the focus. */
function lookAtFocus(): string[] | null {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return null
  const style = getComputedStyle(focused)
  const box = focused.getBoundingClientRect()
  // Controls that are drawn by their label show the ring there.
  if (box.width < 3 || box.height < 3 || Number(style.opacity) === 0) return []
  const said = (focused.getAttribute('aria-label') ?? focused.textContent ?? '').replace(/\s+/g, ' ').slice(0, 40)
  const name = `${focused.tagName.toLowerCase()} "${said}"`
  const ring = style.outlineStyle === 'none' ? 0 : Number.parseFloat(style.outlineWidth)
  const around = ring === 0 ? 0 : Math.max(0, ring + Number.parseFloat(style.outlineOffset))
  const wrong: string[] = []
  const outer = {
    left: box.left - around,
    right: box.right + around,
    top: box.top - around,
    bottom: box.bottom + around,
  }
  const cut = (by: DOMRect, isX: boolean, isY: boolean, margin: number) => {
    const over = [
      isX && box.width + 2 * around <= by.width ? by.left - margin - outer.left : 0,
      isX && box.width + 2 * around <= by.width ? outer.right - by.right - margin : 0,
      isY && box.height + 2 * around <= by.height ? by.top - margin - outer.top : 0,
      isY && box.height + 2 * around <= by.height ? outer.bottom - by.bottom - margin : 0,
    ]
    const most = Math.max(...over)
    return most > 0.6 ? most.toFixed(1) : null
  }
  let isFixed = style.position === 'fixed'
  for (let parent = focused.parentElement; parent !== null && !isFixed; parent = parent.parentElement) {
    const of = getComputedStyle(parent)
    if (parent === document.body || parent === document.documentElement) break
    const isX = of.overflowX !== 'visible'
    const isY = of.overflowY !== 'visible'
    if (isX || isY) {
      const outside = parent.getBoundingClientRect()
      const padding = new DOMRect(
        outside.left + Number.parseFloat(of.borderLeftWidth),
        outside.top + Number.parseFloat(of.borderTopWidth),
        parent.clientWidth || outside.width,
        parent.clientHeight || outside.height,
      )
      const margin = of.overflowX === 'clip' ? Number.parseFloat(of.getPropertyValue('overflow-clip-margin')) || 0 : 0
      const by = cut(padding, isX, isY, margin)
      if (by !== null)
        wrong.push(`${name}: its ring is cut by ${by} px, in ${parent.tagName.toLowerCase()}.${parent.className}`)
    }
    isFixed = of.position === 'fixed'
  }
  const screen = new DOMRect(0, 0, document.documentElement.clientWidth, document.documentElement.clientHeight)
  const off = cut(screen, true, true, 0)
  if (off !== null && around > 0) wrong.push(`${name}: its ring is ${off} px off the screen`)
  // What is higher than the room between head and dock cannot be seen whole.
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  let taken = (Number.parseFloat(scrollPaddingTop) || 0) + (Number.parseFloat(scrollPaddingBottom) || 0)
  const lowest = document.elementFromPoint((box.left + box.right) / 2, screen.height - 2)
  for (let dock = lowest; dock !== null && !dock.contains(focused); dock = dock.parentElement) {
    const { position } = getComputedStyle(dock)
    if (position === 'sticky' || position === 'fixed') taken += dock.getBoundingClientRect().height
  }
  if (box.height > screen.height - taken) return wrong
  const xs = [box.left + 1, (box.left + box.right) / 2, box.right - 1]
  const ys = [box.top + 1, (box.top + box.bottom) / 2, box.bottom - 1]
  for (const x of xs) {
    for (const y of ys) {
      const top = document.elementFromPoint(x, y)
      if (top === null || focused.contains(top) || top.contains(focused)) continue
      for (let over: Element | null = top; over !== null && !over.contains(focused); over = over.parentElement) {
        const { position } = getComputedStyle(over)
        if (position !== 'sticky' && position !== 'fixed') continue
        wrong.push(`${name}: under ${over.tagName.toLowerCase()} "${(over.textContent ?? '').slice(0, 30)}"`)
        return wrong
      }
    }
  }
  return wrong
}
