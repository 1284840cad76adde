import {
  ALL_GATES,
  admissionAnswer,
  answerToCloudProfile,
  answerToNamespacedProfile,
  type FeatureGates,
  kubernetesOf,
  mergedSpec,
  qualifiedName,
  type RefusedProfile,
  readSubmitted,
  type SubmittedSpec,
  type SubmittedVersion,
} from '@/lib/engine/api-server'
import { isRecord } from '@/lib/engine/reader'
import { stageAt } from '@/lib/engine/rules'
import { formatInstant } from '@/lib/engine/time'
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

/** What the API server answers to any change of a CloudProfile. */
export const profileAny: VectorRunner = {
  file: 'profile-any.jsonl',
  run: (vector, context) => {
    const answer = answerToCloudProfile({
      before: context.rawProfile(String(vector.profile)),
      after: vector.after,
      now: instantOf(vector, 'now'),
      users: { shoots: shootsOf(vector), namespaced: listOf(vector.namespaced).map(readSubmitted) },
      gates: gatesOf(vector),
    })
    const expect = fieldsOf(vector.expect)
    if (answer.kind === 'refused')
      return differenceOfRefusal(expect, answer, qualifiedName('CloudProfile', nameOf(vector)))
    const stored = differencesOfStored(fieldsOf(vector.after).spec, answer.stored.spec)
    return (
      firstDifference(true, expect.allowed, 'allowed (accepted)') ??
      firstDifference(expect.stored ?? [], stored, 'stored')
    )
  },
}

const MONTH = 30 * 24 * 3_600_000

/** What it answers to any NamespacedCloudProfile, and what its controller merges then. */
export const namespacedAny: VectorRunner = {
  file: 'namespaced-any.jsonl',
  run: (vector, context) => {
    const now = instantOf(vector, 'now')
    const names = new Set([String(vector.profile), ...listOf(vector.otherProfiles).map(String)])
    const parent = (name: string) => (names.has(name) ? context.rawProfile(name) : undefined)
    const shared = { shoots: shootsOf(vector), gates: gatesOf(vector), user: 'operator' }
    const answer = answerToNamespacedProfile({
      ...shared,
      before: vector.operation === 'create' ? null : storedBefore(vector, context, now),
      after: vector.after,
      parent,
      now,
      ...(vector.verbs !== undefined && { verbs: listOf(vector.verbs).map(String) }),
    })
    const expect = fieldsOf(vector.expect)
    if (answer.kind === 'refused') {
      return differenceOfRefusal(expect, answer, qualifiedName('NamespacedCloudProfile', nameOf(vector)))
    }
    const { spec } = readSubmitted({ spec: answer.merged })
    return (
      firstDifference(true, expect.allowed, 'allowed (accepted)') ??
      firstDifference(
        expect.stored ?? [],
        differencesOfStored(fieldsOf(vector.after).spec, answer.stored.spec),
        'stored',
      ) ??
      firstDifference(expect.cloudProfileSpec, answer.merged, 'cloudProfileSpec') ??
      firstDifference(
        expect.generation,
        vector.operation === 'update' && answer.generationRaised ? 2 : 1,
        'generation',
      ) ??
      firstDifference(
        [expect.mergedKubernetes, expect.mergedImages],
        [kubernetesOf(spec).map((version) => shown(version, now)), shownImages(spec, now)],
        'merged',
      )
    )
  },
}

/** A profile that was accepted 30 days earlier, perhaps with another parent; its status was merged again with the parent of now. */
function storedBefore(vector: VectorCase, context: ConformanceContext, now: Instant) {
  const parent = context.rawProfile(String(vector.profile))
  const earlier = context.rawProfile(String(vector.beforeProfile ?? vector.profile))
  const { stored } = fieldsOf(
    answerToNamespacedProfile({
      before: null,
      after: vector.before,
      parent: () => earlier,
      now: now - MONTH,
      shoots: [],
      gates: gatesOf(vector),
    }),
  )
  if (stored === undefined) throw new Error('before: refused 30 days earlier')
  return { object: stored, merged: mergedSpec(parent, stored) }
}

export function shown(version: SubmittedVersion, now: Instant) {
  const { expirationDate } = version
  return {
    version: version.version,
    classification: stageAt(version, now),
    expirationDate: expirationDate === undefined ? undefined : formatInstant(expirationDate),
  }
}

export function shownImages({ machineImages = [] }: SubmittedSpec, now: Instant) {
  return Object.fromEntries(
    machineImages.map(({ name, versions }) => [name, versions.map((version) => shown(version, now))]),
  )
}

/** A finding that is made more than once is compared once, as the answer tells it. */
function differenceOfRefusal(expect: Record<string, unknown>, answer: RefusedProfile, object: string): string | null {
  const { status } = answer
  return (
    firstDifference(false, expect.allowed, 'allowed (refused)') ??
    firstDifference(onceEach(listOf(expect.errors)), onceEach(listedRefusals(object, answer)), 'errors') ??
    firstDifference(expect.answer, { ...status, reason: status.reason ?? '' }, 'answer')
  )
}

/** Refusals as the vectors list them: what an admission finds is one error, its parts joined with ` | `. */
export function listedRefusals(object: string, { status, refusals }: RefusedProfile) {
  const [{ stage }] = refusals
  if (stage === 'validation') {
    return refusals.map(({ stage, type, field, text }) => ({ stage, type, field, detail: text }))
  }
  const type = status.reason ?? 'Forbidden'
  if (stage === 'decode' || type !== 'Forbidden') return [{ stage, type, field: '', detail: status.message }]
  const { field, head, texts } = admissionAnswer(object, refusals)
  return [{ stage, type, field, detail: [...(head === null ? [] : [head]), ...texts].join(' | ') }]
}

/** Of metadata some findings carry the value in their text as well. */
function onceEach(errors: readonly unknown[]): readonly unknown[] {
  const lines = new Map<string, unknown>()
  for (const error of errors) {
    const { detail, ...rest } = fieldsOf(error)
    const told = { ...rest, detail: String(detail).replace(/^Invalid value: "(?:[^"\\]|\\.)*": /, '') }
    lines.set(JSON.stringify(Object.entries(told).sort()), told)
  }
  return [...lines.values()]
}

/** Where two values differ, as the cases list it: lists of another length as a whole; null is as good as nothing. */
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

function nameOf({ after }: VectorCase): string {
  return String(fieldsOf(fieldsOf(after).metadata).name)
}
