import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { demoManifests } from '../demo/manifests'
import { SharedParts } from '../shoot-fields'
import { readParts } from './file-parts'
import { defaultLimits } from './reading'
import { splitYaml } from './split-yaml'

describe('a long list', () => {
  const project = (name: string, more = '') =>
    `- apiVersion: core.gardener.cloud/v1beta1\n  kind: Project\n  metadata:\n    name: ${name}\n  spec:\n    namespace: garden-${name}\n${more}`
  const steps = (...items: readonly string[]) => {
    const text = `apiVersion: v1\nitems:\n${items.join('')}kind: List\n`
    const known = { parts: new Map(), items: new Map() }
    const read = [...readParts('a.yaml', text, { limits: defaultLimits, sharing: new SharedParts(), known })]
    return read.map((part) => part?.reading.items.map(({ object }) => object.label))
  }

  it('is looked through in steps, between which others may work, before its first item comes', () => {
    expect(steps(project('a'), project('b'))).toEqual([undefined, undefined, undefined, ['Project a'], ['Project b']])
  })

  it('is looked through for aliases item by item', () => {
    const items = ['a', 'b', 'c', 'd'].map((name) => project(name, "    description: 'every * *'\n"))
    const looks = steps(...items).findIndex((part) => part !== undefined)
    expect(looks).toBe(3 + items.length)
  })
})

const parts = (text: string) => [...splitYaml(text)].filter((part) => part !== undefined)

/** All that the parts say, as if the text had been read as a whole. */
function together(text: string): unknown[] {
  return parts(text).flatMap((part): unknown[] => {
    if (part.kind === 'document') return [parse(part.text)]
    return [{ ...parse(part.around), items: [...part.items()].flatMap((item) => parse(item.text)) }]
  })
}

describe('splitYaml', () => {
  it.each<[string, string, string[]]>([
    ['one document is one part', 'a: 1\n', ['a: 1\n']],
    ['documents end at ---', 'a: 1\n---\nb: 2\n', ['a: 1\n', '---\nb: 2\n']],
    ['documents end after ...', 'a: 1\n...\nb: 2\n', ['a: 1\n...\n', 'b: 2\n']],
    ['a comment before --- belongs to what follows', '# hello\n---\na: 1\n', ['# hello\n---\na: 1\n']],
    ['a directive belongs to what follows', '%YAML 1.2\n---\na: 1\n', ['%YAML 1.2\n---\na: 1\n']],
    ['---- is no end', 'a: |\n  ----\nb: 1\n', ['a: |\n  ----\nb: 1\n']],
    ['an indented --- is no end', 'a: |\n  ---\n', ['a: |\n  ---\n']],
    ['lines may end with carriage returns', 'a: 1\r\n---\r\nb: 2\r\n', ['a: 1\r\n', '---\r\nb: 2\r\n']],
    ['an empty text has no parts', '\n \n', []],
  ])('%s', (_, text, expected) => {
    expect(parts(text).map((part) => part.text)).toEqual(expected)
  })

  it('tells where each document and item begins', () => {
    const text = 'x: 1\n---\nkind: List\nitems:\n\n- a: 1\n  b: 2\n- a: 3\n---\ny: 1\n'
    expect(parts(text).map(({ at }) => text.slice(at, at + 7))).toEqual(['x: 1\n--', '---\nkin', '---\ny: '])
    const list = parts(text)[1]
    expect(list?.kind === 'list' && [...list.items()]).toEqual([
      { text: '- a: 1\n  b: 2\n', at: text.indexOf('- a: 1') },
      { text: '- a: 3\n', at: text.indexOf('- a: 3') },
    ])
  })

  it.each<[string, string]>([
    ['as kubectl writes it', 'apiVersion: v1\nitems:\n- a: 1\n  b: [x]\n- a: 2\nkind: List\nmetadata: {}\n'],
    ['with indented items', 'kind: List\nitems:\n  - a: 1\n    c:\n      - d\n  - a: 2\n'],
    ['with lists in the items', 'items:\n- a:\n  - 1\n  - 2\n- b:\n  - - 3\n    - 4\nkind: List\n'],
    ['with comments in the first column', 'items:\n- a: 1\n# here\n  b: 2\n# there\n- a: 2\nkind: List\n'],
    [
      'with empty lines and block texts',
      'items:\n- a: |\n    - x\n\n    y\n\n- a: >-\n    folded\n    text\nkind: List\n',
    ],
    ['with quoted texts over several lines', 'items:\n- a: "one\n    two"\n- a: \'three\n\n    four\'\nkind: List\n'],
    ['with flow over several lines', 'items:\n- a: {b: 1,\n     c: [1,\n     2]}\n- {a: 1}\nkind: List\n'],
    ['with the dash on a line of its own', 'items:\n-\n  a: 1\n-\n  a: 2\nkind: List\n'],
    ['with carriage returns', 'kind: List\r\nitems:\r\n- a: 1\r\n  b: 2\r\n- a: 2\r\n'],
    ['without an end of line', 'kind: List\nitems:\n- a: 1'],
    ['with a comment after the key', 'kind: List\nitems: # all of them\n# really\n- a: 1\n'],
    ['empty', 'kind: List\nitems: []\n'],
    ['with items that are no list', 'kind: List\nitems:\n  a: 1\n'],
    ['with items of something else inside', 'spec:\n  items:\n  - a: 1\nitems:\n- b: 1\nkind: List\n'],
  ])('says of a list the same as the whole text: %s', (_, text) => {
    expect(together(text)).toEqual([parse(text)])
  })

  it('says the same of a whole landscape, however it is written', () => {
    const items = JSON.parse(JSON.stringify(demoManifests({ born: '2026-11-21', shoots: 30 })))
    for (const options of [{ indentSeq: false }, { indentSeq: true }, { lineWidth: 30, indent: 4 }]) {
      const text = stringify({ apiVersion: 'v1', kind: 'List', items }, options)
      const [part] = parts(text)
      expect(part?.kind === 'list' && [...part.items()].length).toBe(items.length)
      expect(together(text)).toEqual([{ apiVersion: 'v1', kind: 'List', items }])
    }
  })
})
