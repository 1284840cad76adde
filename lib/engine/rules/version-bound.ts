import { type FoundError, invalidUpdate, type RefusalSubject, type UpdateRefusal } from '@/lib/engine/refusal'
import type { Shoot, SpecChange, VersionBoundSettings, Worker } from '@/lib/engine/types'
import type { VersionState } from './decide'
import { parseVersion } from './gardener-semver'
import {
  apiSupport,
  isAdmissionPluginKnown,
  isAdmissionPluginSupported,
  isFeatureGateKnown,
  isFeatureGateSupported,
  lockedValueOf,
} from './support'
import { atLeastMinor } from './version'

export interface SettingsOutcome {
  /** What is left. The same object if nothing changed. */
  readonly settings: VersionBoundSettings
  /** What ends, in order. */
  readonly ended: readonly EndedSetting[]
  /** The changes, by path. */
  readonly changes: readonly SpecChange[]
}

export interface EndedSetting {
  /** The field, e.g. `spec.addons`. */
  readonly path: string
  /** What the description says about it. */
  readonly text: string
  /** The field that takes its place; absent: none does. */
  readonly becomes?: string
}

interface SettingRemoval {
  readonly minor: number
  readonly key: keyof VersionBoundSettings
  readonly path: string
  readonly text: string
}

/** Fields that end with a minor, in the order in which the controller removes them. */
const BEFORE_CREDENTIALS: readonly SettingRemoval[] = [
  {
    minor: 33,
    key: 'podEvictionTimeout',
    path: 'spec.kubernetes.kubeControllerManager.podEvictionTimeout',
    text:
      'is set to nil. Reason: The field was deprecated in favour of ' +
      '`spec.kubernetes.kubeAPIServer.defaultNotReadyTolerationSeconds` and ' +
      '`spec.kubernetes.kubeAPIServer.defaultUnreachableTolerationSeconds` and can no longer be enabled for Shoot clusters ' +
      'using Kubernetes version 1.33+',
  },
  {
    minor: 33,
    key: 'maxEmptyBulkDelete',
    path: 'spec.kubernetes.clusterAutoscaler.maxEmptyBulkDelete',
    text:
      'is set to nil. Reason: The field was deprecated in favour of ' +
      '`.spec.kubernetes.clusterAutoscaler.maxScaleDownParallelism` and can no longer be enabled for Shoot clusters using ' +
      'Kubernetes version 1.33+',
  },
  {
    minor: 35,
    key: 'enableAnonymousAuthentication',
    path: 'spec.kubernetes.kubeAPIServer.enableAnonymousAuthentication',
    text: 'was removed. Reason: The field is no longer supported for Shoot clusters using Kubernetes version 1.35+',
  },
]

const AFTER_CREDENTIALS: readonly SettingRemoval[] = [
  {
    minor: 35,
    key: 'kubeMaxPDVols',
    path: 'spec.kubernetes.kubeScheduler.kubeMaxPDVols',
    text: 'was removed. Reason: kubeMaxPDVols is deprecated and not respected by the kube-scheduler',
  },
  {
    minor: 35,
    key: 'watchCacheSizesDefault',
    path: 'spec.kubernetes.kubeAPIServer.watchCacheSizes.default',
    text: 'was removed. Reason: the default size configuration is deprecated and not respected by the kube-apiserver',
  },
  {
    minor: 35,
    key: 'addons',
    path: 'spec.addons',
    text: 'was removed. Reason: addons are not supported anymore for Kubernetes versions 1.35+',
  },
]

const ADMISSION_PLUGINS = 'spec.kubernetes.kubeAPIServer.admissionPlugins'

/**
 * What a maintenance removes or migrates because a setting ends with a minor that the update crosses, and the feature gates
 * and admission plugins that the new version does not know (docs/rules.md#settings-that-end).
 */
