import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const files = ['app', 'components'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
)
const sheets = files
  .filter((file) => file.endsWith('.css'))
  .map((file) => {
    const comments = /\/\*.*?\*\//gs
    const text = readFileSync(file, 'utf8').replace(comments, (comment) => comment.replace(/[^\n]/g, ' '))
    return { file, lines: text.split('\n') }
  })

/** Where the lines of all style sheets have something, as `file:line what`. */
function found(pattern: RegExp): string[] {
  return sheets.flatMap(({ file, lines }) =>
    lines.flatMap((line, i) => [...line.matchAll(pattern)].map(([what]) => `${file}:${i + 1} ${what.trim()}`)),
  )
}

test('every margin, padding, gap and inset is made of the steps in globals.css', () => {
  expect(found(/^\s*(scroll-)?(margin|padding|gap|row-gap|column-gap|inset)[a-z-]*:.*\d(px|r?em)\b.*/g)).toEqual([])
})

test('there are five breakpoints, 720, 900, 1080, 1180 and 1359 px', () => {
  expect(found(/\((max|min)-width:(?! (720|721|900|901|1080|1180|1181|1359|1360)px\)).*/g)).toEqual([])
})

test('a class that all pages share is a word', () => {
  const shared = /\.[a-z]{1,2}(?![\w-])/g
  expect(found(shared).filter((place) => place.startsWith('app/globals.css'))).toEqual([])
})

test('the base of all pages comes before the styles of any part', () => {
  const [, first] = /^import (?:[^']* from )?'([^']+)'/m.exec(readFileSync('app/layout.tsx', 'utf8')) ?? []
  expect(first).toBe('./globals.css')
})

test('every property that a style sheet reads is set somewhere: one that is not makes its whole line void', () => {
  const scripts = files.filter((file) => file.endsWith('.tsx')).map((file) => readFileSync(file, 'utf8'))
  const set = new Set([
    ...sheets.flatMap(({ lines }) => [...lines.join('\n').matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
    ...scripts.flatMap((text) => [...text.matchAll(/['"`](--[\w-]+)['"`]/g)].map(([, name]) => name)),
  ])
  const read = found(/var\(--[\w-]+\)/g)
  expect(read.length).toBeGreaterThan(1000)
  expect(read.filter((place) => !set.has(place.slice(place.indexOf('--'), -1)))).toEqual([])
})

test('every class that a part names is one of its style sheet', () => {
  const named = files
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const imports = [...text.matchAll(/^import (\w+) from '(?:@\/|)([^']+\.module\.css)'/gm)]
      return imports.flatMap(([, name = '', path = '']) => {
        const sheet = path.startsWith('.') ? join(dirname(file), path) : path
        const classes = readFileSync(sheet, 'utf8')
        const uses = [...text.matchAll(new RegExp(`(?<![\\w./])${name}\\.(\\w+)`, 'g'))].map(([, used]) => used)
        return uses.filter((used) => !new RegExp(`\\.${used}(?![\\w-])`).test(classes)).map((used) => `${file} ${used}`)
      })
    })
  expect(named).toEqual([])
})
