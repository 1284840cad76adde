import { onWire } from '@/lib/contract/dates'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { type ChoicesInput, presetsOf } from '@/lib/engine/edits/shoot'
import { firstDay, offsetOf, scheduleOf, windowOf, windowOn } from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import { Steps } from '@/lib/process/steps'
import type { TimeSlice } from '@/lib/process/time-slice'
import { PRESET_NAMES, presetText } from '@/lib/words/presets'
import type { PlanAnswer } from '../../contract/plan'

/** Plans that many owners want, for the windows of a shoot from an instant on. */
export async function presetBodies(
  plan: Omit<ChoicesInput, 'taken'>,
  shoot: Shoot,
  at: Instant,
  slice: TimeSlice,
): Promise<PlanAnswer['presets']> {
  const schedule = scheduleOf(windowOf(shoot), 'latestStart')
  const first = firstDay(schedule, at)
  const begins = Array.from({ length: 8 }, (_, i) => windowOn(schedule, first + i).begin).filter((begin) => begin >= at)
  const presets = await new Steps(presetsOf(plan, { begins, ahead: offsetOf(shoot.window) })).ready(slice)
  return presets.map((preset) => ({
    key: preset.key,
    name: PRESET_NAMES[preset.key],
    text: presetText(preset),
    edits: preset.edits as PlannedEdit[],
    on: onWire(preset.on),
  }))
}
