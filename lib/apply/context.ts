import type { ApplyAnswer, OtherLandscapeEvidence } from '@/lib/contract/apply'
import { readEdit } from '@/lib/contract/edit-codec'
import type { EditBody } from '@/lib/contract/edits'
import { promotionsBetween } from '@/lib/engine/policy/evidence'
import type { PromotionRule } from '@/lib/engine/promotion-rule'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import { type History, isDamaged } from '@/lib/history'
import { readLandscapeAt, uncutLandscapeAt } from '@/lib/landscape/current-landscape'
import { editedProfiles } from '@/lib/landscape/edited-profiles'
import type { Asker } from '@/lib/landscape/garden'
import { theHistory } from '@/lib/landscape/history'
import type { Landscape } from '@/lib/landscape/landscape'
import { promotionRule } from '@/lib/landscape/policy'
import { heldTo, recordOfVersion } from '@/lib/landscape/promotion-evidence'
import { isCoded } from '@/lib/process/errors'
import { type Journal, theJournal } from './journal'

/** The state in which edits are applied, and the user in whose name. */
export interface ApplyContext extends Asker {
  readonly journal: Journal
  /** What the garden says now. */
  landscape(): Promise<Landscape>
  /** The landscape of the garden that this one was cut from; null: it was not cut. */
  uncut(): Promise<Landscape | null>
  readonly promoting: PromotionContext
}

export function applyContextOf(asker: Asker): ApplyContext {
  return {
    ...asker,
    journal: theJournal(),
    landscape: () => readLandscapeAt(asker.garden, undefined),
    uncut: () => uncutLandscapeAt(asker.garden, undefined),
    promoting: { rule: promotionRule(), history: theHistory() },
  }
}

/** What promotions are held to. */
interface PromotionContext {
  /** Null: the team has none. */
  readonly rule: PromotionRule | null
  readonly history: Pick<History, 'shootsSince' | 'statesOf' | 'since'>
}

export type UnexplainedPromotions = { readonly outcome: 'unexplained'; readonly promotions: readonly UnmetPromotion[] }

type UnmetPromotion = Extract<ApplyAnswer, { readonly outcome: 'unexplained' }>['promotions'][number]

/**
 * The previews among what edits make supported that do not meet the rule of the team, as far as the user sees their clusters: they
 * want a reason. Null: there is none. A past that cannot be read does not meet the rule; a reason can still be given. What the
 * user read of other landscapes counts: the rule forbids nothing, so another figure would only spare the user a question.
 */
export async function unexplainedPromotions(
  landscape: Landscape,
  entry: ProfileEntry,
  bodies: readonly EditBody[],
  { rule: limits, history }: PromotionContext,
  beside: readonly OtherLandscapeEvidence[],
): Promise<UnexplainedPromotions | null> {
  if (limits === null) return null
  const edits = bodies.map((body) => readEdit(body, landscape.at, entry.profile))
  const { profiles } = editedProfiles(landscape, { entry, edits })
  const edited = profiles.get(profileKey(entry.ref))
  if (edited === undefined) return null
  const promotions: UnmetPromotion[] = []
  for (const { image, version } of promotionsBetween(edited.before, edited.after, landscape.at)) {
    const selection = { what: image ?? 'Kubernetes', version }
    const parts = await recordOfVersion(landscape, entry, selection, history).then(
      (record) =>
        heldTo(
          limits,
          record,
          beside.filter((one) => one.image === image && one.version === version),
        ),
      (error: unknown) => {
        if (!isCoded(error) && !isDamaged(error)) throw error
        return null
      },
    )
    const unmet = parts?.flatMap(({ part, value, limit, isMet }) => (isMet ? [] : [{ part, value, limit }])) ?? null
    if (unmet === null || unmet.length > 0) promotions.push({ image, version, unmet })
  }
  if (promotions.length === 0) return null
  return { outcome: 'unexplained', promotions }
}

/** What counts of other landscapes. */
export function countedBeside(
  beside: readonly OtherLandscapeEvidence[],
  { rule }: PromotionContext,
): OtherLandscapeEvidence[] {
  return beside.filter(({ landscape }) => rule?.landscapes.includes(landscape))
}
