import { TimeSlice } from './time-slice'

/** Whoever computes in steps stops after so many things that it looks at, of those that are many. */
export const stepLength = 256

/**
 * What takes long to compute, computed once: without a break for whoever must have it now, or step by step, so that others get
 * through in between. Some may wait for it while somebody takes it at once.
 */
export class Steps<V> {
  private outcome: { readonly value: V } | { readonly error: unknown } | undefined
  /** Let go of in the end: it may hold what it was computed from. */
  private steps: Iterator<undefined, V> | null

  constructor(steps: Iterator<undefined, V>) {
    this.steps = steps
  }

  /** Throws what computing it throws. */
  get value(): V {
    let outcome = this.step()
    while (outcome === undefined) outcome = this.step()
    return told(outcome)
  }

  /** Rejects with what computing it throws, and when whoever asks has left. */
  async ready(slice = new TimeSlice()): Promise<V> {
    let outcome = this.step()
    while (outcome === undefined) {
      if (slice.isOver) await slice.pause()
      outcome = this.step()
    }
    return told(outcome)
  }

  /** As steps of something larger: gives way after each. */
  *rest(): Generator<undefined, V> {
    let outcome = this.step()
    while (outcome === undefined) {
      yield
      outcome = this.step()
    }
    return told(outcome)
  }

  private step() {
    if (this.steps !== null) {
      try {
        const { done, value } = this.steps.next()
        if (done) this.outcome = { value }
      } catch (error) {
        this.outcome = { error }
      }
      if (this.outcome !== undefined) this.steps = null
    }
    return this.outcome
  }
}

function told<V>(outcome: { readonly value: V } | { readonly error: unknown }): V {
  if ('error' in outcome) throw outcome.error
  return outcome.value
}
