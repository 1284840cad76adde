import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { runs } from '@/lib/engine/testdata/runs'
import { defaultLimits } from './reading'
import { readAnyYaml, readYaml } from './yaml-text'

it.each([
  ['further to the right than its key', "a:\n  b: 'one\n    two'\n", true],
  ['below its key', "a:\n  b: 'one\n  two'\n", false],
  ['below the dash of its key', "a:\n- b: 'one\n  two'\n", false],
  ['at the left', 'a:\n  b: "one\n two"\n', false],
])('a quoted text goes on %s', (_, text, isRead) => {
  expect(readYaml(text, defaultLimits).kind).toBe(isRead ? 'value' : 'error')
})

describe('what is read fast is what yaml says', () => {
  const agree = (text: string): void => {
    // Lines of spaces alone in a block text are a matter of taste between parsers.
    if (/[|>]/.test(text) && /^ +$/m.test(text)) return
    const [quick, whole] = [readYaml(text, defaultLimits), readAnyYaml(text, defaultLimits)]
    // js-yaml reads some texts that yaml refuses, such as a quoted one that goes on at the left.
    if (whole.kind === 'value' && typeof whole.value === 'object')
      expect(JSON.stringify(quick)).toBe(JSON.stringify(whole))
  }

  it('on any value, however it is written', () => {
    const options = fc.record({
      indentSeq: fc.boolean(),
      lineWidth: fc.constantFrom(0, 20, 40, 80),
      indent: fc.constantFrom(1, 2, 4),
      singleQuote: fc.constantFrom(true, false, null),
      blockQuote: fc.constantFrom(true, false, 'literal' as const),
    })
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), options, (value, how) => agree(stringify(value, how))),
      {
        numRuns: runs(1500),
      },
    )
  })

  it('on texts that somebody has typed something into', () => {
    const seeds = [
      'apiVersion: v1\nitems:\n- a: 1\n  b:\n    c: "x y"\n    d: |\n      text\n\n      more\n  e: []\n- f: \'q\'\nkind: List\n',
      '- spec:\n    begin: 220000+0100\n    long: one two\n      three four\n    list:\n    - x\n    - y: 1\n      z: true\n  m: "one\n      two \\\n      three"\n  status: {}\n',
      "- message: 'it''s\n    a b'\n  d: \"x: \\\"y\n    & z \\\n    \\ !w\"\n  e:\n    f: 'g:\n      - h'\n  i: *j\n",
    ]
    const pieces = [
      ...' \n:-#|>"\'{}[]&*!?,%@`~.\\01ex',
      '  ',
      '\n\n',
      ': ',
      '- ',
      ' #',
      '\n  ',
      '\n    ',
      "''",
      '|-',
      '---',
      '...',
      '<<',
    ]
    const typed = fc.array(fc.record({ at: fc.nat(400), cut: fc.nat(3), piece: fc.constantFrom(...pieces) }), {
      maxLength: 3,
    })
    fc.assert(
      fc.property(fc.constantFrom(...seeds), typed, (seed, edits) => {
        agree(
          edits.reduce(
            (text, { at, cut, piece }) =>
              text.slice(0, at % text.length) + piece + text.slice((at % text.length) + cut),
            seed,
          ),
        )
      }),
      { numRuns: runs(8000) },
    )
  })

  it('on random lines', () => {
    const tokens = [
      'a',
      'b:',
      'c: ',
      '- ',
      '  ',
      '\n',
      '|',
      '|-',
      '"',
      "'",
      '{}',
      '[]',
      '#',
      ' ',
      '1',
      'true',
      '-',
      'x y',
      ':',
      '\n  ',
      '\n    ',
      '~',
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...tokens), { maxLength: 16 }), (parts) => agree(parts.join(''))),
      { numRuns: runs(15000) },
    )
  })
})
