import { drawBox, drawFlag, drawText, escapedXml, openGroup, round, SvgWriter, solid } from './drawn'

const DRAWN = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'vector-effect',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const

/** A drawing of the page, with what style sheets say about it written down. */
function svgText(svg: SVGSVGElement, box: DOMRect, pen: SvgWriter): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [originals, copies] = [
    [svg, ...svg.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ]
  for (const [i, original] of originals.entries()) {
    const one = copies[i]
    if (one === undefined) continue
    const style = getComputedStyle(original)
    if (style.display === 'none' || style.visibility === 'hidden') one.setAttribute('display', 'none')
    for (const name of DRAWN) one.setAttribute(name, style.getPropertyValue(name))
    for (const { name } of [...one.attributes]) {
      if (name === 'class' || name === 'style' || name === 'role' || /^(aria|data|on)/.test(name))
        one.removeAttribute(name)
    }
  }
  copy.setAttribute('x', String(pen.x(box.left)))
  copy.setAttribute('y', String(pen.y(box.top)))
  copy.setAttribute('width', String(round(box.width)))
  copy.setAttribute('height', String(round(box.height)))
  copy.setAttribute('color', getComputedStyle(svg).color)
  return new XMLSerializer().serializeToString(copy)
}

/**
 * Draws a part of the page as SVG: what the browser has laid out, box by box and line by line, with the colours that it has there.
 * Charts place their parts in HTML, so this is the one way to have them as a picture that programs for slides can open and edit:
 * it holds shapes and texts only, no HTML, no style sheet, and refers to nothing outside.
 */

interface SvgDrawing {
  readonly svg: string
  readonly width: number
  readonly height: number
}

export interface DrawingWords {
  /** Above the chart. */
  readonly title: string
  /** Below it: range, zone, and what it is computed from. */
  readonly lines: readonly string[]
}

const MARGIN = 24
/** The height of the title, and the distance between it and the chart. */
const TITLE_LINE = 22
const TITLE_GAP = 18
const LINE = 18
/** Narrower charts get room on the right, so that title and lines need not many lines. */
const NARROWEST = 640

/** Controls do nothing in a picture. Marks of a chart that can be pressed are drawn: only those of its head and of bars are left out. */
const CONTROLS = '.section-head :is(button, fieldset, a), .bar button, [data-control], input, select, [aria-live]'

export function drawingOf(root: HTMLElement, words: DrawingWords): SvgDrawing {
  const { right, fold } = unfold(root)
  try {
    return drawn(root, right, words)
  } finally {
    fold()
  }
}

/** Shows for the moment what parts of a chart scroll out of sight: how far to the right they reach then, and what puts them back. */
function unfold(root: HTMLElement): { readonly right: number; readonly fold: () => void } {
  const scrollers = [root, ...root.querySelectorAll<HTMLElement>('*')].filter(
    (one) => one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX),
  )
  const before = scrollers.map((one) => ({ one, left: one.scrollLeft, style: one.getAttribute('style') }))
  for (const { one } of before) {
    const width = one.scrollWidth
    one.scrollLeft = 0
    Object.assign(one.style, { minWidth: `${width}px`, maxWidth: 'none', overflow: 'visible' })
  }
  const right = Math.max(...[root, ...scrollers].map((one) => one.getBoundingClientRect().right))
  const fold = () => {
    for (const { one, left, style } of before) {
      if (style === null) one.removeAttribute('style')
      else one.setAttribute('style', style)
      one.scrollLeft = left
    }
  }
  return { right, fold }
}

function drawn(root: HTMLElement, right: number, words: DrawingWords): SvgDrawing {
  const { x, y, height: high } = root.getBoundingClientRect()
  const box = new DOMRect(x, y, Math.max(right - x, NARROWEST), high)
  const { color, backgroundColor, fontFamily } = getComputedStyle(document.body)
  const title = wrapped(words.title, `600 16px ${fontFamily}`, box.width)
  const lines = words.lines.flatMap((line) => wrapped(line, `12px ${fontFamily}`, box.width))
  const top = MARGIN + title.length * TITLE_LINE + TITLE_GAP
  const pen = new SvgWriter(MARGIN - box.left, top - box.top)
  draw(root, pen)
  const width = Math.ceil(box.width) + 2 * MARGIN
  const height = Math.ceil(box.height) + MARGIN + top + lines.length * LINE + 8
  const below = top + box.height + LINE + 8
  const attributes = `font-family="${escapedXml(fontFamily)}" fill="${color}"`
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<title>${escapedXml(words.title)}</title>`,
    pen.defs.length === 0 ? '' : `<defs>${pen.defs.join('')}</defs>`,
    `<rect width="${width}" height="${height}" fill="${solid(backgroundColor) ?? '#fff'}"/>`,
    ...title.map(
      (line, i) =>
        `<text x="${MARGIN}" y="${MARGIN + 14 + i * TITLE_LINE}" ${attributes} font-size="16" font-weight="600">${escapedXml(line)}</text>`,
    ),
    ...pen.shapes,
    ...lines.map(
      (line, i) =>
        `<text x="${MARGIN}" y="${round(below + i * LINE)}" ${attributes} font-size="12" opacity="0.75">${escapedXml(line)}</text>`,
    ),
    '</svg>',
  ].join('\n')
  return { svg, width, height }
}

/** A text in lines that are no wider than there is room. */
function wrapped(text: string, font: string, room: number): readonly string[] {
  const pen = document.createElement('canvas').getContext('2d')
  if (pen === null) return [text]
  pen.font = font
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && pen.measureText(longer).width <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function draw(element: Element, pen: SvgWriter): void {
  if (element.matches(CONTROLS)) return
  const style = getComputedStyle(element)
  if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return
  const box = element.getBoundingClientRect()
  // It is only read out.
  if (style.position === 'absolute' && style.clipPath === 'inset(50%)') return
  if (element instanceof SVGSVGElement) {
    pen.shapes.push(svgText(element, box, pen))
    return
  }
  const open = openGroup(style, box, pen)
  if (open !== null) pen.shapes.push(open)
  if (element instanceof HTMLElement) drawBox(element, style, box, pen)
  drawFlag(element, box, pen)
  for (const child of stacked(element)) {
    if (child instanceof Element) draw(child, pen)
    else if (child instanceof Text) drawText(child, style, pen)
  }
  if (open !== null) pen.shapes.push('</g>')
}

/** What lies over others comes last. */
function stacked(element: Element): readonly ChildNode[] {
  const level = (node: ChildNode) => (node instanceof Element ? Number(getComputedStyle(node).zIndex) || 0 : 0)
  return [...element.childNodes]
    .map((node) => ({ node, z: level(node) }))
    .sort((a, b) => a.z - b.z)
    .map(({ node }) => node)
}

/** How many dots there are for each of the page: pictures are shown on walls and screens with small ones. */
const DENSITY = 2
/** Browsers refuse larger ones. */
const LARGEST = 16_000

/** A drawing as PNG. It refers to nothing outside, so the canvas gives it back. */
export async function drawingPng({ svg, width, height }: SvgDrawing): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const density = Math.min(DENSITY, LARGEST / width, LARGEST / height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob === null ? fail(new Error('The browser makes no picture of it.')) : done(blob)))
  })
}
