import { describe, expect, test } from 'vitest'
import type { PathBody } from '@/lib/contract/lifecycle'
import { band as bandOf } from '../profiles/testdata/aws'
import { foldedPath, type PathSizes, pathLayout } from './path-layout'

const sizes: PathSizes = {
  available: 790,
  labelWidths: () => [200, 240],
  nodeWidth: () => 44,
  stayingWidths: () => [80, 80, 40],
}
const node = (version: string, column: number, clusters: number, already = 0) => ({
  version,
  stage: 'supported' as const,
  column,
  clusters,
  now: 0,
  already,
  expires: null,
})
const band = (from: string, to: string | null, clusters: number, kind: 'auto' | 'forced' | 'fails' = 'forced') =>
  bandOf(from, to, kind, clusters, '2026-12-15T12:00:00Z', '2026-12-16T12:00:00Z', 'kubeletRestart')

const simple: PathBody = {
  nodes: [node('1.33.6', 0, 158), node('1.33.7', 1, 158, 13), node('1.34.3', 2, 158)],
  bands: [band('1.33.6', '1.33.7', 46), band('1.33.6', '1.33.7', 112, 'auto'), band('1.33.7', '1.34.3', 158)],
}

const failuresOf = ({ bands }: ReturnType<typeof pathLayout>) => bands.filter(({ stop }) => stop !== null)

