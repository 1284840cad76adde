import {
  ALL_GATES,
  admissionAnswer,
  answerToCloudProfile,
  answerToNamespacedProfile,
  type FeatureGates,
  kubernetesOf,
  mergedSpec,
  type NamespacedRequest,
  type ProfileKind,
  qualifiedName,
  type RefusedProfile,
  readSubmitted,
  removedVersions,
  type SubmittedVersion,
} from '@/lib/engine/api-server'
import { isRecord } from '@/lib/engine/reader'
import { stageAt } from '@/lib/engine/rules'
import { DAY, formatInstant } from '@/lib/engine/time'
import type { Instant, Shoot } from '@/lib/engine/types'
import { parseShoot } from '@/lib/garden/parse'
import {
  type ConformanceContext,
  fieldsOf,
  firstDifference,
  instantOf,
  listOf,
  type VectorCase,
  type VectorRunner,
} from './context'

type StoredFacts = (vector: VectorCase, stored: Record<string, unknown>) => Record<string, unknown>

/** What the API server answers to a CloudProfile that is created or changed. `factsOf`: of one that it takes. */
function ofCloudProfile(file: string, factsOf: StoredFacts): VectorRunner {
  return {
    file,
    run: (vector, context) => {
      const answer = answerToCloudProfile({
        before: vector.operation === 'create' ? null : context.rawProfile(String(vector.profile)),
        after: withLostText(vector),
        now: instantOf(vector, 'now'),
        users: { shoots: shootsOf(vector), namespaced: listOf(vector.namespaced).map(readSubmitted) },
        gates: gatesOf(vector),
      })
      const expect = fieldsOf(vector.expect)
      if (answer.kind === 'refused') return differenceOfRefusal('CloudProfile', vector, answer)
      const told = { allowed: true, errors: [], ...factsOf(vector, answer.stored) }
      return firstDifference({ ...expect, dropped: listsOf(expect.dropped) }, told)
    },
  }
}

/** Versions that are over are dropped when a profile is created. */
export const profileEdits = ofCloudProfile('profile-edits.jsonl', (vector, stored) => {
  const { kubernetes, imageVersions } = removedVersions(
    readSubmitted(vector.after).spec,
    readSubmitted({ spec: stored.spec }).spec,
  )
  return { dropped: listsOf({ kubernetes: [...kubernetes], images: [...imageVersions] }) }
})

export const profileAny = ofCloudProfile('profile-any.jsonl', storedOtherwise)

/** What is stored otherwise than it was sent; absent where nothing is. */
function storedOtherwise({ after }: VectorCase, stored: Record<string, unknown>) {
  const differences = differencesOfStored(fieldsOf(after).spec, stored.spec)
  return differences.length > 0 ? { stored: differences } : {}
}

/** The order in which versions are dropped has no meaning; absent and empty are the same. */
function listsOf(dropped: unknown) {
  const { kubernetes, images } = fieldsOf(dropped)
  const lists = { kubernetes: sorted(kubernetes), images: sorted(images) }
  return lists.kubernetes.length + lists.images.length === 0 ? undefined : lists
}

function sorted(raw: unknown): string[] {
  return [...new Set(listOf(raw).map(String))].sort()
}

const EMPTY_CONSTRAINT = /^spec\.machineImages\[(\d+)\]\.versions\[(\d+)\]\.kubeletVersionConstraint$/

/**
 * Files of edits leave out empty texts, so a submitted `kubeletVersionConstraint: ""` is not in them although its refusal
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

/** What the API server answers to a NamespacedCloudProfile, and what it gives with its parent. `isAny`: cases have all that comes of it. */
function ofNamespaced(file: string, isAny: boolean): VectorRunner {
  return {
    file,
    run: (vector, context) => {
      const now = instantOf(vector, 'now')
      const names = new Set([String(vector.profile), ...listOf(vector.otherProfiles).map(String)])
      const answer = answerToNamespacedProfile({
        before: isAny ? acceptedBefore(vector, context, now) : vector.before ? { object: vector.before } : null,
        after: vector.after,
        parent: (name) => (names.has(name) ? context.rawProfile(name) : undefined),
        now,
        shoots: shootsOf(vector),
        gates: gatesOf(vector),
        user: 'operator',
        ...(vector.verbs !== undefined && { verbs: listOf(vector.verbs).map(String) }),
      })
      if (answer.kind === 'refused') return differenceOfRefusal('NamespacedCloudProfile', vector, answer)
      const { spec } = readSubmitted({ spec: answer.merged })
      const shown = (version: SubmittedVersion) => shownAt(version, now)
      return firstDifference(vector.expect, {
        allowed: true,
        errors: [],
        ...(isAny && {
          ...storedOtherwise(vector, answer.stored),
          cloudProfileSpec: answer.merged,
          generation: vector.operation === 'update' && answer.generationRaised ? 2 : 1,
        }),
        mergedKubernetes: kubernetesOf(spec).map(shown),
        mergedImages: Object.fromEntries(
          (spec.machineImages ?? []).map(({ name, versions }) => [name, versions.map(shown)]),
        ),
      })
    },
  }
}

