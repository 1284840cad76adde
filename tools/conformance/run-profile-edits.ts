import { checkCreate, checkUpdate, readSubmitted } from '@/lib/engine/api-server'
import { parseInstant } from '@/lib/engine/time'
import { parseShoot } from '@/lib/garden/parse'
import type { Runner, VectorCase } from './context'
import { firstDifference } from './difference'
import { errorsOf } from './errors'

/** Whether the API server accepts a new or changed CloudProfile, and what it says if not. */
export const profileEdits: Runner = {
  file: 'profile-edits.jsonl',
  run: (vector, context) => {
    const now = parseInstant(String(vector.now))
    if (now === null) return `now: ${vector.now} is not a time`
    const after = readSubmitted(withLostText(vector))
    const object = `cloudprofiles.core.gardener.cloud ${JSON.stringify(after.name)}`
    if (vector.operation === 'create') {
      const { refusals, dropped } = checkCreate(after, now)
      const allowed = refusals.length === 0
      const lists = { kubernetes: sorted(dropped.kubernetes), images: sorted(dropped.images) }
      const any = allowed && lists.kubernetes.length + lists.images.length > 0
      return firstDifference(withoutEmptyDropped(vector.expect), {
        allowed,
        errors: errorsOf(object, refusals),
        ...(any ? { dropped: lists } : {}),
      })
    }
    const before = readSubmitted({ ...asObject(context.rawProfile(String(vector.profile))) })
    const refusals = checkUpdate(before, after, now, { shoots: shootsOf(vector), namespaced: [] })
    return firstDifference(vector.expect, { allowed: refusals.length === 0, errors: errorsOf(object, refusals) })
  },
}

/** The order in which versions are dropped has no meaning; absent and empty are the same. */
function withoutEmptyDropped(expect: unknown): unknown {
  const { dropped, ...rest } = asObject(expect)
  const { kubernetes, images } = asObject(dropped)
  const lists = { kubernetes: sorted(kubernetes), images: sorted(images) }
  return lists.kubernetes.length + lists.images.length === 0 ? rest : { ...rest, dropped: lists }
}

function sorted(raw: unknown): string[] {
  return Array.isArray(raw) ? [...new Set(raw.map(String))].sort() : []
}

function asObject(raw: unknown): Record<string, unknown> {
  return typeof raw === 'object' && raw !== null ? { ...raw } : {}
}

/** Those on the case's profile. */
function shootsOf(vector: VectorCase) {
  return (Array.isArray(vector.shoots) ? vector.shoots : []).flatMap((raw) => {
    const parsed = parseShoot(raw)
    if (parsed.kind !== 'ok') return []
    const { kind, name } = parsed.value.profile
    return kind === 'CloudProfile' && name === vector.profile ? [parsed.value] : []
  })
}

const EMPTY_CONSTRAINT = /^spec\.machineImages\[(\d+)\]\.versions\[(\d+)\]\.kubeletVersionConstraint$/

/**
 * Files of this kind leave out empty texts, so a submitted `kubeletVersionConstraint: ""` is not in them although its refusal
 * is. It is put back where the expected refusal quotes it; see CONFORMANCE.md.
 */
function withLostText(vector: VectorCase): unknown {
  const { errors } = asObject(vector.expect)
  const places = (Array.isArray(errors) ? errors : []).flatMap((raw) => {
    const { field, detail } = asObject(raw)
    const match = EMPTY_CONSTRAINT.exec(String(field))
    return match !== null && String(detail).endsWith('improper constraint: ""') ? [`${match[1]}/${match[2]}`] : []
  })
  if (places.length === 0) return vector.after
  const after = asObject(vector.after)
  const spec = asObject(after.spec)
  const machineImages = asArray(spec.machineImages).map((image, i) => ({
    ...asObject(image),
    versions: asArray(asObject(image).versions).map((version, j) =>
      places.includes(`${i}/${j}`) ? { kubeletVersionConstraint: '', ...asObject(version) } : version,
    ),
  }))
  return { ...after, spec: { ...spec, machineImages } }
}

function asArray(raw: unknown): readonly unknown[] {
  return Array.isArray(raw) ? raw : []
}
