import { checkNamespaced, readSubmitted, type SubmittedVersion, submittedStage } from '@/lib/engine/api-server'
import { formatInstant, parseInstant } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { Runner } from './context'
import { firstDifference } from './difference'
import { errorsOf } from './errors'

/** Whether the API server accepts a NamespacedCloudProfile, and what it gives with its parent. */
export const namespacedEdits: Runner = {
  file: 'namespaced-edits.jsonl',
  run: (vector, context) => {
    const now = parseInstant(String(vector.now))
    if (now === null) return `now: ${vector.now} is not a time`
    const before = vector.before === undefined ? null : { profile: readSubmitted(vector.before), shoots: [] }
    const parent = readSubmitted(context.rawProfile(String(vector.profile)))
    const after = readSubmitted(vector.after)
    const object = `namespacedcloudprofiles.core.gardener.cloud ${JSON.stringify(after.name)}`
    const { refusals, merged } = checkNamespaced(parent, after, before, now)
    const errors = errorsOf(object, refusals)
    if (errors.length > 0) return firstDifference(vector.expect, { allowed: false, errors })
    return firstDifference(vector.expect, {
      allowed: true,
      errors,
      mergedKubernetes: merged.kubernetes.map((version) => shown(version, now)),
      mergedImages: Object.fromEntries(
        merged.machineImages.map(({ name, versions }) => [name, versions.map((version) => shown(version, now))]),
      ),
    })
  },
}

function shown(version: SubmittedVersion, now: Instant) {
  return {
    version: version.version,
    classification: submittedStage(version, now),
    expirationDate: version.expirationDate === undefined ? undefined : formatInstant(version.expirationDate),
  }
}
