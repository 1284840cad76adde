import { parseVersion } from './gardener-semver'
import {
  ADMISSION_PLUGINS,
  FEATURE_GATES,
  LOCKED_FEATURE_GATES,
  REQUIRED_APIS,
  RUNTIME_APIS,
  WORKERLESS_APIS,
} from './support-tables'
import { atLeastMinor, minorOf, type Version, withoutSuffix } from './version'

interface SupportRange {
  readonly added: Version | null
  readonly removed: Version | null
}

const featureGates = rangesOf(FEATURE_GATES)
const admissionPlugins = rangesOf(ADMISSION_PLUGINS)
const runtimeApis = rangesOf(RUNTIME_APIS)
const locks = byName(LOCKED_FEATURE_GATES, (lock) => {
  const [since, value] = lock.split('=')
  return { since: parseVersion(since ?? ''), value: value === 'true' }
})

/** Whether any version has or had a gate of that name. */
export function isFeatureGateKnown(name: string): boolean {
  return featureGates.has(name)
}

/** Unknown names count as not supported. */
export function isFeatureGateSupported(name: string, kubernetes: string): boolean {
  return contains(featureGates.get(name), kubernetes)
}

/** Whether any version has or had a plugin of that name. */
export function isAdmissionPluginKnown(name: string): boolean {
  return admissionPlugins.has(name)
}

/** Unknown names count as not supported. */
export function isAdmissionPluginSupported(name: string, kubernetes: string): boolean {
  return contains(admissionPlugins.get(name), kubernetes)
}

/** Whether a Kubernetes version has an API that `runtimeConfig` may name. */
export function apiSupport(name: string, kubernetes: string): ApiSupport {
  const range = runtimeApis.get(name)
  if (range === undefined) return { kind: 'unknown' }
  return contains(range, kubernetes) ? { kind: 'supported' } : { kind: 'unsupported', versions: rangeText(range) }
}

export type ApiSupport =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'supported' }
  /** `versions`: those that have it, as Gardener writes them, e.g. `>= 1.30, < 1.35`. */
  | { readonly kind: 'unsupported'; readonly versions: string }

/**
 * What keeps an API from being switched off: itself, the version of the group that it belongs to, or resources of it. Empty: it may be.
 */
export function requiredBy(name: string, isWorkerless: boolean): readonly string[] {
  const required = isWorkerless ? WORKERLESS_APIS : REQUIRED_APIS
  if (required.includes(name)) return [name]
  const group = required.find((one) => name.startsWith(`${one}/`))
  return group === undefined ? required.filter((one) => one.startsWith(`${name}/`)) : [group]
}

function rangeText({ added, removed }: SupportRange): string {
  const bounds = [added === null ? '' : `>= ${minorOf(added)}`, removed === null ? '' : `< ${minorOf(removed)}`]
  return bounds.filter((bound) => bound !== '').join(', ')
}

/** The only value that the gate may still have; null: it may be set freely. */
export function lockedValueOf(name: string, kubernetes: string): boolean | null {
  const lock = locks.get(name)
  const version = parseVersion(withoutSuffix(kubernetes))
  return lock !== undefined && version !== null && isAtLeast(version, lock.since) ? lock.value : null
}

function contains(range: SupportRange | undefined, kubernetes: string): boolean {
  const version = parseVersion(withoutSuffix(kubernetes))
  if (range === undefined || version === null) return false
  return isAtLeast(version, range.added) && !(range.removed !== null && isAtLeast(version, range.removed))
}

function isAtLeast(version: Version, bound: Version | null): boolean {
  return bound === null || atLeastMinor(version, Number(bound.major), Number(bound.minor))
}

function rangesOf(groups: Readonly<Record<string, string>>): ReadonlyMap<string, SupportRange> {
  return byName(groups, (bounds) => {
    const [added, removed] = bounds.split('..')
    return { added: parseVersion(added ?? ''), removed: parseVersion(removed ?? '') }
  })
}

/** What the names of each group have in common, by name. */
function byName<T>(groups: Readonly<Record<string, string>>, common: (group: string) => T): ReadonlyMap<string, T> {
  return new Map(
    Object.entries(groups).flatMap(([group, names]) => {
      const one = common(group)
      return names
        .split(' ')
        .flatMap(expanded)
        .map((name) => [name, one] as const)
    }),
  )
}

/** The names that a shell makes of braces: `a{,/b}` is `a` and `a/b`. */
function expanded(name: string): readonly string[] {
  const [braces, list] = /\{([^{}]*)\}/.exec(name) ?? []
  if (braces === undefined || list === undefined) return [name]
  return list.split(',').flatMap((one) => expanded(name.replace(braces, one)))
}
