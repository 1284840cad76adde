import { checkNamespaced, mergeNamespacedProfile, submittedOverrides, submittedProfile } from '@/lib/engine/api-server'
import { MemoizedProfile } from '@/lib/engine/course'
import { expiryOf, listedEntry } from '@/lib/engine/rules'
import { DAY, startOfDay } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { isTrouble } from './compare-courses'
import type { KnownProspect, OwnDate } from './remedy'
import { isAdmitted, type Plan } from './trial'

/** How much longer a version would stay: what is tried, and told as an example. */
const LONGER = 90 * DAY

/** It only has to be free: nothing depends on it. */
const NAME = 'more-time'

/**
 * A NamespacedCloudProfile that does not exist yet, in which the versions that the first trouble is about expire later; null: the
 * API server would not take it. It takes no date of the highest Kubernetes version, and none of a version with stages
 * (docs/rules.md#namespaced-profiles).
 */
export function ownDatesPlan({ shoot, profile, at, course }: KnownProspect): Plan | null {
  const { kind, name: parent } = shoot.profile
  const step = course.steps.find(isTrouble)
  if (kind !== 'CloudProfile' || step === undefined) return null
  const { source } = profile
  const dates = new Map<string, OwnDate>()
  for (const { image = null, from, kind: outcome, why } of step.changes) {
    if (outcome === 'update' && why === 'auto') continue
    const entry = listedEntry(profile, image, from)
    const expires = entry === undefined ? null : expiryOf(entry)
    if (entry === undefined || expires === null) continue
    dates.set(`${image} ${entry.version}`, { image, version: entry.version, expires: laterThan(expires, at) })
  }
  if (dates.size === 0) return null
  const all = [...dates.values()]
  const overrides = {
    kubernetes: all.flatMap(({ image, version, expires }) =>
      image === null ? [{ version, expirationDate: expires }] : [],
    ),
    machineImages: [...new Set(all.flatMap(({ image }) => image ?? []))].map((name) => ({
      name,
      versions: all.flatMap(({ image, version, expires }) =>
        image === name
          ? [{ kind: 'date', version: { version, architectures: [], cri: [], expirationDate: expires } } as const]
          : [],
      ),
    })),
    machineTypes: [],
  }
  const ref = { kind: 'NamespacedCloudProfile', namespace: shoot.namespace, name: NAME } as const
  const submitted = submittedOverrides({ namespace: shoot.namespace, name: NAME, parent }, overrides)
  if (checkNamespaced(submittedProfile(parent, source), submitted, null, at).refusals.length > 0) return null
  const merged = new MemoizedProfile(mergeNamespacedProfile(source, overrides))
  const after = { ...shoot, profile: ref }
  if (!isAdmitted(shoot, after, merged.source, at)) return null
  return {
    action: { code: 'own-dates', parent, dates: all },
    after,
    profile: merged,
    // The profile has to be there first.
    patch: null,
    patchType: null,
    expiry: null,
    rank: 9,
  }
}

/** The end of a day of UTC. */
function laterThan(expires: Instant, at: Instant): Instant {
  return startOfDay(Math.max(expires, at) + LONGER) + DAY - 1000
}
