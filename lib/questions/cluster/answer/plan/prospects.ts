import { onWire } from '@/lib/contract/dates'
import { forecast, type MemoizedProfile } from '@/lib/engine/course'
import { FleetForecaster } from '@/lib/engine/outlook'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { lanesOf } from '@/lib/landscape/lanes'
import type { TimeSlice } from '@/lib/process/time-slice'
import type { PlanAnswer } from '../../contract/plan'
import { stepBody, withRotations } from '../views/shoot'
import { joinedLanes } from './lanes'

interface ProspectsInput {
  readonly index: FleetIndex
  readonly profile: MemoizedProfile
  readonly shoot: Shoot
  readonly edited: Shoot
  readonly sentAt: Instant
}

/** What is ahead without the plan, and with it: the same until it is sent. */
export async function prospects(
  { index, profile, shoot, edited, sentAt }: ProspectsInput,
  slice: TimeSlice,
): Promise<Pick<PlanAnswer, 'before' | 'after'>> {
  const { at, until } = index
  const forecaster = new FleetForecaster(index.forecaster.profiles)
  const ahead = async (of: Shoot, from: Instant, to: Instant) => {
    const found = from >= to ? [] : forecast(of, profile, { from, to }).steps
    await slice.rest()
    return withRotations(of, profile, found, { from, to }).map((step) => stepBody(step, of))
  }
  const lanes = async (of: Shoot, from: Instant) => {
    await slice.rest()
    const found = forecaster.between(from, until, of, profile.source)
    await slice.rest()
    return lanesOf({ shoot: of, profile, forecast: found, at: from, until })
  }
  const before = { steps: await ahead(shoot, at, until), lanes: await lanes(shoot, at) }
  if (edited === shoot) return { before, after: before }
  await slice.rest()
  return {
    before,
    after: {
      steps: [...(await ahead(shoot, at, sentAt - 1)), ...(await ahead(edited, sentAt, until))],
      lanes: joinedLanes(before.lanes, await lanes(edited, sentAt), onWire(sentAt)),
    },
  }
}
