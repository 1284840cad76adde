import { type Pen, rectText, round, solid } from './pen'

/** Boxes of the page as shapes: what fills and surrounds them, and what cuts them off. */

const FAR = 10_000

/** Opens a group where the element fades or is cut off; null: it does neither. */
export function groupOf(style: CSSStyleDeclaration, box: DOMRect, pen: Pen): string | null {
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
function fadeOf(mask: string, box: DOMRect, pen: Pen): string | null {
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

export function drawBox(element: HTMLElement, style: CSSStyleDeclaration, box: DOMRect, pen: Pen): void {
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
  pen: Pen,
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

interface Border {
  readonly width: number
  readonly text: string
}

function borderOf(style: CSSStyleDeclaration, side: (typeof SIDES)[number]): Border | null {
  const width = Number.parseFloat(style[`border${side}Width`])
  const color = solid(style[`border${side}Color`])
  const look = style[`border${side}Style`]
  if (!(width > 0) || color === null || look === 'none' || look === 'hidden') return null
  const dashes = look === 'dashed' ? ' stroke-dasharray="4 3"' : look === 'dotted' ? ' stroke-dasharray="1 2"' : ''
  return { width, text: `stroke="${color}" stroke-width="${width}"${dashes}` }
}

function edgeText({ left, right, top, bottom }: DOMRect, side: number, { width, text }: Border, pen: Pen): string {
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
function patternsOf(image: string, pen: Pen): readonly (string | null)[] {
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
export function drawFlag(element: Element, box: DOMRect, pen: Pen): void {
  const before = getComputedStyle(element, '::before')
  if (before.content === 'none' || before.content === 'normal' || before.width !== '0px') return
  const color = solid(before.borderLeftColor)
  const [width, half] = [Number.parseFloat(before.borderLeftWidth), Number.parseFloat(before.borderTopWidth)]
  if (color === null || !(width > 0) || !(half > 0)) return
  const x = pen.x(box.left + (Number.parseFloat(before.left) || 0))
  const y = pen.y(box.top + (Number.parseFloat(before.top) || 0))
  pen.shapes.push(`<path d="M${x} ${y}l${width} ${half}l${-width} ${half}z" fill="${color}"/>`)
}
