import { isObject } from '@/lib/engine/api-server/manifest'
import { canRotateInNextWindow, isAsleepInNextWindow } from '@/lib/engine/rules'
import { parseInstant } from '@/lib/engine/time'
import type { Runner } from './context'
import { firstDifference } from './difference'
import { shootOf } from './run-maintain'

/** Whether gardenlet takes a shoot to be asleep in its next window, and what it says of automatic rotations for it. */
export const asleepInWindow: Runner = {
  file: 'asleep-in-window.jsonl',
  run: (vector) => {
    const at = parseInstant(String(vector.now))
    if (at === null) return `now: ${vector.now} is not a time`
    const given = isObject(vector.shoot) ? vector.shoot : {}
    const spec = isObject(given.spec) ? given.spec : {}
    const shoot = shootOf({ ...vector, shoot: { ...given, spec: { ...LEFT_OUT, ...spec } } })
    return firstDifference(vector.expect, {
      hibernatedDuringNextWindow: isAsleepInNextWindow(shoot, at),
      automaticCredentialsRotationPossible: canRotateInNextWindow(shoot, at) ? 'True' : 'False',
    })
  },
}

/** The shoots of the cases have only the fields that count. */
const LEFT_OUT = { kubernetes: { version: '1.34.1' }, cloudProfile: { kind: 'CloudProfile', name: 'any' } }
