import type { Instant, Shoot } from '@/lib/engine/types'
import type { Obstacle } from './obstacle'
import type { Overdue } from './past-windows'

/** What is known of parts that stay on an expired version; parts on the same version together. */
export function overdueObstacles(overdue: readonly Overdue[], shoot: Shoot, at: Instant): Obstacle[] {
  const groups = new Map<string, [Overdue, ...Overdue[]]>()
  for (const one of overdue) {
    const key = `${one.image ?? ''} ${one.version}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  const last = shoot.lastMaintenance?.triggeredTime
  const made = shoot.creationTimestamp
  return [...groups.values()].map((parts): Obstacle => {
    const [{ image, version, expired, windows, fails }] = parts
    const pools = parts.flatMap(({ pool }) => pool ?? [])
    return {
      code: 'overdue',
      ...{ image, version, expired, windows, fails },
      pools: pools.length < parts.length ? null : pools,
      made: made !== undefined && made > expired ? made : null,
      last: last === undefined || last > at ? null : last,
    }
  })
}
