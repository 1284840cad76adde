/** Drafts of edits of a profile: compose them, see their effect, apply them. */
export { WorkbenchPage } from './workbench-page'
