import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { runs } from '@/lib/engine/testdata/runs'
import { demoManifests } from '../demo/manifests'
import { defaultLimits } from './limits'
import { readPlainYaml } from './plain-yaml'
import { readAnyYaml } from './yaml-text'

const plain = (text: string) => readPlainYaml(text, 100)

/** What the complete parser says. */
function complete(text: string) {
  const read = readAnyYaml(text, defaultLimits)
  return read.kind === 'value' ? { value: read.value } : undefined
}

describe('readPlainYaml reads', () => {
  it.each<[string, string]>([
    ['mappings', 'a: 1\nb:\n  c: x\n  d:\n    e: y\nf: z\n'],
    ['lists, indented or not', 'a:\n- 1\n- 2\nb:\n  - 3\nc: 4\n'],
    ['mappings in lists', '- a: 1\n  b:\n  - c: 2\n    d: 3\n  - c: 4\n-   a: 5\n    b: 6\n'],
    ['empty ones', 'a: {}\nb: []\nc:\nd: ~\ne: null\n'],
    [
      'numbers and what only looks like them',
      'a: 1\nb: -1.5\nc: 1.34.7\nd: 2027-01-31T00:00:00Z\ne: 220000+0100\nf: 1Gi\ng: .5\nh: 1e3\ni: 9e4b-1\nj: 6.e+2\n',
    ],
    ['flags and what only looks like them', 'a: true\nb: False\nc: yes\nd: "true"\ne: \'null\'\n'],
    ['texts with hidden ends of lines', 'a: "one \\\n  two\\\n  \\  three \\\\\n  four"\n'],
    ['quoted texts', 'a: "x: y # \\"z\\" \\u00e4"\nb: \'it\'\'s: # {\'\n'],
    ['texts over several lines', 'a: one two\n  three\nb: "four\n  five"\nc: \'six\n    seven\'\n'],
    ['block texts', 'a: |\n  x\n    y\n\n  z\nb: |-\n  w\nc: 1\n'],
    ['comments and empty lines', '# a\n\na: 1\n# b\nb:\n\n  # c\n  c: 2\n'],
    ['the beginning of a document', '---\na: 1\n'],
    ['keys of annotations', 'a.b/c-d_e: x\n1: y\ntrue: z\n'],
    ['texts with signs in them', 'a: < 1.33\nb: x:y,z[0]{1}#2\nc: a/b\nd: -x\n'],
  ])('%s', (_, text) => {
    const read = plain(text)
    expect(read).toBeDefined()
    expect(read).toEqual(complete(text))
  })

  it('a landscape as kubectl writes it, without the complete parser', () => {
    for (const manifest of demoManifests({ born: '2026-11-21', shoots: 200 })) {
      const value: unknown = JSON.parse(JSON.stringify(manifest))
      for (const options of [{ indentSeq: false, blockQuote: 'literal' as const }, { lineWidth: 0 }]) {
        expect(plain(stringify(value, options))).toEqual({ value })
      }
    }
  })
})

describe('readPlainYaml leaves to the complete parser', () => {
  it.each([
    '',
    'text',
    'a: [1]',
    'a: {b: 1}',
    `${'k'.repeat(1025)}: 1`,
    `- ${'k'.repeat(1025)}: 1`,
    'a: &x 1\nb: *x',
    'a: !!str 1',
    'a: >\n  x\n',
    'a: |+\n  x\n',
    'a: |2\n  x\n',
    'a: 1 # one',
    'a: 1\na: 2',
    '<<: 1',
    '? a\n: b',
    'a:\tb',
    'a: 1\r\n',
    'a: 0x1',
    'a: .inf',
    'a: .NaN',
    'a: "x \\ \n  y"',
    'a: b: c',
    'a: x\n   y: z',
    'a:\n  b: 1\n c: 2',
    'a: 1\n  b: 2',
    '- - 1',
    '-\n  a: 1',
    'a: "x',
    "a: 'x' y",
    'a: 1\n---\nb: 2',
    'a: 1\n...\n',
    '"a": 1',
    'a : 1',
    'a: x\n\n  y',
    '__proto__: 1',
    'a: @x',
    'a: `x',
    'a: %x',
    'a: ,',
    'a: ? x',
  ])('%j', (text) => {
    expect(plain(text)).toBeUndefined()
  })

  it('what is nested too deeply', () => {
    const text = Array.from({ length: 200 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')
    expect(plain(text)).toBeUndefined()
  })
})

describe('readPlainYaml never differs from the complete parser', () => {
  const agree = (text: string): void => {
    const read = plain(text)
    if (read !== undefined) expect(read).toEqual(complete(text))
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
