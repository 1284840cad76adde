import { PAGES } from '@/e2e/support/pages'
import { type Figure, times } from './measure'
import { heldOf, read, startServer, untilReady } from './server'

/** Routes that no page shows at once, and those that tell of all clusters; with a body where they are asked by POST. */
const ROUTES: readonly {
  readonly name: string
  readonly path: string
  readonly body?: object
  readonly below?: number
}[] = [
  { name: 'find', path: '/api/find?q=checkout' },
  { name: 'a filter of the clusters', path: '/api/shoots?event=forced&within=90' },
  { name: 'a what-if of nothing', path: '/api/what-if', body: { profile: 'aws', edits: [] } },
  { name: 'the effects of a policy', path: '/api/policy/effects', body: { profile: 'aws' }, below: 1000 },
  { name: 'calendar of a profile', path: '/api/feeds/cloudprofiles/aws.ics', below: 1000 },
  { name: 'all clusters as CSV', path: '/api/shoots.csv', below: 1000 },
]

/** Every page and the heaviest routes, warm, and how long the event loop is held meanwhile. */
export async function pages(shoots: number, rounds = 7): Promise<readonly Figure[]> {
  const almanac = await startServer(shoots)
  try {
    await untilReady(almanac)
    const figures: Figure[] = []
    for (const { name, path, body, below = 100 } of [
      ...PAGES.map((page) => ({ ...page, body: undefined, below: 100 })),
      ...ROUTES,
    ]) {
      await read(almanac, path, body)
      await heldOf(almanac)
      const { median } = await times(rounds, () => read(almanac, path, body))
      const { held } = await heldOf(almanac)
      figures.push(
        { what: `${name}, warm, median of ${rounds}`, value: median, unit: 'ms', below },
        { what: `${name}: the longest that the event loop is held`, value: held, unit: 'ms', below: 100 },
      )
    }
    return figures
  } finally {
    await almanac.stop()
  }
}
