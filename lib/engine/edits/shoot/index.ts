/**
 * What an owner may change of a shoot, as edits of its fields: the shoot with them, what the API server leaves out and why,
 * what the rest does to nodes, and the patch.
 */

export * from './choices'
export * from './fields'
export * from './patch'
export * from './plan'
export * from './presets'
