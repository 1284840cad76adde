import type { ForecastStepBody } from '@/lib/contract/steps'
import type { PlanAnswer, PlanPart } from '@/lib/questions/cluster/contract/plan'
import { dayText, MINUTE } from '@/lib/words/time-text'
import { nodesText } from '@/lib/words/wording'

/** `17 h 20 min`, `40 min`: nothing is rounded away. */
export function durationText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** The figures over the table of effects. */
export interface PlanFigures {
  readonly nodes: { readonly value: string; readonly note: string }
  readonly worst: { readonly value: string; readonly note: string }
  readonly forced: { readonly value: string; readonly note: string }
}

export function planFigures(answer: PlanAnswer): PlanFigures {
  const { parts, shoot } = answer
  const rolling = sumOf(parts.filter(({ effect }) => effect === 'rolling'))
  const inPlace = sumOf(parts.filter(({ effect }) => effect === 'inPlace'))
  const notes = [`of ${nodesText(shoot.nodes)}`, ...(inPlace > 0 ? [`${inPlace} updated in place`] : [])]
  return {
    nodes: { value: String(rolling), note: notes.join('; ') },
    worst: worstFigure(parts),
    forced: forcedFigure(answer),
  }
}

function sumOf(parts: readonly PlanPart[]): number {
  return parts.reduce((sum, { nodes }) => sum + nodes.max, 0)
}

function worstFigure(parts: readonly PlanPart[]): PlanFigures['worst'] {
  const touched = parts.flatMap(({ rollout }) => rollout ?? [])
  const worst = Math.max(0, ...touched.map(({ milliseconds }) => milliseconds ?? 0))
  const open = touched.filter(({ milliseconds }) => milliseconds === null).map(({ pool }) => pool)
  if (touched.length === 0) return { value: 'none', note: 'no node is drained' }
  const note = touched.length > 1 ? 'pools run side by side' : `pool ${touched[0]?.pool}`
  if (open.length === 0) return { value: durationText(worst), note }
  return {
    value: worst === 0 ? 'open' : durationText(worst),
    note: `and ${open.join(', ')}, as its nodes are selected`,
  }
}

function forcedFigure({ before, after, shoot }: PlanAnswer): PlanFigures['forced'] {
  const zone = shoot.nextWindow.offset
  const [was, is] = [nextForced(before.steps), nextForced(after.steps)]
  const day = (step: ForecastStepBody | undefined) =>
    step === undefined ? 'none in sight' : dayText(step.window.begin, zone)
  const note = was?.window.begin === is?.window.begin ? 'as without the plan' : `was ${day(was)}`
  const parts = is === undefined ? '' : `${forcedParts(is)}; `
  return { value: day(is), note: `${parts}${note}` }
}

function nextForced(steps: readonly ForecastStepBody[]): ForecastStepBody | undefined {
  return steps.find(({ changes, denied }) => !denied && changes.some(({ why, to }) => why !== 'auto' && to !== null))
}

/** Which parts it forces, and to what: `Kubernetes 1.34.7`. */
function forcedParts({ changes }: ForecastStepBody): string {
  const forced = changes.filter(({ why, to }) => why !== 'auto' && to !== null)
  const [first] = forced
  if (first === undefined) return ''
  const what = `${first.pool === null ? '' : `${first.pool}, `}${first.image ?? 'Kubernetes'} ${first.to}`
  return forced.length > 1 ? `${what} and ${forced.length - 1} more` : what
}
