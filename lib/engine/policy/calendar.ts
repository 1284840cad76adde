import { USUAL_CADENCE } from '@/lib/engine/kinds'
import { compareVersions, minorOf, parseVersion, type Version } from '@/lib/engine/rules'
import { DAY, startOfDay } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import type { ExpectedRelease } from './simulate'

/** How often versions are expected, in months; 0: never. */
export interface ReleaseCadence {
  readonly minors: number
  readonly patches: number
  readonly images: number
}

/** How many minors receive patches. */
const PATCHED_MINORS = 3
/** The time from the arrival of a minor as a preview to its promotion, which an operator does by hand. */
const TRIAL = 42 * DAY

/**
 * The releases that a profile may expect from `now` until `until`, as a first guess for people to correct. All begin a day, in
 * UTC; none today.
 *
 * - Minors come as previews and are promoted six weeks later; so is the highest preview that is there now.
 * - Patches of the three highest minors that are no previews come without a classification. Where a patch waits as a preview,
 *   it is promoted instead.
 * - Images: the number that changed last goes on. One that is a date becomes the day's.
 */
export function expectedReleases(
  profile: CloudProfile,
  span: { readonly now: Instant; readonly until: Instant },
  cadence: ReleaseCadence = USUAL_CADENCE,
): readonly ExpectedRelease[] {
  const releases = [...kubernetesReleases(profile.kubernetes, span, cadence)]
  for (const image of profile.machineImages) {
    let newest = newestTexts(image.versions)
    for (const at of every(cadence.images, span)) {
      const version = nextText(newest, at)
      if (version === null || image.versions.some((listed) => listed.version === version)) break
      releases.push({ at, image: image.name, version, classification: null })
      newest = [version, ...newest]
    }
  }
  return releases.filter(({ at }) => at <= span.until).toSorted((a, b) => a.at - b.at)
}

interface MinorReleases {
  readonly major: number
  readonly minor: number
  patch: number
  /** The highest patch waits as a preview. */
  waits: boolean
  /** Some patch of it is no preview. */
  released: boolean
}

function kubernetesReleases(
  versions: readonly ExpirableVersion[],
  span: { readonly now: Instant; readonly until: Instant },
  { minors: everyMinors, patches: everyPatches }: ReleaseCadence,
): readonly ExpectedRelease[] {
  const minors = minorsOf(versions)
  const [newest] = minors
  if (newest === undefined) return []
  const releases: ExpectedRelease[] = []
  const release = (at: Instant, of: MinorReleases, classification: ExpectedRelease['classification']) => {
    releases.push({ at, image: null, version: `${of.major}.${of.minor}.${of.patch}`, classification })
  }
  const promote = (minor: MinorReleases) => (at: Instant) => {
    if (!minor.waits) return
    release(at, minor, 'supported')
    minor.waits = false
    minor.released = true
  }
  const patch = (at: Instant) => {
    for (const minor of minors.filter(({ released }) => released).slice(0, PATCHED_MINORS)) {
      if (!minor.waits) minor.patch++
      release(at, minor, minor.waits ? 'supported' : null)
      minor.waits = false
    }
  }
  const due = newest.released ? [] : [{ at: startOfDay(span.now) + TRIAL, come: promote(newest) }]
  for (const [i, at] of every(everyMinors, span).entries()) {
    const next = { major: newest.major, minor: newest.minor + i + 1, patch: 0, waits: true, released: false }
    const arrive = (then: Instant) => {
      minors.unshift(next)
      release(then, next, 'preview')
    }
    due.push({ at, come: arrive }, { at: at + TRIAL, come: promote(next) })
  }
  for (const at of every(everyPatches, span)) due.push({ at, come: patch })
  for (const { at, come } of due.toSorted((a, b) => a.at - b.at)) if (at <= span.until) come(at)
  return releases
}

/** Highest first; pre-releases do not count. */
function minorsOf(versions: readonly ExpirableVersion[]): MinorReleases[] {
  const minors = new Map<string, MinorReleases & { top: Version }>()
  for (const { version: text, classification } of versions) {
    const version = parseVersion(text)
    if (version === null || version.prerelease !== '') continue
    const isPreview = classification === 'preview'
    const known = minors.get(minorOf(version))
    if (known === undefined || compareVersions(version, known.top) > 0) {
      const [major, minor, patch] = [Number(version.major), Number(version.minor), Number(version.patch)]
      const released = !isPreview || known?.released === true
      minors.set(minorOf(version), { major, minor, patch, waits: isPreview, released, top: version })
    } else if (!isPreview) known.released = true
  }
  return [...minors.values()].toSorted((a, b) => compareVersions(b.top, a.top))
}

/** The begin of the day, every so many months from now; at most sixty times. */
function every(months: number, { now, until }: { readonly now: Instant; readonly until: Instant }): Instant[] {
  if (months <= 0) return []
  const days: Instant[] = []
  const today = new Date(startOfDay(now))
  for (let i = 1; i <= 60; i++) {
    const month = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + i * months, 1)
    const length = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + i * months + 1, 0)).getUTCDate()
    const at = month + (Math.min(today.getUTCDate(), length) - 1) * DAY
    if (at > until) break
    days.push(at)
  }
  return days
}

/** Texts of versions, highest first; pre-releases do not count. */
function newestTexts(versions: readonly ExpirableVersion[]): string[] {
  return versions
    .flatMap(({ version }) => parseVersion(version) ?? [])
    .filter(({ prerelease }) => prerelease === '')
    .toSorted((a, b) => compareVersions(b, a))
    .map(({ text }) => text)
}

/** What an image is likeliest to bring next; null when there is nothing to go on from. */
export function nextImageVersion(versions: readonly ExpirableVersion[], at: Instant): string | null {
  return nextText(newestTexts(versions), at)
}

/** Null when nothing is known to go on from. */
function nextText([highest, second]: readonly string[], at: Instant): string | null {
  if (highest === undefined) return null
  const [release = ''] = highest.split('+')
  const parts = release.split('.')
  const dated = parts.findLastIndex((part) => /^20\d{6}$/.test(part))
  if (dated !== -1) return parts.with(dated, new Date(at).toISOString().slice(0, 10).replaceAll('-', '')).join('.')
  const others = second?.split('.') ?? []
  const changed = parts.findIndex((part, i) => part !== others[i])
  // What began anew goes on one step below: no distribution counts its majors one by one.
  const place = Math.min(second === undefined ? parts.length - 1 : Math.max(changed, 1), parts.length - 1)
  return parts.map((part, i) => (i < place ? part : i > place ? '0' : String(Number(part) + 1))).join('.')
}
