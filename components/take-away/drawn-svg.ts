import { type Pen, round } from './pen'

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
export function svgText(svg: SVGSVGElement, box: DOMRect, pen: Pen): string {
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
