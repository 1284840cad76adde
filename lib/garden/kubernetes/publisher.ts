/**
 * Lets changes that come fast become one: publishes soon after the first change of a quiet time (`lead` milliseconds, so that
 * what belongs together comes together), and then at most once per `pause`.
 */
export class Publisher {
  private timer: NodeJS.Timeout | undefined
  private dueAt = Number.POSITIVE_INFINITY
  private last = Number.NEGATIVE_INFINITY
  private closed = false

  constructor(
    private readonly publish: () => void,
    private readonly lead: number = 20,
  ) {}

  /** Something changed. An earlier request for a later time gives way. */
  request(pause: number): void {
    const now = performance.now()
    const at = Math.max(now + this.lead, this.last + pause)
    if (this.closed || at >= this.dueAt) return
    clearTimeout(this.timer)
    this.dueAt = at
    this.timer = setTimeout(() => this.now(), at - now)
    this.timer.unref()
  }

  /** At once. */
  now(): void {
    clearTimeout(this.timer)
    if (this.closed) return
    this.dueAt = Number.POSITIVE_INFINITY
    this.publish()
    this.last = performance.now()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
  }
}
