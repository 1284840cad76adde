import 'server-only'
import type { PromotionRule } from '@/lib/engine/policy/evidence'
import type { AnswerTo } from '@/lib/http/answer'
import { indexAt, readIndexAt } from '@/lib/landscape/current-index'
import { theBegunHistory } from '@/lib/landscape/history'
import { findVersion, there } from '@/lib/landscape/lookup'
import { promotionRule } from '@/lib/landscape/policy'
import { recordOfVersion } from '@/lib/landscape/promotion-evidence'
import { evidenceView } from './answer/evidence'
import { versionView } from './answer/version'
import type { EvidenceRoute, VersionRoute } from './contract'

export const answerVersion: AnswerTo<VersionRoute> = async ({ path, query: { at, zone = 'UTC' } }, { garden }) => {
  const index = await indexAt(garden, at)
  const { entry, selection } = there(garden, () => findVersion(index, path.ref))
  return versionView(index, entry, selection, zone)
}

export const answerEvidence: AnswerTo<EvidenceRoute> = async ({ path, query: { at, rule } }, { garden, sight }) => {
  const index = await readIndexAt(garden, at)
  const { entry, selection } = there(garden, () => findVersion(index, path.ref))
  const set = promotionRule()
  const record = await recordOfVersion(index, entry, selection, await theBegunHistory())
  return evidenceView(index, entry, selection, record, {
    rule: rule !== undefined ? { origin: 'asked', limits: ruleIn(rule) } : set && { origin: 'policy', limits: set },
    isCut: sight !== '',
  })
}

/** `3,14,0`: clusters, days, failed updates. */
function ruleIn(text: string): PromotionRule {
  const [clusters = 0, days = 0, failures = 0] = text.split(',').map(Number)
  return { clusters, days, failures }
}
