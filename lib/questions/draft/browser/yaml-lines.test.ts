import { expect, test } from 'vitest'
import { differingLines, foldedRows, sectionAt, textRows } from './yaml-lines'

/** A row in one word for each of its lines: `=` the same, `+` new, `-` gone, `!` something is said about it, `< 3` what is said about line 3. */
function drawn(before: string, after: string, told: readonly number[] = []): readonly string[] {
  return textRows(before, after, new Set(told)).map((row) => {
    if (row.kind === 'gone') return row.lines.map((line) => `-${line}`).join(' ')
    if (row.kind === 'told') return `< ${row.line}`
    const marks = row.stretches.flatMap(({ kind, isTold, lines }) =>
      lines.map((line) => `${kind === 'new' ? '+' : '='}${line}${isTold ? '!' : ''}`),
    )
    return `${row.from}-${row.to} ${marks.join(' ')}`
  })
}

test.each<[string, string, string, readonly number[], readonly string[]]>([
  ['nothing differs', 'a\nb\n', 'a\nb\n', [], ['0-3 =a =b =']],
  ['a line is another', 'a\nb\nc', 'a\nx\nc', [], ['0-1 =a', '-b', '1-3 +x =c']],
  ['lines are new', 'a\nc', 'a\nx\ny\nc', [], ['0-4 =a +x +y =c']],
  ['lines are gone', 'a\nb\nc', 'c', [], ['-a -b', '0-1 =c']],
  ['a line is wrong', 'a\nb\nc', 'a\nb\nc', [2], ['0-2 =a =b!', '< 2', '2-3 =c']],
  ['a new line is wrong', 'a', 'a\nx', [2], ['0-2 =a +x!', '< 2']],
  ['two in a row are wrong', 'a\nb', 'a\nb', [1, 2], ['0-1 =a!', '< 1', '1-2 =b!', '< 2']],
  ['lines are written otherwise', 'a:\n  - "b"\n', "a: # c\n- 'b'\n# d\n", [], ["0-4 =a: # c =- 'b' =# d ="]],
  [
    'a list is written in brackets',
    'a:\n  - b\n  - c\nd:\n  e: "1"\n',
    'a: [b, c]\nd: { e: 1 }',
    [],
    ['0-2 =a: [b, c] =d: { e: 1 }'],
  ],
  ['an entry of such a list is new', 'a:\n  - b\n', 'a: [b, c]', [], ['0-1 +a: [b, c]']],
  [
    'a value of several lines is another',
    'a: |\n  b\n  c\nd: 1',
    'a: |\n  b\n  x\nd: 1',
    [],
    ['-a: | -  b -  c', '0-4 +a: | +  b +  x =d: 1'],
  ],
  [
    'fields of two entries are others',
    '- n: a\n  u: 1\n- n: b\n  u: 1',
    '- n: a\n  u: 2\n- n: b',
    [],
    ['0-1 =- n: a', '-  u: 1', '1-3 +  u: 2 =- n: b', '-  u: 1'],
  ],
  ['only the break at the end differs', 'a', 'a\n', [], ['0-2 =a =']],
  ['all is gone', 'a\nb\n', '', [], ['-a -b', '0-1 =']],
])('rows of a text in which %s', (_, before, after, told, wanted) => {
  expect(drawn(before, after, told)).toEqual(wanted)
})

test.each<[string, string, readonly number[]]>([
  ['a\nb\nc', 'a\nb\nc', []],
  ['a\nb\nc', 'a\nx\nc', [2]],
  ['a\nb\nc\nd', 'x\ny\nb\nd', [1, 4]],
])('of %j and %j those lines begin a difference: %j', (before, after, wanted) => {
  expect(differingLines(textRows(before, after, new Set()))).toEqual(wanted)
})

test('what is not compared, as it would take long, is all new', () => {
  const [before, after] = ['a', 'b'].map((name) => Array.from({ length: 3000 }, (_, i) => `${name} ${i}`).join('\n'))
  expect(textRows(before ?? '', after ?? '', new Set()).map(({ kind }) => kind)).toEqual(['gone', 'text'])
})

test('lines far from all that differs are folded', () => {
  const lines = Array.from({ length: 30 }, (_, i) => `a${i}: 1`)
  const rows = textRows(lines.join('\n'), lines.with(20, 'a20: 2').join('\n'), new Set([5]))
  const drawn = foldedRows(rows).map((row) =>
    row.kind === 'text' ? `${row.isFolded ? 'folded ' : ''}${row.from}-${row.to}` : row.kind,
  )
  expect(drawn).toEqual(['0-5', 'told', '5-8', 'folded 8-17', '17-20', 'gone', '20-24', 'folded 24-30'])
  expect(foldedRows(textRows('a: 1', 'a: 1', new Set()))).toHaveLength(1)
})

test.each([
  [0, ''],
  [2, 'spec.kubernetes'],
  [3, 'spec.kubernetes.versions[1.34.1]'],
  [4, 'spec.kubernetes.versions[1.34.1]'],
  [9, 'spec.machineImages[linux].versions[1.0.0]'],
  [11, 'spec.machineImages[linux].versions[1.0.0].cri[containerd]'],
])('line %i, counted from 0, stands in %s', (line, section) => {
  const text = [
    'spec:',
    '  kubernetes:',
    '    versions:',
    '      - version: 1.34.1',
    '        classification: supported',
    '  machineImages:',
    '    - name: linux',
    '      versions:',
    '        - version: 1.0.0',
    '          architectures: [amd64]',
    '          cri:',
    '            - name: containerd',
  ].join('\n')
  expect(sectionAt(text, line)).toBe(section)
})