export function settleSettings(
  settings: VersionBoundSettings,
  before: VersionState,
  after: VersionState,
): SettingsOutcome {
  const { featureGates, admissionPlugins } = settings
  if (before.kubernetes === after.kubernetes && featureGates === undefined && admissionPlugins === undefined)
    return { settings, ended: NOTHING, changes: NOTHING }
  const left: { -readonly [K in keyof VersionBoundSettings]: VersionBoundSettings[K] } = { ...settings }
  const ended: EndedSetting[] = []
  const changes: SpecChange[] = []
  const remove = (removals: readonly SettingRemoval[]) => {
    for (const { minor, key, path, text } of removals) {
      if (left[key] === undefined || !crosses(before.kubernetes, after.kubernetes, minor)) continue
      ended.push({ path, text: `.${path} ${text}` })
      changes.push({ path, from: left[key], to: null })
      delete left[key]
    }
  }
  remove(BEFORE_CREDENTIALS)
  if (
    crosses(before.kubernetes, after.kubernetes, 34) &&
    left.secretBindingName !== undefined &&
    left.credentialsBindingName === undefined
  ) {
    ended.push({
      path: 'spec.secretBindingName',
      becomes: 'spec.credentialsBindingName',
      text:
        '.spec.secretBindingName was migrated to .spec.credentialsBindingName. Reason: SecretBinding is deprecated and can no ' +
        'longer be used for Shoot clusters using Kubernetes version 1.34+',
    })
    const migrated = migratedName(left.secretBindingName)
    changes.push({ path: 'spec.credentialsBindingName', from: null, to: migrated })
    changes.push({ path: 'spec.secretBindingName', from: left.secretBindingName, to: null })
    left.credentialsBindingName = migrated
    delete left.secretBindingName
  }
  remove(AFTER_CREDENTIALS)
  if (left.dnsProviderSecretNames !== undefined && crosses(before.kubernetes, after.kubernetes, 35)) {
    left.dnsProviderSecretNames.forEach((name, i) => {
      if (name === undefined) return
      const path = `spec.dns.providers[${i}].secretName`
      ended.push({
        path,
        text: `.${path} was removed. Reason: The field is no longer supported for Shoot clusters using Kubernetes version 1.35+`,
      })
      changes.push({ path, from: name, to: null })
    })
    delete left.dnsProviderSecretNames
  }
  const gates = settleFeatureGates(left.featureGates, after, ended, changes)
  if (gates !== undefined) left.featureGates = gates
  const plugins = settlePlugins(left.admissionPlugins, after, ended, changes)
  if (plugins !== undefined) left.admissionPlugins = plugins
  if (changes.length === 0) return { settings, ended, changes }
  return { settings: left, ended, changes: changes.sort(byPath) }
}

const NOTHING: readonly never[] = []

/** Orders changes of a specification as they are listed. */
export function byPath(a: SpecChange, b: SpecChange): number {
  return a.path < b.path ? -1 : 1
}

/** What is left of settings when the API server has dropped some without a word, and which of these were still there, by path. */
export function droppedSettings(
  settings: VersionBoundSettings | undefined,
  dropped: Shoot['droppedOnWrite'],
): { readonly settings: VersionBoundSettings | undefined; readonly dropped: readonly SpecChange[] } {
  if (settings === undefined || dropped === undefined) return { settings, dropped: NOTHING }
  const left: { -readonly [K in keyof VersionBoundSettings]: VersionBoundSettings[K] } = { ...settings }
  const changes: SpecChange[] = []
  for (const { key, path } of [...BEFORE_CREDENTIALS, ...AFTER_CREDENTIALS]) {
    if (!(key in dropped) || left[key] === undefined) continue
    changes.push({ path, from: left[key], to: null })
    delete left[key]
  }
  return { settings: Object.keys(left).length > 0 ? left : undefined, dropped: changes.sort(byPath) }
}

/** Settings found on another shoot that has the same, with the names of the shoot's own bindings. */
export function withOwnBindings(
  settings: VersionBoundSettings | undefined,
  { versionBound: { secretBindingName, credentialsBindingName } = {} }: Shoot,
): VersionBoundSettings | undefined {
  if (settings === undefined) return undefined
  const secret = settings.secretBindingName === undefined ? undefined : secretBindingName
  const credentials =
    settings.credentialsBindingName === undefined
      ? undefined
      : (credentialsBindingName ?? migratedName(secretBindingName ?? ''))
  return {
    ...settings,
    ...(secret !== undefined && { secretBindingName: secret }),
    ...(credentials !== undefined && { credentialsBindingName: credentials }),
  }
}

function migratedName(secretBindingName: string): string {
  return `force-migrated-${secretBindingName}`
}

/**
 * Feature gates that the API server would refuse for the new versions: those locked to another value, and those that the
 * version of a pool does not know although the control plane's does. Kubelet gates of the shoot count for each pool with a
 * version of its own and without kubelet settings of its own.
 */
