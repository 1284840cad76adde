import type { Asker } from '../asker'
import { readIndexAt, uncutIndexAt } from '../current-index'
import type { FleetIndex } from '../fleet-index'
import { theHistory } from '../history'
import type { Journal } from '../journal'
import { theJournal } from '../journal'
import { promotionRule } from '../policy/file'
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
