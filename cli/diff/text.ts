import { plain } from '@/lib/words/phrases'
import { plainLines } from '@/lib/words/plain-text'
import { countOf } from '@/lib/words/time-text'
import { columns, wrapped } from '../layout'
import type { DiffReport } from './report'
import { diffWords } from './words'

type DiffWords = ReturnType<typeof diffWords>

/** A report for a terminal. */
export function diffReportText(report: DiffReport): string {
  const words = diffWords(report)
  const blocks = [
    wrapped(plain(words.headline)),
    ...words.profiles.map(profileLines),
    figureLines(words),
    warningLines(words),
    words.groups.length === 0 ? [] : [words.listTitle],
    ...words.groups.map(groupLines),
    words.unchanged === '' ? [] : [words.unchanged],
    [
      ...report.profiles.flatMap(({ href }) => (href === null ? [] : [`Draft   ${href}`])),
      ...wrapped(words.read, 'Read    ', '        '),
      ...report.notes.flatMap((note) => wrapped(note, 'Note    ', '        ')),
    ],
    limitLines(report, words.failure),
  ]
  const lines = blocks.filter((block) => block.length > 0).flatMap((block, i) => (i === 0 ? block : ['', ...block]))
  return `${plainLines(lines)}\n`
}

function profileLines({ label, standing, lines, refusals }: DiffWords['profiles'][number]): readonly string[] {
  return [
    ...wrapped(`${label}, ${standing}`),
    ...columns(lines.map(({ name, text }) => [name, text])).map((line) => `  ${line}`),
    ...refusals.flatMap(({ text, quote }) => [...wrapped(text, '  x ', '    '), ...wrapped(quote, '    ', '    ')]),
  ]
}

function figureLines({ figures }: DiffWords): readonly string[] {
  if (figures.length === 0) return []
  const rows = figures.map(({ label, before, after, value, counted }) => [
    label,
    before,
    after,
    counted === null ? '' : value,
  ])
  return columns([['', 'before', 'after', ''], ...rows], [false, true, true, true]).map((line) => `  ${line}`)
}

function warningLines({ warnings }: DiffWords): readonly string[] {
  if (warnings.length === 0) return []
  return [countOf(warnings.length, 'warning'), ...warnings.flatMap((text) => wrapped(text, '  ! ', '    '))]
}

function groupLines({ title, rest, rows, more }: DiffWords['groups'][number]): readonly string[] {
  const cells = rows.flatMap(({ cluster, before, after }) =>
    Array.from({ length: Math.max(before.length, after.length) }, (_, i) => [
      i === 0 ? cluster : '',
      before[i] ?? '',
      after[i] ?? '',
    ]),
  )
  return [
    `  ${title}, ${rest}`,
    ...columns(cells).map((line) => `    ${line}`),
    ...(more === null ? [] : [`    ${more}`]),
  ]
}

function limitLines({ limits }: DiffReport, failure: string | null): readonly string[] {
  if (limits.length === 0) return []
  const rows = limits.map(({ isOver, limit, is, means }) => [isOver ? 'OVER' : 'ok', limit, is, means])
  return [
    'Limits',
    ...columns(rows).map((line) => `  ${line}`),
    '',
    ...(failure === null ? ['The check passes.'] : wrapped(`The check fails: ${failure}. Exit code 1.`)),
  ]
}
