import { fieldName } from '@/lib/client/planned-text'
import { dayText, MINUTE, momentText, ms, type Time } from '@/lib/client/time-text'
import { effectName, nodesText } from '@/lib/client/wording'
import type { ForecastStepBody, PlanAnswer, PlanPart } from '@/lib/contract'
import { offsetText } from '@/lib/contract/zone'
import { capitalized } from '@/lib/engine/explain'
import { windowClock } from '../when'

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

/** What happens to a part: `Rolling update, up to 12 nodes`. */
export function effectWords({ pool, effect, nodes }: PlanPart, controlPlane: PlanAnswer['controlPlane']): string {
  if (pool !== null) return effect === 'none' ? 'No node is touched' : capitalized(effectName(effect, nodes))
  if (controlPlane === 'restart') return 'API server and controllers restart'
  return controlPlane === 'none' ? 'Nothing restarts' : 'May restart a component of the control plane'
}

/** Why it takes as long: `6 × (create 20 min + drain 2 h), 3 more and 0 fewer nodes at a time`. */
export function whyWords({ rollout }: PlanPart): string | null {
  if (rollout === null) return null
  return `${rollout.figure}, ${rollout.surge} more and ${rollout.unavailable} fewer at a time`
}

/** The fields that cause it, as people call them; without those of the whole cluster said twice. */
export function causeWords({ because, undecided }: PlanPart): string {
  const names = [...new Set(because.map(fieldName))]
  const maybe = [...new Set(undecided.map(fieldName))]
  return [
    ...(names.length > 0 ? [`because of ${names.join(', ')}`] : []),
    ...(maybe.length > 0 ? [`${maybe.join(', ')}: only the extension of the provider knows whether nodes roll`] : []),
  ].join('; ')
}

/** Said under the bars and in the dock; null: nothing is drained, or it fits. */
export function misfit({ parts, rollOut, begins, shoot, sentAt }: PlanAnswer, now: Time): string | null {
  const ends = parts.flatMap(({ until }) => (until === null ? [] : [ms(until)]))
  const last = Math.max(...ends)
  if (rollOut === null || ends.length === 0 || last <= ms(rollOut.end)) return null
  const zone = shoot.nextWindow.offset
  const slowest = parts.find(({ until }) => until !== null && ms(until) === last)
  const faster = slowest?.faster
  const hint =
    faster === null || faster === undefined
      ? ''
      : ` With maxSurge ${faster.surge} ${slowest?.pool} needs ${durationText(faster.milliseconds)}.`
  const window = ms(rollOut.begin) <= ms(sentAt) ? 'It begins now' : `It begins in ${windowClock(rollOut)}`
  return `${window}, by ${momentText(begins, zone, now)} at the latest, and may go on until ${momentText(last, zone, now)} ${offsetText(zone, last)}. Gardener does not stop rolling when the window ends.${hint}`
}

/** `kubectl -n garden-payments patch shoot checkout-prod --type=json -p '[…]'`: quotes of a shell in it are kept. */
export function patchCommand({ patch, shoot }: PlanAnswer, operations = patch.operations): string {
  const lines = operations.map((operation) => `  ${operationText(operation).replaceAll("'", String.raw`'\''`)}`)
  return `kubectl -n ${shoot.namespace} patch shoot ${shoot.name} --type=json -p '[\n${lines.join(',\n')}\n]'`
}

/** The manifest, and how it is sent: it is not the whole one, and `kubectl apply` of a file takes out what is not in it. */
export function patchFile({ patch, shoot }: PlanAnswer): string {
  const command = `kubectl -n ${shoot.namespace} patch shoot ${shoot.name} --type=merge --patch-file=plan.yaml`
  return `# ${command}\n# Only what changes: not for a plain kubectl apply -f.\n${patch.yaml}`
}

/**
 * The manifest as a command that applies it on the server; null: that cannot take a field out. What the same manager applied
 * before and leaves out now would go, so each plan has a name of its own.
 */
export function applyCommand({ patch, sentAt }: PlanAnswer): string | null {
  if (patch.operations.some(({ op }) => op === 'remove')) return null
  const version = patch.operations.find(({ op, path }) => op === 'test' && path === '/metadata/resourceVersion')?.value
  const manager = `almanac-${version ?? sentAt.replaceAll(/\D/g, '')}`
  const command = `kubectl apply --server-side --force-conflicts --field-manager=${manager} -f -`
  return `${command} <<'EOF'\n${patch.yaml.trimEnd()}\nEOF`
}

function operationText(operation: PlanAnswer['patch']['operations'][number]): string {
  const parts = Object.entries(operation).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  return `{${parts.join(', ')}}`
}
