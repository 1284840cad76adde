import { escaped, type Pen, round, solid } from './pen'

/** Each line where it stands: a text is broken where the page breaks it. */
export function drawText(node: Text, style: CSSStyleDeclaration, pen: Pen): void {
  const color = solid(style.color)
  if (node.data.trim() === '' || color === null) return
  const attributes = [
    `font-family="${escaped(style.fontFamily)}"`,
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
    pen.shapes.push(`<text x="${pen.x(box.left)}" y="${pen.y(ground)}" ${attributes}>${escaped(text)}</text>`)
  }
}

/** Where a text that has no room is cut off with three dots; infinity: it is not. */
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
