/** Loaded into a server before anything else: its clock stands still at CLOCK, so that what it answers does not depend on the second. */
const at = Date.parse(process.env.CLOCK ?? '')

globalThis.Date = new Proxy(Date, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [at] : given, self),
  get: (target, name, self) => (name === 'now' ? () => at : Reflect.get(target, name, self)),
})
