/** Many shoots before and after edits of profiles: who changes, who is forced, what to warn of. */

export type { Branch } from './branches'
export type { Effect } from './compare'
export { type Compared, Comparisons } from './comparisons'
export type { PartEvent } from './part-events'
export type { Load } from './tally'
export { warningText } from './warning-sentences'
export { FREEZES, type Freeze, type Warning, warningsOf } from './warnings'
export { type WhatIf, WhatIfs } from './what-if'
