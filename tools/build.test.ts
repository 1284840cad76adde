import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claim, fingerprint, putAside, sweep } from './build.mjs'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sources-'))
  write('app/page.tsx', 'page')
  write('lib/engine/version.ts', 'version')
  write('next.config.js', 'config')
})

afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['a page', 'app/page.tsx'],
  ['a new file in a new folder', 'components/ui/button.tsx'],
  ['a public file', 'public/robots.txt'],
  ['the configuration', 'next.config.js'],
  ['the proxy', 'proxy.ts'],
  ['a locked version', 'package-lock.json'],
])('builds again after a change of %s', (_, file) => {
  const before = fingerprint(folder)
  write(file, 'changed')
  expect(fingerprint(folder)).not.toBe(before)
})

test.each([
  ['a test', 'lib/engine/version.test.ts'],
  ['data of tests', 'lib/engine/testdata/maintain.jsonl'],
  ['a browser test', 'e2e/shell.spec.ts'],
  ['the readme', 'README.md'],
])('does not build again after a change of %s', (_, file) => {
  const before = fingerprint(folder)
  write(file, 'changed')
  expect(fingerprint(folder)).toBe(before)
})

test('builds again for another path', () => {
  const other = fingerprint(folder, '/almanac')
  expect(new Set([fingerprint(folder), other, fingerprint(folder, '/other')])).toHaveProperty('size', 3)
  expect(fingerprint(folder, '/almanac')).toBe(other)
})

test('builds again after a file was renamed', () => {
  const before = fingerprint(folder)
  rmSync(join(folder, 'app/page.tsx'))
  write('app/renamed.tsx', 'page')
  expect(fingerprint(folder)).not.toBe(before)
})

test('does not build again when a file was only touched', () => {
  const before = fingerprint(folder)
  write('app/page.tsx', 'page')
  expect(fingerprint(folder)).toBe(before)
})

function write(file: string, content: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), content)
}

const build = (letter: string) => `.next-${letter.repeat(16)}`

test('a build lies beside those that are served, and Next keeps what it works with', () => {
  write('.next/BUILD_ID', 'one')
  write('.next/server/page.js', 'one')
  write('.next/cache/turbopack', 'cache')
  write('.next/dev/page.js', 'dev')
  putAside(folder, build('a'))
  claim(folder, build('a'))
  write('.next/BUILD_ID', 'two')
  write('.next/server/page.js', 'two')
  putAside(folder, build('b'))
  const page = (letter: string) => readFileSync(join(folder, build(letter), 'server/page.js'), 'utf8')
  expect([page('a'), page('b')]).toEqual(['one', 'two'])
  expect(readdirSync(join(folder, '.next')).sort()).toEqual(['cache', 'dev'])
})

test('a build that is there already stays as it is: somebody may serve it', () => {
  for (const text of ['first', 'second']) {
    write('.next/server/page.js', text)
    putAside(folder, build('a'))
  }
  expect(readFileSync(join(folder, build('a'), 'server/page.js'), 'utf8')).toBe('first')
  expect(readdirSync(folder).filter((name) => name.startsWith('.next-'))).toEqual([build('a')])
})

test('builds that nobody serves are taken away, but the newest', () => {
  for (const [age, letter] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    write(`${build(letter)}/BUILD_ID`, letter)
    if (letter === 'd') claim(folder, build(letter))
    // No process has such a number.
    if (letter === 'e') write(`${build(letter)}/served-by-999999999`, '')
    utimesSync(join(folder, build(letter)), 1000 - age, 1000 - age)
  }
  sweep(folder, build('c'))
  expect(['a', 'b', 'c', 'd', 'e'].filter((letter) => existsSync(join(folder, build(letter))))).toEqual([
    'a',
    'b',
    'c',
    'd',
  ])
})
