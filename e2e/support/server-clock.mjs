/**
 * Loaded into a server before anything else (`NODE_OPTIONS=--import=…`): its clock begins at CLOCK and goes on from there, or with
 * CLOCK_STANDS stands still, so that what it answers does not depend on the second.
 */
const { now } = Date
const begin = Date.parse(process.env.CLOCK ?? '')
const started = now()
const shown = process.env.CLOCK_STANDS === undefined ? () => begin + now() - started : () => begin

globalThis.Date = new Proxy(Date, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [shown()] : given, self),
  get: (target, name, self) => (name === 'now' ? shown : Reflect.get(target, name, self)),
})
