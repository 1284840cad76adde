import type { MemoizedProfile } from '@/lib/engine/course'
import { maintain, refusalOfStored } from '@/lib/engine/rules'
import { parseInstant } from '@/lib/engine/time'
import type { LastMaintenance, Shoot } from '@/lib/engine/types'
import { parseShoot } from '@/lib/garden/parse'
import type { Context, Runner, VectorCase } from './context'
import { firstDifference } from './difference'

/** Where the rest of a failure reason is the API server's own text. */
const REFUSED = 'Updates to the Shoot failed to be applied: '

/** One maintenance of one shoot, with everything it writes. */
export const maintenance: Runner = {
  file: 'maintain.jsonl',
  run: (vector, context) => {
    const at = parseInstant(String(vector.now))
    if (at === null) return `now: ${vector.now} is not a time`
    const [shoot, profile] = [shootOf(vector), profileOf(vector, context)]
    const done = maintain(shoot, profile, at)
    const difference = firstDifference(relaxed(vector.expect), {
      skipped: done.skipped,
      ...done.versions,
      lastMaintenance: done.lastMaintenance && writtenOut(done.lastMaintenance, done.denied),
      lastMaintenanceWritten: done.lastMaintenanceWritten,
      events: done.events,
      specChanged: done.specChanged,
      ...(done.otherSpecChanges.length > 0 ? { otherSpecChanges: done.otherSpecChanges } : {}),
      annotations: inOrder(done.annotations),
      deniedByApiServer: done.denied,
      ...(done.proposal === null ? {} : { controllerProposal: done.proposal }),
      ...(done.error === null ? {} : { error: true }),
    })
    if (difference !== null || !isRecord(vector.also)) return difference
    const { generationRaised, storedRefused } = vector.also
    return firstDifference(
      { ...(generationRaised !== undefined && { generationRaised }), storedRefused: storedRefused !== undefined },
      {
        ...(generationRaised !== undefined && { generationRaised: done.reconciles }),
        storedRefused: refusalOfStored(shoot, profile, at) !== null,
      },
      'also',
    )
  },
}

/** The shoot of a case, completed as the vectors were: see their README, how the oracle was run. */
export function shootOf(vector: VectorCase): Shoot {
  const parsed = parseShoot(vector.shoot)
  if (parsed.kind === 'problem')
    throw new Error(`shoot: ${parsed.problems.map(({ path, reason }) => `${path} ${reason}`)}`)
  return { creationTimestamp: Date.UTC(2025, 0, 1), ...parsed.value }
}

export function profileOf(vector: VectorCase, context: Context): MemoizedProfile {
  return context.profile(String(vector.profile))
}

function writtenOut({ description, state, failureReason }: LastMaintenance, denied: boolean) {
  return { description, state, failureReason: prefixOnly(failureReason ?? null, denied) }
}

function prefixOnly(failureReason: string | null, denied: boolean): string | null {
  return denied && failureReason?.startsWith(REFUSED) ? REFUSED : failureReason
}

/** The order of operations has no meaning. */
function inOrder(annotations: unknown): unknown {
  if (!isRecord(annotations)) return annotations
  return Object.fromEntries(
    Object.entries(annotations).map(([name, value]) => [name, String(value).split(';').map(trimmed).sort().join(';')]),
  )
}

function trimmed(operation: string): string {
  return operation.trim()
}

/** The expectation without what is the API server's own text. */
function relaxed(expected: unknown): unknown {
  if (!isRecord(expected)) return expected
  const last = expected.lastMaintenance
  const denied = expected.deniedByApiServer === true
  return {
    ...expected,
    annotations: inOrder(expected.annotations),
    ...(denied && isRecord(last)
      ? { lastMaintenance: { ...last, failureReason: prefixOnly(String(last.failureReason), denied) } }
      : {}),
    ...(expected.error === undefined || expected.error === null || expected.error === '' ? {} : { error: true }),
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
