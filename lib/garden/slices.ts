import { setImmediate } from 'node:timers/promises'

/** What long work asks now and then, so that others get through meanwhile. */
export class TimeSlices {
  private since = performance.now()

  /** @param longest computing stops for others at least this often, in milliseconds */
  constructor(private readonly longest = 10) {}

  get isOver(): boolean {
    return performance.now() - this.since >= this.longest
  }

  /** Resolves at once while there is time left. */
  async breathe(): Promise<void> {
    if (!this.isOver) return
    await setImmediate()
    this.since = performance.now()
  }
}

/** Lets others work between the steps: after each, or whenever they have taken so many milliseconds. */
export async function byAndBy<T>(steps: Iterator<unknown, T>, longest = 0): Promise<T> {
  const slices = new TimeSlices(longest)
  for (;;) {
    const step = steps.next()
    if (slices.isOver) await slices.breathe()
    if (step.done) return step.value
  }
}
