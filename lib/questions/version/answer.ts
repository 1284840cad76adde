import 'server-only'
import { PROTOCOL } from '@/lib/contract/landscapes'
import type { PromotionRule } from '@/lib/engine/promotion-rule'
import type { AnswerTo } from '@/lib/http/answer'
import { landscapeAt, readLandscapeAt } from '@/lib/landscape/current-landscape'
import { gardenerOf } from '@/lib/landscape/garden'
import { theBegunHistory } from '@/lib/landscape/history'
import { evidenceOf } from '@/lib/landscape/landscape'
import { findVersion, there } from '@/lib/landscape/lookup'
import { promotionRule } from '@/lib/landscape/policy'
import { recordOfVersion } from '@/lib/landscape/promotion-evidence'
import { isCoded } from '@/lib/process/errors'
import { evidenceView, figuresView } from './answer/evidence'
import { versionView } from './answer/version'
import type { evidenceRoute, landscapeEvidenceRoute, versionRoute } from './contract'

export const answerVersion: AnswerTo<typeof versionRoute> = async (
  { path, query: { at, zone = 'UTC' } },
  { garden },
) => {
  const landscape = await landscapeAt(garden, at)
  const { entry, selection } = there(garden, () => findVersion(landscape, path.ref))
  return versionView(landscape, entry, selection, zone)
}

export const answerEvidence: AnswerTo<typeof evidenceRoute> = async (
  { path, query: { at, rule } },
  { garden, sight },
) => {
  const landscape = await readLandscapeAt(garden, at)
  const { entry, selection } = there(garden, () => findVersion(landscape, path.ref))
  const set = promotionRule()
  const record = await recordOfVersion(landscape, entry, selection, await theBegunHistory())
  return evidenceView(landscape, entry, selection, record, {
    rule:
      rule !== undefined ? { origin: 'asked', limits: ruleIn(rule, set) } : set && { origin: 'policy', limits: set },
    isCut: sight !== '',
  })
}

/** What is not here is told, never refused: that is what is asked for. */
export const answerLandscapeEvidence: AnswerTo<typeof landscapeEvidenceRoute> = async (
  { path, query: { at } },
  { garden, sight },
) => {
  const landscape = await readLandscapeAt(garden, at)
  const isCut = sight !== ''
  const gardener = gardenerOf(landscape.snapshot).running.at(-1) ?? null
  const said = { ...evidenceOf(landscape), protocol: PROTOCOL, gardener, isCut } as const
  const found = existing(() => there(garden, () => findVersion(landscape, path.ref)))
  if (found === null) return { ...said, found: null }
  const { entry, selection } = found
  const record = await recordOfVersion(landscape, entry, selection, await theBegunHistory())
  return { ...said, found: figuresView(landscape, entry, selection, record) }
}

/** Null: it is not there. */
function existing<T>(find: () => T): T | null {
  try {
    return find()
  } catch (error) {
    if (isCoded(error) && error.code === 'not-found') return null
    throw error
  }
}

/** `3,14,0`: clusters, days, failed updates. It counts the landscapes that the rule of the policy counts. */
function ruleIn(text: string, set: PromotionRule | null): PromotionRule {
  const [clusters = 0, days = 0, failures = 0] = text.split(',').map(Number)
  return { clusters, days, failures, clustersHere: null, landscapes: set?.landscapes ?? [] }
}
