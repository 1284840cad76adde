import type { PathBody } from '@/lib/contract/lifecycle'
import { sumOf } from '@/lib/engine/grouped'

/**
 * Where the bars, bands and words of a path diagram go (visual.md, "Path diagram"). Columns are versions in the order of hops, a bar is as
 * high as its clusters, a band as wide as those that move. A band runs straight for as long as its words are, in a row of its own beside
 * its bar, and bends before and after that alone: so no words lie on anything else. Pixels, from the top left corner.
 */

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

interface DiagramPoint {
  readonly x: number
  readonly y: number
}

export interface DiagramBox extends DiagramPoint {
  readonly width: number
  readonly height: number
}

export interface PlacedNode extends DiagramBox {
  readonly node: PathNode
  /** Whether the words stand left of the bar, as in the first column, and not above it. */
  readonly isSource: boolean
  /** The place of name and count. */
  readonly words: DiagramBox
  /** How many neither move on nor fail. */
  readonly staying: number
  /** The place of the words about clusters that stay; null: all move on or fail. */
  readonly stays: DiagramBox | null
}

export interface PlacedBand {
  readonly band: PathBand
  /** SVG path of the filled band; of those that fail to where they do. */
  readonly shape: string
  /** The open bar at which those end that fail. */
  readonly stop: DiagramBox | null
  /** The versions from there on to the one that they reach in the end; null: they do not move. */
  readonly onward: string | null
  /** The lines of its words that fit into it; if it is too thin, the first one beside it. */
  readonly label: DiagramBox & { readonly lines: number }
}

export interface PathLayout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly bands: readonly PlacedBand[]
}

/** The height of the largest bar; all else is to the same scale. */
const LARGEST = 120
const THINNEST = 3
/** Width of a bar. */
const BAR = 6
const LINE = 16
/** Room for name and count above a bar. */
const HEAD = 40
/** How far above its bar a node's name begins. */
const NAME_RISE = 37
/** How far words stand from the bar beside which they are. */
const BESIDE = 10
/** The distance from a bar to where its bands run straight, and the least distance from their end to the next bar. */
const [SPREAD, BEND] = [24, 13]
const NODE_GAP = 14
const [LEAST_GAP, MOST_GAP] = [220, 380]
const LEAST_TAIL = 96
/** How far those who fail run until they do, and at least how far below all else, or below their bar where no cluster moves. */
const [FAIL_LENGTH, FAIL_DROP, FAIL_BEND] = [110, 24, 44]
/** The widths in which those who fail bend down, and up again, if no words are in the way. */
const [FAIL_SLOPE, RISE_SLOPE] = [90, 120]
/** How much higher the open bar is at each end. */
const STOP_MORE = 2
const MARGIN = 8