export function refusedGates(
  settings: VersionBoundSettings,
  workers: readonly Worker[],
  after: VersionState,
): UpdateRefusal[] {
  const gates = settings.featureGates
  if (gates === undefined) return []
  const ofPools = workers.flatMap(({ kubernetesVersion, ownKubelet }, pool) => {
    const path = `spec.provider.workers[${pool}].kubernetes.kubelet.featureGates`
    const inherited = kubernetesVersion === undefined || ownKubelet === true ? {} : gates[KUBELET_GATES]
    return refusedIn(gates[path] ?? inherited ?? {}, path, after.pools[pool] ?? after.kubernetes, { pool })
  })
  const shared = Object.entries(gates)
    .filter(([path]) => !path.startsWith('spec.provider.'))
    .flatMap(([path, own]) => refusedIn(own, path, after.kubernetes, {}))
  return [...ofPools, ...shared]
}

/**
 * APIs that the API server refuses with a version, as maintenance does not take them out (docs/rules.md#settings-that-end); and
 * plugins, which it does take out, but no other client does. In the order in which it looks at them.
 */
export function refusedApiServerSettings(
  { runtimeConfig = [], admissionPlugins = [] }: Pick<VersionBoundSettings, 'runtimeConfig' | 'admissionPlugins'>,
  kubernetes: string,
): UpdateRefusal[] {
  const version = kubernetes
  const plugins = admissionPlugins.flatMap(({ name }, i): UpdateRefusal[] => {
    const [field, value] = [`${ADMISSION_PLUGINS}[${i}].name`, JSON.stringify(name)]
    if (isAdmissionPluginSupported(name, kubernetes)) return []
    if (!isAdmissionPluginKnown(name)) {
      const text = `unknown admission plugin ${value}`
      return [invalidUpdate('plugin-ends', 'FieldValueInvalid', field, text, { version, value })]
    }
    const text = `admission plugin ${value} is not supported in Kubernetes version ${kubernetes}`
    return [invalidUpdate('plugin-ends', 'FieldValueForbidden', field, text, { version })]
  })
  const apis = runtimeConfig.flatMap((name): UpdateRefusal[] => {
    const support = apiSupport(name, kubernetes)
    const [field, value] = [`${RUNTIME_CONFIG}[${name}]`, JSON.stringify(name)]
    if (support.kind === 'supported') return []
    if (support.kind === 'unknown') {
      return [invalidUpdate('api-ends', 'FieldValueInvalid', field, unknownApiText(name), { version, value })]
    }
    const text = `api ${value} is not supported in Kubernetes version ${kubernetes}, only supported in versions ${support.versions}`
    return [invalidUpdate('api-ends', 'FieldValueForbidden', field, text, { version })]
  })
  return [...plugins, ...apis]
}

const RUNTIME_CONFIG = 'spec.kubernetes.kubeAPIServer.runtimeConfig'

/** A version of a group, or a resource of one; what belongs to the group without a name begins with `v1`. */
function unknownApiText(name: string): string {
  const parts = name.split('/')
  if (parts.length > 3) return `invalid API Group format ${JSON.stringify(name)}`
  const isResource = parts.length === 3 || (parts.length === 2 && parts[0] === 'v1')
  return `unknown API group version ${isResource ? 'resource ' : ''}${JSON.stringify(name)}`
}

/** Refuses the taints that the autoscaler is to ignore. */
export function refusedTaints(
  { ignoreTaints }: Pick<VersionBoundSettings, 'ignoreTaints'>,
  kubernetes: string,
): UpdateRefusal[] {
  if (ignoreTaints !== true) return []
  const version = parseVersion(kubernetes)
  if (version === null || !atLeastMinor(version, 1, 32)) return []
  const text = `not supported in Kubernetes version ${kubernetes}`
  // The API server names the option below the field.
  const field = 'spec.kubernetes.clusterAutoscaler.ignoreTaints.IgnoreTaints'
  return [invalidUpdate('ignore-taints-end', 'FieldValueForbidden', field, text, { version: kubernetes })]
}

const KUBELET_GATES = 'spec.kubernetes.kubelet.featureGates'

/** `subject`: the pool whose kubelet has the gates; nothing for a component of all. */
function refusedIn(
  gates: Readonly<Record<string, boolean>>,
  path: string,
  version: string,
  subject: RefusalSubject,
): UpdateRefusal[] {
  return gateErrors(gates, path, version).map(({ type, field, text }) =>
    invalidUpdate('feature-gate-locked', type, field, text, subject),
  )
}

/** A feature gate that cannot be as it is. */
export interface GateError extends FoundError<'feature-gate-nowhere' | 'feature-gate-unknown' | 'feature-gate-locked'> {
  readonly name: string
  /** The only value that the gate may have; absent: it may have none. */
  readonly locked?: boolean
}

