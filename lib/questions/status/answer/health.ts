import 'server-only'
import { theJournal } from '@/lib/apply/journal'
import { onWire } from '@/lib/contract/dates'
import type { GardenStatus, statusRoute } from '@/lib/contract/status'
import type { AnswerTo } from '@/lib/http/answer'
import { accuracySamples, metricsText } from '@/lib/http/metrics'
import { statusBody } from '@/lib/http/status-body'
import { momentOf } from '@/lib/landscape/clock'
import { prepared, readLandscapeAt } from '@/lib/landscape/current-landscape'
import { theFreezes } from '@/lib/landscape/freezes'
import { gardenerOf } from '@/lib/landscape/garden'
import { theComparison, theHistory } from '@/lib/landscape/history'
import { evidenceOf } from '@/lib/landscape/landscape'
import { doneWithin } from '@/lib/process/done-within'
import { NotReady } from '@/lib/process/errors'
import { theJobs } from '@/lib/process/jobs'
import { isUp, theStore } from '@/lib/store'
import * as problemWords from '@/lib/words/faults'
import { releasesText } from '@/lib/words/releases'
import type { healthRoute, metricsRoute, readyRoute } from '../contract'

export const answerHealth: AnswerTo<typeof healthRoute> = () => 'ok\n'

/**
 * One garden that was read and is not live counts as ready: it is shown, with its age. The client wants to send readers here: what
 * they ask for first was computed once by then.
 */
export const answerReady: AnswerTo<typeof readyRoute> = async (_, { garden }) => {
  await doneWithin(garden.ready())
  const { isReady, missing } = readinessOf(statusBody(garden, problemWords))
  if (!isReady) throw new NotReady(`Not read yet: ${missing.join(' ')}`)
  if (!(await doneWithin(prepared(garden)))) {
    throw new NotReady('Read, and not prepared yet: what is ahead of the clusters is being computed.')
  }
  return ['ok', ...missing, ''].join('\n')
}

export const answerMetrics: AnswerTo<typeof metricsRoute> = async (_, { garden }) =>
  metricsText(await readLandscapeAt(garden, undefined), garden, {
    history: theHistory().state(),
    store: { isUp: await isUp(theStore()), journalWaiting: theJournal().waitingCount },
    accuracy: accuracySamples(theComparison()),
    jobs: theJobs(),
  })

export interface Readiness {
  readonly isReady: boolean
  /** What is not read yet, or is read and not followed: one sentence each, none when all is well. */
  readonly missing: readonly string[]
}

/** The readiness, from the state of the garden. Each resource that is not in order is named, with how far it is and why. */
export function readinessOf({
  state,
  reason,
  resources,
}: Pick<GardenStatus, 'state' | 'reason' | 'resources'>): Readiness {
  const named = resources.flatMap(({ name, state, read, of, message }) => {
    if (state === 'synced') return []
    const progress = state === 'waiting' || state === 'reading' ? ` (${read}${of === null ? '' : ` of ${of}`})` : ''
    return `${name}${progress}: ${message ?? words[state]}.`
  })
  const isReady = state !== 'reading' && state !== 'failed'
  const missing = named.length > 0 || isReady || reason === null ? named : [reason]
  return { isReady, missing }
}

const words = {
  waiting: 'not read yet',
  reading: 'being read',
  stale: 'not followed',
  forbidden: 'may not be read',
} as const

/** It makes no forecast, so that it is quick also while the garden is being read. */
export const answerStatus: AnswerTo<typeof statusRoute> = async ({ query }, { garden }) => {
  const { at } = momentOf(query.at)
  // A store that does not answer holds nothing back here.
  const since = await theHistory()
    .since()
    .catch(() => null)
  const { kept, recorded, problem } = theHistory().state()
  const gardener = gardenerOf(garden.snapshot())
  return {
    ...evidenceOf({ snapshot: garden.snapshot(), at }),
    garden: statusBody(garden, problemWords),
    recordedSince: onWire(since),
    recording: { kept, until: onWire(recorded), problem },
    gardener: { ...gardener, text: releasesText(gardener.running) },
    freezes: [...theFreezes()],
  }
}
