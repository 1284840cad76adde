import type { GardenState, ResourceState } from '../garden'
import type { Progress } from './progress'
import { type Resource, resources } from './resources'

export type Progresses = readonly (readonly [Resource, Progress])[]

/**
 * How a garden is, from how its resources are: live when all that may be read is followed. A resource that may not be read is a
 * gap, and no failure, as long as there is something that may.
 */
export function gardenStateOf(label: string, progresses: Progresses): GardenState {
  const states = progresses.map(([{ title }, progress]) => resourceState(title, progress))
  const base = { kind: 'kubernetes', label, resources: states } as const
  const phases = new Set(progresses.map(([, { phase }]) => phase))
  const troubled = progresses.filter(([, { phase, message }]) => message !== undefined && phase !== 'forbidden')
  if (phases.has('stale')) {
    const since = Math.min(...troubled.map(([, progress]) => progress.since ?? Number.POSITIVE_INFINITY))
    return { ...base, state: 'stale', ...(Number.isFinite(since) && { since }), reason: reasonOf(troubled) }
  }
  const isAnythingRead = progresses.some(([, { read }]) => read > 0) || phases.has('synced')
  if (phases.size === 1 && phases.has('forbidden')) return { ...base, state: 'failed', reason: reasonOf(progresses) }
  if (troubled.length > 0 && !isAnythingRead && !phases.has('reading')) {
    return { ...base, state: 'failed', reason: reasonOf(troubled) }
  }
  if (phases.has('waiting') || phases.has('reading')) return { ...base, state: 'reading' }
  return { ...base, state: 'live' }
}

function resourceState(name: string, { phase, read, of, message }: Progress): ResourceState {
  return { name, read, state: phase, ...(of !== undefined && { of }), ...(message !== undefined && { message }) }
}

/** Each reason once; with the resources that it holds for, unless it holds for all or names them itself. */
function reasonOf(progresses: Progresses): string {
  const titles = new Map<string, string[]>()
  for (const [{ title, plural }, { message = '' }] of progresses) {
    const isOwn = message.endsWith(` ${plural}`)
    const reason = isOwn ? message.slice(0, -plural.length - 1) : message
    titles.set(reason, [...(titles.get(reason) ?? []), isOwn ? plural : title])
  }
  return [...titles]
    .map(([reason, names]) => {
      if (reason.startsWith('Almanac may not')) return `${reason} ${names.join(', ')}.`
      return names.length === resources.length ? `${reason}.` : `${names.join(', ')}: ${reason}.`
    })
    .join(' ')
}
