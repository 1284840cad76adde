import { type EditBody, whatIfQuery } from '@/lib/contract'
import { DAY } from '@/lib/engine/time'
import { classesOf } from '@/lib/server/classes'
import { onWire } from '@/lib/server/clock'
import { buildIndex } from '@/lib/server/fleet-index'
import { whatIfView } from '@/lib/server/what-if/view'
import { at, landscape } from './landscape'
import { type Figure, summary, time } from './measure'

/** One edit, every cluster, 365 days, before and after: the whole answer, no draft asked for twice. */
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
    const ask = (i: number) => whatIfView(index, whatIfQuery.parse({ profile, edits: [edit(i)] }))
    for (let i = 0; i < 4; i++) ask(i)
    const runs = Array.from({ length: 9 }, (_, i) => time(() => ask(i + 4)))
    const { changed, clusters } = ask(12).figures
    const { median, best } = summary(runs.map(({ wall }) => wall))
    figures.push(
      {
        bench: 'what-if',
        what: `${what}: ${changed} of ${clusters} change; median`,
        value: median,
        unit: 'ms',
        target: { below: 150 },
      },
      { bench: 'what-if', what: `${what}: best`, value: best, unit: 'ms', target: { below: 150 } },
    )
  }
  return figures
}
