import { DAY, HOUR } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { ClusterEvent } from '@/lib/landscape/event'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { Outlook } from '@/lib/landscape/outlook'
import { figuresOf } from '@/lib/landscape/profile-figures'
import { EVENT_WORDS } from '@/lib/words/wording'
import type { BadgeWords } from './badge'

/** `1.33.9`, and what comes that its owner cannot avoid. */
export function shootBadge(index: FleetIndex, position: number): BadgeWords {
  const { member, nextForced } = new Outlook(index, position)
  const { shoot, profile } = member
  const label = shoot.kubernetesVersion
  if (shoot.deletionTimestamp !== undefined) return { label, text: 'being deleted', tone: 'calm' }
  if (!index.snapshot.profiles.has(profile)) return { label, text: 'profile is missing', tone: 'fails' }
  return { label, ...aheadWords(nextForced, index.at) }
}

function aheadWords(nextForced: ClusterEvent | null, at: Instant): Omit<BadgeWords, 'label'> {
  if (nextForced === null) return { text: 'nothing is forced', tone: 'calm' }
  const { kind, window, onlyAfter } = nextForced
  // Where a version expires within the window it may be the night after.
  const nights = [window, ...(onlyAfter?.otherwise ? [onlyAfter.otherwise] : [])]
  const when = nights.map(({ begin }) => inTime(begin, at)).join(' or ')
  const tone = kind === 'fails' ? 'fails' : 'forced'
  return { text: `${EVENT_WORDS[tone]} ${when}`, tone }
}

function inTime(begin: Instant, at: Instant): string {
  const left = begin - at
  if (left <= 0) return 'now'
  return left < DAY ? `in ${Math.max(1, Math.floor(left / HOUR))} h` : `in ${Math.floor(left / DAY)} d`
}

/** `aws`, and how many of its clusters are forced or stuck soon. */
export function profileBadge(index: FleetIndex, label: string): BadgeWords {
  const { forced90: forced, stuck: fails } = figuresOf(index, label)
  const parts = [forced === 0 ? '' : `${forced} forced`, fails === 0 ? '' : `${fails} stuck`].filter(Boolean)
  const text = `${parts.length === 0 ? 'nothing is forced' : parts.join(', ')} within 90 d`
  return { label, text, tone: fails > 0 ? 'fails' : forced > 0 ? 'forced' : 'calm' }
}
