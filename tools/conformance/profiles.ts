import {
  answerToCloudProfile,
  answerToNamespacedProfile,
  kubernetesOf,
  type ProfileKind,
  qualifiedName,
  type RefusedProfile,
  readSubmitted,
  removedVersions,
  type SubmittedVersion,
} from '@/lib/engine/api-server'
import { durationMilliseconds } from '@/lib/engine/duration'
import { judgeVersions, type PolicyVersion, type VersionManagement } from '@/lib/engine/policy'
import { listedVersion, stageAt } from '@/lib/engine/rules'
import { formatInstant } from '@/lib/engine/time'
import type { ExpirableVersion, Instant } from '@/lib/engine/types'
import { parseCloudProfile, parseShoot } from '@/lib/garden/parse'
import { listedRefusals, shown, shownImages } from './any-profile-change'
import {
  type ConformanceContext,
  fieldsOf,
  firstDifference,
  instantOf,
  listOf,
  type VectorCase,
  type VectorRunner,
} from './context'

const EMPTY_CONSTRAINT = /^spec\.machineImages\[(\d+)\]\.versions\[(\d+)\]\.kubeletVersionConstraint$/

/** Whether the API server accepts a new or changed CloudProfile, and what it says if not. */
export const profileEdits: VectorRunner = {
  file: 'profile-edits.jsonl',
  run: (vector, context) => {
    const after = withLostText(vector)
    const before = vector.operation === 'create' ? null : context.rawProfile(String(vector.profile))
    const users = { shoots: shootsOf(vector), namespaced: [] }
    const answer = answerToCloudProfile({ before, after, now: instantOf(vector, 'now'), users })
    if (answer.kind === 'refused') return firstDifference(vector.expect, refusalOf('CloudProfile', answer, after))
    const dropped = removedVersions(readSubmitted(after).spec, readSubmitted(answer.stored).spec)
    const lists = { kubernetes: sorted([...dropped.kubernetes]), images: sorted([...dropped.imageVersions]) }
    const any = lists.kubernetes.length + lists.images.length > 0
    const expect = before === null ? withoutEmptyDropped(vector.expect) : vector.expect
    return firstDifference(expect, { allowed: true, errors: [], ...(any ? { dropped: lists } : {}) })
  },
}

/** The order in which versions are dropped has no meaning; absent and empty are the same. */
function withoutEmptyDropped(expect: unknown): unknown {
  const { dropped, ...rest } = fieldsOf(expect)
  const { kubernetes, images } = fieldsOf(dropped)
  const lists = { kubernetes: sorted(kubernetes), images: sorted(images) }
  return lists.kubernetes.length + lists.images.length === 0 ? rest : { ...rest, dropped: lists }
}

function sorted(raw: unknown): string[] {
  return [...new Set(listOf(raw).map(String))].sort()
}

/** Those on the case's profile. */
function shootsOf(vector: VectorCase) {
  return listOf(vector.shoots).flatMap((raw) => {
    const parsed = parseShoot(raw)
    if (parsed.kind !== 'ok') return []
    const { kind, name } = parsed.value.profile
    return kind === 'CloudProfile' && name === vector.profile ? [parsed.value] : []
  })
}

/**
 * Files of this kind leave out empty texts, so a submitted `kubeletVersionConstraint: ""` is not in them although its refusal
 * is. It is put back where the expected refusal quotes it; see CONFORMANCE.md.
 */
function withLostText(vector: VectorCase): unknown {
  const { errors } = fieldsOf(vector.expect)
  const places = listOf(errors).flatMap((raw) => {
    const { field, detail } = fieldsOf(raw)
    const match = EMPTY_CONSTRAINT.exec(String(field))
    return match !== null && String(detail).endsWith('improper constraint: ""') ? [`${match[1]}/${match[2]}`] : []
  })
  if (places.length === 0) return vector.after
  const after = fieldsOf(vector.after)
  const spec = fieldsOf(after.spec)
  const machineImages = listOf(spec.machineImages).map((image, i) => ({
    ...fieldsOf(image),
    versions: listOf(fieldsOf(image).versions).map((version, j) =>
      places.includes(`${i}/${j}`) ? { kubeletVersionConstraint: '', ...fieldsOf(version) } : version,
    ),
  }))
  return { ...after, spec: { ...spec, machineImages } }
}

/** Whether the API server accepts a NamespacedCloudProfile, and what it gives with its parent. */
export const namespacedEdits: VectorRunner = {
  file: 'namespaced-edits.jsonl',
  run: (vector, context) => {
    const now = instantOf(vector, 'now')
    const answer = answerToNamespacedProfile({
      before: vector.before === undefined ? null : { object: vector.before },
      after: vector.after,
      parent: () => context.rawProfile(String(vector.profile)),
      now,
      shoots: [],
    })
    if (answer.kind === 'refused')
      return firstDifference(vector.expect, refusalOf('NamespacedCloudProfile', answer, vector.after))
    const { spec } = readSubmitted({ spec: answer.merged })
    return firstDifference(vector.expect, {
      allowed: true,
      errors: [],
      mergedKubernetes: kubernetesOf(spec).map((version) => shown(version, now)),
      mergedImages: shownImages(spec, now),
    })
  },
}

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

/** The values that were refused are part of longer texts only. */
function refusalOf(kind: ProfileKind, answer: RefusedProfile, after: unknown) {
  return { allowed: false, errors: listedRefusals(qualifiedName(kind, readSubmitted(after).name), answer) }
}
