import {
  EMPTY,
  type Json,
  objectAt,
  objectsAt,
  type ShootManifest,
  textAt,
  withKey,
} from '@/lib/engine/api-server/manifest'
import { MAINTENANCE_OPERATION, OPERATION } from '@/lib/engine/rules'
import type { ForecastStep, Shoot } from '@/lib/engine/types'

/** The manifest as it is after these maintenances: their versions, and without the settings that they take out. */
export function afterSteps(manifest: ShootManifest, steps: readonly ForecastStep[]): ShootManifest {
  return steps.filter(({ specChanged }) => specChanged).reduce(afterStep, manifest)
}

/** The manifest without operations that the shoot is no longer asked for: what was asked has taken them out since. */
export function withOperationsOf(manifest: ShootManifest, { annotations }: Pick<Shoot, 'annotations'>): ShootManifest {
  const metadata = objectAt(manifest, 'metadata')
  const had = objectAt(metadata, 'annotations')
  if (metadata === undefined || had === undefined) return manifest
  const gone = [OPERATION, MAINTENANCE_OPERATION].filter((name) => name in had && annotations[name] === undefined)
  if (gone.length === 0) return manifest
  const left = gone.reduce((some, name) => withKey(some, name, undefined), had)
  return { ...manifest, metadata: { ...metadata, annotations: left } }
}

function afterStep(manifest: ShootManifest, { versions, dropped }: ForecastStep): ShootManifest {
  const changed = dropped.reduce((state, { path, to }) => withPath(state, path.split('.'), to), manifest)
  const spec = objectAt(changed, 'spec') ?? EMPTY
  const provider = objectAt(spec, 'provider')
  const workers = objectsAt(provider, 'workers').map((pool) => {
    const next = versions.workers.find(({ name }) => name === textAt(pool, 'name'))
    if (next === undefined) return pool
    const machine = objectAt(pool, 'machine') ?? EMPTY
    return {
      ...pool,
      ...(next.kubernetesVersion !== null && {
        kubernetes: { ...objectAt(pool, 'kubernetes'), version: next.kubernetesVersion },
      }),
      ...(next.image !== null && { machine: { ...machine, image: { ...objectAt(machine, 'image'), ...next.image } } }),
    }
  })
  return {
    ...changed,
    spec: {
      ...spec,
      kubernetes: { ...objectAt(spec, 'kubernetes'), version: versions.kubernetesVersion },
      ...(provider !== undefined && workers.length > 0 && { provider: { ...provider, workers } }),
    },
  }
}

/** Lists are left alone: what a maintenance takes out of one stays in sight until it is read again. */
function withPath(manifest: ShootManifest, [key = '', ...rest]: readonly string[], value: unknown): ShootManifest {
  if (key.includes('[')) return manifest
  if (rest.length === 0) return withKey(manifest, key, value === null ? undefined : (value as Json))
  const inner = objectAt(manifest, key)
  if (inner === undefined && value === null) return manifest
  return { ...manifest, [key]: withPath(inner ?? EMPTY, rest, value) }
}
