import type { GardenStatus } from '@/lib/contract'
import { onWire } from '@/lib/contract/dates'
import { shortened } from '@/lib/engine/bounds'
import { type Garden, resourceTitle } from '@/lib/garden/garden'
import { missingProfiles } from './missing-profiles'

/** As many problems as an answer lists. */
const listed = 100
/** As many characters of what has one, and of why. */
const nameLength = 200
const reasonLength = 500

/** Whether what is shown follows the garden, as answers tell it. */
export function statusBody(garden: Garden): GardenStatus {
  const status = garden.status()
  const { kind, label, covers, state, since, reason, resources } = status
  const snapshot = garden.snapshot()
  const problems = [...missingProfiles(snapshot, status), ...snapshot.problems]
  return {
    kind,
    label: covers === undefined ? label : `${label}, ${covers}`,
    covers: covers ?? null,
    state,
    since: since === undefined ? null : onWire(since),
    reason: reason ?? null,
    resources: resources.map(({ read, of, state, message, ...resource }) => ({
      name: resourceTitle(resource),
      read,
      of: of ?? null,
      state,
      message: message ?? null,
    })),
    problems: problems.slice(0, listed).map(({ source, line, object, reason, more }) => ({
      source: shortened(source, nameLength),
      line: line ?? null,
      object: object === undefined ? null : shortened(object, nameLength),
      reason: shortened(reason, reasonLength) + (more === undefined ? '' : `. ${more}`),
    })),
    problemCount: problems.length,
  }
}
