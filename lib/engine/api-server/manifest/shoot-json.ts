import type { Json, JsonObject } from '@/lib/engine/json'
import { present } from '@/lib/engine/reader'
import type { Shoot, VersionBoundSettings, Worker } from '@/lib/engine/types'
import type { ShootManifest } from './manifest'

/**
 * A shoot in the form in which a user would send it, as far as the engine knows it: its versions and pools, the settings that end
 * with a minor, its hibernation, the operations that it is annotated with, and the part of its status that the API server compares
 * a change with. Where only the existence of a value is known, another one stands for it that the API server takes in the same way.
 */
export function shootJson({ name, namespace, workers, ...shoot }: Shoot): ShootManifest {
  const bound = shoot.versionBound ?? {}
  const pools = workers.map((worker, i) =>
    poolJson(worker, gatesAt(bound, `spec.provider.workers[${i}].kubernetes.kubelet.featureGates`)),
  )
  return {
    metadata: { name, namespace, annotations: shoot.annotations },
    spec: {
      kubernetes: { version: shoot.kubernetesVersion, ...kubernetesJson(bound) },
      ...(pools.length === 0 ? {} : { provider: { workers: pools } }),
      ...hibernationJson(shoot),
      ...present({
        secretBindingName: bound.secretBindingName,
        credentialsBindingName: bound.credentialsBindingName,
        addons: bound.addons as Json | undefined,
        dns: bound.dnsProviderSecretNames && {
          providers: bound.dnsProviderSecretNames.map((secretName) => present({ secretName })),
        },
      }),
    },
    status: {
      ...(shoot.lastOperation === undefined ? {} : { lastOperation: { ...shoot.lastOperation } }),
      ...present({ hibernated: shoot.asleep, credentials: filled(credentialsJson(shoot)) }),
      inPlaceUpdates: { pendingWorkerUpdates: pendingJson(workers, shoot.pendingWorkerUpdates) },
    },
  }
}

/** Optional fields that are absent have their defaults; those that no rule about versions reads are left out. */
function poolJson(
  { name, kubernetesVersion, image, machineType, architecture, cri, ownKubelet, ...rest }: Worker,
  featureGates: JsonObject | undefined,
) {
  const { updateStrategy, minimum, maximum, zones } = rest
  const kubelet = ownKubelet === true || featureGates !== undefined ? present({ featureGates }) : undefined
  return {
    name,
    machine: { type: machineType, architecture, ...(image === undefined ? {} : { image: { ...image } }) },
    cri: { name: cri.name, containerRuntimes: cri.containerRuntimes.map((type) => ({ type })) },
    updateStrategy,
    minimum,
    maximum,
    zones: [...zones],
    ...(updateStrategy === 'ManualInPlaceUpdate' ? {} : { maxSurge: 1, maxUnavailable: 0 }),
    ...present({ kubernetes: filled(present({ version: kubernetesVersion, kubelet })) }),
  }
}

function kubernetesJson(bound: VersionBoundSettings): JsonObject {
  const gates = (component: string) => ({ featureGates: gatesAt(bound, `spec.kubernetes.${component}.featureGates`) })
  const { admissionPlugins, runtimeConfig, watchCacheSizesDefault, ignoreTaints } = bound
  const components = {
    kubeAPIServer: {
      ...gates('kubeAPIServer'),
      enableAnonymousAuthentication: bound.enableAnonymousAuthentication,
      admissionPlugins: admissionPlugins?.map(({ stored }) => stored as Json),
      // It is refused for its name; whether it is switched on is not kept.
      runtimeConfig: runtimeConfig && Object.fromEntries(runtimeConfig.map((api) => [api, true])),
      watchCacheSizes: watchCacheSizesDefault === undefined ? undefined : { default: watchCacheSizesDefault },
    },
    kubeControllerManager: { ...gates('kubeControllerManager'), podEvictionTimeout: bound.podEvictionTimeout },
    kubeScheduler: { ...gates('kubeScheduler'), kubeMaxPDVols: bound.kubeMaxPDVols },
    kubeProxy: gates('kubeProxy'),
    kubelet: gates('kubelet'),
    clusterAutoscaler: {
      maxEmptyBulkDelete: bound.maxEmptyBulkDelete,
      ignoreTaints: ignoreTaints && ['any'],
    },
  }
  return present(Object.fromEntries(Object.entries(components).map(([name, one]) => [name, filled(present(one))])))
}

function gatesAt({ featureGates }: VersionBoundSettings, path: string): JsonObject | undefined {
  return featureGates?.[path]
}

function hibernationJson({ hibernated, hibernationSchedules }: Pick<Shoot, 'hibernated' | 'hibernationSchedules'>) {
  if (!hibernated && hibernationSchedules === undefined) return {}
  const schedules = hibernationSchedules?.map((schedule) => ({ ...schedule }))
  return { hibernation: { enabled: hibernated, ...present({ schedules }) } }
}

function credentialsJson(shoot: Pick<Shoot, 'rotationPhases' | 'rotationTimes' | 'encryptionChanges'>): JsonObject {
  const { rotationPhases = {}, rotationTimes = {}, encryptionChanges } = shoot
  const times = (kind: keyof typeof rotationTimes) => {
    const { lastInitiationTime, pendingWorkersRollouts } = rotationTimes[kind] ?? {}
    const waiting = pendingWorkersRollouts?.map((one) => ({ ...one }))
    return { lastInitiationTime, pendingWorkersRollouts: waiting }
  }
  const rotation = {
    certificateAuthorities: { phase: rotationPhases.certificateAuthorities, ...times('certificateAuthorities') },
    serviceAccountKey: { phase: rotationPhases.serviceAccountKey, ...times('serviceAccountKey') },
    etcdEncryptionKey: { phase: rotationPhases.etcdEncryptionKey },
  }
  const known = Object.entries(rotation).map(([kind, one]) => [kind, filled(present(one))] as const)
  return present({
    rotation: filled(present(Object.fromEntries(known))),
    // Other resources are encrypted than are asked for; which ones is not kept.
    encryptionAtRest: encryptionChanges && { resources: ['configmaps'] },
  })
}

function pendingJson(workers: readonly Worker[], pending: readonly string[]) {
  const of = (strategy: Worker['updateStrategy']) =>
    workers.filter((one) => one.updateStrategy === strategy && pending.includes(one.name)).map(({ name }) => name)
  return { autoInPlaceUpdate: of('AutoInPlaceUpdate'), manualInPlaceUpdate: of('ManualInPlaceUpdate') }
}

/** Undefined for an object without any field. */
function filled(object: JsonObject): JsonObject | undefined {
  return Object.keys(object).length === 0 ? undefined : object
}
