/**
 * What one maintenance of one shoot at one instant does: versions, constraints, lifecycle, selection, image filter,
 * window, decision, operations, texts. No memory of its own: with Gardener's documentation beside it, this reads as the
 * specification.
 */

export * from './compared'
export * from './compile'
export * from './decide'
export * from './describe'
export * from './effect'
export * from './gardener-semver'
export * from './go-time'
export * from './hibernation'
export * from './image-filter'
export * from './lifecycle'
export * from './maintain'
export * from './offer'
export * from './operations'
export * from './operations-check'
export * from './release'
export * from './run'
export * from './select'
export * from './support'
export * from './update-check'
export * from './version'
export * from './version-bound'
export * from './version-steps'
export * from './window'
