import { setImmediate } from 'node:timers/promises'

/** Lets others work between the steps: after each, or whenever they have taken so many milliseconds. */
export async function byAndBy<T>(steps: Iterator<unknown, T>, slice = 0): Promise<T> {
  for (let begin = performance.now(); ; ) {
    const step = steps.next()
    if (performance.now() - begin >= slice) {
      await setImmediate()
      begin = performance.now()
    }
    if (step.done) return step.value
  }
}
