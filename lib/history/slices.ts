/** Computing stops for others at least this often, in milliseconds. */
const longest = 10

/** What long work asks now and then, so that requests get through meanwhile. */
export class Slices {
  private since = performance.now()

  /** Resolves at once while there is time left. */
  async breathe(): Promise<void> {
    if (performance.now() - this.since < longest) return
    await new Promise(setImmediate)
    this.since = performance.now()
  }

  get isOver(): boolean {
    return performance.now() - this.since >= longest
  }
}
