import { type JobFate, Jobs, type Limits } from './jobs'
import { processWide } from './kept'
import { subscribers } from './subscribers'

/**
 * One process computes one thing at a time, a slice of each in turn: more at once only takes memory, and time from who asks for little.
 * A page asks for three or four of them, and a browser opens six connections at most: nobody who reads waits for thirty.
 */
const limits: Limits = { all: 8, ofOne: 2, waiting: 30 }

const ofJobs = subscribers<(kind: string, fate: JobFate) => void>('costly jobs')

/** Tells what becomes of each of them: by its kind, as `theJobs` names it. */
export const onJob = ofJobs.add

const counted = (kind: string) =>
  new Jobs(limits, (fate) => {
    for (const tell of ofJobs) tell(kind, fate)
  })

/** Answers that take their time, see `costly` of a route. */
export function theCostly(): Jobs {
  return processWide('costly-answers', () => counted('answer'))
}

/**
 * Landscapes of other times than now: recalled, or foreseen. What is computed for an answer waits for them, and they for no answer, so
 * that they have limits of their own.
 */
export function theLandscapes(): Jobs {
  return processWide('costly-landscapes', () => counted('landscape'))
}

/** How many there are, by their kind. */
export function theJobs(): Readonly<Record<string, ReturnType<Jobs['state']>>> {
  return { answer: theCostly().state(), landscape: theLandscapes().state() }
}
