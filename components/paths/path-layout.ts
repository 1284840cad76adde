import type { PathBody } from '@/lib/contract/lifecycle'
import { BAR, columnRows, columnXs, HEAD, laneKey, nodeKey, type PathSizes, stayingAt, WORDS_AT } from './path-columns'
import {
  type Box,
  type LabelPlace,
  type Leaving,
  LINE,
  labelPlace,
  type PlacedFailure,
  type Point,
  placedFailures,
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
  /** Where name and count stand. */
  readonly words: Box
  /** How many neither move on nor fail. */
  readonly staying: number
  /** Where it says what is known of those; null: all move on or fail, or there is no room and it is listed below. */
  readonly stays: Box | null
}

export interface PlacedBand {
  readonly band: PathBand
  /** SVG path of the filled band. */
  readonly shape: string
  /** Null: there is no room, its words are listed below. */
  readonly label: (LabelPlace & Box) | null
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
/** How far above its bar a node's name begins. */
const NAME_RISE = 37
/** How far left of its bar a source's name ends. */
const NAME_LEFT = 8

export function pathLayout(path: PathBody, sizes: PathSizes): PathLayout {
  const columnOf = new Map(path.nodes.map((node) => [node.version, node.column]))
  const column = (version: string | null) => columnOf.get(version ?? '') ?? -1
  const leads = (band: PathBand) => column(band.from) >= 0 && column(band.to) > column(band.from)
  const moving = path.bands.filter((band) => band.kind !== 'fails' && leads(band))
  const failing = path.bands.filter((band) => band.kind === 'fails' && column(band.from) >= 0)
  const scale = LARGEST / Math.max(1, ...path.nodes.map((node) => node.clusters + node.already))
  const thickness = (clusters: number) => Math.max(THINNEST, clusters * scale)

  const xs = columnXs(path, moving, columnOf, sizes)
  const { ys, bottom } = columnRows(path, moving, columnOf, thickness)
  const place = (key: string, at: number): Point => ({ x: xs[at] ?? 0, y: ys.get(key) ?? 0 })
  const leaving = cursors()
  const arriving = cursors()
  const startOf = (band: PathBand, height: number): Point => {
    const { x, y } = place(nodeKey(band.from), column(band.from))
    return { x: x + BAR, y: y + leaving(band.from, height) }
  }
  const endOf = (to: string, height: number): Point => {
    const { x, y } = place(nodeKey(to), column(to))
    return { x, y: y + arriving(to, height) }
  }

  // By where they arrive and begin, so that bands of one hop never cross; auto-updates above what is forced, then by time.
  const inOrder = moving.toSorted(
    (a, b) =>
      (ys.get(nodeKey(a.to ?? '')) ?? 0) - (ys.get(nodeKey(b.to ?? '')) ?? 0) ||
      (ys.get(nodeKey(a.from)) ?? 0) - (ys.get(nodeKey(b.from)) ?? 0) ||
      Number(b.kind === 'auto') - Number(a.kind === 'auto') ||
      (a.firstAt < b.firstAt ? -1 : 1),
  )
  const drawn = inOrder.map((band) => {
    const height = thickness(band.clusters)
    const lanes = Array.from({ length: column(band.to) - column(band.from) - 1 }, (_, index) => {
      const at = column(band.from) + 1 + index
      return place(laneKey(band, at), at)
    })
    const start = startOf(band, height)
    const end = endOf(band.to ?? '', height)
    const points = [start, ...lanes, end]
    return { band, height, points, ribbon: { from: start, to: points[1] ?? end, height } }
  })
  const failed = failing.map((band): Leaving => {
    const height = thickness(band.clusters)
    const to = band.to !== null && leads(band) ? endOf(band.to, height) : null
    return { band, height, column: column(band.from), from: startOf(band, height), to }
  })

  const nodes = path.nodes.map((node) =>
    placedNode(node, place(nodeKey(node.version), node.column), path, sizes, thickness),
  )
  const words = nodes.flatMap((one) => (one.stays ? [one.words, one.stays] : [one.words]))
  // Where nobody moves there is nothing that the lanes would have to go below.
  const floor = xs.length > 1 ? Math.max(bottom, ...words.map((box) => box.y + box.height)) : HEAD
  const failures = placedFailures(failed, floor, sizes.labelWidths)
  const labels = placedLabels(drawn, failures, [...words, ...failures.map(({ label }) => label)], sizes)
  const boxes = [
    ...words,
    ...labels.values(),
    ...failures.flatMap(({ label, stop }) => [label, stop]),
    ...nodes.map(({ x, y, height }) => ({ x, y, width: BAR, height })),
  ]
  return {
    width: Math.ceil(Math.max(0, ...boxes.map((box) => box.x + box.width))),
    height: Math.ceil(Math.max(bottom, ...boxes.map((box) => box.y + box.height))) + MARGIN,
    nodes,
    bands: drawn.map(({ band, points, height }) => ({
      band,
      shape: ribbonPath(points, height),
      label: labels.get(band) ?? null,
    })),
    failures,
  }
}

const MARGIN = 8

function placedNode(
  node: PathNode,
  { x, y }: Point,
  path: PathBody,
  sizes: PathSizes,
  thickness: (clusters: number) => number,
): PlacedNode {
  const out = path.bands.filter((band) => band.from === node.version)
  const staying = stayingAt(path, node)
  const height = thickness(node.clusters + node.already)
  const isSource = node.column === 0
  const width = sizes.nodeWidth(node)
  const words = isSource
    ? { x: x - NAME_LEFT - width, y: y + Math.max(0, height / 2 - LINE), width, height: 2 * LINE }
    : { x, y: y - NAME_RISE, width, height: 2 * LINE }
  const placed = { node, x, y, height, isSource, words, staying }
  if (staying === 0 && out.length > 0) return { ...placed, stays: null }
  const lines = sizes.stayingWidths(node, staying)
  const box = { width: Math.max(0, ...lines), height: lines.length * LINE }
  const right = x + BAR + WORDS_AT
  if (out.length === 0) {
    const below = isSource ? 0 : words.y + words.height
    return { ...placed, stays: { x: right, y: Math.max(below, y + (height - box.height) / 2), ...box } }
  }
  if (!out.some(({ kind }) => kind === 'fails')) {
    const used = out.reduce((sum, band) => sum + thickness(band.clusters), 0)
    return { ...placed, stays: { x: right, y: y + used + 2, ...box } }
  }
  // Those that fail bend down where the words would be.
  const left = { x: x - NAME_LEFT - box.width, y: words.y + words.height, ...box }
  return { ...placed, stays: isSource ? left : null }
}

/** The largest bands first; nothing lies on another band, on a failing one, or on words. */
function placedLabels(
  drawn: readonly { readonly band: PathBand; readonly ribbon: Ribbon }[],
  failures: readonly PlacedFailure[],
  taken: readonly Box[],
  sizes: PathSizes,
): ReadonlyMap<PathBand, LabelPlace & Box> {
  const labels = new Map<PathBand, LabelPlace & Box>()
  const words: Box[] = [...taken]
  const bodies = [...drawn.map(({ ribbon }) => ribbon), ...failures.flatMap(({ ribbons }) => ribbons)].flatMap(slicesOf)
  for (const { band, ribbon } of drawn.toSorted((a, b) => b.ribbon.height - a.ribbon.height)) {
    const widths = sizes.labelWidths(band)
    const place = labelPlace(ribbon, widths, [...words, ...bodies])
    if (!place) continue
    const width = Math.max(...widths.slice(0, place.lines))
    const label = { ...place, width, height: place.lines * LINE }
    labels.set(band, label)
    words.push(label)
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
