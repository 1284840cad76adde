import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'

/** The rooms of the engine, each above those that it may import; beside them stand types, refusals, faults, times and what tests share. */
const ROOMS = [
  'rules',
  'explain',
  'api-server/manifest',
  'api-server',
  'impact',
  'edits/shoot',
  'course',
  'accuracy',
  'policy/evidence',
  'explain/obstacles',
  'advice/maintenance',
  'advice',
  'outlook',
  'edits',
  'outlook/difference',
  'policy',
]
const BESIDE = [
  'bounds.ts',
  'duration.ts',
  'faults.ts',
  'grouped.ts',
  'json.ts',
  'kinds.ts',
  'once.ts',
  'promotion-rule.ts',
  'reader.ts',
  'refusal.ts',
  'shell.ts',
  'testdata',
  'time.ts',
  'types.ts',
]
const engine = import.meta.dirname

test('what stands in the engine is a room, or beside the rooms', () => {
  const files = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const found = new Set(files.filter((name) => !name.endsWith('.test.ts')).map((name) => name.split(sep)[0]))
  expect([...found].sort()).toEqual([...ROOMS.filter((room) => !room.includes('/')), ...BESIDE].sort())
})

test('no module remembers anything: what is kept belongs to an object that its owner drops', () => {
  const files = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const kept = files
    .filter((name) => !name.endsWith('.test.ts') && !name.startsWith('testdata'))
    .flatMap((name) => remembering(readFileSync(join(engine, name), 'utf8')).map((variable) => `${name}: ${variable}`))
  expect(kept).toEqual([])
})

test.each([
  ['const known = new Map<A, B>()\nfunction of(a: A) { known.set(a, 1) }', ['known']],
  ['export const seen: Set<string> = new Set()\nseen.add(text)', ['seen']],
  ['const made = new WeakMap<A, B>([])\n  made\n    .delete(a)', ['made']],
  ['const last = new LRUCache<A, B>({ max: 9, memoMethod })', ['last']],
  ['let latest: A | null = null', ['latest']],
  ["const WORDS = new Set(['a'])\nreturn WORDS.has(word)", []],
  ['class A {\n  private readonly known = new Map<A, B>()\n  of(a: A) { this.known.set(a, 1) }\n}', []],
])('that is found out: %s', (source, found) => {
  expect(remembering(source)).toEqual(found)
})

/** Variables of a module that change while it runs: maps and sets that are written to, caches, and what is assigned anew. */
function remembering(source: string): string[] {
  const collections = [...source.matchAll(/^(?:export )?const (\w+)[^=\n]*= new (\w+)/gm)].flatMap(([, name, type]) => {
    const isWritten = new RegExp(String.raw`(?<![.\w])${name}\s*\.(?:set|add|delete|clear)\(`).test(source)
    const isCache = /Cache/.test(type ?? '') || (/^(?:Weak)?(?:Map|Set)$/.test(type ?? '') && isWritten)
    return name !== undefined && isCache ? [name] : []
  })
  const variables = [...source.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].flatMap(([, name]) => name ?? [])
  return [...collections, ...variables]
}

test.each(ROOMS)('%s says what it is for, and imports rooms below it only', (room) => {
  const files = readdirSync(join(engine, room), { recursive: true, encoding: 'utf8' })
  expect(readFileSync(join(engine, room, 'index.ts'), 'utf8')).toMatch(/^\/\*\*/)
  const above = ROOMS.slice(ROOMS.indexOf(room))
  const inside = ROOMS.filter((other) => other.startsWith(`${room}/`)).map(
    (other) => other.slice(room.length + 1) + sep,
  )
  const own = files.filter((name) => !inside.some((folder) => name.startsWith(folder)))
  for (const file of own.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const source = readFileSync(join(engine, room, file), 'utf8')
    const imported = [...source.matchAll(/from '@\/lib\/engine\/([^']+)'/g)].map(([, name]) => name ?? '')
    expect(
      imported.filter((name) => above.includes(name)),
      file,
    ).toEqual([])
  }
})
