import 'server-only'
import type { AnswerTo } from '@/lib/http/answer'
import { statusBody } from '@/lib/http/status-body'
import { momentOf } from '@/lib/landscape/clock'
import { landscapeAt } from '@/lib/landscape/current-landscape'
import { untilRead } from '@/lib/landscape/garden'
import { theBegunHistory, theComparison, theHistory } from '@/lib/landscape/history'
import * as problemWords from '@/lib/words/faults'
import type { movementRoute, overviewRoute } from '../contract'
import { gardenView, overviewReady } from './garden'
import { movementView, RecordedMovement } from './movement'
import 'server-only'
import { processWide } from '@/lib/process/kept'

export const answerOverview: AnswerTo<typeof overviewRoute> = async (
  { query: { at, zone = 'UTC', project } },
  { garden },
) => {
  const landscape = await landscapeAt(garden, at)
  await overviewReady(landscape, zone, project)
  return gardenView(landscape, statusBody(garden, problemWords), zone, project)
}

/** It makes no forecast of its own, as `GET /api/accuracy` makes none. */
export const answerMovement: AnswerTo<typeof movementRoute> = async ({ query }, { garden, sight }) => {
  const { at } = momentOf(query.at)
  await untilRead(garden)
  return movementView(theMovement(), theComparison(), await theBegunHistory(), {
    query,
    snapshot: garden.snapshot(),
    isWhole: sight === '',
    at,
  })
}

/** How the landscape moved until now is read: the first to ask waits for it no more. */
export async function movementReady(): Promise<void> {
  const { recorded } = (await theBegunHistory()).state()
  if (recorded !== null) await theMovement().upTo(recorded, false)
}

/** What is recorded about the garden of this process. Throws as `theGarden` does. */
function theMovement(): RecordedMovement {
  return processWide('movement', () => new RecordedMovement(theHistory()))
}