export function pathLayout(path: PathBody, sizes: PathSizes): PathLayout {
  const columnOf = new Map(path.nodes.map((node) => [node.version, node.column]))
  const column = (version: string | null) => columnOf.get(version ?? '') ?? -1
  const leads = (band: PathBand) => column(band.from) >= 0 && column(band.to) > column(band.from)
  const scale = LARGEST / Math.max(1, ...path.nodes.map((node) => node.clusters + node.already))
  const thickness = (clusters: number) => Math.max(THINNEST, clusters * scale)
  const slots = path.bands
    .filter((band) => leads(band) || (band.kind === 'fails' && column(band.from) >= 0))
    .map((band) => slotOf(band, thickness(band.clusters), sizes.labelWidths(band)))
  const moving = slots.filter(({ band }) => band.kind !== 'fails')
  const columns = Array.from({ length: 1 + Math.max(-1, ...columnOf.values()) }, (_, at) => ({
    nodes: path.nodes.filter((node) => node.column === at),
    leaving: moving.filter(({ band }) => column(band.from) === at),
    passing: moving.filter(({ band }) => column(band.from) < at && at < column(band.to)),
  }))

  /** What is told of those who stay, none where all leave. */
  const told = new Map(
    path.nodes.map((node) => {
      const out = path.bands.filter(({ from }) => from === node.version)
      const staying = Math.max(0, node.clusters - sumOf(out, ({ clusters }) => clusters))
      const widths = staying === 0 && out.length > 0 ? [] : sizes.stayingWidths(node, staying)
      const x = BAR + (out.length === 0 ? BESIDE : SPREAD)
      return [node, { staying, x, width: Math.max(0, ...widths), height: widths.length * LINE }]
    }),
  )
  const places = columnPlaces(columns, sizes, (node) => {
    const { x = 0, width = 0 } = told.get(node) ?? {}
    return width === 0 ? 0 : x + width
  })

  // From the top down, so that what goes straight on is drawn straight: first what passes, then bars.
  const rows = new Map<PathNode | BandRow, Map<number, number>>()
  let bottom = HEAD
  const put = (key: PathNode | BandRow, at: number, y: number) => rows.set(key, (rows.get(key) ?? new Map()).set(at, y))
  for (const [at, { nodes, leaving, passing }] of columns.entries()) {
    let y = HEAD
    for (const slot of passing) {
      put(slot, at, y)
      y += slot.height + NODE_GAP
    }
    for (const [index, node] of nodes.entries()) {
      if (at > 0 && (index > 0 || passing.length > 0)) y += HEAD - 4
      put(node, at, y)
      const own = leaving.filter(({ band }) => band.from === node.version)
      const beside = sumOf(own, ({ size }) => size) + (told.get(node)?.height ?? 0)
      const name = at === 0 && nodes.length > 1 ? 2 * LINE - NODE_GAP / 2 : 0
      y += Math.max(thickness(node.clusters + node.already), beside, name) + NODE_GAP
    }
    bottom = Math.max(bottom, y - NODE_GAP)
  }
  const byName = new Map(path.nodes.map((node) => [node.version, node]))
  const yOf = (version: string | null) => rows.get(byName.get(version ?? '') as PathNode)?.get(column(version)) ?? 0
  const xOf = (at: number) => places[at]?.x ?? 0
  const bendOf = (at: number) => places[at]?.bend ?? 0

  const [leaving, arriving, beside] = [cursors(), cursors(), cursors()]
  const startOf = ({ band, height }: BandRow): DiagramPoint => ({
    x: xOf(column(band.from)) + BAR,
    y: yOf(band.from) + leaving(band.from, height),
  })
  const endOf = ({ band: { to }, height }: BandRow): DiagramPoint => ({
    x: xOf(column(to)),
    y: yOf(to) + arriving(to ?? '', height),
  })
  // By where they arrive and begin, so that bands of one hop never cross; auto-updates above what is forced, then by time.
  const nextY = (slot: BandRow) => rows.get(slot)?.get(column(slot.band.from) + 1) ?? yOf(slot.band.to)
  const inOrder = moving.toSorted(
    (a, b) =>
      nextY(a) - nextY(b) ||
      yOf(a.band.from) - yOf(b.band.from) ||
      Number(b.band.kind === 'auto') - Number(a.band.kind === 'auto') ||
      (a.band.firstAt < b.band.firstAt ? -1 : 1),
  )
  const bands = inOrder.map((slot): PlacedBand => {
    const { band, height, lines, words, isInside, size } = slot
    const start = startOf(slot)
    const y = yOf(band.from) + beside(band.from, size)
    const straight = [
      { from: start.x + SPREAD, at: column(band.from), y },
      ...[...(rows.get(slot) ?? [])].map(([at, y]) => ({ from: xOf(at), at, y })),
    ].flatMap(({ from, at, y }) => [
      { x: from, y },
      { x: bendOf(at), y },
    ])
    const label = { x: start.x + SPREAD, y: isInside ? y + (height - words.height) / 2 : y + height, ...words, lines }
    return { band, shape: ribbon([start, ...straight, endOf(slot)], height), stop: null, onward: null, label }
  })

  const nodes = path.nodes.map((node): PlacedNode => {
    const [x, y] = [xOf(node.column), yOf(node.version)]
    const height = thickness(node.clusters + node.already)
    const isSource = node.column === 0
    const width = sizes.nodeWidth(node)
    const { staying = 0, ...box } = told.get(node) ?? { x: 0, width: 0, height: 0 }
    const isAlone = path.bands.every(({ from }) => from !== node.version)
    const stays = {
      width: box.width,
      height: box.height,
      x: x + box.x,
      y: y + (isAlone ? Math.max(0, (height - box.height) / 2) : beside(node.version, box.height)),
    }
    return {
      node,
      x,
      y,
      width: BAR,
      height,
      isSource,
      staying,
      words: isSource
        ? { x: x - BESIDE - width, y: y + Math.max(0, height / 2 - LINE), width, height: 2 * LINE }
        : { x, y: y - NAME_RISE, width, height: 2 * LINE },
      stays: box.height === 0 ? null : stays,
    }
  })

  // Where no cluster moves there is nothing that those who fail would have to go below.
  let top = places.length > 1 ? bottom + FAIL_DROP : HEAD
  // Nearest to the columns what begins last, and before that what goes back up: so that they cross each other least.
  const failing = slots
    .filter(({ band }) => band.kind === 'fails')
    .toSorted((a, b) => column(b.band.from) - column(a.band.from) || Number(leads(b.band)) - Number(leads(a.band)))
  const taken: DiagramBox[] = [
    ...bands.map(({ label }) => label),
    ...nodes.flatMap(({ words, stays }) => [words, stays ?? words]),
  ]
  /** The wanted width, or less if words lie within. */
  const widthOf = (wanted: number, least: number, boxOf: (width: number) => DiagramBox) =>
    taken.some((box) => overlaps(box, boxOf(wanted))) ? least : Math.max(wanted, least)
  const failed = failing.map((slot): PlacedBand => {
    const { band, height, lines, words } = slot
    const start = startOf(slot)
    const isForGood = !leads(band)
    const y = Math.max(
      top + (isForGood ? Math.max(STOP_MORE, (words.height - height) / 2) : STOP_MORE),
      start.y + FAIL_BEND,
    )
    const down = { ...start, height: y - start.y }
    const slope = widthOf(FAIL_SLOPE, SPREAD, (width) => ({ ...down, width }))
    const shape = ribbon([start, { x: start.x + slope, y }, { x: start.x + FAIL_LENGTH, y }], height)
    const stop = { x: start.x + FAIL_LENGTH, y: y - STOP_MORE, width: BAR - 1, height: height + 2 * STOP_MORE }
    const label = isForGood
      ? { x: stop.x + BAR + BESIDE, y: y + (height - words.height) / 2, ...words, lines }
      : { x: start.x + SPREAD, y: stop.y + stop.height + 2, ...words, lines }
    top = Math.max(stop.y + stop.height, label.y + label.height) + MARGIN
    taken.push(label)
    if (isForGood) return { band, shape, stop, onward: null, label }
    const end = endOf(slot)
    const after = { x: stop.x + BAR, y }
    const least = end.x - bendOf(column(band.to) - 1)
    const up = { y: end.y, height: y - end.y }
    const rising = widthOf(RISE_SLOPE, least, (width) => ({ ...up, x: end.x - width, width }))
    const rise = { x: Math.max(after.x, end.x - rising), y }
    return { band, shape, stop, onward: ribbon([after, rise, end], height), label }
  })

  const placed = [...bands, ...failed]
  const boxes = [
    ...nodes.flatMap((one) => [one, one.words, one.stays ?? one]),
    ...placed.flatMap(({ label, stop }) => [label, stop ?? label]),
  ]
  return {
    width: Math.ceil(Math.max(0, ...boxes.map((box) => box.x + box.width))),
    height: Math.ceil(Math.max(bottom, ...boxes.map((box) => box.y + box.height))) + MARGIN,
    nodes,
    bands: placed,
  }
}

