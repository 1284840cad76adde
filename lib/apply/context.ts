import { readIndexAt, uncutIndexAt } from '@/lib/landscape/current-index'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import type { Asker } from '@/lib/landscape/garden'
import { theHistory } from '@/lib/landscape/history'
import { promotionRule } from '@/lib/landscape/policy'
import { type Journal, theJournal } from './journal'
import type { Promoting } from './promotions'

/** Where edits are applied, and in whose name. */
export interface ApplyContext extends Asker {
  readonly journal: Journal
  /** What the garden says now. */
  index(): Promise<FleetIndex>
  /** The same of what the garden was cut from; null: it was not. */
  uncut(): Promise<FleetIndex | null>
  readonly promoting: Promoting
}

export function applyContextOf(asker: Asker): ApplyContext {
  return {
    ...asker,
    journal: theJournal(),
    index: () => readIndexAt(asker.garden, undefined),
    uncut: () => uncutIndexAt(asker.garden, undefined),
    promoting: { rule: promotionRule(), history: theHistory() },
  }
}
