/** A garden as somebody sees it who may not see all of it. */

export { CutGarden } from './cut-garden'
export { isWhole, type Reach, type Sight, seesAll, textOf } from './sight'
