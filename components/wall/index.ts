export { WallPage, type WallPageProps } from './wall-page'
export { readWallState, wallBody } from './wall-state'
