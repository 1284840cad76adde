import type { Json } from '@/lib/engine/api-server/manifest'
import { escaped, type PatchOperation } from '@/lib/engine/edits/shoot'
import { gateErrors, refusedApiServerSettings, refusedTaints, settleSettings, stateOf } from '@/lib/engine/rules'
import type { Shoot, SpecChange, VersionBoundSettings } from '@/lib/engine/types'

/** What has to go from a shoot together with a change of its Kubernetes version. */
export interface TakenOut {
  /** What is left; absent: nothing. */
  readonly settings: VersionBoundSettings | undefined
  /** The fields that go, in the API server's spelling. */
  readonly paths: readonly string[]
  /** What takes them out; null: no patch can, as something has to be created before that takes the place of one. */
  readonly operations: readonly PatchOperation[] | null
}

/**
 * The settings that the API server refuses with a Kubernetes version of the control plane (docs/rules.md#settings-that-end): those
 * that a maintenance would take out by itself, and those that it never does, which are APIs, taints of the autoscaler, and feature
 * gates that are locked to another value.
 */
export function takenOutFor(shoot: Shoot, to: string): TakenOut {
  const { versionBound: bound } = shoot
  if (bound === undefined) return { settings: bound, paths: [], operations: [] }
  const before = stateOf(shoot)
  const after = { ...before, kubernetes: to }
  const { settings, changes } = settleSettings(bound, before, after)
  const { runtimeConfig = [], ignoreTaints: _, featureGates: __, ...others } = settings
  const taints = refusedTaints(bound, to).length > 0
  const isRefused = (api: string) => refusedApiServerSettings({ runtimeConfig: [api] }, to).length > 0
  const apis = runtimeConfig.filter(isRefused)
  const left = runtimeConfig.filter((api) => !apis.includes(api))
  const { featureGates, locked } = withoutLocked(settings.featureGates, (path) => {
    const pool = poolIn(path)
    return (pool === null ? null : after.pools[pool]) ?? to
  })
  const removed = changes.filter((change) => change.to === null || Array.isArray(change.to))
  const more = [
    ...apis.map((api) => `spec.kubernetes.kubeAPIServer.runtimeConfig[${api}]`),
    ...(taints ? ['spec.kubernetes.clusterAutoscaler.ignoreTaints'] : []),
    ...locked,
  ]
  const rest: VersionBoundSettings = {
    ...others,
    ...(left.length > 0 && { runtimeConfig: left }),
    ...(settings.ignoreTaints && !taints && { ignoreTaints: true as const }),
    ...(featureGates && { featureGates }),
  }
  // Anything else that changes is a name of what takes the place of another.
  const isMigrated = changes.length > removed.length
  const operations = [...removed, ...more.map(goes)].flatMap((change) => operationsOf(change, shoot))
  return {
    settings: Object.keys(rest).length > 0 ? rest : undefined,
    paths: [...removed.map(({ path }) => path), ...more],
    operations: isMigrated ? null : operations,
  }
}

function goes(path: string): SpecChange {
  return { path, from: undefined, to: null }
}

/** Gates without those that may only have another value; `versionFor`: of the component whose gates are at a path. */
function withoutLocked(all: VersionBoundSettings['featureGates'], versionFor: (path: string) => string) {
  const entries = Object.entries(all ?? {}).map(([path, gates]) => {
    const refused = gateErrors(gates, path, versionFor(path)).map(({ name }) => name)
    const kept = Object.entries(gates).filter(([name]) => !refused.includes(name))
    return { path, refused, kept }
  })
  const left = entries.filter(({ kept }) => kept.length > 0)
  return {
    featureGates:
      left.length === 0
        ? undefined
        : Object.fromEntries(left.map(({ path, kept }) => [path, Object.fromEntries(kept)])),
    locked: entries.flatMap(({ path, refused }) => refused.map((name) => `${path}.${name}`)),
  }
}

/** Entries of lists are found by their place: what is there is tested before. */
function operationsOf({ path, from, to }: SpecChange, { workers }: Shoot): PatchOperation[] {
  const pointer = pointerOf(path)
  const pool = poolIn(path)
  const name = pool === null ? undefined : workers[pool]?.name
  const tests: PatchOperation[] =
    name !== undefined
      ? [{ op: 'test', path: `/spec/provider/workers/${pool}/name`, value: name }]
      : Array.isArray(from) || path.includes('.providers[')
        ? [{ op: 'test', path: pointer, value: from as Json }]
        : []
  return [...tests, to === null ? { op: 'remove', path: pointer } : { op: 'replace', path: pointer, value: to as Json }]
}

/** The path of the API as RFC 6901 writes it: `a.b[0].c` and `a.b[c/d]` name what is at `/a/b/0/c` and `/a/b/c~1d`. */
function pointerOf(path: string): string {
  const keys = [...path.matchAll(/\[([^[\]]+)\]|([^.[\]]+)/g)].map(([, listed, key]) => listed ?? key ?? '')
  return keys.map((key) => `/${escaped(key)}`).join('')
}

function poolIn(path: string): number | null {
  const pool = /^spec\.provider\.workers\[(\d+)\]/.exec(path)?.[1]
  return pool === undefined ? null : Number(pool)
}
