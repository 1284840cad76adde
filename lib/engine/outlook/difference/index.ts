/** Many shoots before and after edits of profiles: who changes, who is forced, what to warn of. */

export { type Compared, compareForecasts, type Effect, UNCHANGED } from './compare'
export { Harms } from './harms'
export type { PartEvent } from './part-events'
export { Responsible } from './responsible'
export type { Load } from './tally'
export { FREEZES, type Freeze, type Warning, warningsOf } from './warnings'
export { type EditedProfiles, effectOn, type WhatIf, WhatIfs } from './what-if'
