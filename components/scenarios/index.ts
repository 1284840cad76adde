export { GuidePage } from './guide-page'
export { GuidesList } from './guides-list'
