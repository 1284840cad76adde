import type { Runner } from './context'
import { asleepInWindow } from './run-asleep-in-window'
import { classify } from './run-classify'
import { forecasts } from './run-forecast'
import { changeImpact } from './run-impact'
import { maintenance } from './run-maintain'
import { namespacedEdits } from './run-namespaced-edits'
import { policy } from './run-policy'
import { profileEdits } from './run-profile-edits'
import { shootCreate } from './run-shoot-create'
import { maintenanceWindow } from './run-window'

/** Every kind of vectors that we know, in the order in which they are run. */
export const runners: readonly Runner[] = [
  classify,
  maintenanceWindow,
  maintenance,
  asleepInWindow,
  forecasts,
  profileEdits,
  namespacedEdits,
  policy,
  shootCreate,
  changeImpact,
]
