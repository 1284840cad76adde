/** Computing stops for others at least this often, in milliseconds. */
const longest = 20

/** What a long computation asks now and then, so that other requests get through. */
export class Stint {
  private since = performance.now()

  get isOver(): boolean {
    return performance.now() - this.since > longest
  }

  async pause(): Promise<void> {
    await new Promise(setImmediate)
    this.since = performance.now()
  }
}
