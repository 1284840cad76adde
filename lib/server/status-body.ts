import type { GardenStatus } from '@/lib/contract'
import type { Garden } from '@/lib/garden/garden'
import { onWire } from './clock'

/** As many problems as an answer lists. */
const listed = 100

/** Whether what is shown follows the garden, as answers tell it. */
export function statusBody(garden: Garden): GardenStatus {
  const { kind, label, state, since, reason, resources } = garden.status()
  const { problems } = garden.snapshot()
  return {
    kind,
    label,
    state,
    since: since === undefined ? null : onWire(since),
    reason: reason ?? null,
    resources: resources.map(({ name, read, of, state, message }) => ({
      name,
      read,
      of: of ?? null,
      state,
      message: message ?? null,
    })),
    problems: problems.slice(0, listed).map(({ source, line, object, reason }) => ({
      source,
      line: line ?? null,
      object: object ?? null,
      reason,
    })),
    problemCount: problems.length,
  }
}
