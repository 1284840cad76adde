/** Boxes of the page as shapes: what fills and surrounds them, and what cuts them off. */

const FAR = 10_000

/** Opens a group where the element fades or is cut off; null: it does neither. */
export function openGroup(style: CSSStyleDeclaration, box: DOMRect, pen: SvgWriter): string | null {
  const attributes: string[] = []
  if (style.opacity !== '1') attributes.push(`opacity="${style.opacity}"`)
  if (style.overflowX !== 'visible') {
    // What is cut off at the sides alone may still reach up and down.
    const reach = style.overflowY === 'visible' ? FAR : 0
    const seen = new DOMRect(box.x, box.y - reach, box.width, box.height + 2 * reach)
    const id = pen.define((id) => `<clipPath id="${id}">${rectText(seen, pen)}</clipPath>`)
    attributes.push(`clip-path="url(#${id})"`)
  }
  const fade = fadeOf(style.maskImage, box, pen)
  if (fade !== null) attributes.push(`mask="url(#${fade})"`)
  return attributes.length === 0 ? null : `<g ${attributes.join(' ')}>`
}

/** A gradient to the right or to the left that begins transparent, as ends that are not known have. */
function fadeOf(mask: string, box: DOMRect, pen: SvgWriter): string | null {
  if (!mask.startsWith('linear-gradient(')) return null
  const isLeft = mask.startsWith('linear-gradient(90deg')
  const isBoth = mask.endsWith('rgba(0, 0, 0, 0))')
  const share = Math.min(64 / Math.max(1, box.width), 0.4)
  const stops = [
    isLeft ? [0, 0] : [0, 1],
    ...(isLeft ? [[share, 1]] : []),
    ...(isLeft && !isBoth ? [] : [[1 - share, 1]]),
    isLeft && !isBoth ? [1, 1] : [1, 0],
  ]
  const gradient = pen.define(
    (id) =>
      `<linearGradient id="${id}">${stops.map(([at, shown]) => `<stop offset="${at}" stop-color="#fff" stop-opacity="${shown}"/>`).join('')}</linearGradient>`,
  )
  return pen.define((id) => `<mask id="${id}">${rectText(box, pen, `fill="url(#${gradient})"`)}</mask>`)
}

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const

export function drawBox(element: HTMLElement, style: CSSStyleDeclaration, box: DOMRect, pen: SvgWriter): void {
  if (box.width === 0 && box.height === 0) return
  const turned = turnOf(element, style, box, pen)
  const own = turned?.box ?? box
  const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, own.width / 2)
  const shapes: string[] = []
  const fills = [solid(style.backgroundColor), ...patternsOf(style.backgroundImage, pen)]
  for (const fill of fills) if (fill !== null) shapes.push(rectText(own, pen, `rx="${radius}" fill="${fill}"`))
  const sides = SIDES.map((side) => borderOf(style, side))
  const [first] = sides
  if (first && sides.every((one) => one?.text === first.text)) {
    const half = first.width / 2
    const inner = new DOMRect(own.x + half, own.y + half, own.width - first.width, own.height - first.width)
    shapes.push(rectText(inner, pen, `rx="${radius}" fill="none" ${first.text}`))
  } else {
    for (const [i, side] of sides.entries()) if (side !== null) shapes.push(edgeText(own, i, side, pen))
  }
  for (const line of linesAround(style)) {
    const inset = line.isInside ? line.width / 2 : -line.width / 2
    const at = new DOMRect(own.x + inset, own.y + inset, own.width - 2 * inset, own.height - 2 * inset)
    shapes.push(rectText(at, pen, `rx="${radius}" fill="none" stroke="${line.color}" stroke-width="${line.width}"`))
  }
  if (shapes.length === 0) return
  pen.shapes.push(turned === null ? shapes.join('') : `<g transform="${turned.transform}">${shapes.join('')}</g>`)
}

/** A box that is turned or slanted: as it is without, and the way there. Where it is only moved, its place says so: null. */
function turnOf(
  element: HTMLElement,
  { transform, rotate }: CSSStyleDeclaration,
  box: DOMRect,
  pen: SvgWriter,
): { readonly box: DOMRect; readonly transform: string } | null {
  const matrix = new DOMMatrix(transform === 'none' ? '' : transform)
  if (rotate !== 'none' && rotate !== '') matrix.rotateSelf(Number.parseFloat(rotate))
  const { a, b, c, d } = matrix
  if (b === 0 && c === 0) return null
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const { offsetWidth: width, offsetHeight: height } = element
  const [cx, cy] = [pen.x(x), pen.y(y)]
  return {
    box: new DOMRect(x - width / 2, y - height / 2, width, height),
    transform: `translate(${cx} ${cy}) matrix(${[a, b, c, d].map(round).join(' ')} 0 0) translate(${-cx} ${-cy})`,
  }
}

