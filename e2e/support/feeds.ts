import ICAL from 'ical.js'

/** The entries of a calendar as ical.js reads them. */
export function entriesOf(text: string) {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const { uid, sequence, summary, startDate } = new ICAL.Event(component)
    const status = component.getFirstPropertyValue('status')
    return { uid, sequence, summary, begin: startDate.toJSDate().toISOString(), status }
  })
}
