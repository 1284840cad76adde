import type { ProfileDeadEnd as ProfileDeadEndBody } from '@/lib/contract'
import { onWire } from '@/lib/contract/dates'
import { profileDeadEndsOf, profileDeadEndText } from '@/lib/engine/obstacles'
import type { CompiledProfile } from '@/lib/engine/rules'
import type { FleetIndex } from '../fleet-index'
import { componentsOn } from '../trajectory'

/** Where the versions of a profile lead nowhere once they have expired, and how many clusters are on them. */
export function profileDeadEnds(index: FleetIndex, key: string, profile: CompiledProfile): ProfileDeadEndBody[] {
  return profileDeadEndsOf(profile, index.at).map((deadEnd) => {
    const { kind, image, versions, since, until } = deadEnd
    const what = image ?? 'Kubernetes'
    return {
      kind,
      what,
      versions: [...versions],
      since: Number.isFinite(since) ? onWire(since) : null,
      until: until === null ? null : onWire(until),
      clusters: clustersOn(index, key, what, versions),
      text: profileDeadEndText(deadEnd),
    }
  })
}

function clustersOn({ roster }: FleetIndex, key: string, what: string, versions: readonly string[]): number {
  const isOn = [...roster.members].filter(
    ({ profile, shoot }) =>
      profile === key && versions.some((version) => componentsOn(shoot, what, version).length > 0),
  )
  return isOn.length
}
