import type { OwnerRemedy } from '@/lib/engine/advice/remedy'
import { flagAt, objectAt, objectsAt, textAt, withKey } from '@/lib/engine/api-server/manifest/manifest'
import { shootJson } from '@/lib/engine/api-server/manifest/shoot-json'
import { isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'
import type { Shoot, VersionBoundSettings } from '@/lib/engine/types'

/** A shoot after `kubectl patch` with what a piece of advice says, as the API server gets it and as the engine sees it. */
export function patched(shoot: Shoot, { patch, patchType }: Pick<OwnerRemedy, 'patch' | 'patchType'>) {
  const json = patchedJson(shootJson(shoot), { patch, patchType })
  return { json, shoot: asShoot(shoot, json) }
}

/** A manifest with the patch applied. */
export function patchedJson(
  sent: JsonObject,
  { patch, patchType }: Pick<OwnerRemedy, 'patch' | 'patchType'>,
): JsonObject {
  const wanted: Json = JSON.parse(patch ?? '{}')
  const json = patchType === 'json' ? operated(sent, wanted) : merged(sent, wanted)
  if (!isJsonObject(json)) throw new Error('no shoot')
  return json
}

function asShoot(shoot: Shoot, json: JsonObject): Shoot {
  const auto = objectAt(json, 'spec', 'maintenance', 'autoUpdate')
  const pools = objectsAt(json, 'spec', 'provider', 'workers')
  const { versionBound, ...others } = shoot
  const settings = versionBound && settingsIn(json, versionBound)
  return {
    ...others,
    ...(settings && { versionBound: settings }),
    kubernetesVersion: textAt(json, 'spec', 'kubernetes', 'version') ?? '',
    autoUpdate: {
      kubernetesVersion: flagAt(auto, 'kubernetesVersion') ?? shoot.autoUpdate.kubernetesVersion,
      machineImageVersion: flagAt(auto, 'machineImageVersion') ?? shoot.autoUpdate.machineImageVersion,
    },
    workers: shoot.workers.map((worker, i) => {
      const [own, image] = [textAt(pools[i], 'kubernetes', 'version'), objectAt(pools[i], 'machine', 'image')]
      return {
        ...worker,
        ...(own === undefined ? {} : { kubernetesVersion: own }),
        ...(image === undefined
          ? {}
          : { image: { name: textAt(image, 'name') ?? '', version: textAt(image, 'version') ?? '' } }),
      }
    }),
  }
}

/** What is left of the settings that end with a minor. */
function settingsIn(json: JsonObject, before: VersionBoundSettings): VersionBoundSettings | undefined {
  const stays = (path: string) => keysOf(path).reduce<Json | undefined>(at, json) !== undefined
  const { featureGates = {}, runtimeConfig = [], admissionPlugins = [], dnsProviderSecretNames, ...fields } = before
  const gates = Object.entries(featureGates).flatMap(([path, all]) => {
    const left = Object.entries(all).filter(([name]) => stays(`${path}[${name}]`))
    return left.length === 0 ? [] : [[path, Object.fromEntries(left)] as const]
  })
  const apis = runtimeConfig.filter((api) => stays(`spec.kubernetes.kubeAPIServer.runtimeConfig[${api}]`))
  const plugins = objectsAt(json, 'spec', 'kubernetes', 'kubeAPIServer', 'admissionPlugins')
  const providers = objectsAt(json, 'spec', 'dns', 'providers').map((one) => textAt(one, 'secretName'))
  const settings: VersionBoundSettings = {
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => stays(PLACES[name] ?? ''))),
    ...(gates.length > 0 && { featureGates: Object.fromEntries(gates) }),
    ...(apis.length > 0 && { runtimeConfig: apis }),
    ...(plugins.length > 0 && {
      admissionPlugins: admissionPlugins.filter(({ name }) => plugins.some((one) => one.name === name)),
    }),
    ...(dnsProviderSecretNames &&
      providers.some((name) => name !== undefined) && { dnsProviderSecretNames: providers }),
  }
  return Object.keys(settings).length > 0 ? settings : undefined
}

const PLACES: Readonly<Record<string, string>> = {
  podEvictionTimeout: 'spec.kubernetes.kubeControllerManager.podEvictionTimeout',
  maxEmptyBulkDelete: 'spec.kubernetes.clusterAutoscaler.maxEmptyBulkDelete',
  enableAnonymousAuthentication: 'spec.kubernetes.kubeAPIServer.enableAnonymousAuthentication',
  kubeMaxPDVols: 'spec.kubernetes.kubeScheduler.kubeMaxPDVols',
  watchCacheSizesDefault: 'spec.kubernetes.kubeAPIServer.watchCacheSizes.default',
  ignoreTaints: 'spec.kubernetes.clusterAutoscaler.ignoreTaints',
  secretBindingName: 'spec.secretBindingName',
  credentialsBindingName: 'spec.credentialsBindingName',
  addons: 'spec.addons',
}

/** The keys of a path of the API, such as `a.b[0].c` or `a.b[c/d]`. */
function keysOf(path: string): string[] {
  return [...path.matchAll(/\[([^\]]+)\]|([^.[\]]+)/g)].map(([, listed, key]) => listed ?? key ?? '')
}

/** RFC 7396. */
function merged(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch
  const result: Record<string, Json | undefined> = { ...(isJsonObject(target) ? target : {}) }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else if (value !== undefined) result[key] = merged(result[key], value)
  }
  return result
}

/** The operations of RFC 6902 that advice uses. */
function operated(target: Json, operations: Json): Json {
  if (!Array.isArray(operations)) throw new Error('no list')
  return operations.reduce((json: Json, operation: Json) => {
    const keys = (textAt(operation, 'path') ?? '').split('/').slice(1)
    const path = keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    const value = isJsonObject(operation) ? (operation.value ?? null) : null
    const found = path.reduce<Json | undefined>(at, json)
    if (textAt(operation, 'op') === 'replace' && found !== undefined) return replaced(json, path, value)
    if (textAt(operation, 'op') === 'remove' && found !== undefined) return replaced(json, path, undefined)
    if (textAt(operation, 'op') === 'test' && JSON.stringify(found) === JSON.stringify(value)) return json
    throw new Error(`not possible: ${JSON.stringify(operation)}`)
  }, target)
}

function at(json: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(json)) return json[Number(key)]
  return isJsonObject(json) ? json[key] : undefined
}

/** Undefined takes a field of an object out; advice never takes out an entry of a list. */
function replaced(json: Json | undefined, [key = '', ...rest]: readonly string[], value: Json | undefined): Json {
  const inner = rest.length === 0 ? value : replaced(at(json, key), rest, value)
  if (Array.isArray(json) && inner !== undefined) return json.with(Number(key), inner)
  if (!isJsonObject(json)) throw new Error(`nothing to change at ${key}`)
  return withKey(json, key, inner)
}
