import { shortened, TEXT_LENGTH } from '@/lib/engine/bounds'
import { RELEASE_STAGES } from '@/lib/engine/kinds'
import type { ReleaseBody } from '../contract'

/** What a pasted calendar comes to. */
export interface ReadCalendar {
  readonly releases: readonly ReleaseBody[]
  /** What could not be read, as whole sentences with their line. */
  readonly problems: readonly string[]
}

/** One entry of a calendar: what it says of which day. */
interface ReleaseEntry {
  readonly line: number
  readonly day: string | null
  readonly text: string
}

/** How many releases may be asked about. */
const MOST = 500
/** How many lines that cannot be read are told one by one. */
const MOST_PROBLEMS = 50

/**
 * Reads a release calendar: iCalendar, or a line per release, `2027-01-12 1.36.0 preview` or `2027-02-01, gardenlinux 2150.2.0`.
 * Of an entry count the day, the first thing that looks like a version, the name of an image (none: Kubernetes) and the word
 * preview, supported or deprecated (none: unclassified). Empty lines and those with `#` in front are passed over.
 */
export function readCalendar(text: string, images: readonly string[]): ReadCalendar {
  const entries = /^BEGIN:VCALENDAR/im.test(text) ? eventsOf(text) : linesOf(text)
  const releases: ReleaseBody[] = []
  const problems: string[] = []
  // The longest name first: one may be part of another.
  const names = images.toSorted((a, b) => b.length - a.length)
  for (const { line, day, text: said } of entries) {
    const image = names.find((name) => said.toLowerCase().includes(name.toLowerCase())) ?? null
    const rest = image === null ? said : said.replace(new RegExp(escaped(image), 'i'), ' ')
    const version = /(?<![\w.])v?(\d+(?:\.\d+)+(?:[-+][\w.-]+)?)/.exec(rest)?.[1]
    if (day === null) problems.push(`Line ${line}: it has no day like 2027-01-12.`)
    else if (version === undefined) problems.push(`Line ${line}: "${shortened(said)}" names no version.`)
    else if (version.length > TEXT_LENGTH) {
      problems.push(`Line ${line}: its version has ${version.length} characters; at most ${TEXT_LENGTH} can be told.`)
    } else {
      const classification = RELEASE_STAGES.find((stage) => new RegExp(`\\b${stage}\\b`, 'i').test(rest)) ?? null
      const whole = image === null && /^\d+\.\d+$/.test(version) ? `${version}.0` : version
      releases.push({ date: day, image, version: whole, classification })
    }
  }
  const more = problems.length - MOST_PROBLEMS
  if (more > 0) problems.splice(MOST_PROBLEMS, more, `${more} more lines cannot be read.`)
  if (releases.length > MOST) problems.push(`${releases.length} releases are too many; ${MOST} are read at most.`)
  return { releases: releases.slice(0, MOST), problems }
}

function linesOf(text: string): ReleaseEntry[] {
  return text.split(/\r?\n/).flatMap((row, i): ReleaseEntry[] => {
    const said = row.trim()
    if (said === '' || said.startsWith('#')) return []
    const found = /\d{4}-\d\d-\d\d/.exec(said)?.[0]
    return [
      { line: i + 1, day: found === undefined ? null : dayOf(found), text: said.replace(found ?? '', ' ').trim() },
    ]
  })
}

/** The events of an iCalendar text (RFC 5545): long lines go on after a line break and a blank. */
function eventsOf(text: string): ReleaseEntry[] {
  const events: ReleaseEntry[] = []
  let event: { line: number; day: string | null; text: string } | null = null
  for (const { line, text: row } of unfolded(text)) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/i.exec(row) ?? []
    if (/^BEGIN$/i.test(name) && /^VEVENT$/i.test(value.trim())) event = { line, day: null, text: '' }
    else if (event !== null && /^DTSTART$/i.test(name)) {
      const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(value) ?? []
      event.day = year === undefined ? null : dayOf(`${year}-${month}-${day}`)
    } else if (event !== null && /^SUMMARY$/i.test(name)) event.text = value.replace(/\\([,;\\])/g, '$1').trim()
    else if (event !== null && /^END$/i.test(name) && /^VEVENT$/i.test(value.trim())) {
      events.push(event)
      event = null
    }
  }
  return events
}

function unfolded(text: string): { line: number; text: string }[] {
  const rows: { line: number; text: string }[] = []
  for (const [i, row] of text.split(/\r?\n/).entries()) {
    const last = rows.at(-1)
    if (/^[ \t]/.test(row) && last !== undefined) last.text += row.slice(1)
    else rows.push({ line: i + 1, text: row })
  }
  return rows
}

/** Null for a day that there is not, such as 30 February. */
function dayOf(text: string): string | null {
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? null : text
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
