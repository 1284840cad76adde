import { onWire } from '@/lib/contract/dates'
import type { EditBody } from '@/lib/contract/edits'
import { DAY } from '@/lib/engine/time'
import { classesOf } from '@/lib/landscape/classes'
import { buildIndex, type FleetIndex } from '@/lib/landscape/fleet-index'
import { wallView } from '@/lib/questions/projects/answer/wall/view'
import { type WallAnswer, wallQuery } from '@/lib/questions/projects/contract'
import { at, landscape } from './landscape'
import { type Figure, summary, time } from './measure'

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Asia/Kolkata'] as const

/** Projects by days, the first hundred rows as a page gets them, none of it remembered: as things are, and with a draft. */
export async function wall(shoots = 100_000): Promise<Figure[]> {
  const index = await buildIndex(landscape(shoots).snapshot, at)
  classesOf(index)
  const figures: Figure[] = []
  for (const days of [60, 365]) {
    const plain = zones.map((zone) => run(index, { zone, days }))
    const what = `${plain[0]?.answer.figures.projects} projects, ${days} days`
    add(figures, `${what}: best of ${zones.length}`, plain, 500)
    figures.push({ bench: 'wall', what: `${what}: text in bytes`, value: plain[0]?.bytes ?? 0, unit: '' })
    // Another edit each time, so that no draft is remembered.
    const drafts = [...zones, ...zones].map((_, i) =>
      run(index, { zone: 'UTC', days, draft: { profile: 'aws', edits: [expire(20 + i)] } }),
    )
    add(figures, `${what}, with a draft: best of ${drafts.length}`, drafts, 500)
  }
  return figures
}

function run(
  index: FleetIndex,
  query: object,
): { readonly wall: number; readonly bytes: number; readonly answer: WallAnswer } {
  let text = ''
  const asked = wallQuery.parse(query)
  const { wall } = time(() => {
    text = JSON.stringify(wallView(index, asked))
  })
  return { wall, bytes: text.length, answer: JSON.parse(text) }
}

function add(figures: Figure[], what: string, runs: readonly { readonly wall: number }[], below: number): void {
  figures.push({ bench: 'wall', what, value: summary(runs.map((one) => one.wall)).best, unit: 'ms', target: { below } })
}

function expire(days: number): EditBody {
  return { kind: 'expire', image: null, version: '1.34.6', expirationDate: onWire(at + days * DAY) }
}