export const namespacedEdits = ofNamespaced('namespaced-edits.jsonl', false)
export const namespacedAny = ofNamespaced('namespaced-any.jsonl', true)

/** A profile that was accepted 30 days earlier, perhaps with another parent; its status was merged again with the parent of now. */
function acceptedBefore(vector: VectorCase, context: ConformanceContext, now: Instant): NamespacedRequest['before'] {
  if (vector.operation === 'create') return null
  const parent = context.rawProfile(String(vector.profile))
  const earlier = context.rawProfile(String(vector.beforeProfile ?? vector.profile))
  const { stored } = fieldsOf(
    answerToNamespacedProfile({
      before: null,
      after: vector.before,
      parent: () => earlier,
      now: now - 30 * DAY,
      shoots: [],
      gates: gatesOf(vector),
    }),
  )
  if (stored === undefined) throw new Error('before: refused 30 days earlier')
  return { object: stored, merged: mergedSpec(parent, stored) }
}

function shownAt(version: SubmittedVersion, now: Instant) {
  const { expirationDate } = version
  return {
    version: version.version,
    classification: stageAt(version, now),
    expirationDate: expirationDate === undefined ? undefined : formatInstant(expirationDate),
  }
}

/** If cases have the whole answer, a finding that is made more than once is compared once, as the answer tells it. */
function differenceOfRefusal(kind: ProfileKind, vector: VectorCase, answer: RefusedProfile): string | null {
  const expect = fieldsOf(vector.expect)
  const errors = listedRefusals(qualifiedName(kind, readSubmitted(vector.after).name), answer)
  if (expect.answer === undefined) return firstDifference(expect, { allowed: false, errors })
  const { status } = answer
  return firstDifference(
    { ...expect, errors: onceEach(listOf(expect.errors)) },
    { allowed: false, errors: onceEach(errors), answer: { ...status, reason: status.reason ?? '' } },
  )
}

/** Refusals as the vectors list them: what an admission finds is one error, its parts joined with ` | `. */
function listedRefusals(object: string, { status, refusals }: RefusedProfile) {
  const [{ stage }] = refusals
  if (stage === 'validation') {
    return refusals.map(({ stage, type, field, text }) => ({ stage, type, field, detail: text }))
  }
  const type = status.reason ?? 'Forbidden'
  if (stage === 'decode' || type !== 'Forbidden') return [{ stage, type, field: '', detail: status.message }]
  const { field, head, texts } = admissionAnswer(object, refusals)
  return [{ stage, type, field, detail: [...(head === null ? [] : [head]), ...texts].join(' | ') }]
}

/** The errors, each once. For metadata some findings carry the value in their text as well. */
function onceEach(errors: readonly unknown[]): readonly unknown[] {
  const lines = new Map<string, unknown>()
  for (const error of errors) {
    const { detail, ...rest } = fieldsOf(error)
    const told = { ...rest, detail: String(detail).replace(/^Invalid value: "(?:[^"\\]|\\.)*": /, '') }
    lines.set(JSON.stringify(Object.entries(told).sort()), told)
  }
  return [...lines.values()]
}

/** The paths at which two values differ, as the cases list them: lists of another length as a whole; null counts as nothing. */
export function differencesOfStored(from: unknown, to: unknown, path = 'spec'): unknown[] {
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    return from.flatMap((entry, i) => differencesOfStored(entry, to[i], `${path}[${i}]`))
  }
  if (isRecord(from) && isRecord(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort()
    return keys.flatMap((key) => differencesOfStored(from[key], to[key], `${path}.${key}`))
  }
  const [was, is] = [from ?? undefined, to ?? undefined]
  if (firstDifference(was, is) === null) return []
  return [{ path, ...(was !== undefined && { from: was }), ...(is !== undefined && { to: is }) }]
}

function gatesOf({ gates }: VectorCase): FeatureGates {
  const { VersionClassificationLifecycle, CloudProfileCapabilities } = fieldsOf(gates)
  return {
    lifecycle: VersionClassificationLifecycle !== false && ALL_GATES.lifecycle,
    capabilities: CloudProfileCapabilities !== false && ALL_GATES.capabilities,
  }
}

function shootsOf({ shoots }: VectorCase): Shoot[] {
  return listOf(shoots).map((raw) => {
    const parsed = parseShoot(raw)
    if (parsed.kind !== 'ok') throw new Error(`shoots: ${JSON.stringify(parsed.problems[0])}`)
    return parsed.value
  })
}
