import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { codeInMarkdown, inMarkdown, inYaml, linkInMarkdown, mailLink, plainLines } from './plain-text'

test.each([
  ['a name of an object, as it is', 'checkout-prod', 'checkout-prod'],
  ['a move', 'Kubernetes 1.32.9 → 1.33.7, forced', 'Kubernetes 1.32.9 → 1.33.7, forced'],
  ['markup', '<img src=x onerror=alert(1)>', String.raw`\<img src=x onerror=alert(1)\>`],
  ['a link', '[x](javascript:alert(1))', String.raw`\[x\](javascript:alert(1))`],
  ['a picture', '![x](https://evil.example/a.png)', String.raw`\!\[x\](https://evil.example/a.png)`],
  ['a column of a table', 'a | b', String.raw`a \| b`],
  ['a mark that is escaped already', String.raw`a\|b`, String.raw`a\\\|b`],
  ['a mention of a character', '&lt;b&gt;', String.raw`\&lt;b\&gt;`],
  ['a line of its own', 'a\r\n# b', String.raw`a \# b`],
  ['an end of a line that few know', 'a\u2028- b\u0085c', 'a - b c'],
  ['letters in another order', 'a\u202Eb', 'a b'],
])('in Markdown: %s', (_, text, told) => {
  expect(inMarkdown(text)).toBe(told)
})

test('code in Markdown does not end before its name', () => {
  expect(codeInMarkdown('aws` <b>\n')).toBe("`aws' <b> `")
})

test('a link in Markdown leads where it should, whatever its text', () => {
  const href = 'https://almanac.example.org/shoots/a/b)%20[x](javascript:alert(1)'
  expect(linkInMarkdown('b](javascript:alert(1))', href)).toBe(
    String.raw`[b\](javascript:alert(1))](https://almanac.example.org/shoots/a/b%29%20[x]%28javascript:alert%281%29)`,
  )
})

test.each(['aws', 'gardenlinux', '1.33.7', '1877.3.0', '1.33.7-beta.1', 'm5.large'])(
  'in YAML %s stands as it is',
  (text) => {
    expect(inYaml(text)).toBe(text)
  },
)

test.each([
  'a\n  b: c',
  'a: b',
  'a #b',
  '- a',
  '*a',
  '1.33',
  '0x10',
  'yes',
  'null',
  '"',
  "'",
  '{a: b}',
  'a\u2028b',
  '!!js a',
])('in YAML %j is a text', (text) => {
  expect(parse(`name: ${inYaml(text)}\nother: 1`)).toEqual({ name: text, other: 1 })
})

test('a name begins no line of a plain text', () => {
  expect(plainLines(['- a\n- forged', '', 'b\r\u2029c'])).toBe('- a - forged\n\nb c')
})

test.each([
  [
    'to all that have an address',
    ['ada@example.org', 'bob@example.org'],
    'mailto:ada@example.org,bob@example.org?subject=A%20b&body=x%0Ay',
  ],
  [
    'not to groups and accounts',
    ['admins', 'system:serviceaccount:a:b', 'ada@example.org'],
    'mailto:ada@example.org?subject=A%20b&body=x%0Ay',
  ],
  ['to nobody', ['admins'], null],
  ['a name that would add fields is no address', ['ada@example.org?bcc=eve@example.org'], null],
])('a mail: %s', (_, people, link) => {
  expect(mailLink(people, 'A b', 'x\ny')).toBe(link)
})

test('of a text that is too long for an address a mail has whole lines, and says where the rest is', () => {
  const link = mailLink(['ada@example.org'], 's', 'line & more\n'.repeat(500)) ?? ''
  expect(link.length).toBeLessThanOrEqual(1_900)
  const body = new URL(link).searchParams.get('body') ?? ''
  expect(body).toMatch(/^(line & more\n){50,}\n… The whole text is in Almanac, to copy\.\n$/)
})
