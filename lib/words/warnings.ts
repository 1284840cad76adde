import type { Freeze, Warning } from '@/lib/engine/outlook/difference'
import { WEEKDAYS } from '@/lib/engine/time'
import { causeText } from './causes'
import { nameOf, plural } from './phrases'
import { unsupportedText } from './releases'
import { countOf, dateText } from './time-text'
import { rollText } from './wording'

/** A warning as a whole sentence. */
export function warningText(warning: Warning): string {
  switch (warning.code) {
    case 'strands-clusters':
      return strandedText(warning)
    case 'forces-minor':
    case 'forces-update':
      return forcedText(warning)
    case 'no-next-minor':
      return `From Kubernetes ${warning.minor} there is no next minor any more: clusters on it cannot be updated when it expires.`
    case 'removes-default': {
      const { image, version, to } = warning
      const who = image === null ? 'New clusters' : 'New pools'
      return `${who} that name no version get ${nameOf(image, version)} today; afterwards ${to === null ? 'there is no version for them' : `they get ${to}`}.`
    }
    case 'changes-default': {
      const { image, version, to } = warning
      const who = image === null ? 'New clusters' : 'New pools'
      return `${who} that name no version get ${nameOf(image, version)} until ${endText(warning)}; from then on ${to === null ? 'there is no version for them' : `they get ${to}`}.`
    }
    case 'loses-supported':
      return `Of Kubernetes ${warning.minor} no version is supported any more.`
    case 'expires-at-once': {
      const { image, version } = warning
      return `${nameOf(image, version)} expires in the past, on ${endText(warning)}: it is expired as soon as this is applied, and its clusters are forced in their next windows.`
    }
    case 'expires-on-weekend': {
      const { image, version, date, utcDay } = warning
      const weekday = WEEKDAYS[new Date(utcDay ?? date).getUTCDay()]
      return `${nameOf(image, version)} expires on a ${weekday}, ${endText(warning)}: the first clusters are forced at the weekend.`
    }
    case 'minor-unsupported':
      return unsupportedText(warning.minor)
    case 'image-without-mapping':
      return `${nameOf(warning.image, warning.version)} has no image of the provider (providerConfig): no node can be made of it.`
    case 'expires-in-freeze':
      return `${nameOf(warning.image, warning.version)} expires on ${endText(warning)}, in a freeze: ${freezeText(warning.freeze)}.`
  }
}

function strandedText({ harm, what, from, cause, clusters }: Warning & { readonly code: 'strands-clusters' }): string {
  const anyway = harm === 'stuck' ? '' : ` that ${plural(clusters, 'fails', 'fail')} to update anyway`
  const either = harm === 'stuck' ? '' : ' either'
  const left = what === '' ? 'be updated' : `leave ${what} ${from}`
  return `${countOf(clusters, 'cluster')}${anyway} cannot ${left}${either}: ${causeText(cause ?? 'no-version')}.`
}

function forcedText({
  code,
  harm,
  what,
  to,
  clusters,
  nodes,
  date,
}: Warning & { readonly code: 'forces-minor' | 'forces-update' }): string {
  const who = `${countOf(clusters, 'cluster')} ${plural(clusters, 'is', 'are')}`
  const where = code === 'forces-minor' ? `to another minor, ${what} ${to}` : `to ${what} ${to}`
  const how = {
    forced: `newly forced ${where}`,
    more: `forced ${where} too, beside what ${plural(clusters, 'it is', 'they are')} forced to anyway`,
    earlier: `forced earlier ${where}, ${plural(clusters, 'on', 'the first on')} ${dateText(date)}`,
  }[harm]
  return `${who} ${how}: ${rollText(nodes)}.`
}

/** `21 Dec 2026`; with the last second of a day of UTC that is another day for the reader: `21 Dec 2026 UTC`. */
function endText({ date, utcDay }: { readonly date: string; readonly utcDay: string | null }): string {
  return utcDay === null ? dateText(date) : `${dateText(utcDay)} UTC`
}

/** `the turn of the year`, or its days: `18 Dec 2026 to 4 Jan 2027`. */
function freezeText({ from, to, name }: Freeze): string {
  return name ?? [...new Set([from, to])].map((day) => dateText(day)).join(' to ')
}
