import { shortened } from '@/lib/engine/bounds'
import { LONGEST_DURATION, parseDuration } from '@/lib/engine/duration'
import type { PolicyFault } from '@/lib/engine/faults'
import { USUAL_EXPIRATION_DAYS } from '@/lib/engine/kinds'
import type { PromotionRule } from '@/lib/engine/promotion-rule'
import { isRecord } from '@/lib/engine/reader'
import { DAY } from '@/lib/engine/time'
import type { VersionManagement } from './policy'

/** What the controller manager is told about versions; null: that kind of versions is left alone. */
export interface LifecyclePolicy {
  readonly kubernetes: VersionManagement | null
  /** The policy for each machine image by itself. */
  readonly machineImages: VersionManagement | null
}

/** Something in a configuration that is wrong. */
export interface PolicyProblem {
  /** Keys from the top, e.g. `['controllers', 'cloudProfile']`; empty: the configuration itself. */
  readonly path: readonly string[]
  readonly fault: PolicyFault
}

export type PolicyReading =
  | { readonly kind: 'ok'; readonly policy: LifecyclePolicy }
  /** All of them, in the order of the fields. */
  | { readonly kind: 'problems'; readonly problems: readonly PolicyProblem[] }

const API_VERSION = 'controllermanager.config.gardener.cloud/v1alpha1'
const KIND = 'ControllerManagerConfiguration'

/**
 * Reads a ControllerManagerConfiguration (parsed YAML) with the fields of the proposal (docs/rules.md#version-management),
 * and no others.
 *
 * - A block that is absent or null is switched off; an empty one is switched on with its defaults.
 * - `expirationDuration` is 2880h by default; `expirationDurationUnmaintainedVersion` is then what `expirationDuration` is.
 * - `maintainedKubernetesVersions` has no default and must be at least 1, for machine images too.
 * - `apiVersion` and `kind` may be left out, but not be others. `concurrentSyncs` is checked and means nothing here.
 *
 * Nothing is guessed: an unknown field, a bad duration, a value of the wrong kind are problems, and then there is no policy.
 */
export function readPolicy(raw: unknown): PolicyReading {
  const problems: PolicyProblem[] = []
  const policy = readConfiguration(new PolicyField(raw, [], problems))
  return problems.length === 0 ? { kind: 'ok', policy } : { kind: 'problems', problems }
}

/** How many landscapes a rule may count. */
const MOST_NAMES = 20

const RULE_API_VERSION = 'almanac/v1alpha1'
const RULE_KIND = 'PromotionRule'

export type PromotionRuleReading =
  | { readonly kind: 'ok'; readonly rule: PromotionRule }
  /** All of them, in the order of the fields. */
  | { readonly kind: 'problems'; readonly problems: readonly PolicyProblem[] }

/** Whether parsed YAML is meant as a rule for promotions, which a policy may have beside the configuration. */
export function isPromotionRule(raw: unknown): boolean {
  return isRecord(raw) && raw.kind === RULE_KIND
}

/**
 * Reads a rule for promotions: `clusters`, `days` and `failedUpdates`, whole numbers, of which none may be left out; `landscapes`, the
 * names of others that count as well (none where it is left out), and `clustersHere`, how many clusters must be of this one.
 */
export function readPromotionRule(raw: unknown): PromotionRuleReading {
  const problems: PolicyProblem[] = []
  const top = new PolicyField(raw, [], problems)
  top.knows('apiVersion', 'kind', 'clusters', 'clustersHere', 'days', 'failedUpdates', 'landscapes')
  top.at('apiVersion').is(RULE_API_VERSION)
  const rule = {
    clusters: top.at('clusters').limit() ?? 0,
    days: top.at('days').limit() ?? 0,
    failures: top.at('failedUpdates').limit() ?? 0,
    clustersHere: top.at('clustersHere').isPresent() ? (top.at('clustersHere').limit() ?? 0) : null,
    landscapes: top.at('landscapes').names(),
  }
  return problems.length === 0 ? { kind: 'ok', rule } : { kind: 'problems', problems }
}

/** The path as people write it; keys with a dot are quoted. */
export function pathText(path: readonly string[]): string {
  return path.map((key) => (/^[\w-]{1,60}$/.test(key) ? key : JSON.stringify(shortened(key)))).join('.')
}

function readConfiguration(top: PolicyField): LifecyclePolicy {
  if (!top.isPresent()) top.note({ code: 'policy-empty', kind: KIND })
  top.knows('apiVersion', 'kind', 'controllers')
  top.at('apiVersion').is(API_VERSION)
  top.at('kind').is(KIND)
  const controllers = top.at('controllers')
  controllers.knows('cloudProfile')
  const cloudProfile = controllers.at('cloudProfile')
  cloudProfile.knows('concurrentSyncs', 'kubernetesVersionManagement', 'machineImageVersionManagement')
  cloudProfile.at('concurrentSyncs').count()
  return {
    kubernetes: readManagement(cloudProfile.at('kubernetesVersionManagement')),
    machineImages: readManagement(cloudProfile.at('machineImageVersionManagement')),
  }
}

