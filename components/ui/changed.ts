import { selectedVersionPage } from '@/lib/browser/paths'
import { shortName } from '@/lib/contract/version-name'
import type { Zone } from '@/lib/contract/zone'
import type { ProfileHistoryAnswer } from '@/lib/questions/profiles/contract/history'
import { NOT_RECORDED, whoOf } from '@/lib/words/phrases'
import { momentText, ms } from '@/lib/words/time-text'
import type { Difference } from './differences'

/** The change of a profile that something was brought about with: `3 Nov 14:20, release owner`, and the page that tells of it. */
export interface Changed {
  readonly text: string
  readonly href: string
}

type History = Pick<ProfileHistoryAnswer, 'profile'> & {
  /** Newest first. */
  readonly changes: readonly Pick<
    ProfileHistoryAnswer['changes'][number],
    'number' | 'seen' | 'after' | 'who' | 'manager' | 'differences'
  >[]
}

/** Of the last change since the moment that is shown; null: what differs came about without one, as with the time, or is not of a version. */
export function changedWith(
  { about }: Difference,
  { profile, changes }: History,
  seen: string,
  zone: Zone,
): Changed | null {
  if (about === undefined) return null
  const found = changes.flatMap((change) => {
    if (ms(change.seen) <= ms(seen)) return []
    const one = change.differences.find(
      ({ what, version, kind, expires, stage }) =>
        what !== null &&
        version !== null &&
        shortName(what === 'Kubernetes' ? null : what, version) === about.version &&
        (kind !== 'life' || (about.part === 'expiry' ? expires !== null : stage !== null)),
    )
    return one === undefined ? [] : [{ change, what: one.what ?? '', version: one.version ?? '' }]
  })
  const [last, ...others] = found
  if (last === undefined) return null
  const { change, what, version } = last
  const who = whoOf(change)
  const at = momentText(change.seen, zone, change.seen)
  const when = change.after === null ? at : `between ${momentText(change.after, zone, change.seen)} and ${at}`
  const times = others.length === 0 ? '' : `, and ${others.length} before`
  return {
    text: `${when}${who === NOT_RECORDED ? '' : `, ${who}`}${times}`,
    href: `${selectedVersionPage(profile, what, version)}&view=history#change-${change.number}`,
  }
}
