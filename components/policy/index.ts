export { PolicyPage } from './policy-page'
