import { runInNewContext } from 'node:vm'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PolicyEditor, type YamlLinePiece, yamlPieces } from './policy-editor'

test('the server sends a policy as it is, without looking for comments and values', () => {
  const text = 'days: 90 # three months'
  const html = renderToString(
    createElement(PolicyEditor, { text, problems: [], whole: 'text', onChange: () => undefined }),
  )
  expect(html).toContain(text)
  expect(html).not.toContain('data-look="comment"')
})

const shown = (pieces: readonly YamlLinePiece[]) => pieces.map(({ look, text }) => `${look}[${text}]`).join('')

test.each([
  ['kind: Policy', 'plain[kind: Policy]'],
  ['  days: 90  # three months', 'plain[  days: ]value[90 ]comment[ # three months]'],
  ['- version: "1.35" # a string', 'plain[- version: ]value["1.35"]comment[ # a string]'],
  ['# all of it', 'comment[# all of it]'],
  ['name: "a # b"', 'plain[name: ]value["a # b"]'],
  ["name: 'a # b' # c", "plain[name: ]value['a # b']comment[ # c]"],
  ['url: a#b', 'plain[url: a#b]'],
  ['note: "open # shut', 'plain[note: ]value["open]comment[ # shut]'],
  ['lists:', 'plain[lists:]'],
  ['just words', 'plain[just words]'],
  ['', ''],
])('the pieces of %j', (line, expected) => {
  expect(shown(yamlPieces(line))).toBe(expected)
})

test.each([
  ['quotes before a comment that cannot end', `${'"\''.repeat(100)} #\rx`],
  ['the same with a line separator', `${'"\''.repeat(100)} #\u2028x`],
  ['a very long line', `${'"\''.repeat(100_000)} #\rx`],
  ['spaces without end', `a:${' '.repeat(200_000)}`],
])('all of a line, at once: %s', (_, line) => {
  const read = () =>
    yamlPieces(line)
      .map(({ text }) => text)
      .join('')
  expect(runInNewContext('read()', { read }, { timeout: 5_000 })).toBe(line)
})
