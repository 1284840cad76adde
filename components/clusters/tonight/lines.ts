import type { TonightAnswer } from '@/lib/questions/clusters/contract/tonight'
import { profileName } from '@/lib/words/phrases'
import { HOUR, MINUTE, ms, type Time } from '@/lib/words/time-text'

export type Row = TonightAnswer['rows'][number]

/** Rows that a board shows before it folds. */
export const ROWS_OF_A_BOARD = 15

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

/** What one sees of an answer that came: rows change place when the minute changes, not with every change of the garden. */
export function isShownNext(shown: TonightAnswer | undefined, next: TonightAnswer): boolean {
  if (shown === undefined || shown.begin !== next.begin || shown.zone !== next.zone) return true
  return shown.at === next.at || Math.floor(ms(shown.at) / MINUTE) !== Math.floor(ms(next.at) / MINUTE)
}
