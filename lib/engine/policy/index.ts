/** Version Management and Version Maintenance: what they want of a profile, and what they do to it within 12 months. */

export { type Cadence, expectedReleases, nextImageVersion } from './calendar'
export { applyPolicy, maintainedMinors, type PolicyVersion, type VersionManagement } from './policy'
export { type Judged, type Proposal, proposeEdits } from './propose'
export { isPromotionRule, type Policy, pathText, readPolicy, readPromotionRule } from './read'
export { mergeCourse, type OpenDate, type Release, type SimulatedLife, simulatePolicy } from './simulate'
