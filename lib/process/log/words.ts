import { stripVTControlCharacters } from 'node:util'

interface Line {
  readonly time: string
  readonly level: string
  readonly msg: string
  readonly status?: number
  readonly err?: { readonly stack?: string; readonly message?: string }
}

/**
 * A line of the log for whoever sits before a terminal: its words, and the stack of an error. Requests that went well are left out,
 * as pages show them; names that come from others move no cursor.
 */
export function wordsOf(line: string): string {
  const { time: _, level, msg, err, ...facts } = JSON.parse(line) as Line & Readonly<Record<string, unknown>>
  if (facts.status !== undefined && facts.status < 500) return ''
  const told = Object.entries(facts).map(([name, value]) => `${name}=${value}`)
  const words = [level === 'info' ? '' : `${level}: `, msg, ...told.map((fact) => ` ${fact}`)].join('')
  const lines = [words, ...(err === undefined ? [] : [err.stack ?? err.message ?? ''])]
  return `${lines.map(printable).join('\n')}\n`
}

/** Without what a terminal takes for a command, or shows in another order; the ends of lines of a stack stay. */
function printable(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, ' ')
}
