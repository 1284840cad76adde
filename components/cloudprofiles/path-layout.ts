import type { PathBody } from '@/lib/contract'

/**
 * Where the bars, bands and words of a path diagram go (visual.md, "Path diagram"). Columns are versions in the order of
 * hops, a bar is as high as its clusters, a band as wide as those that move. Pixels, from the top left corner.
 */

type PathNode = PathBody['nodes'][number]
type PathBand = PathBody['bands'][number]

export interface PlacedNode {
  readonly node: PathNode
  readonly x: number
  readonly y: number
  readonly height: number
  /** In the first column the words stand left of the bar, elsewhere above it. */
  readonly isSource: boolean
  /** How many neither move on nor fail. */
  readonly staying: number
  /** Where the sentence about those begins, right of the bar; null: all move on. */
  readonly stayingAt: { readonly x: number; readonly y: number } | null
}

export interface PlacedBand {
  readonly band: PathBand
  /** SVG path of the filled band. */
  readonly shape: string
  /** Where its words begin and whether they lie on the band; null: there is no room, they are listed below. */
  readonly label: { readonly x: number; readonly y: number; readonly isInside: boolean; readonly lines: number } | null
}

export interface PlacedFailure {
  readonly band: PathBand
  readonly shape: string
  /** The open bar at its end. */
  readonly stop: { readonly x: number; readonly y: number; readonly height: number }
  readonly label: { readonly x: number; readonly y: number }
}

export interface PathLayout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly bands: readonly PlacedBand[]
  readonly failures: readonly PlacedFailure[]
}

export interface PathSizes {
  /** The width that can be seen; a wider diagram scrolls. */
  readonly available: number
  /** Pixels that the words of a band take: one entry per line, the first line is the one that matters most. */
  readonly labelWidths: (band: PathBand) => readonly number[]
  /** Pixels that name and count of a node take. */
  readonly nodeWidth: (node: PathNode) => number
}

export const BAR = 6
export const LINE = 16
const LARGEST = 120
const THINNEST = 3
const HEAD = 40
const NODE_GAP = 14
const LEAST_GAP = 220
const MOST_GAP = 380
const LABEL_ROOM = 48
const LABEL_INSET = 18
const TAIL_ROOM = 100
const FAIL_BEND = 44
const FAIL_LENGTH = 150

