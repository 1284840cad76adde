import { draftFigures } from '@/lib/words/draft'
import { capitalized, HORIZON, type Sentence } from '@/lib/words/phrases'
import { codeInMarkdown, inMarkdown, linkInMarkdown } from '@/lib/words/plain-text'
import { countOf } from '@/lib/words/time-text'
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

/** By this first line a comment is found again, to be written anew instead of beside it. */
function markOf({ landscape }: Pick<DiffReport, 'landscape'>): string {
  return landscape === null ? '<!-- almanac diff -->' : `<!-- almanac diff ${landscape} -->`
}

/** A report as a comment on a pull request: GitHub and GitLab both read it. */
export function markdownOf(report: DiffReport): string {
  const { landscape, profiles, notes } = report
  const failure = failureText(report)
  const blocks = [
    [
      markOf(report),
      `## Almanac: what this does to clusters${landscape === null ? '' : ` of ${inMarkdown(landscape)}`}`,
    ],
    [sentence(diffHeadline(report))],
    failure === null ? [] : [`**The check fails:** ${inMarkdown(failure)}.`],
    figureLines(report),
    ...profiles.map((one) => profileLines(one, report)),
    warningLines(report),
    clusterLines(report),
    ...profiles.map(({ name, href }) =>
      href === null
        ? []
        : [`${linkInMarkdown(`Open ${name} as a draft in Almanac`, href)}, with all its clusters and their owners.`],
    ),
    notes.map((note) => `> ${inMarkdown(note)}`),
    [footOf(report)],
  ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function sentence(pieces: Sentence): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return inMarkdown(piece)
      return 'strong' in piece ? `**${inMarkdown(piece.strong)}**` : inMarkdown(piece.keep)
    })
    .join('')
}

function figureLines({ effect, profiles }: DiffReport): string[] {
  if (effect === null) return []
  const figures = draftFigures(effect, true)
  if (figures.length === 0) return []
  const names = profiles.filter(({ change }) => change === 'changed').map(({ name }) => name)
  return [
    `| ${inMarkdown(names.join(', '))}, ${countOf(effect.figures.clusters, 'cluster')} | Before | After | |`,
    '|:--|--:|--:|--:|',
    ...figures.map(({ label, before, after, value, counted }) => {
      const difference = counted === null ? '' : `**${inMarkdown(value)}**`
      return `| ${[label, before, after].map(inMarkdown).join(' | ')} | ${difference} |`
    }),
  ]
}

function profileLines(profile: ProfileReport, report: DiffReport): string[] {
  const { label, name, lines, refusals } = profile
  const kind = label.slice(0, label.indexOf(' '))
  const clusters = `${clustersOfProfileText(profile, report)}. ${profileVerdict(profile)}`.trim()
  return [
    `**Changed in ${kind} ${codeInMarkdown(name)}**, ${clusters}`,
    '',
    ...lines.map((line) => `- ${inMarkdown(line.name)}: ${inMarkdown(line.text)}`),
    ...(refusals.length === 0 ? [] : ['', '**Refused**', '']),
    ...refusals.map(({ text, quote }) => `- ${inMarkdown(text)} ${codeInMarkdown(quote)}`),
  ]
}

function warningLines(report: DiffReport): string[] {
  const warnings = reportWarnings(report)
  if (warnings.length === 0) return []
  return [
    `**${countOf(warnings.length, 'warning')}**`,
    '',
    ...warnings.map(({ text, from }, i) => `${i + 1}. ${inMarkdown(`${text}${fromText(from)}`)}`),
  ]
}

function clusterLines(report: DiffReport): string[] {
  const { groups } = report
  if (groups.length === 0) return []
  const same = unchangedText(report)
  return [
    '<details>',
    `<summary>${listTitle(report)}, before and after</summary>`,
    '',
    ...groups.flatMap((group) => [...groupLines(group, report), '']),
    ...(same === '' ? [] : [inMarkdown(same), '']),
    '</details>',
  ]
}

function groupLines(group: GroupReport, report: DiffReport): string[] {
  const { title, rest } = groupWords(group, report.zone)
  const more = moreText(group)
  return [
    `**${inMarkdown(title)}**, ${inMarkdown(rest)}`,
    '',
    `| Cluster | Before, ${HORIZON} | After, ${HORIZON} |`,
    '|:--|:--|:--|',
    ...group.rows.map((row) => {
      const sides = (['before', 'after'] as const).map((side) =>
        aheadOf(row, side, report).map(inMarkdown).join('<br>'),
      )
      return `| ${[inMarkdown(`${row.project} / ${row.name}`), ...sides].join(' | ')} |`
    }),
    ...(more === null ? [] : ['', more]),
  ]
}

function footOf(report: DiffReport): string {
  const { before, after, commit } = report
  const command = codeInMarkdown(`almanac diff ${before} ${after}`)
  const said = `${capitalized(reportTimeText(report))}.${basedText(report)}`
  return `<sub>${command}${commit === null ? '' : `, commit ${commit}`}. ${inMarkdown(said)}</sub>`
}
