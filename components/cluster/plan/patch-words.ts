import { offsetText } from '@/lib/contract/zone'
import { shellQuoted, shellWord } from '@/lib/engine/shell'
import type { PlanAnswer } from '@/lib/questions/cluster/contract/plan'
import { momentText, ms, type Time } from '@/lib/words/time-text'
import { windowClock } from '@/lib/words/when'
import { durationText } from './words'

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
  const lines = operations.map((operation) => `  ${operationText(operation)}`)
  return `${commandFor(shoot)} --type=json -p ${shellQuoted(`[\n${lines.join(',\n')}\n]`)}`
}

/** The manifest, and how it is sent: it is not the whole one, and `kubectl apply` of a file takes out what is not in it. */
export function patchFile({ patch, shoot }: PlanAnswer): string {
  return `# ${commandFor(shoot)} --type=merge --patch-file=plan.yaml\n# Only what changes: not for a plain kubectl apply -f.\n${patch.yaml}`
}

/**
 * The manifest as a command that applies it on the server; null: that cannot take a field out. What the same manager applied
 * before and leaves out now would go, so each plan has a name of its own.
 */
export function applyCommand({ patch, sentAt }: PlanAnswer): string | null {
  if (patch.operations.some(({ op }) => op === 'remove')) return null
  const version = patch.operations.find(({ op, path }) => op === 'test' && path === '/metadata/resourceVersion')?.value
  const manager = `almanac-${version ?? sentAt.replaceAll(/\D/g, '')}`
  const command = `kubectl apply --server-side --force-conflicts --field-manager=${shellWord(manager)} -f -`
  return `${command} <<'EOF'\n${patch.yaml.trimEnd()}\nEOF`
}

function commandFor({ namespace, name }: PlanAnswer['shoot']): string {
  return `kubectl -n ${shellWord(namespace)} patch shoot ${shellWord(name)}`
}

function operationText(operation: PlanAnswer['patch']['operations'][number]): string {
  const parts = Object.entries(operation).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  return `{${parts.join(', ')}}`
}
