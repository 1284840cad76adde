import type { PathBody } from '@/lib/contract/lifecycle'

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
