/** Drafts of edits of a profile: compose them, see their effect, apply them. */
export { NamespacedDrafts } from './namespaced-drafts'
export { WorkbenchPage } from './workbench-page'
