import type { PathBody } from '@/lib/contract'
import { BAR, columnRows, columnXs, laneKey, nodeKey, type PathSizes } from './path-columns'
import {
  type Box,
  type LabelPlace,
  LINE,
  labelPlace,
  type Point,
  type Ribbon,
  ribbonPath,
  slicesOf,
} from './path-labels'

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
  /** Where the sentence about those is centred or, below the bands of others, begins; null: all move on. */
  readonly stayingAt: Point | null
}

export interface PlacedBand {
  readonly band: PathBand
  /** SVG path of the filled band. */
  readonly shape: string
  /** Null: there is no room, its words are listed below. */
  readonly label: LabelPlace | null
}

export interface PlacedFailure {
  readonly band: PathBand
  readonly shape: string
  /** The open bar at its end. */
  readonly stop: Point & { readonly height: number }
  readonly label: Point
}

export interface PathLayout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly PlacedNode[]
  readonly bands: readonly PlacedBand[]
  readonly failures: readonly PlacedFailure[]
}

/** The height of the largest bar; all else is to the same scale. */
const LARGEST = 120
const THINNEST = 3
const FAIL_BEND = 44
const FAIL_LENGTH = 150
/** How far above its bar a node's name begins. */
export const NAME_RISE = 37

export function pathLayout(path: PathBody, sizes: PathSizes): PathLayout {
  const columnOf = new Map(path.nodes.map((node) => [node.version, node.column]))
  const column = (version: string | null) => columnOf.get(version ?? '') ?? -1
  const moving = path.bands.filter((band) => column(band.from) >= 0 && column(band.to) > column(band.from))
  const failing = path.bands.filter((band) => band.to === null && column(band.from) >= 0)
  const scale = LARGEST / Math.max(1, ...path.nodes.map((node) => node.clusters + node.already))
  const thickness = (clusters: number) => Math.max(THINNEST, clusters * scale)

  const xs = columnXs(path, moving, columnOf, sizes)
  const { ys, bottom } = columnRows(path, moving, columnOf, thickness)
  const place = (key: string, at: number): Point => ({ x: xs[at] ?? 0, y: ys.get(key) ?? 0 })
  const leaving = cursors()
  const arriving = cursors()

  // By where they arrive, so that bands of one hop never cross; auto-updates above what is forced, then by time.
  const inOrder = moving.toSorted(
    (a, b) =>
      (ys.get(nodeKey(a.to ?? '')) ?? 0) - (ys.get(nodeKey(b.to ?? '')) ?? 0) ||
      Number(b.kind === 'auto') - Number(a.kind === 'auto') ||
      (a.firstAt < b.firstAt ? -1 : 1),
  )
  const drawn = inOrder.map((band) => {
    const height = thickness(band.clusters)
    const from = place(nodeKey(band.from), column(band.from))
    const to = place(nodeKey(band.to ?? ''), column(band.to))
    const lanes = Array.from({ length: column(band.to) - column(band.from) - 1 }, (_, index) => {
      const at = column(band.from) + 1 + index
      return place(laneKey(band, at), at)
    })
    const start = { x: from.x + BAR, y: from.y + leaving(band.from, height) }
    const end = { x: to.x, y: to.y + arriving(band.to ?? '', height) }
    const points = [start, ...lanes, end]
    return { band, height, points, ribbon: { from: start, to: points[1] ?? end, height } }
  })
  const failures = failing.map((band, index): PlacedFailure & { ribbon: Ribbon } => {
    const height = thickness(band.clusters)
    const node = place(nodeKey(band.from), column(band.from))
    const from = { x: node.x + BAR, y: node.y + leaving(band.from, height) }
    const to = { x: from.x + FAIL_LENGTH, y: Math.max(bottom, from.y + height) + FAIL_BEND * (index + 1) - LINE }
    return {
      band,
      shape: ribbonPath([from, to], height),
      stop: { x: to.x, y: to.y - 2, height: height + 4 },
      label: { x: to.x + 14, y: to.y + height / 2 - LINE },
      ribbon: { from, to, height },
    }
  })

  const nodes = path.nodes.map((node) => placedNode(node, place(nodeKey(node.version), node.column), path, thickness))
  const labels = placedLabels(drawn, failures, wordsOf(nodes, sizes), sizes)
  const right = nodes.map((one) => one.x + BAR + (one.stayingAt ? sizes.tailWidth : 0))
  const heads = nodes.filter((one) => !one.isSource).map((one) => one.x + sizes.nodeWidth(one.node))
  const failRight = failures.map(({ band, label }) => label.x + Math.max(0, ...sizes.labelWidths(band)))
  const lowest = Math.max(bottom, ...nodes.map((one) => (one.stayingAt?.y ?? 0) + LINE))
  return {
    width: Math.ceil(Math.max(0, ...right, ...heads, ...failRight)),
    height: Math.ceil(Math.max(lowest + 8, ...failures.map(({ label }) => label.y + 2 * LINE + 4))),
    nodes,
    bands: drawn.map(({ band, points, height }) => ({
      band,
      shape: ribbonPath(points, height),
      label: labels.get(band) ?? null,
    })),
    failures,
  }
}

function placedNode(
  node: PathNode,
  { x, y }: Point,
  path: PathBody,
  thickness: (clusters: number) => number,
): PlacedNode {
  const out = path.bands.filter((band) => band.from === node.version)
  const staying = Math.max(0, node.clusters - out.reduce((sum, band) => sum + band.clusters, 0))
  const used = out.reduce((sum, band) => sum + thickness(band.clusters), 0)
  const height = thickness(node.clusters + node.already)
  const isEnd = out.length === 0
  return {
    node,
    x,
    y,
    height,
    isSource: node.column === 0,
    staying,
    stayingAt: isEnd || staying > 0 ? { x: x + BAR + 10, y: isEnd ? y + height / 2 : y + used + 2 } : null,
  }
}

/** Where words stand already: name and count above each bar, and below its bands what is said of those who stay. */
function wordsOf(nodes: readonly PlacedNode[], sizes: PathSizes): readonly Box[] {
  const heads = nodes
    .filter((one) => !one.isSource)
    .map(({ node, x, y }) => ({ x, y: y - NAME_RISE, width: sizes.nodeWidth(node), height: 2 * LINE }))
  const stays = nodes.flatMap(({ stayingAt }) =>
    stayingAt ? [{ ...stayingAt, width: sizes.tailWidth, height: 3 * LINE }] : [],
  )
  return [...heads, ...stays]
}

/** The largest bands first; nothing lies on another band, on a failing one, or on words. */
function placedLabels(
  drawn: readonly { readonly band: PathBand; readonly ribbon: Ribbon }[],
  failures: readonly { readonly ribbon: Ribbon }[],
  taken: readonly Box[],
  sizes: PathSizes,
): ReadonlyMap<PathBand, LabelPlace> {
  const labels = new Map<PathBand, LabelPlace>()
  const words: Box[] = [...taken]
  const bodies = [...drawn, ...failures].flatMap(({ ribbon }) => slicesOf(ribbon))
  for (const { band, ribbon } of drawn.toSorted((a, b) => b.ribbon.height - a.ribbon.height)) {
    const widths = sizes.labelWidths(band)
    const place = labelPlace(ribbon, widths, [...words, ...bodies])
    if (!place) continue
    labels.set(band, place)
    words.push({
      x: place.x,
      y: place.y,
      width: Math.max(...widths.slice(0, place.lines)),
      height: place.lines * LINE,
    })
  }
  return labels
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
