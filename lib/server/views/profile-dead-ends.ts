import type { ProfileDeadEnd as ProfileDeadEndBody } from '@/lib/contract'
import { onWire } from '@/lib/contract/dates'
import { capitalized, dayText } from '@/lib/engine/explain'
import { type ProfileDeadEnd, profileDeadEndsOf } from '@/lib/engine/obstacles'
import type { CompiledProfile } from '@/lib/engine/rules'
import type { FleetIndex } from '../fleet-index'
import { componentsOn } from '../trajectory'
import { minorText } from '../version-text'

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
      text: deadEndText(deadEnd, what),
    }
  })
}

function clustersOn({ roster }: FleetIndex, key: string, what: string, versions: readonly string[]): number {
  const isOn = roster.members.filter(
    ({ profile, shoot }) =>
      profile === key && versions.some((version) => componentsOn(shoot, what, version).length > 0),
  )
  return isOn.length
}

/** Days in UTC, as dates of profiles are. */
function deadEndText({ kind, versions, since, until }: ProfileDeadEnd, what: string): string {
  const days = [
    ...(Number.isFinite(since) ? [`from ${dayText(since, 0)} on`] : []),
    ...(until === null ? [] : [`until ${dayText(until, 0)}`]),
  ]
  const stuck = `${capitalized([...days, 'nothing'].join(' '))} leads away from ${what} ${listed(versions)}`
  const next = nextMinor(versions[0] ?? '')
  switch (kind) {
    case 'minor-gap':
      return `${stuck}: no version of ${next} is listed, and a minor cannot be skipped.`
    case 'only-previews':
      return `${stuck}: all versions of ${next} are previews, and those are never a target.`
    case 'last-minor':
      return `${stuck}: no higher minor is listed.`
    case 'image-end-of-life':
      return `${stuck}: no higher version is left.`
  }
}

function listed(versions: readonly string[]): string {
  const last = versions.at(-1) ?? ''
  return versions.length < 2 ? last : `${versions.slice(0, -1).join(', ')} and ${last}`
}

function nextMinor(version: string): string {
  const [major, minor] = minorText(version).split('.')
  return `${major}.${Number(minor) + 1}`
}
