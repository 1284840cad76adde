import 'server-only'
import { onWire } from '@/lib/contract/dates'
import type { StatusRoute } from '@/lib/contract/status'
import type { AnswerTo } from '@/lib/http/answer'
import { statusBody } from '@/lib/http/status-body'
import { momentOf } from '@/lib/landscape/clock'
import { evidenceOf } from '@/lib/landscape/fleet-index'
import { theFreezes } from '@/lib/landscape/freezes'
import { gardenerOf } from '@/lib/landscape/garden'
import { theHistory } from '@/lib/landscape/history'
import * as problemWords from '@/lib/words/faults'
import { releasesText } from '@/lib/words/releases'

/** Without a forecast, so that it is quick also while the garden is being read. */
export const answerStatus: AnswerTo<StatusRoute> = async ({ query }, { garden }) => {
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
    freezes: [...theFreezes().days],
  }
}