function readManagement(field: PolicyField): VersionManagement | null {
  if (!field.isPresent()) return null
  field.knows('expirationDuration', 'versionMaintenance')
  const expirationDuration = field.at('expirationDuration').duration() ?? USUAL_EXPIRATION_DAYS * DAY
  const maintenance = field.at('versionMaintenance')
  if (!maintenance.isPresent()) return { expirationDuration }
  maintenance.knows('maintainedKubernetesVersions', 'expirationDurationUnmaintainedVersion')
  const maintained = maintenance.at('maintainedKubernetesVersions')
  if (!maintained.isPresent() && maintenance.isMapping()) maintained.note({ code: 'maintained-missing' })
  const maintainedVersions = maintained.count() ?? 1
  const own = maintenance.at('expirationDurationUnmaintainedVersion').duration()
  return {
    expirationDuration,
    versionMaintenance: {
      maintainedVersions,
      ...(own !== undefined && { expirationDurationUnmaintainedVersion: own }),
    },
  }
}

/** A value of unknown kind at a path. Absent (or null) reads as undefined; what is wrong is noted and reads so too. */
class PolicyField {
  constructor(
    private readonly value: unknown,
    private readonly path: readonly string[],
    private readonly problems: PolicyProblem[],
  ) {}

  isPresent(): boolean {
    return this.value !== undefined && this.value !== null
  }

  isMapping(): boolean {
    return isRecord(this.value)
  }

  at(key: string): PolicyField {
    const inner = isRecord(this.value) && Object.hasOwn(this.value, key) ? this.value[key] : undefined
    return new PolicyField(inner, [...this.path, key], this.problems)
  }

  /** The value must be a mapping without other fields. */
  knows(...fields: readonly string[]): void {
    if (!this.isPresent()) return
    if (!isRecord(this.value)) {
      this.note({ code: 'no-mapping', fields })
      return
    }
    for (const key of Object.keys(this.value)) {
      if (!fields.includes(key)) this.at(key).note({ code: 'unknown-field', fields })
    }
  }

  is(text: string): void {
    if (this.isPresent() && this.value !== text)
      this.note({ code: 'other-text', wanted: text, value: shown(this.value) })
  }

  /** The value must be at least 1. */
  count(): number | undefined {
    if (!this.isPresent()) return undefined
    if (typeof this.value === 'number' && Number.isSafeInteger(this.value) && this.value >= 1) return this.value
    this.note({ code: 'no-whole-number', least: 1, value: shown(this.value) })
    return undefined
  }

  /** The value must be there, and not be negative. */
  limit(): number | undefined {
    if (typeof this.value === 'number' && Number.isSafeInteger(this.value) && this.value >= 0) return this.value
    this.note(this.isPresent() ? { code: 'no-whole-number', least: 0, value: shown(this.value) } : { code: 'missing' })
    return undefined
  }

  /** None where it is absent. */
  names(): readonly string[] {
    if (!this.isPresent()) return []
    const isName = (one: unknown): one is string => typeof one === 'string' && /^[\w-]{1,32}$/.test(one)
    if (Array.isArray(this.value) && this.value.length <= MOST_NAMES && this.value.every(isName)) return this.value
    this.note({ code: 'no-landscapes', most: MOST_NAMES, value: shown(this.value) })
    return []
  }

  /** The value in milliseconds, which must not be negative. */
  duration(): number | undefined {
    if (!this.isPresent()) return undefined
    const length = typeof this.value === 'string' ? parseDuration(this.value) : null
    if (length !== null && length >= 0n && length <= LONGEST_DURATION) return Number(length / 1_000_000n)
    this.note(
      length === null
        ? { code: 'no-policy-duration', value: shown(this.value), ...unitOf(this.value) }
        : { code: length < 0n ? 'duration-negative' : 'duration-too-long', value: shown(this.value) },
    )
    return undefined
  }

  note(fault: PolicyFault): void {
    this.problems.push({ path: this.path, fault })
  }
}

/** What people write most: numbers without a unit, and days. */
function unitOf(value: unknown): Pick<Extract<PolicyFault, { code: 'no-policy-duration' }>, 'unit'> {
  if (typeof value === 'number') return { unit: { is: 'missing', hours: `${value}h` } }
  const [, amount = '', unit = ''] =
    typeof value === 'string' ? (/^(\d+) ?([dw]?)(?:ays?|eeks?)?$/.exec(value) ?? []) : []
  if (amount === '') return {}
  if (unit === '') return { unit: { is: 'missing', hours: `${amount}h` } }
  return { unit: { is: 'too-long', hours: `${BigInt(amount) * (unit === 'd' ? 24n : 168n)}h` } }
}

function shown(value: unknown): string {
  return shortened(JSON.stringify(value) ?? String(value))
}
