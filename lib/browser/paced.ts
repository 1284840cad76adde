/** Milliseconds, and how many times as long as the work took. */
export interface Rest {
  readonly least: number
  readonly most: number
  readonly times: number
}

/**
 * Does work when it is wanted: at once after a rest, never twice at the same time, and as one however often it was wanted
 * meanwhile. The rest after it is longer the longer it took.
 */
export class Paced {
  private state: 'rested' | 'busy' | 'resting' = 'rested'
  private isWanted = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    /** Must not reject. */
    private readonly work: () => Promise<unknown>,
    private readonly rest: Rest,
  ) {}

  want(): void {
    this.isWanted = true
    if (this.state === 'rested') void this.run()
  }

  /** Nothing is done any more, until it is wanted again. */
  stop(): void {
    clearTimeout(this.timer)
    this.isWanted = false
    if (this.state === 'resting') this.state = 'rested'
  }

  private async run(): Promise<void> {
    this.state = 'busy'
    this.isWanted = false
    const began = performance.now()
    await this.work()
    const { least, most, times } = this.rest
    const pause = Math.min(most, Math.max(least, (performance.now() - began) * times))
    this.state = 'resting'
    this.timer = setTimeout(() => {
      this.state = 'rested'
      if (this.isWanted) void this.run()
    }, pause)
  }
}
