/** What is recorded of a version, for whoever thinks of promoting it. */
export { EvidencePage } from './evidence-page'
