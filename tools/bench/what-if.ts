import { onWire } from '@/lib/contract/dates'
import type { EditBody } from '@/lib/contract/edits'
import { whatIfQuery } from '@/lib/contract/what-if'
import { DAY } from '@/lib/engine/time'
import { buildIndex } from '@/lib/landscape/fleet-index'
import { whatIfView } from '@/lib/questions/draft/answer/what-if/view'
import { at, landscape } from './landscape'
import { type Figure, times } from './measure'

const warming = 4

/** One edit, every cluster, 365 days, before and after: the whole answer as a page gets it, no draft asked for twice. */
export async function whatIf(shoots: number): Promise<readonly Figure[]> {
  const index = await buildIndex(landscape(shoots).snapshot, at)
  const expire = (image: string | null, version: string, day: number): EditBody => ({
    kind: 'expire',
    image,
    version,
    expirationDate: onWire(at + day * DAY),
  })
  const kinds: readonly [what: string, profile: string, edit: (round: number) => EditBody][] = [
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
    const answer = (round: number) => whatIfView(index, whatIfQuery.parse({ profile, edits: [edit(round)] }))
    await times(warming, answer)
    const { median, best } = await times(21, (round) => JSON.stringify(answer(round + warming)))
    const { changed, clusters } = answer(warming).figures
    figures.push(
      { what: `${what}: ${changed} of ${clusters} change; median`, value: median, unit: 'ms', below: 500 },
      { what: `${what}: best`, value: best, unit: 'ms' },
    )
  }
  return figures
}
