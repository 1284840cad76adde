import { readSubmitted } from '@/lib/engine/api-server'
import { applyPolicy, type PolicyVersion, type VersionManagement } from '@/lib/engine/policy'
import { formatInstant, parseInstant } from '@/lib/engine/time'
import { parseDuration } from '@/lib/garden/reader'
import type { Runner, VectorCase } from './context'
import { firstDifference } from './difference'

/** What Version Management and Version Maintenance make of a list of versions, and that a second run changes nothing. */
export const policy: Runner = {
  file: 'policy.jsonl',
  run: (vector) => {
    const now = parseInstant(String(vector.now))
    if (now === null) return `now: ${vector.now} is not a time`
    const management = managementOf(vector.config)
    const before = versionsOf(vector.versions)
    if (management === null) return firstDifference(fieldsOf(vector.expect).versions, before.map(shown), 'versions')
    const { versions, error } = fieldsOf(vector.expect)
    const outcome = applyPolicy(before, management, now)
    if (outcome.kind === 'unreadable') return error === undefined ? `${outcome.version} cannot be read` : null
    if (error !== undefined) return `error: expected ${error}, got none`
    const difference = firstDifference(versions, outcome.versions.map(shown), 'versions')
    return difference ?? secondRun(vector, outcome.versions, management)
  },
}

function secondRun(vector: VectorCase, versions: readonly PolicyVersion[], management: VersionManagement) {
  const { now, changed } = fieldsOf(vector.secondRun)
  const at = parseInstant(String(now))
  if (at === null) return `secondRun.now: ${now} is not a time`
  const again = applyPolicy(versions, management, at)
  return firstDifference(changed, again.kind === 'ok' && again.changed, 'secondRun.changed')
}

function managementOf(config: unknown): VersionManagement | null {
  if (config === null || config === undefined) return null
  const { expirationDuration, versionMaintenance } = fieldsOf(config)
  const base = { expirationDuration: duration(expirationDuration) ?? 2880 * 3_600_000 }
  if (versionMaintenance === undefined) return base
  const { maintainedKubernetesVersions, expirationDurationUnmaintainedVersion } = fieldsOf(versionMaintenance)
  const own = duration(expirationDurationUnmaintainedVersion)
  return {
    ...base,
    versionMaintenance: {
      maintainedVersions: Number(maintainedKubernetesVersions),
      ...(own === null ? {} : { expirationDurationUnmaintainedVersion: own }),
    },
  }
}

function duration(raw: unknown): number | null {
  return typeof raw === 'string' ? parseDuration(raw) : null
}

function versionsOf(versions: unknown): readonly PolicyVersion[] {
  return readSubmitted({ spec: { kubernetes: { versions } } }).spec.kubernetes
}

function shown({ version, classification, expirationDate }: PolicyVersion) {
  return {
    version,
    classification,
    expirationDate: expirationDate === undefined ? undefined : formatInstant(expirationDate),
  }
}

function fieldsOf(raw: unknown): Record<string, unknown> {
  return typeof raw === 'object' && raw !== null ? { ...raw } : {}
}
