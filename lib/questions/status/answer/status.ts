import 'server-only'
import { onWire } from '@/lib/contract/dates'
import type { StatusAnswer, StatusRoute } from '@/lib/contract/status'
import { oncePer } from '@/lib/engine/once'
import { compareVersions, isNewerThanRules, parseVersion, RULES_RELEASE } from '@/lib/engine/rules'
import type { Snapshot } from '@/lib/garden'
import type { AnswerTo } from '@/lib/http/answer'
import { statusBody } from '@/lib/http/status-body'
import { momentOf } from '@/lib/landscape/clock'
import { evidenceOf } from '@/lib/landscape/fleet-index'
import { theFreezes } from '@/lib/landscape/freezes'
import { theHistory } from '@/lib/landscape/history'
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
    garden: statusBody(garden),
    recordedSince: onWire(since),
    recording: { kept, until: onWire(recorded), problem },
    gardener: { ...gardener, text: releasesText(gardener.running) },
    freezes: [...theFreezes().days],
  }
}

/** Nobody runs more at a time, but a file may say anything. */
const MOST = 20

/** Which Gardener the rules are of, and which ones work on the clusters of a landscape. Those that cannot be read are left out. */
export const gardenerOf = oncePer(({ shoots }: Pick<Snapshot, 'shoots'>): Omit<StatusAnswer['gardener'], 'text'> => {
  const texts = new Set<string>()
  for (const { gardenerVersion } of shoots) if (gardenerVersion !== undefined) texts.add(gardenerVersion)
  const running = [...texts]
    .flatMap((text) => parseVersion(text) ?? [])
    .sort(compareVersions)
    .slice(-MOST)
    .map(({ text }) => text)
  return {
    rules: RULES_RELEASE,
    running,
    isNewer: running.some((text) => isNewerThanRules(text) === true),
  }
})
