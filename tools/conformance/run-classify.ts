import { readSubmitted, submittedStage } from '@/lib/engine/api-server'
import { stageAt } from '@/lib/engine/rules'
import { parseInstant } from '@/lib/engine/time'
import type { ExpirableVersion, Instant } from '@/lib/engine/types'
import { parseCloudProfile } from '@/lib/garden/parse'
import type { Context, Runner, VectorCase } from './context'
import { firstDifference } from './difference'

/** What a version is at an instant. */
export const classify: Runner = {
  file: 'classify.jsonl',
  run: (vector, context) => {
    const version = versionOf(vector, context)
    const at = parseInstant(String(vector.at))
    if (version === undefined) return `version: ${vector.version} is not in the profile`
    if (at === null) return `at: ${vector.at} is not a time`
    const written = vector.kind === 'inline' ? firstDifference(vector.expect, asWritten(vector, at), 'expect') : null
    if (written !== null || !STAGES.includes(String(vector.expect))) return written
    return firstDifference(vector.expect, stageAt(version, at), 'expect')
  },
}

/** Anything else is a word that is not Gardener's: it stays as it is while a profile is judged, and is a problem once it is read. */
const STAGES: readonly string[] = ['unavailable', 'preview', 'supported', 'deprecated', 'expired']

function asWritten(vector: VectorCase, at: Instant): string | undefined {
  const { spec } = readSubmitted({ spec: { kubernetes: { versions: [vector.versionObject] } } })
  const [version] = spec.kubernetes
  return version && submittedStage(version, at)
}

function versionOf(vector: VectorCase, context: Context): ExpirableVersion | undefined {
  if (vector.kind === 'inline') {
    const spec = { kubernetes: { versions: [vector.versionObject] } }
    const parsed = parseCloudProfile({ metadata: { name: 'inline' }, spec })
    return parsed.kind === 'ok' ? parsed.value.profile.kubernetes[0] : undefined
  }
  const profile = context.profile(String(vector.profile)).source
  const versions: readonly ExpirableVersion[] =
    vector.kind === 'kubernetes'
      ? profile.kubernetes
      : (profile.machineImages.find(({ name }) => name === vector.image)?.versions ?? [])
  return versions.find(({ version }) => version === vector.version)
}
