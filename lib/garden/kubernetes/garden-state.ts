import { type GardenState, type ResourceState, resourceTitle } from '../garden'
import type { Progress, Verb } from './progress'
import { type Resource, reachOf } from './resources'

export type Progresses = readonly (readonly [Resource, Progress])[]

/**
 * How a garden is, from how its resources are: live when all that may be read is followed. A resource that may not be read is a
 * gap, and no failure, as long as there is something that may.
 */
export function gardenStateOf(label: string, progresses: Progresses): GardenState {
  const states = progresses.map(([resource, progress]) => resourceState(resource, progress))
  const base = { kind: 'kubernetes', label, resources: states } as const
  const phases = new Set(progresses.map(([, { phase }]) => phase))
  const troubled = progresses.filter(([, { phase, message }]) => message !== undefined && phase !== 'forbidden')
  if (phases.has('stale')) {
    const since = Math.min(...troubled.map(([, progress]) => progress.since ?? Number.POSITIVE_INFINITY))
    return {
      ...base,
      state: 'stale',
      ...(Number.isFinite(since) && { since }),
      reason: reasonOf(troubled, progresses.length),
    }
  }
  const isAnythingRead = progresses.some(([, { read }]) => read > 0) || phases.has('synced')
  if (phases.size === 1 && phases.has('forbidden'))
    return { ...base, state: 'failed', reason: reasonOf(progresses, progresses.length) }
  if (troubled.length > 0 && !isAnythingRead && !phases.has('reading')) {
    return { ...base, state: 'failed', reason: reasonOf(troubled, progresses.length) }
  }
  if (phases.has('waiting') || phases.has('reading')) return { ...base, state: 'reading' }
  return { ...base, state: 'live' }
}

function resourceState({ title, namespace }: Resource, { phase, read, of, message }: Progress): ResourceState {
  const name = namespace === undefined ? { name: title } : { name: title, namespace }
  return { ...name, read, state: phase, ...(of !== undefined && { of }), ...(message !== undefined && { message }) }
}

/** Each reason once; with the resources that it holds for, unless it holds for all. Missing rights name them themselves. */
function reasonOf(progresses: Progresses, count: number): string {
  const reasons = new Map<string, { readonly mayNot: Verb | undefined; readonly all: Resource[] }>()
  for (const [resource, { message = '', mayNot }] of progresses) {
    const key = mayNot ?? message
    const known = reasons.get(key)
    if (known === undefined) reasons.set(key, { mayNot, all: [resource] })
    else known.all.push(resource)
  }
  return [...reasons]
    .map(([reason, { mayNot, all }]) => {
      if (mayNot !== undefined) return `Almanac may not ${mayNot} ${all.map(reachOf).join(', ')}.`
      const titles = all.map((resource) => resourceTitle({ ...resource, name: resource.title }))
      return all.length === count ? `${reason}.` : `${titles.join(', ')}: ${reason}.`
    })
    .join(' ')
}
