/**
 * Loaded into a server before anything else (`NODE_OPTIONS=--import=…`): its clock runs CLOCK_SHIFT_DAYS ahead of the
 * machine's, as if it had been started that many days later.
 */
const shift = Number(process.env.CLOCK_SHIFT_DAYS ?? 0) * 86_400_000
const RealDate = Date

globalThis.Date = class extends RealDate {
  // Own ones, as Next copies what the class itself has.
  static UTC = RealDate.UTC
  static parse = RealDate.parse

  /** @param {ConstructorParameters<DateConstructor>} given */
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift)
    else super(...given)
  }

  static now() {
    return RealDate.now() + shift
  }
}
