/**
 * Texts that leave a page for a ticket, a mail or a chat. Names in them come from objects: what ends a line, or is not to be seen, is a
 * space there, so that a name says no more than a name.
 */

/** Lines of a text without any marks. */
export function plainLines(lines: readonly string[]): string {
  return lines.map(oneLine).join('\n')
}

/** A text of others in Markdown, where nothing of it is a mark, a link or markup. */
export function inMarkdown(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_[\]<>#|!~&]/g, String.raw`\$&`)
}

/** A name as code in Markdown, in which only a backtick is a mark. */
export function codeInMarkdown(name: string): string {
  return `\`${oneLine(name).replaceAll('`', "'")}\``
}

/** A link in Markdown; `href` is an address of ours, and ends where it ends. */
export function linkInMarkdown(text: string, href: string): string {
  return `[${inMarkdown(text)}](${href.replaceAll('(', '%28').replaceAll(')', '%29')})`
}

/** A name or a version as a value in YAML, in quotes where it would be read as something else. */
export function inYaml(text: string): string {
  const isPlain =
    /^(?:[a-z][\w./-]*|\d+\.\d+\.\d[\w.+-]*|)$/i.test(text) && !/^(?:true|false|null|yes|no|on|off|[yn])$/i.test(text)
  return isPlain ? text : JSON.stringify(text)
}

/** Longer addresses are cut or refused by programs for mail, which do not say so. */
const LONGEST_MAIL = 1_900

/**
 * The address that begins a mail to people; null: none of them has an address for mail, as with groups and service accounts. Of a
 * text that is too long for one its beginning, and where the rest is.
 */
export function mailLink(people: readonly string[], subject: string, text: string): string | null {
  const to = people.filter((one) => /^[^\s@,;?&]+@[^\s@,;?&]+$/.test(one))
  if (to.length === 0) return null
  const start = `mailto:${to.map(encodeURIComponent).join(',').replaceAll('%40', '@')}?subject=${encodeURIComponent(oneLine(subject))}&body=`
  const whole = encodeURIComponent(text)
  if (start.length + whole.length <= LONGEST_MAIL) return start + whole
  const rest = encodeURIComponent('\n… The whole text is in Almanac, to copy.\n')
  const lines = text.split('\n')
  let body = ''
  for (const line of lines) {
    const next = `${body}${encodeURIComponent(`${line}\n`)}`
    if (start.length + next.length + rest.length > LONGEST_MAIL) break
    body = next
  }
  return start + body + rest
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
}
