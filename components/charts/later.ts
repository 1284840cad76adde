import { later } from '../ui/later'

/** The library that draws them is large, and only loaded where a chart is. */
export const Bars = later(() => import('./bars').then((part) => part.Bars))
export const Steps = later(() => import('./steps').then((part) => part.Steps))