/** Lines that take no room: an outline, and a shadow that is an even line inside. */
function linesAround({ boxShadow, outlineStyle, outlineWidth, outlineColor }: CSSStyleDeclaration) {
  const [, color = '', width = ''] = /^(.+\)) 0px 0px 0px ([\d.]+)px inset$/.exec(boxShadow) ?? []
  return [
    { color: solid(color), width: Number(width), isInside: true },
    {
      color: outlineStyle === 'solid' ? solid(outlineColor) : null,
      width: Number.parseFloat(outlineWidth),
      isInside: false,
    },
  ].filter(({ color, width }) => color !== null && color !== '' && width > 0)
}

interface DrawnBorder {
  readonly width: number
  readonly text: string
}

function borderOf(style: CSSStyleDeclaration, side: (typeof SIDES)[number]): DrawnBorder | null {
  const width = Number.parseFloat(style[`border${side}Width`])
  const color = solid(style[`border${side}Color`])
  const look = style[`border${side}Style`]
  if (!(width > 0) || color === null || look === 'none' || look === 'hidden') return null
  const dashes = look === 'dashed' ? ' stroke-dasharray="4 3"' : look === 'dotted' ? ' stroke-dasharray="1 2"' : ''
  return { width, text: `stroke="${color}" stroke-width="${width}"${dashes}` }
}

function edgeText(
  { left, right, top, bottom }: DOMRect,
  side: number,
  { width, text }: DrawnBorder,
  pen: SvgWriter,
): string {
  const half = width / 2
  const [x1, y1, x2, y2] =
    [
      [left, top + half, right, top + half],
      [right - half, top, right - half, bottom],
      [left, bottom - half, right, bottom - half],
      [left + half, top, left + half, bottom],
    ][side] ?? []
  return `<line x1="${pen.x(x1 ?? 0)}" y1="${pen.y(y1 ?? 0)}" x2="${pen.x(x2 ?? 0)}" y2="${pen.y(y2 ?? 0)}" ${text}/>`
}

/** The hatches and dots that stages have; other gradients are left out. */
function patternsOf(image: string, pen: SvgWriter): readonly (string | null)[] {
  if (image === 'none') return []
  const color = /rgba?\([^)]*\)|color\([^)]*\)|oklch\([^)]*\)/.exec(image)?.[0]
  if (color === undefined) return []
  const drawn = (size: string, shape: string) =>
    `url(#${pen.define((id) => `<pattern id="${id}" patternUnits="userSpaceOnUse" ${size}>${shape}</pattern>`)})`
  if (image.startsWith('radial-gradient')) {
    return [drawn('width="5" height="5"', `<circle cx="2.5" cy="2.5" r="1.1" fill="${color}"/>`)]
  }
  if (image.startsWith('repeating-linear-gradient(135deg')) {
    const size = 'width="6" height="6" patternTransform="rotate(45)"'
    return [drawn(size, `<rect width="1.5" height="6" fill="${color}"/>`)]
  }
  if (image.startsWith('repeating-linear-gradient(90deg')) {
    return [drawn('width="8" height="8"', `<rect width="5" height="8" fill="${color}"/>`)]
  }
  if (image.startsWith('repeating-linear-gradient')) {
    return [drawn('width="3" height="3"', `<rect width="3" height="1" fill="${color}"/>`)]
  }
  return []
}

/** The triangle of a flag, which is made of the borders of a box without size. */
export function drawFlag(element: Element, box: DOMRect, pen: SvgWriter): void {
  const before = getComputedStyle(element, '::before')
  if (before.content === 'none' || before.content === 'normal' || before.width !== '0px') return
  const color = solid(before.borderLeftColor)
  const [width, half] = [Number.parseFloat(before.borderLeftWidth), Number.parseFloat(before.borderTopWidth)]
  if (color === null || !(width > 0) || !(half > 0)) return
  const x = pen.x(box.left + (Number.parseFloat(before.left) || 0))
  const y = pen.y(box.top + (Number.parseFloat(before.top) || 0))
  pen.shapes.push(`<path d="M${x} ${y}l${width} ${half}l${-width} ${half}z" fill="${color}"/>`)
}

