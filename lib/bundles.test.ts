import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

/**
 * The build puts a copy of each module into every bundle that imports it, and what one bundle made is handed to others through the process.
 * So whether something is the very object, or of the very class, that a module declares says nothing: it may be that of another copy. What
 * is asked instead is what it says: a field, or a name.
 */

const root = join(import.meta.dirname, '..')
const folders = readdirSync(join(root, 'lib'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'browser')
  .map(({ name }) => `lib/${name}`)

const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testdata/.test(file))
    .map((file) => ({
      file: relative(root, join(root, folder, file)),
      text: readFileSync(join(root, folder, file), 'utf8'),
    })),
)

/** Constants that hold an object, and classes, that others can import. */
const exported = new Set(sources.flatMap(({ text }) => declaredIn(text, /^export /)))

function declaredIn(text: string, prefix: RegExp): readonly string[] {
  const declared = new RegExp(
    `${prefix.source}(?:const (\\w+)(?:: [^=\\n]+)? = (?:[[{]|new |Symbol\\(|\\w+\\()|class (\\w+))`,
    'gm',
  )
  return [...text.matchAll(declared)].flatMap(([, constant, ofClass]) => constant ?? ofClass ?? [])
}

/** What a module imports, by the names that it has there. */
function importedIn(text: string): readonly string[] {
  return [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '(?:@\/|\.)/gm)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .filter((name) => exported.has(name.split(' as ')[0] ?? ''))
      .map((name) => name.split(' as ').at(-1) ?? ''),
  )
}

/** Lines that ask for the identity of what a module declares, in a text that is a module. */
function askingForIdentity(text: string): readonly string[] {
  const known = new Set([...importedIn(text), ...declaredIn(text, /^export /)])
  return text
    .split('\n')
    .filter((line) => [RIGHT, LEFT].some((side) => [...line.matchAll(side)].some(([, name = '']) => known.has(name))))
}

const RIGHT = /(?:instanceof|===|!==) (\w+)(?![\w.([])/g
const LEFT = /(?<![\w.])(\w+) (?:===|!==) (?!undefined|null)/g

test.each([
  ["import { nothing } from './a'\nconst is = a === nothing", 1],
  ['export class Gone extends Error {}\nconst is = a instanceof Gone', 1],
])('%j is found', (text, lines) => {
  exported.add('nothing')
  expect(askingForIdentity(text)).toHaveLength(lines)
})

test('no module asks whether something is the very object or of the very class that a module declares', () => {
  const found = sources.flatMap(({ file, text }) => askingForIdentity(text).map((line) => `${file}: ${line.trim()}`))
  expect(found).toEqual([])
})
