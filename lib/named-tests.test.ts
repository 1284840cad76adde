import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Some pages say of each threat or fault which tests hold it off: these are there, by their titles in the files that the page names. */

const root = join(import.meta.dirname, '..')

/** The rows of the tables of a page whose last column is for tests, without their heads. */
function rowsOf(page: string): readonly string[] {
  return readFileSync(join(root, page), 'utf8')
    .split('\n')
    .flatMap((line, at, lines) => {
      const head = lines.slice(0, at).findLastIndex((other) => !other.startsWith('|')) + 1
      const isRow = line.startsWith('|') && at > head + 1 && lines[head]?.endsWith('| test |') === true
      return isRow ? [line] : []
    })
}

interface Named {
  readonly file: string
  readonly titles: readonly string[]
}

/** `lib/a.test.ts` “one title” “another”; `e2e/b.spec.ts` “a third” */
function namedIn(row: string): readonly Named[] {
  const cell = row.split(' | ').at(-1) ?? ''
  return cell
    .replace(/ \|$/, '')
    .split('; ')
    .map((part) => ({
      file: /^`([^`]+\.(?:test|spec)\.tsx?)`/.exec(part)?.[1] ?? part,
      titles: [...part.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
    }))
}

describe.each([
  ['docs/security.md', 26],
  ['docs/operations.md', 15],
])('%s', (page, atLeast) => {
  const rows = rowsOf(page)

  test('has tests in every row', () => {
    expect(rows.length).toBeGreaterThanOrEqual(atLeast)
    expect(rows.filter((row) => namedIn(row).some(({ titles }) => titles.length === 0))).toEqual([])
  })

  test.each(rows.map((row) => [row.split(' | ')[0]?.slice(2) ?? '', row]))('the tests of "%s" are there', (_, row) => {
    const missing = namedIn(row).flatMap(({ file, titles }) => {
      if (!existsSync(join(root, file))) return [file]
      const text = readFileSync(join(root, file), 'utf8')
      // Titles are literals, in whichever quotes; those of a table of cases stand in the table.
      return titles.filter((title) => !["'", '"', '`'].some((quote) => text.includes(quote + title + quote)))
    })
    expect(missing).toEqual([])
  })
})
