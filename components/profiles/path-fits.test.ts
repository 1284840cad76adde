import { beforeAll, describe, expect, test } from 'vitest'
import type { PathBody } from '@/lib/contract/lifecycle'
import { runs } from '@/lib/engine/testdata/runs'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape } from '@/lib/landscape/landscape'
import { profileView } from '@/lib/questions/profiles/answer/profile'
import { KUBERNETES } from '@/lib/words/wording'
import { pathSizes } from '../paths/path-diagram'
import { type DiagramBox, foldedPath, overlaps, type PathLayout, pathLayout } from '../paths/path-layout'
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
  const landscape = await buildLandscape(garden.snapshot(), at)
  return [...landscape.snapshot.profiles].flatMap(([profile, entry]) => {
    const { kubernetes, images } = profileView(landscape, entry, null)
    return [{ name: KUBERNETES, versions: kubernetes }, ...images].flatMap(({ name: what, versions }) =>
      versions
        .filter(({ clusters }) => clusters > 0)
        .flatMap(({ version }) => {
          const whole = profileView(landscape, entry, { what, version }).selected?.path
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
function words({ nodes, bands }: PathLayout): (DiagramBox & { readonly text: string })[] {
  return [
    ...nodes.flatMap(({ node, words: box, stays }) => [
      { ...box, text: node.version },
      ...(stays === null ? [] : [{ ...stays, text: `those who stay on ${node.version}` }]),
    ]),
    ...bands.map(({ band, label }) => ({ ...label, text: `${band.from} to ${band.to}, ${band.kind}` })),
  ]
}

/** The corners of an SVG path of `M`, `C` and `V`: its curves do not leave the box of their points. */
function boxOfShape(shape: string): DiagramBox {
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

/** What a shape fills, as upright slices of it, a little less high. */
function slicesOf(shape: string): readonly DiagramBox[] {
  const numbers = [...shape.matchAll(/-?[\d.]+/g)].map(([text]) => Number(text))
  const curves = shape.split('V')[0]?.split('C').length ?? 1
  const [x0 = 0, y0 = 0] = numbers
  const height = (numbers.at(-1) ?? 0) - y0
  let from = { x: x0, y: y0 }
  return Array.from({ length: curves - 1 }, (_, i) => numbers.slice(2 + 6 * i, 8 + 6 * i)).flatMap((curve) => {
    const [, , , , x = 0, y = 0] = curve
    const start = from
    from = { x, y }
    return Array.from({ length: 8 }, (_, step): DiagramBox => {
      const at = (t: number) => start.y + (y - start.y) * (3 * t * t - 2 * t * t * t)
      const [one, next] = [at(step / 8), at((step + 1) / 8)]
      const left = start.x + ((x - start.x) * step) / 8
      return {
        x: left,
        y: Math.min(one, next) + 1,
        width: (x - start.x) / 8,
        height: Math.abs(next - one) + height - 2,
      }
    })
  })
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
      expect(all.some(({ layout }) => layout.bands.some(({ stop }) => stop !== null))).toBe(true)
      const outside = all.flatMap(({ name, layout }) => {
        const { width, height, nodes, bands } = layout
        const boxes = [
          ...words(layout),
          ...nodes.map(({ node, ...box }) => ({ ...box, text: `bar of ${node.version}` })),
          ...bands.flatMap(({ shape, onward, stop, band }) => [
            { ...boxOfShape(shape), text: `band of ${band.from} to ${band.to}` },
            ...(stop === null ? [] : [{ ...stop, text: 'bar of those who fail' }]),
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

    test('no words lie on a band but their own', () => {
      const crossed = all.flatMap(({ name, layout }) => {
        const bodies = layout.bands.flatMap(({ band, shape, onward }) =>
          [shape, ...(onward === null ? [] : [onward])].flatMap((one) =>
            slicesOf(one).map((slice) => ({ band, slice })),
          ),
        )
        return layout.bands.flatMap(({ band, label }) =>
          bodies
            .filter((body) => body.band !== band && overlaps(label, body.slice))
            .map((body) => `${name}: ${band.from} to ${band.to} on ${body.band.from} to ${body.band.to}`),
        )
      })
      expect([...new Set(crossed)]).toEqual([])
    })

    test('every band is drawn and said', () => {
      for (const { name, path, layout } of all) {
        const drawn = layout.bands.map(({ band }) => band)
        expect(new Set(drawn), name).toEqual(new Set(path.bands))
      }
    })
  },
)
