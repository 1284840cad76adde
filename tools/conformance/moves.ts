import {
  admitReferring,
  answerText,
  type FindProfile,
  type ReferencedProfile,
  readSubmittedSpec,
  shootStatus,
} from '@/lib/engine/api-server'
import { objectAt, stored } from '@/lib/engine/api-server/manifest'
import type { ShootRefusal } from '@/lib/engine/refusal'
import { parseCloudProfile } from '@/lib/garden/parse'
import {
  type ConformanceContext,
  fieldsOf,
  firstDifference,
  instantOf,
  listOf,
  type VectorCase,
  type VectorRunner,
} from './context'
import { differencesOfStored } from './profile-changes'
import { differenceOfRefusals, errorsOf, unexpectedRefusal } from './refusals'
import { completed, differenceOfWords, versionsOfSpec } from './shoots'

/** What the API server answers to a shoot that names another profile. */
export const shootMove: VectorRunner = {
  file: 'shoot-move.jsonl',
  run: (vector, context) => {
    const [before, after] = [completed(vector.old), completed(vector.shoot)]
    const result = admitReferring({ before, after, find: finding(vector, context), now: instantOf(vector, 'now') })
    const expect = fieldsOf(vector.expect)
    if (!result.allowed) return differenceOfRefused(expect, result.errors)
    const spec = objectAt(result.shoot, 'spec')
    const kept = (path: string): boolean => !/^spec\.(?:cloudProfile|cloudProfileName)\b/.test(path)
    const others = differencesOfStored(stored(after).spec, spec).filter((one) => kept(String(fieldsOf(one).path)))
    return firstDifference(
      { workers: [], otherChanges: [], ...expect, errors: undefined },
      {
        allowed: true,
        cloudProfile: spec?.cloudProfile,
        cloudProfileName: spec?.cloudProfileName,
        ...versionsOfSpec(spec),
        generationRaised: result.isRaised,
        otherChanges: others,
      },
    )
  },
}

function differenceOfRefused(expect: Record<string, unknown>, errors: readonly ShootRefusal[]): string | null {
  if (expect.allowed !== false) return unexpectedRefusal(errors)
  const expected = onceEach(errorsOf(expect))
  const told = onceEach(errors)
  const { code, reason, message } = fieldsOf(expect.answer)
  const status = shootStatus(errors)
  const { text, verbatim } = answerText(errors, 'shoot')
  return (
    differenceOfRefusals(expected, told) ??
    differenceOfWords(expected, told) ??
    firstDifference({ code, reason }, { code: status.code, reason: status.reason ?? '' }, 'answer') ??
    (verbatim ? firstDifference(message, text, 'answer.message') : null)
  )
}

function onceEach<T>(errors: readonly T[]): readonly T[] {
  return [...new Map(errors.map((error) => [JSON.stringify(error), error])).values()]
}

function finding(vector: VectorCase, context: ConformanceContext): FindProfile {
  const names = listOf(vector.profiles).map(String)
  const unmerged = new Set(listOf(vector.unmerged).map(String))
  const children = new Map(
    listOf(vector.namespaced).map((id) => {
      const raw = fieldsOf(context.rawNamespaced(String(id)))
      return [`${fieldsOf(raw.metadata).namespace}/${fieldsOf(raw.metadata).name}`, { raw, id: String(id) }] as const
    }),
  )
  return ({ kind, name }) => {
    if (kind === 'CloudProfile') {
      if (!names.includes(name)) return undefined
      return referenced({ kind, name }, name, fieldsOf(context.rawProfile(name)).spec)
    }
    const namespace = 'garden-dev'
    const child = kind === 'NamespacedCloudProfile' ? children.get(`${namespace}/${name}`) : undefined
    if (child === undefined) return undefined
    const root = String(fieldsOf(fieldsOf(child.raw.spec).parent).name)
    const merged = unmerged.has(child.id) ? { type: '' } : fieldsOf(child.raw.status).cloudProfileSpec
    return referenced({ kind: 'NamespacedCloudProfile', namespace, name }, root, merged)
  }
}

function referenced(ref: ReferencedProfile['ref'], root: string, spec: unknown): ReferencedProfile {
  const parsed = parseCloudProfile({ metadata: { name: ref.name }, spec })
  const profile = parsed.kind === 'ok' ? parsed.value.profile : { kubernetes: [], machineImages: [], machineTypes: [] }
  return { ref, root, profile: { ...profile, offers: readSubmittedSpec(spec) } }
}
