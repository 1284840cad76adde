import { capitalized, dayText } from '@/lib/engine/explain'
import { offsetOf } from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { Overdue } from './past-windows'

/** What is known of parts that stay on an expired version, and what is not; parts on the same version in one sentence. */
export function overdueTexts(overdue: readonly Overdue[], shoot: Shoot, at: Instant): string[] {
  const groups = new Map<string, [Overdue, ...Overdue[]]>()
  for (const one of overdue) {
    const what = `${one.image ?? 'Kubernetes'} ${one.version}`
    const group = groups.get(what)
    if (group === undefined) groups.set(what, [one])
    else group.push(one)
  }
  return [...groups].map(([what, parts]) => overdueText(what, parts, shoot, at))
}

function overdueText(what: string, parts: readonly [Overdue, ...Overdue[]], shoot: Shoot, at: Instant): string {
  const [{ expired, windows, fails }] = parts
  const day = (instant: Instant) => dayText(instant, offsetOf(shoot.window))
  const made = shoot.creationTimestamp
  const before = made !== undefined && made > expired ? `, before this cluster was made on ${day(made)}` : ''
  const passed = windows === 1 ? '1 window has' : `${windows} windows have`
  const last = shoot.lastMaintenance?.triggeredTime
  const unknown = `${fails ? `whether ${windows === 1 ? 'it' : 'they'} failed` : 'why it is still there'} is not known here.`
  const expiry = `${what}${whereText(parts)} expired on ${day(expired)}${before}.`
  if (last === undefined || last > at)
    return `${expiry} ${passed} passed since, but no maintenance is recorded: ${unknown}`
  const record = `the last maintenance on record is of ${day(last)}`
  if (last < expired) return `${expiry} ${passed} passed since, but ${record}: ${unknown}`
  // The windows are those since that maintenance, not since the expiry.
  return `${expiry} ${capitalized(record)}, and ${passed} passed since: ${unknown}`
}

/** ` of pools a, b`; nothing where the control plane is one of the parts. */
function whereText(parts: readonly Overdue[]): string {
  const pools = parts.flatMap(({ pool }) => pool ?? [])
  if (pools.length < parts.length) return ''
  return ` of ${pools.length === 1 ? 'pool' : 'pools'} ${pools.join(', ')}`
}