/** Draws each line at its place: a text is broken where the page breaks it. */
export function drawText(node: Text, style: CSSStyleDeclaration, pen: SvgWriter): void {
  const color = solid(style.color)
  if (node.data.trim() === '' || color === null) return
  const attributes = [
    `font-family="${escapedXml(style.fontFamily)}"`,
    `font-size="${round(Number.parseFloat(style.fontSize))}"`,
    `font-weight="${style.fontWeight}"`,
    ...(style.fontStyle === 'normal' ? [] : [`font-style="${style.fontStyle}"`]),
    ...(style.fontVariantNumeric.includes('tabular-nums') ? ['font-variant-numeric="tabular-nums"'] : []),
    ...(style.textDecorationLine.includes('line-through') ? ['text-decoration="line-through"'] : []),
    `fill="${color}"`,
  ].join(' ')
  const size = Number.parseFloat(style.fontSize)
  const edge = edgeOf(node)
  for (const line of linesOf(node)) {
    const { box } = line
    const text = line.box.right > edge + 1 ? cutAt(node, edge) : line.text
    // The box of a line of letters is as high as the font: its ground line is about a fifth of that above the bottom.
    const ground = box.bottom - (box.height - size) / 2 - size * 0.2
    pen.shapes.push(`<text x="${pen.x(box.left)}" y="${pen.y(ground)}" ${attributes}>${escapedXml(text)}</text>`)
  }
}

/** The place at which a text that has no room is cut off with three dots; infinity: it is not. */
function edgeOf({ parentElement }: Text): number {
  for (let box = parentElement; box !== null && box !== document.body; box = box.parentElement) {
    if (box.scrollWidth <= box.clientWidth || getComputedStyle(box).textOverflow !== 'ellipsis') continue
    return box.getBoundingClientRect().left + box.clientLeft + box.clientWidth
  }
  return Number.POSITIVE_INFINITY
}

/** As much of a line as there is room for before the dots. */
function cutAt(node: Text, edge: number): string {
  const range = document.createRange()
  range.setStart(node, Math.max(0, node.data.search(/\S/)))
  for (let end = node.data.trimEnd().length; end > range.startOffset; end--) {
    range.setEnd(node, end)
    if (range.getBoundingClientRect().right <= edge - DOTS) break
  }
  return `${range.toString().replaceAll(/\s+/g, ' ').trim()}…`
}

/** How wide the three dots are, about. */
const DOTS = 11

function linesOf(node: Text): readonly { readonly text: string; readonly box: DOMRect }[] {
  const range = document.createRange()
  const first = node.data.search(/\S/)
  range.setStart(node, first)
  range.setEnd(node, first + node.data.trim().length)
  const all = [...range.getClientRects()].filter(({ width }) => width > 0)
  const [only] = all
  if (only === undefined) return []
  if (all.every(({ top }) => Math.abs(top - only.top) < 2)) {
    return [{ text: node.data.replaceAll(/\s+/g, ' ').trim(), box: only }]
  }
  const lines: { text: string; box: DOMRect }[] = []
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index)
    range.setEnd(node, index + word.length)
    const box = range.getBoundingClientRect()
    const last = lines.at(-1)
    if (last !== undefined && Math.abs(last.box.top - box.top) < 2) last.text += ` ${word}`
    else lines.push({ text: word, box })
  }
  return lines
}

/** What is drawn so far, and where a place of the page is in the drawing. */
export class SvgWriter {
  readonly shapes: string[] = []
  readonly defs: string[] = []

  constructor(
    private readonly dx: number,
    private readonly dy: number,
  ) {}

  x(left: number): number {
    return round(left + this.dx)
  }

  y(top: number): number {
    return round(top + this.dy)
  }

  /** A definition, by its id. */
  define(make: (id: string) => string): string {
    const id = `d${this.defs.length}`
    this.defs.push(make(id))
    return id
  }
}

function rectText({ x, y, width, height }: DOMRect, pen: SvgWriter, attributes = ''): string {
  return `<rect x="${pen.x(x)}" y="${pen.y(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}" ${attributes}/>`
}

/** A colour that is seen; null: it is not. */
export function solid(color: string): string | null {
  return color === 'transparent' || /^rgba\([^)]*, 0\)$/.test(color) || /\/ 0\)$/.test(color) ? null : color
}

export function escapedXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
}

export function round(number: number): number {
  return Math.round(number * 100) / 100
}
