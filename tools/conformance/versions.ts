import { kubernetesOf, readSubmitted, type SubmittedVersion } from '@/lib/engine/api-server'
import { durationMilliseconds } from '@/lib/engine/duration'
import { judgeVersions, type PolicyVersion, type VersionManagement } from '@/lib/engine/policy'
import { listedVersion, stageAt } from '@/lib/engine/rules'
import { formatInstant } from '@/lib/engine/time'
import type { ExpirableVersion, Instant } from '@/lib/engine/types'
import { parseCloudProfile } from '@/lib/garden/parse'
import {
  type ConformanceContext,
  fieldsOf,
  firstDifference,
  instantOf,
  type VectorCase,
  type VectorRunner,
} from './context'

/** Anything else is a word that is not Gardener's: it stays as it is while a profile is judged, and is a problem once it is read. */
const STAGES: readonly string[] = ['unavailable', 'preview', 'supported', 'deprecated', 'expired']

/** What a version is at an instant. */
export const classify: VectorRunner = {
  file: 'classify.jsonl',
  run: (vector, context) => {
    const version = versionOf(vector, context)
    const at = instantOf(vector, 'at')
    if (version === undefined) return `version: ${vector.version} is not in the profile`
    const written = vector.kind === 'inline' ? firstDifference(vector.expect, asWritten(vector, at), 'expect') : null
    if (written !== null || !STAGES.includes(String(vector.expect))) return written
    return firstDifference(vector.expect, stageAt(version, at), 'expect')
  },
}

function asWritten(vector: VectorCase, at: Instant): string | undefined {
  const [version] = versionsOf([vector.versionObject])
  return version && stageAt(version, at)
}

function versionOf(vector: VectorCase, context: ConformanceContext): ExpirableVersion | undefined {
  if (vector.kind === 'inline') {
    const spec = { kubernetes: { versions: [vector.versionObject] } }
    const parsed = parseCloudProfile({ metadata: { name: 'inline' }, spec })
    return parsed.kind === 'ok' ? parsed.value.profile.kubernetes[0] : undefined
  }
  const image = vector.kind === 'kubernetes' ? null : String(vector.image)
  return listedVersion(context.profile(String(vector.profile)).source, image, String(vector.version))
}

/** What Version Management and Version Maintenance make of a list of versions, and that a second run changes nothing. */
export const policy: VectorRunner = {
  file: 'policy.jsonl',
  run: (vector) => {
    const now = instantOf(vector, 'now')
    const management = managementOf(vector.config)
    const before = versionsOf(vector.versions)
    if (management === null)
      return firstDifference(fieldsOf(vector.expect).versions, before.map(shownPolicy), 'versions')
    const { versions, error } = fieldsOf(vector.expect)
    const outcome = judgeVersions(before, management, now)
    if (outcome.kind === 'unreadable') return error === undefined ? `${outcome.version} cannot be read` : null
    if (error !== undefined) return `error: expected ${error}, got none`
    const wanted = outcome.list.map(({ after }) => after)
    const difference = firstDifference(versions, wanted.map(shownPolicy), 'versions')
    return difference ?? secondRun(vector, wanted, management)
  },
}

function secondRun(vector: VectorCase, versions: readonly PolicyVersion[], management: VersionManagement) {
  const second = fieldsOf(vector.secondRun)
  const again = judgeVersions(versions, management, instantOf(second, 'now'))
  const isChanged = again.kind === 'ok' && again.list.some(({ before, after }) => before !== after)
  return firstDifference(second.changed, isChanged, 'secondRun.changed')
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
  return typeof raw === 'string' ? durationMilliseconds(raw) : null
}

function versionsOf(versions: unknown): readonly SubmittedVersion[] {
  return kubernetesOf(readSubmitted({ spec: { kubernetes: { versions } } }).spec)
}

function shownPolicy({ version, classification, expirationDate }: PolicyVersion) {
  return {
    version,
    classification,
    expirationDate: expirationDate === undefined ? undefined : formatInstant(expirationDate),
  }
}
