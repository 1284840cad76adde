import { onWire } from '@/lib/contract/dates'
import { forecast, type MemoizedProfile } from '@/lib/engine/course'
import { FleetForecaster } from '@/lib/engine/outlook'
import type { ForecastStep, Instant, Shoot } from '@/lib/engine/types'
import { lanesOf } from '@/lib/landscape/lanes'
import { type Outlook, withRotations } from '@/lib/landscape/outlook'
import type { TimeSlice } from '@/lib/process/time-slice'
import type { PlanAnswer } from '../../contract/plan'
import { stepBody } from '../views/shoot'
import { joinedLanes } from './lanes'

interface Planned {
  readonly profile: MemoizedProfile
  readonly edited: Shoot
  readonly sentAt: Instant
}

/** What is ahead without the plan, and with it: the same until it is sent. */
export async function prospects(
  outlook: Outlook,
  { profile, edited, sentAt }: Planned,
  slice: TimeSlice,
): Promise<Pick<PlanAnswer, 'before' | 'after'>> {
  const { index, shoot } = outlook
  const { at, until } = index
  const bodies = (steps: readonly ForecastStep[], of: Shoot) => steps.map((step) => stepBody(step, of))
  const ahead = async (of: Shoot, from: Instant, to: Instant) => {
    const found = from >= to ? [] : forecast(of, profile, { from, to }).steps
    await slice.rest()
    return bodies(withRotations(of, profile, found, { from, to }), of)
  }
  await slice.rest()
  const before = { steps: bodies(outlook.stepsWithRotations, shoot), lanes: onWire(outlook.lanes) }
  if (edited === shoot) return { before, after: before }
  await slice.rest()
  const forecaster = new FleetForecaster(index.forecaster.profiles)
  const found = forecaster.between(sentAt, until, edited, profile.source)
  await slice.rest()
  const lanes = lanesOf({ shoot: edited, profile, forecast: found, at: sentAt, until })
  return {
    before,
    after: {
      steps: [...(await ahead(shoot, at, sentAt - 1)), ...(await ahead(edited, sentAt, until))],
      lanes: joinedLanes(before.lanes, onWire(lanes), onWire(sentAt)),
    },
  }
}