/** The row of a band: how high it is, and its words. */
interface BandRow {
  readonly band: PathBand
  readonly height: number
  readonly lines: number
  readonly words: { readonly width: number; readonly height: number }
  /** Words stand on a band that is high enough, else below it. */
  readonly isInside: boolean
  /** The height of both. */
  readonly size: number
}

function slotOf(band: PathBand, height: number, widths: readonly number[]): BandRow {
  const fitting = Math.min(widths.length, Math.floor((height - 2) / LINE))
  const lines = band.kind === 'fails' ? widths.length : Math.max(1, fitting)
  const words = { width: Math.max(0, ...widths.slice(0, lines)), height: lines * LINE }
  const isInside = band.kind !== 'fails' && fitting > 0
  return { band, height, lines, words, isInside, size: isInside ? height : height + words.height }
}

interface PathColumn {
  readonly nodes: readonly PathNode[]
  readonly leaving: readonly BandRow[]
}

/**
 * Where each bar stands, the first right of its words, and where what runs straight beside it bends. Between two columns is room for what is
 * said there, and more if there is room.
 */
function columnPlaces(
  columns: readonly PathColumn[],
  { available, nodeWidth }: PathSizes,
  reachOf: (node: PathNode) => number,
): readonly { readonly x: number; readonly bend: number }[] {
  const reaches = columns.map(({ nodes, leaving }) =>
    Math.max(BAR, ...leaving.map(({ words }) => BAR + SPREAD + words.width), ...nodes.map(reachOf)),
  )
  const hops = reaches.slice(0, -1).map((reach) => Math.max(BAR + LEAST_GAP, reach + BEND))
  const last = Math.max(BAR + LEAST_TAIL, reaches.at(-1) ?? 0, ...(columns.at(-1)?.nodes ?? []).map(nodeWidth))
  let x = Math.ceil(Math.max(40, ...(columns[0]?.nodes ?? []).map(nodeWidth)) + BESIDE)
  const spare = Math.max(0, available - x - last - sumOf(hops, (hop) => hop)) / Math.max(1, hops.length)
  return reaches.map((reach, at) => {
    const [left, hop = 0] = [Math.round(x), hops[at]]
    x += Math.max(hop, Math.min(hop + spare, BAR + MOST_GAP))
    return { x: left, bend: left + reach }
  })
}

