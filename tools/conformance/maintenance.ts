import { forecast, type MemoizedProfile } from '@/lib/engine/course'
import { isRecord } from '@/lib/engine/reader'
import {
  canRotateInNextWindow,
  type DailyWindow,
  effectiveDuration,
  isAsleepInNextWindow,
  isInWindow,
  maintain,
  parseWindow,
  refusalOf,
  stateOf,
  subjectOf,
  windowErrors,
  windowOf,
} from '@/lib/engine/rules'
import { DAY, formatInstant, MINUTE, SECOND, startOfDay } from '@/lib/engine/time'
import type { Instant, LastMaintenance, Shoot } from '@/lib/engine/types'
import { parseShoot } from '@/lib/garden/parse'
import {
  type ConformanceContext,
  fieldsOf,
  firstDifference,
  instantOf,
  type VectorCase,
  type VectorRunner,
} from './context'

/** One maintenance of one shoot, with everything it writes. */
export const maintenance: VectorRunner = {
  file: 'maintain.jsonl',
  run: (vector, context) => {
    const at = instantOf(vector, 'now')
    const [shoot, profile] = [shootOfVector(vector), profileOfVector(vector, context)]
    const done = maintain(shoot, profile, at)
    const difference = firstDifference(comparable(fieldsOf(vector.expect)), {
      skipped: done.skipped,
      ...done.versions,
      lastMaintenance: done.lastMaintenance && writtenOut(done.lastMaintenance),
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
    // What the API server answers to any write of the shoot as it is stored.
    const stored = stateOf(shoot)
    const refused = refusalOf({
      subject: subjectOf(shoot, profile),
      before: stored,
      after: stored,
      settings: shoot.versionBound,
      settingsBefore: shoot.versionBound,
      annotations: shoot.annotations,
      differs: true,
      at,
    })
    return firstDifference(
      { ...(generationRaised !== undefined && { generationRaised }), storedRefused: storedRefused !== undefined },
      {
        ...(generationRaised !== undefined && { generationRaised: done.reconciles }),
        storedRefused: refused !== null,
      },
      'also',
    )
  },
}

/** The shoot of a case, completed as the vectors were: see their README, how the oracle was run. */
export function shootOfVector(vector: VectorCase): Shoot {
  const parsed = parseShoot(vector.shoot)
  if (parsed.kind === 'problem') throw new Error(`shoot: ${JSON.stringify(parsed.problems)}`)
  return { creationTimestamp: Date.UTC(2025, 0, 1), ...parsed.value }
}

export function profileOfVector(vector: VectorCase, context: ConformanceContext): MemoizedProfile {
  return context.profile(String(vector.profile))
}

function writtenOut({ description, state, failureReason = null }: Partial<Record<keyof LastMaintenance, unknown>>) {
  return { description, state, failureReason: failureReason && partsOf(String(failureReason), /[[\],]/) }
}

/** The order of operations, and so of what is said of each, has no meaning. */
function inOrder(annotations: unknown): unknown {
  if (!isRecord(annotations)) return annotations
  return Object.fromEntries(Object.entries(annotations).map(([name, value]) => [name, partsOf(String(value), ';')]))
}

function partsOf(text: string, between: string | RegExp): readonly string[] {
  return text
    .split(between)
    .map((part) => part.trim())
    .sort()
}

/** The expectation as ours is compared with it; errors of Go have words of their own. */
function comparable({ lastMaintenance, annotations, error, ...same }: Record<string, unknown>): unknown {
  return {
    ...same,
    lastMaintenance: isRecord(lastMaintenance) ? writtenOut(lastMaintenance) : lastMaintenance,
    annotations: inOrder(annotations),
    ...(error === undefined || error === null || error === '' ? {} : { error: true }),
  }
}

/** The vectors maintain five minutes after the begin of the effective window. */
const MOMENT = 5 * MINUTE

/** Everything that happens to a shoot over many days. */
export const forecasts: VectorRunner = {
  file: 'forecast.jsonl',
  run: (vector, context) => {
    const start = instantOf(vector, 'from')
    const days = Number(vector.days)
    const shoot = shootOfVector(vector)
    const onThatDay = startOfDay(start) + windowOf(shoot).begin * SECOND + MOMENT
    const from = onThatDay < start ? onThatDay + DAY : onThatDay
    const result = forecast(shoot, profileOfVector(vector, context), {
      from,
      to: from + (days - 1) * DAY,
      moment: MOMENT,
    })
    return firstDifference(vector.expect, {
      // What is not reported and changes nothing is no step of theirs.
      steps: result.steps
        .filter(({ specChanged, state }) => specChanged || state !== null)
        .map((step) => ({
          at: formatInstant(step.at),
          ...step.versions,
          description: step.description,
          state: step.state,
          failureReason: step.failureReason,
          specChanged: step.specChanged,
          deniedByApiServer: step.denied,
          repeats: step.repeats,
        })),
      final: result.final,
    })
  },
}

/** The shoots of the cases have only the fields that count. */
const LEFT_OUT = { kubernetes: { version: '1.34.1' }, cloudProfile: { kind: 'CloudProfile', name: 'any' } }

/** Whether gardenlet takes a shoot to be asleep in its next window, and what it says of automatic rotations for it. */
export const asleepInWindow: VectorRunner = {
  file: 'asleep-in-window.jsonl',
  run: (vector) => {
    const at = instantOf(vector, 'now')
    const given = fieldsOf(vector.shoot)
    const shoot = shootOfVector({ ...vector, shoot: { ...given, spec: { ...LEFT_OUT, ...fieldsOf(given.spec) } } })
    return firstDifference(vector.expect, {
      hibernatedDuringNextWindow: isAsleepInNextWindow(shoot, at),
      automaticCredentialsRotationPossible: canRotateInNextWindow(shoot, at) ? 'True' : 'False',
    })
  },
}

/** When a shoot may be maintained, when it is looked at again, and what the API server says about its window. */
export const maintenanceWindow: VectorRunner = {
  file: 'window.jsonl',
  run: (vector) => {
    const at = instantOf(vector, 'at')
    const stored =
      typeof vector.begin === 'string' && typeof vector.end === 'string'
        ? { begin: vector.begin, end: vector.end }
        : null
    const window = parseWindow(stored)
    const requeue = requeueBounds(window, at)
    return firstDifference(vector.expect, {
      parsed: window.parsed,
      inWindow: isInWindow(window, at),
      effectiveBegin: clock(window.begin),
      effectiveEnd: clock(window.latestStart),
      effectiveDurationSeconds: effectiveDuration(window),
      requeueMinSeconds: requeue.min,
      requeueMaxSecondsExclusive: requeue.max,
      validationErrors: windowErrors(stored).map(({ field, detail }) => ({
        stage: 'validation',
        type: 'FieldValueInvalid',
        field,
        detail,
      })),
    })
  },
}

function clock(second: number): string {
  return [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/**
 * When the controller looks at the shoot again after the instant: a random moment, `min` inclusive to `max` exclusive,
 * in seconds from the instant. `min` is negative only in the rest of the day of a window of a single second.
 */
export function requeueBounds(window: DailyWindow, at: Instant): { readonly min: number; readonly max: number } {
  const midnight = startOfDay(at)
  let begin = midnight + window.begin * SECOND
  let end = begin + effectiveDuration(window) * SECOND
  if (begin < at && (isInWindow(window, at) || at > end)) {
    begin += DAY
    end += DAY
  }
  return { min: (begin - at) / SECOND, max: (end - at) / SECOND }
}
