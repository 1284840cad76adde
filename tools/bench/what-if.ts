import { onWire } from '@/lib/contract/dates'
import type { EditBody } from '@/lib/contract/edits'
import { whatIfQuery } from '@/lib/contract/what-if'
import { DAY } from '@/lib/engine/time'
import { classesOf } from '@/lib/landscape/classes'
import { computed } from '@/lib/landscape/draft/run'
import { buildIndex } from '@/lib/landscape/fleet-index'
import { whatIfView } from '@/lib/questions/draft/answer/what-if/view'
import { at, landscape } from './landscape'
import { type Figure, summary, time } from './measure'

/** One edit, every cluster, 365 days, before and after: the whole answer as a page gets it, no draft asked for twice. */
export async function whatIf(shoots = 100_000): Promise<Figure[]> {
  const index = await buildIndex(landscape(shoots).snapshot, at)
  classesOf(index)
  const expire = (image: string | null, version: string, day: number): EditBody => ({
    kind: 'expire',
    image,
    version,
    expirationDate: onWire(at + day * DAY),
  })
  const kinds: [string, string, (i: number) => EditBody][] = [
    ['expire a version that many run', 'aws', (i) => expire(null, '1.34.6', 20 + i)],
    ['expire the version that all move to', 'aws', (i) => expire(null, '1.34.7', 100 + i)],
    [
      'promote a preview',
      'aws',
      (i) => ({ kind: 'classify', image: null, version: '1.36.2', classification: i % 2 ? 'deprecated' : 'supported' }),
    ],
    ['expire an image version', 'azure', (i) => expire('gardenlinux', '1877.4.0', 20 + i)],
  ]
  const figures: Figure[] = []
  for (const [what, profile, edit] of kinds) {
    const query = (i: number) => whatIfQuery.parse({ profile, edits: [edit(i)] })
    const answer = (i: number) => JSON.stringify(whatIfView(index, query(i)))
    for (let i = 0; i < 4; i++) answer(i)
    const runs = Array.from({ length: 21 }, (_, i) => {
      const draft = time(() => computed(index, query(i + 4)))
      const rest = time(() => answer(i + 4))
      return { draft: draft.wall, wall: draft.wall + rest.wall, cpu: draft.cpu + rest.cpu }
    })
    const { changed, clusters } = whatIfView(index, query(24)).figures
    const { median, best } = summary(runs.map(({ wall }) => wall))
    const figure = { bench: 'what-if', unit: 'ms' } as const
    const target = { below: 500 }
    figures.push(
      { ...figure, what: `${what}: ${changed} of ${clusters} change; median`, value: median, target },
      { ...figure, what: `${what}: best`, value: best, target },
      { ...figure, what: `${what}: best without rows and text`, value: summary(runs.map(({ draft }) => draft)).best },
      { ...figure, what: `${what}: processor time, best`, value: summary(runs.map(({ cpu }) => cpu)).best },
    )
  }
  return figures
}
