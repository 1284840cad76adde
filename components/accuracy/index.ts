/** Were we right? What became of forecasts. */
export { AccuracyPage } from './accuracy-page'
export { queryOf, questionIn } from './question'
