/** The dialogs of the shell but the one that finds, loaded in one piece. */
export { KeyHelp } from './key-help'
export { MenuDialog } from './menu-dialog'
export { PinDialog } from './pin-dialog'
export { ProblemsDialog } from './problems-dialog'
