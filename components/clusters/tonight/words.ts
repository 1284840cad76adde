import { profileName } from '@/lib/browser/profile-name'
import type { Zone } from '@/lib/contract/zone'
import type { TonightAnswer } from '@/lib/questions/clusters/contract/tonight'
import { orOtherNight, whatText } from '@/lib/words/event-words'
import { clockText, countOf, countText, HOUR, MINUTE, ms, relativeText, type Time } from '@/lib/words/time-text'
import { inPlaceText, nodesText } from '@/lib/words/wording'

export type Row = TonightAnswer['rows'][number]

/** Rows that a board shows before it folds. */
export const ROWS_OF_A_BOARD = 18

/**
 * `1.34.6 → 1.34.7, kubelets restart`; of what has no version to move to, what it is.
 * @param isWhole with the version that an image has now, for which a board has no room: else `gardenlinux → 1877.9.0, up to 12 nodes`
 */
export function stepText(row: Row, isWhole = true): string {
  const { from, to, effect, nodes } = row
  const what = whatText(row)
  const name = what === 'Kubernetes' ? '' : `${what} `
  const now = isWhole || name === '' ? `${name}${from}` : what
  const versions = from === '' ? what : to === null ? `${name}${from}` : `${now} → ${to}`
  switch (effect) {
    case 'rolling':
    case 'inPlace':
      return nodes.max === 0
        ? versions
        : `${versions}, ${nodesText(nodes)}${effect === 'inPlace' ? ` ${inPlaceText(nodes)}` : ''}`
    case 'kubeletRestart':
      return `${versions}, kubelets restart`
    case 'none':
      return versions
  }
}

/** `1 of 3 clusters: gardenlet reports …`; null: it reports nothing. */
export function reportedText({ reported, clusters }: Row): string | null {
  if (reported === null) return null
  const { clusters: of, text } = reported
  return clusters === 1 ? text : `${countText(of)} of ${countOf(clusters, 'cluster')}: ${text}`
}

/** What became of it, or when it comes. `isKnown`: the garden was heard of in the last minutes. */
export function resultText(row: Row, now: Time, zone: Zone, isKnown: boolean): string {
  const { state, clusters, done, rolling, lastDoneAt, foreseen, cause, window } = row
  const other = orOtherNight(row, now, zone)
  switch (state) {
    case 'toCome':
      return `${clockText(window.begin, zone)}, ${relativeText(window.begin, now)}${other}`
    case 'willFail':
      return `will fail: ${cause ?? 'it is refused'}${other}`
    case 'failed':
      return `${foreseen ? 'as forecast: ' : ''}${cause ?? 'refused by the API server'}`
    case 'open': {
      const known = isKnown ? '' : ', last known'
      if (rolling > 0) return `${workText(row)}${known}`
      if (done > 0) return `${countText(done)} of ${countOf(clusters, 'cluster')} maintained${known}`
      if (!isKnown) return `open, last known${other}`
      return `${cause === null ? `open until ${clockText(window.end, zone)}` : `will fail: ${cause}`}${other}`
    }
    case 'done': {
      const by = lastDoneAt === null ? '' : ` by ${clockText(lastDoneAt, zone)}`
      if (rolling > 0) return `maintained${by}, ${workText(row)}`
      return `${foreseen ? 'as forecast, ' : ''}${countText(done)} of ${countText(clusters)}${by}`
    }
  }
}

/** `rolling, 24 %`; of several clusters `2 of 3 rolling, from 24 %`: the one that is least far. */
function workText({ clusters, rolling, progress, effect }: Row): string {
  const which = clusters === 1 ? '' : `${countText(rolling)} of ${countText(clusters)} `
  const what = effect === 'rolling' ? 'rolling' : 'reconciled'
  return `${which}${what}${progress === null ? '' : `, ${rolling === 1 ? '' : 'from '}${progress} %`}`
}

export type Line = { readonly kind: 'row'; readonly row: Row } | Folded

/** Rows of a profile that are over, or far ahead. */
export interface Folded {
  readonly kind: 'folded'
  readonly profile: Row['profile']
  readonly done: number
  readonly toCome: number
  readonly willFail: number
}

