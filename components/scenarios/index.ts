export { GuidePage } from './guide-page'
export type { GuideRow } from './guide-timeline'
export { GuidesList } from './guides-list'
