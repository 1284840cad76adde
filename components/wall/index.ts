export { WallPage } from './wall-page'
export { type OpenedDraft, readWallState, type WallDraft, wallBody } from './wall-state'
