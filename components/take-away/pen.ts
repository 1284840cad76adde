/** What is drawn so far, and where a place of the page is in the drawing. */
export class Pen {
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

export function rectText({ x, y, width, height }: DOMRect, pen: Pen, attributes = ''): string {
  return `<rect x="${pen.x(x)}" y="${pen.y(y)}" width="${round(Math.max(0, width))}" height="${round(Math.max(0, height))}" ${attributes}/>`
}

/** A colour that is seen; null: it is not. */
export function solid(color: string): string | null {
  return color === 'transparent' || /^rgba\([^)]*, 0\)$/.test(color) || /\/ 0\)$/.test(color) ? null : color
}

export function escaped(text: string): string {
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
