import type { FreezeDays } from '@/lib/contract/status'
import type { WallAnswer } from '@/lib/questions/projects/contract'
import { plainLines } from '@/lib/words/plain-text'
import { countText, dayText } from '@/lib/words/time-text'
import { nodesText } from '@/lib/words/wording'
import { headlineOf } from './words'

/** So many projects are told. */
const MOST = 20

/** The wall as plain text: its headline, then a line for each of the first projects. */
export function wallText(answer: WallAnswer, freezes: readonly FreezeDays[]): string {
  const { fact, warning, load } = headlineOf(answer, freezes)
  const { items, figures, days, at, zone } = answer
  const rows = items.slice(0, MOST).map(({ project, behind, clusters, stuck, nodes, owner }) => {
    const stuckText = stuck === 0 ? '' : `, ${countText(stuck)} stuck`
    const rolls = nodes.max === 0 ? '' : `, ${nodesText(nodes)} roll`
    return `- ${project}: ${countText(behind)} of ${countText(clusters)} clusters behind${stuckText}${rolls}; ${owner === null ? 'no owner named' : `call ${owner.name}`}`
  })
  const more = figures.projects - rows.length
  return plainLines([
    [fact, warning, load].filter(Boolean).join(' '),
    '',
    ...rows,
    ...(more > 0 ? [`… and ${countText(more)} more projects.`] : []),
    '',
    `The next ${days.length} days, as of ${dayText(at, zone)}, as far as expiry dates are set.`,
    '',
  ])
}
