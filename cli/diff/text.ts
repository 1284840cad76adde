import { draftFigures } from '@/lib/words/draft'
import { plain } from '@/lib/words/phrases'
import { plainLines } from '@/lib/words/plain-text'
import { countOf } from '@/lib/words/time-text'
import { columns, wrapped } from '../layout'
import type { DiffReport, GroupReport, ProfileReport } from './report'
import {
  aheadOf,
  basedText,
  clustersOfProfileText,
  diffHeadline,
  failureText,
  fromText,
  groupWords,
  listTitle,
  moreText,
  profileVerdict,
  reportTimeText,
  reportWarnings,
  unchangedText,
} from './words'

/** A report for a terminal. */
export function diffReportText(report: DiffReport): string {
  const { profiles, notes } = report
  const same = unchangedText(report)
  const blocks = [
    wrapped(plain(diffHeadline(report))),
    ...profiles.map((one) => profileLines(one, report)),
    figureLines(report),
    warningLines(report),
    report.groups.length === 0 ? [] : [listTitle(report)],
    ...report.groups.map((group) => groupLines(group, report)),
    same === '' ? [] : [same],
    [
      ...profiles.flatMap(({ href }) => (href === null ? [] : [`Draft   ${href}`])),
      ...wrapped(`${reportTimeText(report)}.${basedText(report)}`, 'Read    ', '        '),
      ...notes.flatMap((note) => wrapped(note, 'Note    ', '        ')),
    ],
    limitLines(report),
    verdictLines(report),
  ]
  const lines = blocks.filter((block) => block.length > 0).flatMap((block, i) => (i === 0 ? block : ['', ...block]))
  return `${plainLines(lines)}\n`
}

function profileLines(profile: ProfileReport, report: DiffReport): readonly string[] {
  const { label, lines, refusals } = profile
  return [
    ...wrapped(`${label}, ${clustersOfProfileText(profile, report)}. ${profileVerdict(profile)}`.trim()),
    ...columns(lines.map(({ name, text }) => [name, text])).map((line) => `  ${line}`),
    ...refusals.flatMap(({ text, quote }) => [...wrapped(text, '  x ', '    '), ...wrapped(quote, '    ', '    ')]),
  ]
}

function figureLines({ effect }: DiffReport): readonly string[] {
  const figures = effect === null ? [] : draftFigures(effect, true)
  if (figures.length === 0) return []
  const rows = figures.map(({ label, before, after, value, counted }) => [
    label,
    before,
    after,
    counted === null ? '' : value,
  ])
  return columns([['', 'before', 'after', ''], ...rows], [false, true, true, true]).map((line) => `  ${line}`)
}

function warningLines(report: DiffReport): readonly string[] {
  const warnings = reportWarnings(report)
  if (warnings.length === 0) return []
  return [
    countOf(warnings.length, 'warning'),
    ...warnings.flatMap(({ text, from }) => wrapped(`${text}${fromText(from)}`, '  ! ', '    ')),
  ]
}

function groupLines(group: GroupReport, report: DiffReport): readonly string[] {
  const { title, rest } = groupWords(group, report.zone)
  const more = moreText(group)
  const rows = group.rows.flatMap((row) => {
    const [before, after] = [aheadOf(row, 'before', report), aheadOf(row, 'after', report)]
    return Array.from({ length: Math.max(before.length, after.length) }, (_, i) => [
      i === 0 ? `${row.project} / ${row.name}` : '',
      before[i] ?? '',
      after[i] ?? '',
    ])
  })
  return [
    `  ${title}, ${rest}`,
    ...columns(rows).map((line) => `    ${line}`),
    ...(more === null ? [] : [`    ${more}`]),
  ]
}

function limitLines({ limits }: DiffReport): readonly string[] {
  if (limits.length === 0) return []
  const rows = limits.map(({ isOver, limit, is, means }) => [isOver ? 'OVER' : 'ok', limit, is, means])
  return ['Limits', ...columns(rows).map((line) => `  ${line}`)]
}

function verdictLines(report: DiffReport): readonly string[] {
  if (report.limits.length === 0) return []
  const failure = failureText(report)
  return failure === null ? ['The check passes.'] : wrapped(`The check fails: ${failure}. Exit code 1.`)
}
