import { beforeAll, describe, expect, test } from 'vitest'
import type { PathBody } from '@/lib/contract/lifecycle'
import { runs } from '@/lib/engine/testdata/runs'
import { openGarden } from '@/lib/garden/open-garden'
import { buildIndex } from '@/lib/landscape/fleet-index'
import { profileView } from '@/lib/questions/profiles/answer/profile'
import { KUBERNETES } from '@/lib/words/wording'
import { BAR } from '../paths/path-columns'
import { pathSizes } from '../paths/path-diagram'
import { type Box, overlaps } from '../paths/path-labels'
import { foldedPath, type PathLayout, pathLayout } from '../paths/path-layout'
import { estimatedWidth } from '../timeline/use-chart-box'

const at = Date.parse('2026-11-21T18:00:00Z')

interface Drawing {
  readonly name: string
  readonly path: PathBody
  readonly layout: PathLayout
}

/** The diagrams of all versions of a demo that clusters run. */
async function drawings(shoots: number): Promise<Drawing[]> {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: String(shoots) })
  await garden.ready()
  const index = await buildIndex(garden.snapshot(), at)
  return [...index.snapshot.profiles].flatMap(([profile, entry]) => {
    const { kubernetes, images } = profileView(index, entry, null)
    return [{ name: KUBERNETES, versions: kubernetes }, ...images].flatMap(({ name: what, versions }) =>
      versions
        .filter(({ clusters }) => clusters > 0)
        .flatMap(({ version }) => {
          const whole = profileView(index, entry, { what, version }).selected?.path
          if (whole === undefined) return []
          const { path, later } = foldedPath(whole)
          const words = { zone: '+01:00', now: at, isKubernetes: what === KUBERNETES, path: whole }
          const sizes = pathSizes({ words, later, available: 760, measure: estimatedWidth })
          return [{ name: `${profile} ${what} ${version}`, path, layout: pathLayout(path, sizes) }]
        }),
    )
  })
}

/** Everything that is written, with a name. */
function words({ nodes, bands, failures }: PathLayout): (Box & { readonly text: string })[] {
  return [
    ...nodes.flatMap(({ node, words: box, stays }) => [
      { ...box, text: node.version },
      ...(stays === null ? [] : [{ ...stays, text: `those who stay on ${node.version}` }]),
    ]),
    ...bands.flatMap(({ band, label }) => (label === null ? [] : [{ ...label, text: `${band.from} to ${band.to}` }])),
    ...failures.map(({ band, label }) => ({ ...label, text: `${band.from} fails` })),
  ]
}

/** The corners of an SVG path of `M`, `C` and `V`: its curves do not leave the box of their points. */
function boxOfShape(shape: string): Box {
  const xs: number[] = []
  const ys: number[] = []
  for (const [, command = '', text = ''] of shape.matchAll(/([MCV])([^MCVZ]*)/g)) {
    const numbers = text.trim().split(/\s+/).map(Number)
    if (command === 'V') ys.push(...numbers)
    else for (const [i, number] of numbers.entries()) (i % 2 === 0 ? xs : ys).push(number)
  }
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

describe.each([120, Math.max(500, runs(10_000))])(
  'of all versions of a demo with %i clusters, in the path diagram',
  (shoots) => {
    let all: Drawing[]

    beforeAll(async () => {
      all = await drawings(shoots)
    })

    test('nothing lies outside of the drawing', () => {
      expect(all.length).toBeGreaterThan(30)
      expect(all.some(({ layout }) => layout.failures.length > 0)).toBe(true)
      const outside = all.flatMap(({ name, layout }) => {
        const { width, height, nodes, bands, failures } = layout
        const boxes = [
          ...words(layout),
          ...nodes.map(({ node, ...box }) => ({ ...box, width: BAR, text: `bar of ${node.version}` })),
          ...bands.map(({ band, shape }) => ({ ...boxOfShape(shape), text: `band to ${band.to}` })),
          ...failures.flatMap(({ shape, onward, stop, band }) => [
            { ...stop, text: 'bar of those who fail' },
            { ...boxOfShape(shape), text: 'band of those who fail' },
            ...(onward === null ? [] : [{ ...boxOfShape(onward), text: `band on to ${band.to}` }]),
          ]),
        ]
        return boxes
          .filter((box) => box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height)
          .map((box) => `${name}: ${JSON.stringify(box)} in ${width} x ${height}`)
      })
      expect(outside).toEqual([])
    })

    test('no words lie on other words', () => {
      const touching = all.flatMap(({ name, layout }) => {
        const boxes = words(layout)
        return boxes.flatMap((a, i) =>
          boxes
            .slice(i + 1)
            .filter((b) => overlaps(a, b))
            .map((b) => `${name}: ${a.text} and ${b.text}`),
        )
      })
      expect(touching).toEqual([])
    })

    test('every band is drawn, and said in it or below it', () => {
      for (const { name, path, layout } of all) {
        const drawn = [...layout.bands, ...layout.failures].map(({ band }) => band)
        expect(new Set(drawn), name).toEqual(new Set(path.bands))
      }
    })
  },
)
