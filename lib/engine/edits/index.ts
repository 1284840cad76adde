/** Edits of a profile as data, each with the edit that takes it back. */

export * from './changes'
export * from './edit'
export * from './edit-object'
export * from './edits'
export * from './lifecycle'
export * from './namespaced'
export * from './read-profile'
export * from './written'
export * from './yaml'
