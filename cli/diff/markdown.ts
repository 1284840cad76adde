import { capitalized, HORIZON, type Sentence } from '@/lib/words/phrases'
import { codeInMarkdown, inMarkdown, linkInMarkdown } from '@/lib/words/plain-text'
import { countOf } from '@/lib/words/time-text'
import type { DiffReport } from './report'
import { diffWords } from './words'

type DiffWords = ReturnType<typeof diffWords>

/** The first line of a comment, by which it is found again and written anew. */
function markOf({ landscape }: Pick<DiffReport, 'landscape'>): string {
  return landscape === null ? '<!-- almanac diff -->' : `<!-- almanac diff ${landscape} -->`
}

/** A report as a comment on a pull request: GitHub and GitLab both read it. */
export function markdownOf(report: DiffReport): string {
  const { landscape, profiles, notes } = report
  const words = diffWords(report)
  const { failure } = words
  const blocks = [
    [
      markOf(report),
      `## Almanac: what this does to clusters${landscape === null ? '' : ` of ${inMarkdown(landscape)}`}`,
    ],
    [sentence(words.headline)],
    failure === null ? [] : [`**The check fails:** ${inMarkdown(failure)}.`],
    figureLines(words, report),
    ...words.profiles.map(profileLines),
    warningLines(words),
    clusterLines(words),
    ...profiles.map(({ name, href }) =>
      href === null
        ? []
        : [`${linkInMarkdown(`Open ${name} as a draft in Almanac`, href)}, with all its clusters and their owners.`],
    ),
    notes.map((note) => `> ${inMarkdown(note)}`),
    [footOf(words, report)],
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

function figureLines({ figures }: DiffWords, { effect, profiles }: DiffReport): string[] {
  if (effect === null || figures.length === 0) return []
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

function profileLines({ label, name, standing, lines, refusals }: DiffWords['profiles'][number]): string[] {
  const kind = label.slice(0, label.indexOf(' '))
  return [
    `**Changed in ${kind} ${codeInMarkdown(name)}**, ${standing}`,
    '',
    ...lines.map((line) => `- ${inMarkdown(line.name)}: ${inMarkdown(line.text)}`),
    ...(refusals.length === 0 ? [] : ['', '**Refused**', '']),
    ...refusals.map(({ text, quote }) => `- ${inMarkdown(text)} ${codeInMarkdown(quote)}`),
  ]
}

function warningLines({ warnings }: DiffWords): string[] {
  if (warnings.length === 0) return []
  return [
    `**${countOf(warnings.length, 'warning')}**`,
    '',
    ...warnings.map((text, i) => `${i + 1}. ${inMarkdown(text)}`),
  ]
}

function clusterLines({ groups, listTitle, unchanged }: DiffWords): string[] {
  if (groups.length === 0) return []
  return [
    '<details>',
    `<summary>${listTitle}, before and after</summary>`,
    '',
    ...groups.flatMap((group) => [...groupLines(group), '']),
    ...(unchanged === '' ? [] : [inMarkdown(unchanged), '']),
    '</details>',
  ]
}

function groupLines({ title, rest, rows, more }: DiffWords['groups'][number]): string[] {
  return [
    `**${inMarkdown(title)}**, ${inMarkdown(rest)}`,
    '',
    `| Cluster | Before, ${HORIZON} | After, ${HORIZON} |`,
    '|:--|:--|:--|',
    ...rows.map(({ cluster, before, after }) => {
      const sides = [before, after].map((side) => side.map(inMarkdown).join('<br>'))
      return `| ${[inMarkdown(cluster), ...sides].join(' | ')} |`
    }),
    ...(more === null ? [] : ['', more]),
  ]
}

function footOf({ read }: DiffWords, { before, after, commit }: DiffReport): string {
  const command = codeInMarkdown(`almanac diff ${before} ${after}`)
  return `<sub>${command}${commit === null ? '' : `, commit ${commit}`}. ${inMarkdown(capitalized(read))}</sub>`
}
