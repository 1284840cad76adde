import { DAY, HOUR } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { figuresOf } from '@/lib/landscape/class-sums'
import type { ClusterEvent } from '@/lib/landscape/event'
import type { Landscape } from '@/lib/landscape/landscape'
import { Outlook } from '@/lib/landscape/outlook'
import { EVENT_WORDS } from '@/lib/words/wording'

/** What a badge says: `1.33.9`, `forced in 12 d`. */
interface BadgeWords {
  readonly label: string
  readonly text: string
  readonly tone: 'calm' | 'forced' | 'fails'
}

/** Fills with white letters on them, at least 4.5 to 1; they are the same on light and dark pages. */
const FILLS = { calm: '#0d6b4d', forced: '#8a4b00', fails: '#a3203a' } as const

const HEIGHT = 20
const PADDING = 7

/**
 * A badge as SVG, for pages of others: it is as wide as its words, holds no script and refers to nothing. Which letters the reader's
 * system has is not known here, so each text is told how wide it is.
 */
export function badgeSvg({ label, text, tone }: BadgeWords): string {
  const [left, right] = [widthOf(label) + 2 * PADDING, widthOf(text) + 2 * PADDING]
  const width = left + right
  const words = (x: number, content: string) =>
    `<text x="${x}" y="14" textLength="${widthOf(content)}" lengthAdjust="spacingAndGlyphs">${escaped(content)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${escaped(`${label}: ${text}`)}">`,
    `<title>${escaped(`${label}: ${text}`)}</title>`,
    // A line of its own colour parts it from pages that are as dark, or as light.
    '<style>.label{fill:#3d4047}.edge{stroke:#00000026}@media (prefers-color-scheme:dark){.label{fill:#4a4e57}.edge{stroke:#ffffff3d}}</style>',
    `<clipPath id="c"><rect width="${width}" height="${HEIGHT}" rx="3"/></clipPath>`,
    `<g clip-path="url(#c)"><rect class="label" width="${left}" height="${HEIGHT}"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${FILLS[tone]}"/></g>`,
    `<rect class="edge" x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="2.5" fill="none"/>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,Arial,sans-serif" font-size="11">',
    words(PADDING, label),
    words(left + PADDING, text),
    '</g></svg>',
  ].join('')
}

/** The width of a text in a wide font of 11 px, about. */
function widthOf(text: string): number {
  let width = 0
  for (const letter of text) width += /[ .,:;|ijlt'!1f]/.test(letter) ? 4.6 : /[mwMW]/.test(letter) ? 10 : 7
  return Math.round(width)
}

function escaped(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** `1.33.9`, and what comes that its owner cannot avoid. */
export function shootBadge(landscape: Landscape, position: number): BadgeWords {
  const { member, nextForced } = new Outlook(landscape, position)
  const { shoot, profile } = member
  const label = shoot.kubernetesVersion
  if (shoot.deletionTimestamp !== undefined) return { label, text: 'being deleted', tone: 'calm' }
  if (!landscape.snapshot.profiles.has(profile)) return { label, text: 'profile is missing', tone: 'fails' }
  return { label, ...aheadWords(nextForced, landscape.at) }
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
export function profileBadge(landscape: Landscape, label: string): BadgeWords {
  const { forced90: forced, stuck: fails } = figuresOf(landscape, label)
  const parts = [forced === 0 ? '' : `${forced} forced`, fails === 0 ? '' : `${fails} stuck`].filter(Boolean)
  const text = `${parts.length === 0 ? 'nothing is forced' : parts.join(', ')} within 90 d`
  return { label, text, tone: fails > 0 ? 'fails' : forced > 0 ? 'forced' : 'calm' }
}
