import { useZone } from '@/lib/browser/clock'
import { offsetText } from '@/lib/contract/zone'
import type { TonightAnswer } from '@/lib/questions/clusters/contract/tonight'
import { plural, WITHIN_HORIZON } from '@/lib/words/phrases'
import { clockText, countText, HOUR, momentText, ms, spanText, wallDayText } from '@/lib/words/time-text'
import { nodesText } from '@/lib/words/wording'
import { Figure, Figures, FigureValue } from '../../ui/figures'
import styles from './tonight.module.css'

interface TonightFiguresProps {
  readonly answer: TonightAnswer
  readonly now: number
}

/** What is open, done, failed and to come, and the time. */
export function TonightFigures({ answer, now }: TonightFiguresProps) {
  const zone = useZone()
  const { figures, next } = answer
  return (
    <Figures className={styles.figures}>
      <Figure label="Open now">
        <FigureValue
          look={figures.open.clusters === 0 ? 'zero' : undefined}
          value={<span className={styles.open}>{countText(figures.open.clusters)}</span>}
          note={`clusters${rollText(figures.open.nodes)}`}
        />
      </Figure>
      <Figure label="Next in">
        {next === null ? (
          <FigureValue look="zero" value="–" note={`nothing is ahead ${WITHIN_HORIZON}`} />
        ) : (
          <FigureValue
            value={spanText(ms(next.at) - now)}
            note={`${next.project} / ${next.name}${next.clusters > 1 ? ` +${countText(next.clusters - 1)}` : ''}, ${
              ms(next.at) - now < 12 * HOUR ? clockText(next.at, zone) : momentText(next.at, zone, now)
            }`}
          />
        )}
      </Figure>
      <Figure label="Done">
        <FigureValue
          look={figures.done.clusters === 0 ? 'zero' : undefined}
          value={countText(figures.done.clusters)}
          note={`clusters${rollText(figures.done.nodes)}`}
        />
      </Figure>
      <Figure label="Failed">
        <FigureValue
          look={figures.failed.clusters === 0 ? 'zero' : 'bad'}
          value={countText(figures.failed.clusters)}
          note={`clusters since ${clockText(answer.begin, zone)}`}
        />
      </Figure>
      <Figure label="To come">
        <FigureValue
          look={figures.toCome.clusters === 0 ? 'zero' : undefined}
          value={countText(figures.toCome.clusters)}
          note={figures.willFail === 0 ? 'clusters' : `clusters, ${countText(figures.willFail)} will fail`}
        />
      </Figure>
      <Figure label={offsetText(zone, now)} className={styles.clock}>
        <FigureValue value={<time>{clockText(now, zone)}</time>} note={wallDayText(now, zone, { weekday: true })} />
      </Figure>
    </Figures>
  )
}

function rollText(nodes: TonightAnswer['figures']['open']['nodes']): string {
  return nodes.max === 0 ? '' : `, ${nodesText(nodes)} ${plural(nodes.max, 'rolls', 'roll')}`
}
