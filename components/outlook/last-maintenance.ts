import type { Lane } from '@/lib/contract/clusters'
import type { ForecastStepBody } from '@/lib/contract/steps'
import type { ShootAnswer } from '@/lib/questions/cluster/contract/shoot'
import { DAY, ms } from '@/lib/words/time-text'

/** What the last maintenance did, and when. */
export interface Done {
  readonly at: number
  /** It is not recorded: the forecast has it so. */
  readonly isForeseen: boolean
  readonly step: ForecastStepBody
}

/** The change that the last maintenance made on a lane; a pool's Kubernetes lane also moves with the control plane. */
export function doneOn(lane: Lane, done: Done): { readonly at: number; readonly text: string } | undefined {
  const image = lane.id.endsWith('/image')
  const made = done.step.changes.filter(({ to }) => to !== null)
  const controlPlane = made.find((change) => change.component === 'controlPlane')
  const own = made.find((change) => change.pool === lane.pool && (change.component === 'poolImage') === image)
  const follows = !image && controlPlane?.to === lane.segments[0]?.version
  const change = lane.pool === null ? controlPlane : (own ?? (follows ? controlPlane : undefined))
  if (change === undefined) return undefined
  return { at: done.at, text: `${doneWord(done)}: from ${change.from} to ${change.to}` }
}

/** What is foreseen is never said as if it had been recorded. */
export function doneWord({ isForeseen, step }: Pick<Done, 'isForeseen' | 'step'>): string {
  if (isForeseen) return 'as forecast'
  return step.kind === 'fails' ? 'failed' : 'done'
}

/** How long a maintenance is worth a line among the steps to come. */
const RECENT = 30 * DAY

/** What the last maintenance did or failed to do, if that is known and not long ago. */
export function doneOf({ lastMaintenance, at }: ShootAnswer): Done | null {
  if (lastMaintenance === null || lastMaintenance.at === null || lastMaintenance.step === null) return null
  const when = ms(lastMaintenance.at)
  if (when > ms(at) || ms(at) - when > RECENT) return null
  return { at: when, isForeseen: lastMaintenance.foreseen, step: lastMaintenance.step }
}

/** What it means that no maintenance is recorded: only one that changes something or fails is. */
export function unrecordedText({ overdue, steps: [next] }: Pick<ShootAnswer, 'overdue' | 'steps'>): string {
  if (next?.denied === true && next.state === null)
    return 'None is recorded: one that has nothing to report and is refused leaves no record, only an event.'
  return overdue
    ? 'None is recorded, although something was due: whether there was any is not known here.'
    : 'None is recorded: as far as is known, none had anything to do so far.'
}

/** What it means that it is the last one: what is foreseen is never said to be recorded. */
export function lastText({ foreseen }: { readonly foreseen: boolean }): string {
  const which = foreseen ? 'It is the last before this time that the forecast has' : 'It is the last that is recorded'
  return `${which}: a night on which a maintenance has nothing to do leaves it as it is.`
}