/**
 * Feature gates that a version refuses, with any write: those that no version knows, those that this one does not, and those that it
 * does not let be switched. `path`: of the gates; a version that cannot be read refuses none.
 */
export function gateErrors(gates: Readonly<Record<string, unknown>>, path: string, version: string): GateError[] {
  if (parseVersion(version) === null) return []
  return Object.entries(gates).flatMap(([name, enabled]): GateError[] => {
    const field = `${path}.${name}`
    if (!isFeatureGateKnown(name)) {
      const text = `unknown feature gate ${name}`
      const printed = JSON.stringify(name)
      return [{ rule: 'feature-gate-nowhere', type: 'FieldValueInvalid', field, name, text, printed }]
    }
    if (!isFeatureGateSupported(name, version)) {
      const text = `not supported in Kubernetes version ${version}`
      return [{ rule: 'feature-gate-unknown', type: 'FieldValueForbidden', field, name, text }]
    }
    const locked = lockedValueOf(name, version)
    if (locked === null || locked === enabled) return []
    const text = `cannot set feature gate to ${enabled}, feature is locked to ${locked}`
    return [{ rule: 'feature-gate-locked', type: 'FieldValueForbidden', field, name, text, locked }]
  })
}

/** Whether the feature gates that a pool's kubelets have stay as they are. */
export function keepsGates(
  before: VersionBoundSettings | undefined,
  after: VersionBoundSettings | undefined,
  worker: Worker,
  pool: number,
): boolean {
  if (before?.featureGates === after?.featureGates) return true
  const path = worker.ownKubelet ? `spec.provider.workers[${pool}].kubernetes.kubelet.featureGates` : KUBELET_GATES
  const names = (settings: VersionBoundSettings | undefined) => Object.keys(settings?.featureGates?.[path] ?? {}).length
  return names(before) === names(after)
}

function settleFeatureGates(
  all: VersionBoundSettings['featureGates'],
  after: VersionState,
  ended: EndedSetting[],
  changes: SpecChange[],
): VersionBoundSettings['featureGates'] {
  if (all === undefined) return undefined
  const left: Record<string, Readonly<Record<string, boolean>>> = {}
  for (const [path, gates] of Object.entries(all)) {
    const version = versionFor(path, after)
    const names = Object.keys(gates)
    const removed = names.filter((name) => !isFeatureGateSupported(name, version)).sort()
    if (removed.length === 0) {
      left[path] = gates
      continue
    }
    ended.push({
      path,
      text: `Removed feature gates from "${path}" because they are not supported in Kubernetes version "${version}": ${removed.join(', ')}`,
    })
    const kept = Object.fromEntries(Object.entries(gates).filter(([name]) => !removed.includes(name)))
    if (removed.length === names.length) changes.push({ path, from: gates, to: null })
    else {
      left[path] = kept
      for (const name of removed) changes.push({ path: `${path}.${name}`, from: gates[name] ?? null, to: null })
    }
  }
  return left
}

function settlePlugins(
  plugins: VersionBoundSettings['admissionPlugins'],
  after: VersionState,
  ended: EndedSetting[],
  changes: SpecChange[],
): VersionBoundSettings['admissionPlugins'] {
  if (plugins === undefined) return undefined
  const kept = plugins.filter(({ name }) => isAdmissionPluginSupported(name, after.kubernetes))
  if (kept.length === plugins.length) return plugins
  const removed = plugins.filter((plugin) => !kept.includes(plugin)).map(({ name }) => name)
  ended.push({
    path: ADMISSION_PLUGINS,
    text: `Removed admission plugins from "${ADMISSION_PLUGINS}" because they are not supported in Kubernetes version "${after.kubernetes}": ${removed.sort().join(', ')}`,
  })
  const stored = (list: typeof plugins) => (list.length === 0 ? null : list.map((plugin) => plugin.stored))
  changes.push({ path: ADMISSION_PLUGINS, from: stored(plugins), to: stored(kept) })
  return kept
}

/** Gates of a pool's kubelet follow the pool's version, all others the control plane's. */
export function versionFor(path: string, state: VersionState): string {
  const pool = /^spec\.provider\.workers\[(\d+)\]/.exec(path)?.[1]
  return (pool === undefined ? null : state.pools[Number(pool)]) ?? state.kubernetes
}

function crosses(before: string, after: string, minor: number): boolean {
  const from = parseVersion(before)
  const to = parseVersion(after)
  return from !== null && to !== null && !atLeastMinor(from, 1, minor) && atLeastMinor(to, 1, minor)
}