interface Slot {
  readonly key: string
  readonly height: number
  /** What must stay free above it for its words. */
  readonly above: number
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Placed {
  readonly x: number
  readonly y: number
}

export function pathLayout(path: PathBody, sizes: PathSizes): PathLayout {
  const columns = columnsOf(path)
  const columnOf = new Map(path.nodes.map((node) => [node.version, node.column]))
  const bands = path.bands.filter((band) => band.to !== null && isForward(band, columnOf))
  const failing = path.bands.filter((band) => band.to === null && columnOf.has(band.from))
  const most = Math.max(1, ...path.nodes.map((node) => node.clusters + node.already))
  const scale = LARGEST / most
  const thickness = (clusters: number) => Math.max(THINNEST, clusters * scale)

  const xs = columnXs(columns, bands, columnOf, path, sizes)
  const slots = slotsOf(columns, bands, columnOf, thickness)
  const { ys, bottom } = stacked(slots)

  const leaving = cursors()
  const arriving = cursors()
  const at = (key: string, column: number): Placed => ({ x: xs[column] ?? 0, y: ys.get(key) ?? HEAD })
  const inOrder = [...bands].sort(
    (a, b) =>
      (ys.get(`n/${a.to}`) ?? 0) - (ys.get(`n/${b.to}`) ?? 0) || rank(a) - rank(b) || compare(a.firstAt, b.firstAt),
  )
  const shapes = new Map<PathBand, { shape: string; start: Placed; height: number; hop: number }>()
  for (const band of inOrder) {
    const from = columnOf.get(band.from) ?? 0
    const to = columnOf.get(band.to ?? '') ?? from + 1
    const height = thickness(band.clusters)
    const points: Placed[] = []
    const source = at(`n/${band.from}`, from)
    points.push({ x: source.x + BAR, y: source.y + leaving(band.from, height) })
    for (let column = from + 1; column < to; column++) points.push(at(dummyKey(band, column), column))
    const target = at(`n/${band.to}`, to)
    points.push({ x: target.x, y: target.y + arriving(band.to ?? '', height) })
    const [start = source, next = target] = points
    shapes.set(band, { shape: ribbon(points, height), start, height, hop: next.x - start.x })
  }

  const labels = placedLabels(inOrder, shapes, sizes)
  const nodes = path.nodes.map((node) => placedNode(node, at(`n/${node.version}`, node.column), scale, bands, failing))
  const failures = failing.map((band, index): PlacedFailure => {
    const column = columnOf.get(band.from) ?? 0
    const height = thickness(band.clusters)
    const node = at(`n/${band.from}`, column)
    const start = { x: node.x + BAR, y: node.y + leaving(band.from, height) }
    const end = { x: start.x + FAIL_LENGTH, y: bottom + FAIL_BEND * (index + 1) - LINE }
    return {
      band,
      shape: ribbon([start, end], height),
      stop: { x: end.x, y: end.y - 2, height: height + 4 },
      label: { x: end.x + 14, y: end.y + height / 2 - LINE },
    }
  })
  const right = nodes.map((one) => one.x + (one.isSource ? BAR : Math.max(TAIL_ROOM, sizes.nodeWidth(one.node))))
  const failWidth = Math.max(0, ...failures.map(({ band, label }) => label.x + Math.max(0, ...sizes.labelWidths(band))))
  return {
    width: Math.ceil(Math.max(TAIL_ROOM, ...right, failWidth)),
    height: Math.ceil(bottom + (failing.length > 0 ? FAIL_BEND * failing.length + LINE : 8)),
    nodes,
    bands: inOrder.map((band) => ({ band, shape: shapes.get(band)?.shape ?? '', label: labels.get(band) ?? null })),
    failures,
  }
}

function placedNode(
  node: PathNode,
  { x, y }: Placed,
  scale: number,
  bands: readonly PathBand[],
  failing: readonly PathBand[],
): PlacedNode {
  const out = [...bands, ...failing].filter((band) => band.from === node.version)
  const moving = out.reduce((sum, band) => sum + band.clusters, 0)
  const staying = Math.max(0, node.clusters - moving)
  const height = Math.max(THINNEST, (node.clusters + node.already) * scale)
  const used = out.reduce((sum, band) => sum + Math.max(THINNEST, band.clusters * scale), 0)
  const hasWords = out.length === 0 || staying > 0
  return {
    node,
    x,
    y,
    height,
    isSource: node.column === 0,
    staying,
    stayingAt: hasWords ? { x: x + BAR + 10, y: out.length === 0 ? y : y + used + 2 } : null,
  }
}

function columnsOf(path: PathBody): readonly (readonly PathNode[])[] {
  const columns: PathNode[][] = []
  for (const node of path.nodes) {
    while (columns.length <= node.column) columns.push([])
    columns[node.column]?.push(node)
  }
  return columns
}

function isForward(band: PathBand, columnOf: ReadonlyMap<string, number>): boolean {
  const from = columnOf.get(band.from)
  const to = columnOf.get(band.to ?? '')
  return from !== undefined && to !== undefined && to > from
}

/** The first bar stands right of its words; between two columns is room for the widest label, and more if there is room. */
function columnXs(
  columns: readonly (readonly PathNode[])[],
  bands: readonly PathBand[],
  columnOf: ReadonlyMap<string, number>,
  path: PathBody,
  sizes: PathSizes,
): readonly number[] {
  const sources = path.nodes.filter((node) => node.column === 0)
  const first = Math.ceil(Math.max(40, ...sources.map(sizes.nodeWidth)) + 8)
  const gaps = columns.slice(1).map((_, hop) => {
    const labels = bands.filter((band) => columnOf.get(band.from) === hop).flatMap((band) => sizes.labelWidths(band))
    return Math.max(LEAST_GAP, Math.max(0, ...labels) + LABEL_ROOM)
  })
  const tail = Math.max(TAIL_ROOM, ...(columns.at(-1) ?? []).map((node) => sizes.nodeWidth(node) - BAR))
  const needed = first + BAR + tail + gaps.reduce((sum, gap) => sum + gap + BAR, 0)
  const spare = gaps.length > 0 ? Math.max(0, sizes.available - needed) / gaps.length : 0
  const xs = [first]
  for (const gap of gaps) xs.push((xs.at(-1) ?? first) + BAR + Math.max(gap, Math.min(gap + spare, MOST_GAP)))
  return xs.map(Math.round)
}

const dummyKey = (band: PathBand, column: number) => `d/${band.from}/${band.to}/${band.kind}/${band.firstAt}/${column}`

/** What each column holds from top to bottom: its bars, and a free lane for every band that passes by. */
function slotsOf(
  columns: readonly (readonly PathNode[])[],
  bands: readonly PathBand[],
  columnOf: ReadonlyMap<string, number>,
  thickness: (clusters: number) => number,
): readonly (readonly Slot[])[] {
  return columns.map((nodes, column) => {
    const passing = bands.filter(
      (band) => (columnOf.get(band.from) ?? 0) < column && column < (columnOf.get(band.to ?? '') ?? 0),
    )
    return [
      ...passing.map((band) => ({ key: dummyKey(band, column), height: thickness(band.clusters), above: 4 })),
      ...nodes.map((node) => ({
        key: `n/${node.version}`,
        height: thickness(node.clusters + node.already),
        above: column === 0 ? 0 : HEAD - 4,
      })),
    ]
  })
}

function stacked(columns: readonly (readonly Slot[])[]): { ys: ReadonlyMap<string, number>; bottom: number } {
  const heightOf = (slots: readonly Slot[]) =>
    slots.reduce((sum, slot, index) => sum + slot.height + (index > 0 ? NODE_GAP + slot.above : 0), 0)
  const tallest = Math.max(0, ...columns.map(heightOf))
  const ys = new Map<string, number>()
  for (const slots of columns) {
    let y = HEAD + (tallest - heightOf(slots)) / 2
    for (const [index, slot] of slots.entries()) {
      if (index > 0) y += NODE_GAP + slot.above
      ys.set(slot.key, y)
      y += slot.height
    }
  }
  return { ys, bottom: HEAD + tallest }
}

/** Hands out places from top to bottom, per bar. */
function cursors(): (key: string, height: number) => number {
  const used = new Map<string, number>()
  return (key, height) => {
    const before = used.get(key) ?? 0
    used.set(key, before + height)
    return before
  }
}

/** Auto-updates leave on top, what is forced below. */
function rank(band: PathBand): number {
  return band.kind === 'auto' ? 0 : 1
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A band of even width through the points, flat where it begins and ends. */
function ribbon(points: readonly Placed[], height: number): string {
  const n = (value: number) => Math.round(value * 10) / 10
  const curve = (from: Placed, to: Placed, dy: number) => {
    const mid = n((from.x + to.x) / 2)
    return `C${mid} ${n(from.y + dy)} ${mid} ${n(to.y + dy)} ${n(to.x)} ${n(to.y + dy)}`
  }
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return ''
  const steps = points.slice(1).map((to, index) => ({ from: points[index] ?? first, to }))
  const there = steps.map(({ from, to }) => curve(from, to, 0)).join('')
  const back = steps
    .toReversed()
    .map(({ from, to }) => curve(to, from, height))
    .join('')
  return `M${n(first.x)} ${n(first.y)}${there}V${n(last.y + height)}${back}Z`
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/**
 * Words lie in their band when it is 18 px high and they fit with 18 px to spare; else above its start or, for the lowest
 * band of a bar, below it. What would lie on another band or on other words has no place.
 */
function placedLabels(
  bands: readonly PathBand[],
  shapes: ReadonlyMap<PathBand, { start: Placed; height: number; hop: number }>,
  sizes: PathSizes,
): ReadonlyMap<PathBand, NonNullable<PlacedBand['label']>> {
  const labels = new Map<PathBand, NonNullable<PlacedBand['label']>>()
  const taken: Box[] = []
  const bodies = bands.flatMap((band) => {
    const shape = shapes.get(band)
    return shape
      ? [{ band, box: { x: shape.start.x, y: shape.start.y, width: shape.hop * 0.6, height: shape.height } }]
      : []
  })
  for (const { band, box } of bodies.toSorted((a, b) => b.box.height - a.box.height)) {
    const widths = sizes.labelWidths(band)
    const hop = shapes.get(band)?.hop ?? 0
    const x = box.x + LABEL_INSET
    const fits = (width: number) => width + 2 * LABEL_INSET <= hop
    const lines = Math.min(widths.length, Math.floor((box.height - 2) / LINE))
    if (box.height >= LINE + 2 && fits(Math.max(...widths.slice(0, lines)))) {
      const y = box.y + (box.height - lines * LINE) / 2
      labels.set(band, { x, y, isInside: true, lines })
      taken.push({ x, y, width: Math.max(...widths.slice(0, lines)), height: lines * LINE })
      continue
    }
    const width = widths[0] ?? 0
    for (const y of [box.y - LINE - 1, box.y + box.height + 2]) {
      const place = { x, y, width, height: LINE }
      const isFree =
        !taken.some((other) => overlaps(place, other)) && !bodies.some((other) => overlaps(place, other.box))
      if (!isFree) continue
      labels.set(band, { x, y, isInside: false, lines: 1 })
      taken.push(place)
      break
    }
  }
  return labels
}
