import { setImmediate } from 'node:timers/promises'

/** Lets others work between the steps. */
export async function byAndBy<T>(steps: Iterator<undefined, T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    await setImmediate()
    if (step.done) return step.value
  }
}
