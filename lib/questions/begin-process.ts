import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import { theJournal } from '@/lib/apply/journal'
import { shootsQuery } from '@/lib/contract/selection'
import { GARDEN_EVENTS, type GardenEvent } from '@/lib/garden/garden-events'
import { countForecast, countJob, startCounting } from '@/lib/http/metrics'
import { theNoticeTarget } from '@/lib/http/notice-target'
import { closeStreams } from '@/lib/http/streams'
import { onComputed, onNew } from '@/lib/landscape/current-landscape'
import { theFreezes } from '@/lib/landscape/freezes'
import { startRecording } from '@/lib/landscape/history'
import { onClose, openTheGarden } from '@/lib/landscape/open-the-garden'
import { policyFile } from '@/lib/landscape/policy'
import { onJob } from '@/lib/process/jobs'
import { METHODS, processWide } from '@/lib/process/kept'
import { log } from '@/lib/process/log'
import { listsReady, shootsReady } from '@/lib/questions/clusters/answer/shoots'
import { overviewReady, overviewsReady } from '@/lib/questions/overview/answer/garden'
import { movementReady } from '@/lib/questions/overview/answer/overview'
import { methodsOf } from '@/lib/questions/routes'

/**
 * Begins what a process does by itself, whether clients ask or not. A setting that cannot be right ends the process, with a sentence and
 * exit code 1.
 */
export function begin(): void {
  processWide(METHODS, () => methodsOf)
  startCounting()
  processWide('subscribed', subscribeAll)
  try {
    theFreezes()
    theNoticeTarget()
    policyFile()
    // The log says from the start where a database does not answer.
    if (theJournal().kept !== 'process') void theJournal().read()
    openTheGarden()
    startRecording()
    processWide('begun', () => () => {})()
  } catch (error) {
    // Nothing is served yet: the user who starts Almanac reads the sentence in place of a page that has nothing.
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** Here folders above hear of what happens in folders below, which do not know them. */
function subscribeAll(): true {
  subscribe(GARDEN_EVENTS, (event) => {
    const { level, message, error } = event as GardenEvent
    log[level]({ ...(error !== undefined && { err: error }) }, message)
  })
  onJob(countJob)
  onComputed(countForecast)
  onClose(closeStreams)
  onNew(async (landscape, before) => {
    if (before !== null) {
      await overviewsReady(landscape, before)
      await listsReady(landscape, before)
      return
    }
    await overviewReady(landscape, 'UTC')
    // The list of 100,000 clusters takes half a second, for which no client is kept away.
    shootsReady(landscape, shootsQuery.parse({})).catch((error: unknown) => {
      log.error({ err: error }, 'The list of clusters could not be prepared')
    })
    // Where the history does not answer, the recorder says so, and each client that asks.
    movementReady().catch(() => {})
  })
  return true
}
