import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/rules.md'), 'utf8')

/** As GitHub makes anchors of headings. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(' ', '-')
    .replaceAll(/[^a-z0-9-]/g, '')
const rules = page
  .split(/^(?=##)/m)
  .filter((section) => section.startsWith('### '))
  .map((section) => {
    const [heading = '', ...lines] = section.split('\n')
    return { anchor: anchorOf(heading.slice('### '.length)), text: lines.join('\n') }
  })

/** The engine has the rules; guides are what the operators do with them. */
const sources = ['lib/engine', 'lib/questions/guides'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ name: `${folder}/${name}`, source: readFileSync(join(root, folder, name), 'utf8') })),
)

test('what is cited is a rule on the page', () => {
  const anchors = new Set(rules.map(({ anchor }) => anchor))
  const unknown = sources.flatMap(({ name, source }) =>
    [...source.matchAll(/docs\/rules\.md#([a-z0-9-]+)/g)].flatMap(([, anchor = '']) =>
      anchors.has(anchor) ? [] : [`${name}: ${anchor}`],
    ),
  )
  expect(unknown).toEqual([])
})

test.each(rules)('$anchor says where it comes from, and a file that has it cites it', ({ anchor, text }) => {
  expect(text).toMatch(/^From: /m)
  const [, named = ''] = text.split(/\bIn:/)
  const files = [...named.matchAll(/`(lib\/[^`]+)`/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(0)
  const citing = sources.filter(({ source }) => new RegExp(`docs/rules\\.md#${anchor}\\b(?!-)`).test(source))
  expect(citing.map(({ name }) => name).filter((name) => files.includes(name))).not.toEqual([])
})

test('every file that the page names is there', () => {
  const named = [...page.matchAll(/`(lib\/[^`*]+)`/g)].map(([, file = '']) => file)
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
