export { WallPage } from './wall-page'
export { type OpenedDraft, readWallState, wallBody } from './wall-state'
