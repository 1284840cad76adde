import 'server-only'
import { theJournal } from '@/lib/apply/journal'
import type { AnswerTo } from '@/lib/http/answer'
import { accuracySamples, metricsText } from '@/lib/http/metrics'
import { readinessOf } from '@/lib/http/status-body'
import { isPrepared, prepared, readIndexAt } from '@/lib/landscape/current-index'
import { within } from '@/lib/landscape/garden'
import { theHistory } from '@/lib/landscape/history'
import { theComparison } from '@/lib/landscape/record/the-comparison'
import { NotReady } from '@/lib/process/errors'
import { theJobs } from '@/lib/process/jobs'
import { isUp, theStore } from '@/lib/store'
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
  metricsText(await readIndexAt(garden, undefined), garden, {
    history: theHistory().state(),
    store: { isUp: await isUp(theStore()), journalWaiting: theJournal().waitingCount },
    accuracy: accuracySamples(theComparison()),
    jobs: theJobs(),
  })
