import type { PathBody } from '@/lib/contract/lifecycle'

/** The columns of a path diagram: what each holds, from top to bottom, and how far apart they stand. */

type PathNode = PathBody['nodes'][number]
type PathBand = PathBody['bands'][number]

export interface PathSizes {
  /** The width that can be seen; a wider diagram scrolls. */
  readonly available: number
  /** Pixels that the words of a band take: one entry per line, the first line is the one that matters most. */
  readonly labelWidths: (band: PathBand) => readonly number[]
  /** Pixels that name and count of a node take. */
  readonly nodeWidth: (node: PathNode) => number
  /** Pixels that the words about those who stay at a node take, line by line. */
  readonly stayingWidths: (node: PathNode, staying: number) => readonly number[]
}

/** Width of a bar. */
export const BAR = 6
/** Room for name and count above a bar. */
export const HEAD = 40
const NODE_GAP = 14
const LEAST_GAP = 220
const MOST_LABEL = 280
const MOST_GAP = 380
/** Beside the words of a band, and where the whole has too little room. */
const LABEL_ROOM = 48
const LEAST_LABEL_ROOM = 37
const LEAST_TAIL = 96
/** Name and count of a source, one above the other. */
const SOURCE_WORDS = 32
/** How far words stand from the bar beside which they are. */
export const WORDS_AT = 10

/** How many of a node neither move on nor fail. */
export function stayingAt(path: PathBody, node: PathNode): number {
  const leaving = path.bands.filter((band) => band.from === node.version).reduce((sum, band) => sum + band.clusters, 0)
  return Math.max(0, node.clusters - leaving)
}

export type ColumnOf = ReadonlyMap<string, number>

function columnsOf(path: PathBody): readonly (readonly PathNode[])[] {
  const columns: PathNode[][] = []
  for (const node of path.nodes) {
    while (columns.length <= node.column) columns.push([])
    columns[node.column]?.push(node)
  }
  return columns
}

/** The first bar stands right of its words; between two columns is room for the labels, and more if there is room. */
export function columnXs(
  path: PathBody,
  bands: readonly PathBand[],
  columnOf: ColumnOf,
  sizes: PathSizes,
): readonly number[] {
  const columns = columnsOf(path)
  const staysWidth = (node: PathNode) => {
    const staying = stayingAt(path, node)
    return staying === 0 ? 0 : Math.max(0, ...sizes.stayingWidths(node, staying))
  }
  const left = (columns[0] ?? []).flatMap((node) => [
    sizes.nodeWidth(node),
    // Where some fail, what is said of those who stay stands left of the bar as well.
    path.bands.some((band) => band.from === node.version && band.kind === 'fails') ? staysWidth(node) : 0,
  ])
  const first = Math.ceil(Math.max(40, ...left) + 8)
  const labels = columns.slice(1).map((_, hop) => {
    const widths = bands
      .filter((band) => columnOf.get(band.from) === hop)
      .flatMap((band) =>
        sizes.labelWidths(band).map((width, line) => (line === 0 ? width : Math.min(width, MOST_LABEL))),
      )
    return Math.max(0, ...widths)
  })
  const tail = Math.max(
    LEAST_TAIL,
    ...(columns.at(-1) ?? []).flatMap((node) => [sizes.nodeWidth(node) - BAR, WORDS_AT + staysWidth(node)]),
  )
  const gapsWith = (room: number) => labels.map((width) => Math.max(LEAST_GAP, width + room))
  const neededFor = (gaps: readonly number[]) => first + BAR + tail + gaps.reduce((sum, gap) => sum + gap + BAR, 0)
  const roomy = gapsWith(LABEL_ROOM)
  const gaps = neededFor(roomy) > sizes.available ? gapsWith(LEAST_LABEL_ROOM) : roomy
  const needed = neededFor(gaps)
  const spare = gaps.length > 0 ? Math.max(0, sizes.available - needed) / gaps.length : 0
  const xs = [first]
  for (const gap of gaps) xs.push((xs.at(-1) ?? first) + BAR + Math.max(gap, Math.min(gap + spare, MOST_GAP)))
  return xs.map(Math.round)
}

export const nodeKey = (version: string) => `n/${version}`
/** The free lane in a column that a band passes on its way to a later one. */
export const laneKey = (band: PathBand, column: number) =>
  `l/${band.from}/${band.to}/${band.kind}/${band.cause}/${column}`

export interface Rows {
  /** The upper edge of each bar and lane, by key. */
  readonly ys: ReadonlyMap<string, number>
  readonly bottom: number
}

/** Each column from the top down, so that what goes straight on is drawn straight: first lanes for what passes, then bars. */
export function columnRows(
  path: PathBody,
  bands: readonly PathBand[],
  columnOf: ColumnOf,
  thickness: (clusters: number) => number,
): Rows {
  const ys = new Map<string, number>()
  let bottom = HEAD
  for (const [column, nodes] of columnsOf(path).entries()) {
    const passing = bands.filter(
      (band) => (columnOf.get(band.from) ?? 0) < column && column < (columnOf.get(band.to ?? '') ?? 0),
    )
    let y = HEAD
    for (const band of passing) {
      ys.set(laneKey(band, column), y)
      y += thickness(band.clusters) + NODE_GAP
    }
    for (const [index, node] of nodes.entries()) {
      if (column > 0 && (index > 0 || passing.length > 0)) y += HEAD - 4
      ys.set(nodeKey(node.version), y)
      const height = thickness(node.clusters + node.already)
      // Words of sources stand beside their bars, and need their room where there are several.
      const words = column === 0 && nodes.length > 1 ? SOURCE_WORDS - NODE_GAP / 2 : 0
      y += Math.max(height, words) + NODE_GAP
    }
    bottom = Math.max(bottom, y - NODE_GAP)
  }
  return { ys, bottom }
}
