import { buildIndex } from '@/lib/landscape/fleet-index'
import { anew, at, landscape } from './landscape'
import { type Figure, summary, time, timeAsync } from './measure'

/** Reading JSON into plain objects, and nothing else, against the first index of the landscape, forecasts of a year included. */
export async function indexing(shoots = 100_000): Promise<Figure[]> {
  const { snapshot, texts } = landscape(shoots, true)
  const parses = []
  const indexes = []
  for (let i = 0; i < 5; i++) {
    parses.push(time(() => texts.map((text) => JSON.parse(text))).cpu)
    const fresh = anew(snapshot)
    indexes.push((await timeAsync(() => buildIndex(fresh, at))).cpu)
  }
  const parse = summary(parses).best
  const index = summary(indexes).best
  return [
    { bench: 'indexing', what: `JSON.parse of ${shoots} clusters: processor time`, value: parse, unit: 'ms' },
    { bench: 'indexing', what: 'their index, from cold: processor time', value: index, unit: 'ms' },
    { bench: 'indexing', what: 'of JSON.parse', value: index / parse, unit: '×', target: { below: 1 } },
  ]
}
