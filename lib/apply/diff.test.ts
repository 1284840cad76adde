import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { runs } from '@/lib/engine/testdata/runs'
import { difference, unifiedDiff } from './diff'

describe('a difference', () => {
  it('is empty when nothing differs', () => {
    expect([difference('a\n', 'a\n'), unifiedDiff('x', 'a\n', 'a\n')]).toEqual([[], ''])
  })

  it('shows three lines around a change, and a gap between two', () => {
    const before = Array.from({ length: 30 }, (_, i) => `${i}\n`)
    const after = before.with(5, 'five\n').toSpliced(25, 1)
    const shown = difference(before.join(''), after.join(''))
    expect(shown.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      ...['same 2', 'same 3', 'same 4', 'gone 5', 'new five', 'same 6', 'same 7', 'same 8', 'gap '],
      ...['same 22', 'same 23', 'same 24', 'gone 25', 'same 26', 'same 27', 'same 28'],
    ])
  })
})

it('keeps the lines of an entry together', () => {
  const before = ['- version: 2', '  a: supported', '- version: 1', '  a: deprecated', '  date: x', '- version: 0', '']
  const after = ['- version: 2', '  a: deprecated', '  date: y', '- version: 1', '  a: supported', '- version: 0', '']
  expect(difference(before.join('\n'), after.join('\n')).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    ...['same - version: 2', 'gone   a: supported', 'new   a: deprecated', 'new   date: y', 'same - version: 1'],
    ...['gone   a: deprecated', 'gone   date: x', 'new   a: supported', 'same - version: 0'],
  ])
})

/** What patch(1) does, without looking around when a line is not where it should be. */
function patched(text: string, patch: string): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const [from, to, ...rest] = patch.match(/[^\n]*\n/g) ?? []
  expect([from, to]).toEqual(['--- a/file\n', '+++ b/file\n'])
  const result: string[] = []
  let at = 0
  for (const [i, line] of rest.entries()) {
    const [, start, count = '1', newStart, newCount = '1'] =
      /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (line.startsWith('\\')) continue
    if (start !== undefined) {
      const first = Number(start) - (count === '0' ? 0 : 1)
      while (at < first) result.push(lines[at++] ?? 'missing')
      expect(result.length).toBe(Number(newStart) - (newCount === '0' ? 0 : 1))
      continue
    }
    const content = rest[i + 1]?.startsWith('\\') ? line.slice(1, -1) : line.slice(1)
    if (line[0] === '+') result.push(content)
    else {
      expect(content).toBe(lines[at++])
      if (line[0] === ' ') result.push(content)
    }
  }
  return [...result, ...lines.slice(at)].join('')
}

test('the unified form leads from one text to the other, also without a last line break and with CRLF', () => {
  const line = fc.constantFrom('a\n', 'b\n', 'c\r\n', '  d: 1\n', '\n')
  const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', 'end')).map(([l, e]) => l.join('') + e)
  fc.assert(
    fc.property(text, text, (before, after) => {
      const patch = unifiedDiff('file', before, after)
      expect(patch === '' ? before : patched(before, patch)).toBe(after)
    }),
    { numRuns: runs(500) },
  )
})
