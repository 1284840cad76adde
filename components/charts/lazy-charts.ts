import { lazyPart } from '../ui/lazy-part'

/** The library that draws them is large, and only loaded where a chart is. */
export const LazyBars = lazyPart(() => import('./bars').then((part) => part.Bars))
export const LazySteps = lazyPart(() => import('./steps').then((part) => part.Steps))
