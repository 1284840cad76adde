import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import type { Garden } from '@/lib/garden'
import { demoGarden } from '@/lib/garden/testdata/demo'
import { statusBody } from '@/lib/http/status-body'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { gardenView } from '@/lib/questions/overview/answer/garden'
import { gardenPicture } from '@/lib/questions/overview/answer/picture'
import { profilePicture } from '@/lib/questions/profiles/answer/picture'
import { profileView } from '@/lib/questions/profiles/answer/profile'
import * as problemWords from '@/lib/words/faults'

let garden: Garden
let landscape: Landscape

beforeAll(async () => {
  garden = await demoGarden()
  landscape = await buildLandscape(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'))
})

it('the picture of the overview has a rectangle for whatever happens on a day, and boxes for texts only', async () => {
  const answer = await gardenView(landscape, statusBody(garden, problemWords), 'UTC')
  const html = renderToStaticMarkup(gardenPicture(answer))
  const bars = answer.days.flatMap(({ forced, rolling, fails }) => [rolling, forced - rolling, fails])
  expect(bars.length).toBeGreaterThan(200)
  expect(html.match(/<rect/g)).toHaveLength(1 + bars.filter((count) => count > 0).length)
  expect(html.match(/<div/g)?.length).toBeLessThan(20)
})

it('the picture of a profile has months and the lives of its versions as rectangles within it', () => {
  const entry = landscape.snapshot.profiles.get('aws')
  if (entry === undefined) throw new Error('The demo has this profile.')
  const html = renderToStaticMarkup(profilePicture(profileView(landscape, entry, null), 'aws'))
  const rectangles = [...html.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g)]
  expect(rectangles.length).toBeGreaterThan(8 + 12)
  for (const [, x, width] of rectangles) {
    expect(Number(x)).toBeGreaterThanOrEqual(220)
    expect(Number(width)).toBeGreaterThan(0)
    expect(Number(x) + Number(width)).toBeLessThanOrEqual(1020)
  }
})
