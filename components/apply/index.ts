/** What dialogs share that send edits to the garden: the form that confirms them, and what became of them. */
export { ConfirmForm } from './confirm-form'
export { ApplyOutcome } from './outcome'
