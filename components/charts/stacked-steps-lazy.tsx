'use client'

import { later } from '@/components/ui/later'

export type { StackedStepsProps } from './stacked-steps'

/** The chart with the library that draws it, which is large and only loaded where a chart is. */
export const StackedSteps = later(() => import('./stacked-steps').then((part) => part.StackedSteps))
