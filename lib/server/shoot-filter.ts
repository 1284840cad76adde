import type { ShootsQuery } from '@/lib/contract'
import { nothingAhead, type Outlook } from '@/lib/engine/fleet/outlook'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { type FleetIndex, stageBit } from './fleet-index'
import { minorText, sameVersion } from './version-text'

/** Whether the shoot at a position of the roster is asked for. */
export type ShootFilter = (position: number) => boolean

/** All filters of a query; each is looked up once per version, profile or outlook, not once per shoot. */
export function shootFilter(index: FleetIndex, query: ShootsQuery): ShootFilter {
  const { members } = index.roster
  const filters: ShootFilter[] = []
  if (query.project !== undefined) {
    const wanted = new Set(query.project)
    filters.push((i) => wanted.has(members[i]?.project ?? '') || wanted.has(members[i]?.shoot.namespace ?? ''))
  }
  if (query.profile !== undefined) {
    const wanted = new Set(query.profile)
    filters.push((i) => wanted.has(members[i]?.profile ?? ''))
  }
  if (query.stage !== undefined) {
    const wanted = query.stage.reduce((bits, stage) => bits | stageBit(stage), 0)
    filters.push((i) => ((index.stages[i] ?? 0) & wanted) !== 0)
  }
  if (query.version !== undefined) {
    const runs = versionFilter(query.version)
    filters.push((i) => {
      const shoot = members[i]?.shoot
      return shoot !== undefined && runs(shoot)
    })
  }
  if (query.within !== undefined || query.event !== undefined || query.effect !== undefined) {
    const matches = remembered((outlook: Outlook) => happens(index, outlook, query))
    filters.push((i) => matches(index.outlooks[i] ?? nothingAhead))
  }
  if (query.q !== undefined) {
    const words = query.q.toLowerCase().split(/\s+/).filter(Boolean)
    filters.push((i) => words.every((word) => members[i]?.search.includes(word)))
  }
  return (position) => filters.every((matches) => matches(position))
}

/** An event of the wanted kinds, soon enough and with the wanted effect; for `none`: no event of these kinds at all. */
function happens(index: FleetIndex, outlook: Outlook, { within, event, effect }: ShootsQuery): boolean {
  const isYear = within === undefined || within === 'none' || within === '365'
  const limit = isYear ? index.until : index.at + Number(within) * DAY
  const kinds = event ?? ['auto', 'forced', 'fails']
  const found = outlook.events.some(
    (e) =>
      kinds.includes(e.kind) &&
      e.from <= limit &&
      (within === 'none' || effect === undefined || effect.includes(e.digest.effect)),
  )
  return within === 'none' ? !found : found
}

/**
 * Reads `1.33`, `1.33.6`, `gardenlinux`, `gardenlinux 1592.9.0`: a Kubernetes version begins with a digit, or with a v and a
 * digit, and has no name before it.
 */
export function versionFilter(wanted: readonly string[]): (shoot: Shoot) => boolean {
  const kubernetes: string[] = []
  const images = new Set<string>()
  for (const text of wanted) {
    if (/^v?\d/.test(text)) kubernetes.push(text)
    else images.add(text)
  }
  const isWanted = remembered((version: string) =>
    kubernetes.some((text) =>
      /^v?\d+\.\d+$/.test(text) ? minorText(version) === minorText(text) : sameVersion(version, text),
    ),
  )
  return (shoot) =>
    (kubernetes.length > 0 &&
      (isWanted(shoot.kubernetesVersion) ||
        shoot.workers.some((w) => w.kubernetesVersion !== undefined && isWanted(w.kubernetesVersion)))) ||
    (images.size > 0 &&
      shoot.workers.some(
        ({ image }) => image !== undefined && (images.has(image.name) || images.has(`${image.name} ${image.version}`)),
      ))
}

function remembered<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    let value = known.get(key)
    if (value === undefined) {
      value = compute(key)
      known.set(key, value)
    }
    return value
  }
}