/** Profiles with projects of the reader's own come first, and in each profile those projects; all else stays as it is. */
export function ownFirst(rows: readonly Row[], own: readonly string[]): readonly Row[] {
  if (own.length === 0) return rows
  const isOwn = ({ project }: Row) => own.includes(project)
  const profileOf = ({ profile }: Row) => profileName(profile)
  const owned = new Set(rows.filter(isOwn).map(profileOf))
  const profiles = [...new Set(rows.map(profileOf))].sort((a, b) => Number(owned.has(b)) - Number(owned.has(a)))
  return rows.toSorted(
    (a, b) => profiles.indexOf(profileOf(a)) - profiles.indexOf(profileOf(b)) || Number(isOwn(b)) - Number(isOwn(a)),
  )
}

/**
 * All rows where they have room on a board; else those that are open, that failed and that begin within an hour, and of those that
 * come after as many as there is room for.
 */
export function linesOf(rows: readonly Row[], now: Time, isWhole: boolean): readonly Line[] {
  if (isWhole || rows.length <= ROWS_OF_A_BOARD) return rows.map((row) => ({ kind: 'row', row }))
  const profileCount = new Set(rows.map(({ profile }) => profileName(profile))).size
  const near = rows.filter(
    ({ state, window }) =>
      state === 'open' || state === 'failed' || (state !== 'done' && ms(window.begin) <= ms(now) + HOUR),
  )
  const later = rows
    .filter((row) => row.state !== 'done' && !near.includes(row))
    .toSorted((a, b) => ms(a.window.begin) - ms(b.window.begin))
  const shown = new Set([...near, ...later.slice(0, Math.max(0, ROWS_OF_A_BOARD - profileCount - near.length))])
  const isNear = (row: Row) => shown.has(row)
  const profiles = new Map<string, Row[]>()
  for (const row of rows) {
    const key = JSON.stringify(row.profile)
    profiles.set(key, [...(profiles.get(key) ?? []), row])
  }
  return [...profiles.values()].flatMap((of): Line[] => {
    const rest = of.filter((row) => !isNear(row))
    const count = (state: Row['state']) =>
      rest.reduce((sum, row) => (row.state === state ? sum + row.clusters : sum), 0)
    const [first] = rest
    const lines: Line[] = of.filter(isNear).map((row) => ({ kind: 'row', row }))
    if (first === undefined) return lines
    const toCome = count('toCome')
    return [
      ...lines,
      { kind: 'folded', profile: first.profile, done: count('done'), toCome, willFail: count('willFail') },
    ]
  })
}

/** `12 clusters done, 4 to come, 1 will fail` */
export function foldedText({ done, toCome, willFail }: Folded): string {
  const parts = [
    done === 0 ? '' : `${countText(done)} done`,
    toCome === 0 ? '' : `${countText(toCome)} to come`,
    willFail === 0 ? '' : `${countText(willFail)} will fail`,
  ].filter(Boolean)
  const all = done + toCome + willFail
  return `${countOf(all, 'cluster')} more: ${parts.join(', ')}`
}

/** What one sees of an answer that came: rows change place when the minute changes, not with every change of the garden. */
export function isShownNext(shown: TonightAnswer | undefined, next: TonightAnswer): boolean {
  if (shown === undefined || shown.begin !== next.begin || shown.zone !== next.zone) return true
  return shown.at === next.at || Math.floor(ms(shown.at) / MINUTE) !== Math.floor(ms(next.at) / MINUTE)
}

/**
 * What the night is called: `Tonight` until it is over, and `Last night` for what stays in sight of it until noon. A night that is
 * seen from a clock of its own is told in the same way.
 */
export function nightText({ at, end }: Pick<TonightAnswer, 'at' | 'end'>): 'Tonight' | 'Last night' {
  return ms(at) < ms(end) ? 'Tonight' : 'Last night'
}

/** Of a night in which nothing is to do: `No window opens tonight.`, `No window opened last night.` */
export function quietText(answer: Pick<TonightAnswer, 'at' | 'end'>): string {
  return nightText(answer) === 'Tonight' ? 'No window opens tonight.' : 'No window opened last night.'
}
