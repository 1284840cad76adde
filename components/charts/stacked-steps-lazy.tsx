'use client'

import dynamic from 'next/dynamic'

export type { StackedStepsProps } from './stacked-steps'

/** The chart with the library that draws it, which is large and only loaded where a chart is. */
export const StackedSteps = dynamic(() => import('./stacked-steps').then((part) => part.StackedSteps), { ssr: false })
