import { isInPlace } from '@/lib/engine/image-filter'
import type { ForecastStep, Worker } from '@/lib/engine/types'
import {
  advice,
  dayOf,
  type Forced,
  firstForced,
  type KnownProspect,
  type Remedy,
  triedOut,
  type Update,
} from './remedy'

/** What can be done about the next forced updates of images. */
export function imageAdvice(prospect: KnownProspect): Remedy[] {
  const forced = firstForced(prospect.steps, 'poolImage')
  return [...onOwnDay(prospect), ...(forced === null ? [] : autoUpdate(prospect, forced))]
}

interface Group {
  readonly step: ForecastStep
  readonly change: Update
  readonly pools: { readonly position: number; readonly worker: Worker }[]
}

/** The next image of each pool, if it is forced; pools that go the same way in the same window together. */
function onOwnDay({ shoot, steps }: KnownProspect): Remedy[] {
  const groups = new Map<string, Group>()
  for (const [position, worker] of shoot.workers.entries()) {
    const next = nextImage(steps, worker.name)
    if (next === null || next.change.why === 'auto') continue
    const { step, change } = next
    const key = `${step.at} ${change.image} ${change.to} ${isInPlace(worker)}`
    const group = groups.get(key) ?? { step, change, pools: [] }
    groups.set(key, group)
    group.pools.push({ position, worker })
  }
  return [...groups.values()].map(({ step, change, pools }) => {
    const names = listed(pools.map(({ worker }) => worker.name))
    const effect = pools.some(({ worker }) => isInPlace(worker)) ? 'The nodes are updated in place' : 'The nodes roll'
    const patch = JSON.stringify(
      pools.flatMap(({ position, worker }) => [
        { op: 'test', path: `/spec/provider/workers/${position}/name`, value: worker.name },
        { op: 'replace', path: `/spec/provider/workers/${position}/machine/image/version`, value: change.to },
      ]),
    )
    const title = `Update ${names} to ${change.image} ${change.to} on your own day`
    const text = `${effect}, at a time you choose before ${dayOf(step.window.begin, shoot)}.`
    return { ...advice('do', title, text), patch, patchType: 'json' as const }
  })
}

function nextImage(steps: readonly ForecastStep[], pool: string): { step: ForecastStep; change: Update } | null {
  for (const step of steps) {
    const change = step.denied ? undefined : step.changes.find((c) => c.component === 'poolImage' && c.pool === pool)
    if (change !== undefined) return change.kind === 'update' ? { step, change } : null
  }
  return null
}

function autoUpdate(prospect: KnownProspect, forced: Forced): Remedy[] {
  const { shoot } = prospect
  if (shoot.autoUpdate.machineImageVersion) return []
  const changed = { ...shoot, autoUpdate: { ...shoot.autoUpdate, machineImageVersion: true } }
  const after = firstForced(triedOut(prospect, changed), 'poolImage')
  const day = dayOf(forced.step.window.begin, shoot)
  if (after === null || after.step.at > forced.step.at) {
    const then =
      after === null
        ? 'No image is forced then'
        : `The next forced image is then on ${dayOf(after.step.window.begin, shoot)}`
    const text = `Pools take new image versions by themselves, each time with their nodes. ${then} instead of ${day}.`
    const patch = JSON.stringify({ spec: { maintenance: { autoUpdate: { machineImageVersion: true } } } })
    return [{ ...advice('helps', 'Turn on image auto-update', text), patch, patchType: 'merge' }]
  }
  const { image, from, pool } = after.change
  const earlier = dayOf(after.step.window.begin, shoot)
  const text =
    after.step.at < forced.step.at
      ? `Pool ${pool} would first come to ${image} ${from}, which is forced on ${earlier} already, before ${day}.`
      : `For pool ${pool} there is nothing that ${image} ${from} could be updated to by itself before ${day}.`
  return [advice('no-help', 'Image auto-update would not help', text)]
}

/** `pool a`, `pools a and b`, `pools a, b and c`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length === 1 ? `pool ${last}` : `pools ${names.slice(0, -1).join(', ')} and ${last}`
}
