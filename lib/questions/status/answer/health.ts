import 'server-only'
import { theComparison } from '@/lib/server/accuracy/the-comparison'
import type { AnswerTo } from '@/lib/server/answer'
import { inClasses } from '@/lib/server/classes'
import { theJobs } from '@/lib/server/costly'
import { readIndexAt } from '@/lib/server/current-index'
import { NotReady } from '@/lib/server/errors'
import { within } from '@/lib/server/garden'
import { theHistory } from '@/lib/server/history'
import { theJournal } from '@/lib/server/journal'
import { accuracySamples } from '@/lib/server/metrics/accuracy'
import { metricsText } from '@/lib/server/metrics/registry'
import { isPrepared, prepared } from '@/lib/server/prepared'
import { readinessOf } from '@/lib/server/readiness'
import { isUp, theStore } from '@/lib/server/store'
import type { HealthRoute, MetricsRoute, ReadyRoute } from '../contract'

export const answerHealth: AnswerTo<HealthRoute> = () => 'ok\n'

/**
 * One garden that was read and is not live counts as ready: it is shown, with its age. Whoever asks wants to send readers here: what
 * they ask for first was computed once by then.
 */
export const answerReady: AnswerTo<ReadyRoute> = async (_, { garden }) => {
  await within(garden.ready())
  const { isReady, missing } = readinessOf(garden.status())
  if (!isReady) throw new NotReady(`Not read yet: ${missing.join(' ')}`)
  await within(prepared(garden))
  if (!isPrepared(garden)) {
    throw new NotReady('Read, and not prepared yet: what is ahead of the clusters is being computed.')
  }
  return ['ok', ...missing, ''].join('\n')
}

export const answerMetrics: AnswerTo<MetricsRoute> = async (_, { garden }) =>
  metricsText(await inClasses(readIndexAt(garden, undefined)), garden, {
    history: theHistory().state(),
    store: { isUp: await isUp(theStore()), journalWaiting: theJournal().waitingCount },
    accuracy: accuracySamples(theComparison()),
    jobs: theJobs(),
  })
