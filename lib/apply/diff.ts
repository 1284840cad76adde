import { diffArrays } from 'diff'
import type { DiffLine } from '@/lib/contract/apply'

/** Lines around a change that are shown with it. */
const around = 3

/** More changed lines than this are told as one block: users do not read them one by one. */
const mostSteps = 2000

interface DiffStep {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/** The lines that differ, with some around them; `gap` stands for lines between that are the same. */
export function difference(before: string, after: string): DiffLine[] {
  return hunksOf(before, after).flatMap(({ steps }, i) => [
    ...(i === 0 ? [] : [{ kind: 'gap' as const, text: '' }]),
    ...steps.map(({ kind, text }) => ({ kind, text: text.replace(/\r?\n$/, '') })),
  ])
}

/** The difference as `diff -u` prints it, for `patch -p1` and `git apply`; empty if nothing differs. Carriage returns are kept. */
export function unifiedDiff(file: string, before: string, after: string): string {
  const hunks = hunksOf(before, after)
  if (hunks.length === 0) return ''
  const marks = { same: ' ', gone: '-', new: '+' } as const
  const lines = hunks.flatMap(({ steps, before, after }) => [
    `@@ -${rangeText(before, steps, 'new')} +${rangeText(after, steps, 'gone')} @@\n`,
    ...steps.map(({ kind, text }) =>
      text.endsWith('\n') ? `${marks[kind]}${text}` : `${marks[kind]}${text}\n\\ No newline at end of file\n`,
    ),
  ])
  return [`--- a/${file}\n`, `+++ b/${file}\n`, ...lines].join('')
}

function rangeText(first: number, steps: readonly DiffStep[], other: DiffStep['kind']): string {
  const count = steps.filter(({ kind }) => kind !== other).length
  // An empty range is named by the line before it.
  return count === 1 ? String(first) : `${count === 0 ? first - 1 : first},${count}`
}

interface DiffHunk {
  /** The number of its first line in either text, from 1 on. */
  readonly before: number
  readonly after: number
  readonly steps: readonly DiffStep[]
}

function hunksOf(before: string, after: string): DiffHunk[] {
  if (before === after) return []
  const steps = stepsOf(linesOf(before), linesOf(after))
  const hunks: DiffHunk[] = []
  const changed = steps.flatMap(({ kind }, i) => (kind === 'same' ? [] : [i]))
  let [a, b, counted] = [1, 1, 0]
  for (let i = 0; i < changed.length; ) {
    let j = i
    while ((changed[j + 1] ?? Number.POSITIVE_INFINITY) - (changed[j] ?? 0) <= 2 * around + 1) j++
    const start = Math.max((changed[i] ?? 0) - around, 0)
    const part = steps.slice(start, (changed[j] ?? 0) + around + 1)
    for (; counted < start; counted++) {
      if (steps[counted]?.kind !== 'new') a++
      if (steps[counted]?.kind !== 'gone') b++
    }
    hunks.push({ before: a, after: b, steps: part })
    i = j + 1
  }
  return hunks
}

/** The lines of a text, each with its line break. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/**
 * What is the same at both ends is cut off first: edits of a file are small and lie close. Then lines that name something
 * and are there once in both texts, such as `- version: 1.34.1`, belong together, so that entries of a list are not mixed up; between them the
 * shortest way is taken.
 */
function stepsOf(before: readonly string[], after: readonly string[]): DiffStep[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  const most = Math.min(before.length, after.length) - head
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  const same = (text: string): DiffStep => ({ kind: 'same', text })
  return [
    ...before.slice(0, head).map(same),
    ...anchoredWay(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ]
}

function anchoredWay(before: readonly string[], after: readonly string[]): DiffStep[] {
  const way: DiffStep[] = []
  let [x, y] = [0, 0]
  for (const [i, j] of anchors(before, after)) {
    way.push(...shortestWay(before.slice(x, i), after.slice(y, j)), { kind: 'same', text: before[i] ?? '' })
    x = i + 1
    y = j + 1
  }
  return [...way, ...shortestWay(before.slice(x), after.slice(y))]
}

/** Places of such lines, as many as come in the same order. */
function anchors(before: readonly string[], after: readonly string[]): readonly (readonly [number, number])[] {
  const [old, now] = [placesOf(before), placesOf(after)]
  const pairs = [...old].flatMap(([text, i]): [number, number][] => {
    const j = now.get(text)
    return i === null || j === null || j === undefined ? [] : [[i, j]]
  })
  // The longest run of rising places: `piles[n]` ends the best one of length n + 1.
  const piles: { pair: [number, number]; below: number }[] = []
  const tops: number[] = []
  for (const pair of pairs) {
    const at = tops.findIndex((top) => (piles[top]?.pair[1] ?? 0) > pair[1])
    const place = at === -1 ? tops.length : at
    piles.push({ pair, below: place === 0 ? -1 : (tops[place - 1] ?? -1) })
    tops[place] = piles.length - 1
  }
  const run: [number, number][] = []
  for (let at = tops.at(-1) ?? -1; at !== -1; at = piles[at]?.below ?? -1) {
    const pair = piles[at]?.pair
    if (pair !== undefined) run.push(pair)
  }
  return run.reverse()
}

/** Begins an entry of a list, or names it. */
const naming = /^\s*(?:- |"?(?:version|name)"?:)/

/** The position of each line that names something; null for lines that occur more than once. */
function placesOf(lines: readonly string[]): Map<string, number | null> {
  const places = new Map<string, number | null>()
  for (const [i, line] of lines.entries()) if (naming.test(line)) places.set(line, places.has(line) ? null : i)
  return places
}

function shortestWay(before: readonly string[], after: readonly string[]): DiffStep[] {
  const changes = diffArrays([...before], [...after], { maxEditLength: mostSteps }) ?? [
    { removed: true, added: false, value: [...before] },
    { removed: false, added: true, value: [...after] },
  ]
  return changes.flatMap(({ removed, added, value }) => {
    const kind = removed ? 'gone' : added ? 'new' : 'same'
    return value.map((text): DiffStep => ({ kind, text }))
  })
}
