/** Loaded into a server before anything else: its clock begins at CLOCK and goes on from there, so that what it answers does not depend on the hour. */
const ahead = Date.parse(process.env.CLOCK ?? '') - Date.now()

globalThis.Date = new Proxy(Date, {
  construct: (target, given, self) =>
    Reflect.construct(target, given.length === 0 ? [target.now() + ahead] : given, self),
  get: (target, name, self) => (name === 'now' ? () => target.now() + ahead : Reflect.get(target, name, self)),
})
