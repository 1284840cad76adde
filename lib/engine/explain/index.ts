/** Why a shoot gets this version and no other, and what sentences and instants in every text are made of. */

export { type Candidate, type ExplainedStep, type Explanation, explain, outcomesOf, whyNoMinor } from './explain'
