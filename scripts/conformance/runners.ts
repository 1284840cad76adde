import type { Runner } from './context'
import { classify } from './run-classify'
import { forecasts } from './run-forecast'
import { maintenance } from './run-maintain'
import { maintenanceWindow } from './run-window'

/** Every kind of vectors that we know, in the order in which they are run. */
export const runners: readonly Runner[] = [classify, maintenanceWindow, maintenance, forecasts]
