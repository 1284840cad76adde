/** The outcome of what is computed in steps, so that others can do something in between: all of them without a break. */
export function withoutBreak<T>(steps: Iterator<unknown, T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}