describe('the path diagram', () => {
  test('has the largest bar 120 px high and all others to the same scale', () => {
    const heights = pathLayout(simple, sizes).nodes.map((one) => one.height)
    expect(heights[1]).toBeCloseTo(120, 6)
    expect(heights[0]).toBeCloseTo((158 / 171) * 120, 6)
  })

  test('uses the width there is, and scrolls when the labels need more', () => {
    expect(pathLayout(simple, sizes).width).toBeLessThanOrEqual(790)
    expect(pathLayout(simple, { ...sizes, available: 300 }).width).toBeGreaterThan(700)
  })

  test('lets auto-updates leave above what is forced', () => {
    const kinds = pathLayout(simple, sizes)
      .bands.slice(0, 2)
      .map((one) => one.band.kind)
    expect(kinds).toEqual(['auto', 'forced'])
  })

  test('puts words into a band that is high enough, all lines or only the first', () => {
    const [auto, forced] = pathLayout(simple, sizes).bands
    expect(auto?.label).toMatchObject({ lines: 2, height: 32 })
    expect(forced?.label).toMatchObject({ lines: 1, height: 16 })
    expect(forced?.label.y).toBeGreaterThan((auto?.label.y ?? 0) + 32)
  })

  test('puts words below a band that is too thin, and the next band below them', () => {
    const thin: PathBody = {
      nodes: simple.nodes,
      bands: [band('1.33.6', '1.33.7', 150), band('1.33.6', '1.33.7', 3, 'auto')],
    }
    const [auto, forced] = pathLayout(thin, sizes).bands
    expect(auto?.band.kind).toBe('auto')
    expect(auto?.label).toMatchObject({ y: 43, lines: 1 })
    expect(forced?.label.y).toBeGreaterThan(43 + 16)
  })

  test('lets no words of a thin band touch the name and count above a bar', () => {
    const layout = pathLayout(
      {
        nodes: [node('1', 0, 1), node('2', 1, 1, 6), node('3', 2, 1)],
        bands: [band('1', '2', 1), band('2', '3', 1)],
      },
      { ...sizes, nodeWidth: () => 90 },
    )
    const label = layout.bands[1]?.label
    const from = layout.nodes[1]
    expect(label?.y ?? 0).toBeGreaterThan(from?.y ?? 0)
    expect(label?.x ?? 0).toBeGreaterThan((from?.x ?? 0) + 6)
  })

  test('draws a single cluster among thousands 3 px high', () => {
    const layout = pathLayout(
      { nodes: [node('1', 0, 5000), node('2', 1, 1)], bands: [band('1', '2', 1)] },
      { ...sizes, labelWidths: () => [20] },
    )
    expect(layout.nodes[1]?.height).toBe(3)
  })

  test('tells how many stay, and none when all move', () => {
    const layout = pathLayout({ nodes: [node('1', 0, 10), node('2', 1, 4)], bands: [band('1', '2', 4)] }, sizes)
    expect(layout.nodes.map((one) => one.staying)).toEqual([6, 4])
    expect(pathLayout(simple, sizes).nodes.map((one) => one.stays === null)).toEqual([true, true, false])
  })

  test('bends what fails down, below everything else', () => {
    const layout = pathLayout(
      { nodes: simple.nodes, bands: [...simple.bands.slice(0, 2), band('1.33.7', null, 2, 'fails')] },
      sizes,
    )
    const lowest = Math.max(...layout.nodes.map((one) => one.y + one.height))
    const [failure, ...others] = failuresOf(layout)
    expect(others).toEqual([])
    expect(failure?.stop?.y).toBeGreaterThan(lowest + 20)
    expect(layout.height).toBeGreaterThan((failure?.label.y ?? 0) + 32)
  })

  test('bends only 44 px down what fails where nobody moves', () => {
    const layout = pathLayout({ nodes: [node('1', 0, 3)], bands: [band('1', null, 3, 'fails')] }, sizes)
    expect((failuresOf(layout)[0]?.stop?.y ?? 0) + 2).toBe((layout.nodes[0]?.y ?? 0) + 44)
  })

  test('brings who fails for a time back to the version that they move to', () => {
    const forATime = { ...band('1', '2', 3, 'fails'), onward: 'forced' as const }
    const layout = pathLayout(
      { nodes: [node('1', 0, 14), node('2', 1, 14)], bands: [band('1', '2', 11), forATime] },
      sizes,
    )
    const [failure] = failuresOf(layout)
    const [, target] = layout.nodes
    const bottom = (target?.y ?? 0) + (target?.height ?? 0)
    const [, x, y] = /C[^CV]* ([\d.]+) ([\d.]+)V/.exec(failure?.onward ?? '') ?? []
    expect(Number(x)).toBe(target?.x)
    expect(Number(y) + ((failure?.stop?.height ?? 0) - 4)).toBeCloseTo(bottom, 0)
    expect(failure?.stop?.y).toBeGreaterThan(bottom)
    expect(layout.nodes.map(({ staying }) => staying)).toEqual([0, 14])
  })

  test('does not fold a hop that some take only after failing', () => {
    const nodes = ['1', '2', '3', '4'].map((version, column) => node(version, column, 3))
    const late = { ...band('3', '4', 3, 'fails'), onward: 'forced' as const }
    const path = { nodes, bands: [band('1', '2', 3), band('2', '3', 3), late] }
    expect(foldedPath(path)).toEqual({ path, later: [] })
  })

  test('leads a band that passes a column around its bars', () => {
    const layout = pathLayout(
      {
        nodes: [node('1', 0, 20), node('2', 1, 10), node('3', 2, 20)],
        bands: [band('1', '2', 10), band('1', '3', 10, 'auto'), band('2', '3', 10)],
      },
      sizes,
    )
    const passing = layout.bands.find((one) => one.band.kind === 'auto')
    // From its bar to its row, along it, past the column in a row of that one, and to where it ends; and back.
    expect(passing?.shape.split('C')).toHaveLength(1 + 2 * 5)
  })

  test('leaves out a band that leads nowhere or back, and never fails', () => {
    const odd: PathBody = { nodes: [node('1', 0, 1)], bands: [band('1', '9', 1), band('1', '1', 1)] }
    expect(pathLayout(odd, sizes).bands).toEqual([])
    expect(pathLayout({ nodes: [], bands: [] }, sizes)).toMatchObject({ nodes: [], bands: [] })
  })

  test('draws straight what goes straight on', () => {
    const layout = pathLayout(simple, sizes)
    expect(new Set(layout.nodes.map((one) => one.y)).size).toBe(1)
  })

  test('begins the words of every band right of where those that fail bend down', () => {
    const layout = pathLayout(
      {
        nodes: [node('1', 0, 9), node('2', 1, 8, 23)],
        bands: [band('1', '2', 6, 'auto'), band('1', '2', 2), band('1', null, 1, 'fails')],
      },
      sizes,
    )
    const [, down] = /C[^C]* ([\d.]+) [\d.]+C/.exec(failuresOf(layout)[0]?.shape ?? '') ?? []
    expect(layout.bands.map(({ label }) => label.x >= Number(down))).toEqual([true, true, true])
  })
})

describe('a long way', () => {
  const chain: PathBody = {
    nodes: ['1', '2', '3', '4', '5'].map((version, column) => node(version, column, 14)),
    bands: [band('1', '2', 14), band('2', '3', 14), band('3', '4', 14), band('4', '5', 14)],
  }

  test('is folded from the fourth version on, when all take the same hops', () => {
    const { path, later } = foldedPath(chain)
    expect(path.nodes.map((one) => one.version)).toEqual(['1', '2', '3'])
    expect(path.bands).toHaveLength(2)
    expect(later.map((one) => one.to)).toEqual(['4', '5'])
  })

  test.each([
    ['some stay behind', { ...chain, bands: [...chain.bands.slice(0, 3), band('4', '5', 3)] }],
    ['some fail later', { ...chain, bands: [...chain.bands, band('5', null, 3, 'fails')] }],
    [
      'the ways part',
      { ...chain, nodes: [...chain.nodes, node('6', 3, 2)], bands: [...chain.bands, band('3', '6', 2)] },
    ],
    ['it is short', simple],
  ])('is drawn whole when %s', (_, path) => {
    expect(foldedPath(path)).toEqual({ path, later: [] })
  })
})