/** Whether two boxes have some of their area in common. */
export function overlaps(a: DiagramBox, b: DiagramBox): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
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

/** A band as an SVG path, flat at both ends; `points` are those of its upper edge. */
function ribbon(points: readonly DiagramPoint[], height: number): string {
  const n = (value: number) => Math.round(value * 10) / 10
  const edge = (points: readonly DiagramPoint[], dy: number) =>
    points.slice(1).map(({ x, y }, index) => {
      const from = points[index] ?? { x, y }
      const mid = n((from.x + x) / 2)
      return `C${mid} ${n(from.y + dy)} ${mid} ${n(y + dy)} ${n(x)} ${n(y + dy)}`
    })
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return ''
  const back = edge(points.toReversed(), height)
  return `M${n(first.x)} ${n(first.y)}${edge(points, 0).join('')}V${n(last.y + height)}${back.join('')}Z`
}

export interface FoldedPath {
  readonly path: PathBody
  /** What comes after the last bar that is drawn: versions that all go on to, one after the other. */
  readonly later: PathBody['bands']
}

/** How many columns are drawn before the rest is said in words. */
export const DRAWN = 3

/**
 * A hop that all take, and nothing else happens, needs no picture: after so many columns a plain chain of such hops is
 * folded into words, "then 1.35.1". Anything else stays as it is and scrolls.
 */
export function foldedPath(path: PathBody, drawn = DRAWN): FoldedPath {
  const late = path.nodes.filter((node) => node.column >= drawn)
  const lateVersions = new Set(late.map((node) => node.version))
  const last = path.nodes.filter((node) => node.column === drawn - 1)
  const into = path.bands.filter((band) => band.to !== null && lateVersions.has(band.to))
  const isPlain = last.length === 1 && into.length === late.length && into.every((band) => isAll(path, band))
  const out = path.bands.filter(
    (band) => lateVersions.has(band.from) && (band.to === null || !lateVersions.has(band.to)),
  )
  if (late.length === 0 || !isPlain || out.length > 0) return { path, later: [] }
  return {
    path: {
      nodes: path.nodes.filter((node) => !lateVersions.has(node.version)),
      bands: path.bands.filter((band) => band.to === null || !lateVersions.has(band.to)),
    },
    later: [...into].sort((a, b) => (a.firstAt < b.firstAt ? -1 : 1)),
  }
}

/** Whether all clusters of a bar take this one band, from one column to the next. */
function isAll(path: PathBody, band: PathBody['bands'][number]): boolean {
  const from = path.nodes.find((node) => node.version === band.from)
  const to = path.nodes.find((node) => node.version === band.to)
  if (band.kind === 'fails') return false
  return from !== undefined && to !== undefined && to.column === from.column + 1 && from.clusters === band.clusters
}
