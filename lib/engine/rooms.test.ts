import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'

/** The rooms of the engine, each above those that it may import; beside them stand types, refusals, times and what tests share. */
const ROOMS = [
  'rules',
  'explain',
  'manifest',
  'api-server',
  'impact',
  'course',
  'obstacles',
  'advice',
  'fleet',
  'edits',
  'what-if',
  'policy',
  'scenarios',
]
const BESIDE = ['refusal.ts', 'testdata', 'time.ts', 'types.ts', 'words.ts']
const engine = import.meta.dirname

test('what stands in the engine is a room, or beside the rooms', () => {
  const files = readdirSync(engine, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const found = new Set(files.filter((name) => !name.endsWith('.test.ts')).map((name) => name.split(sep)[0]))
  expect([...found].sort()).toEqual([...ROOMS, ...BESIDE].sort())
})

test.each(ROOMS)('%s says what it is for, and imports rooms below it only', (room) => {
  const files = readdirSync(join(engine, room), { recursive: true, encoding: 'utf8' })
  expect(readFileSync(join(engine, room, 'index.ts'), 'utf8')).toMatch(/^\/\*\*/)
  const above = ROOMS.slice(ROOMS.indexOf(room))
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    const source = readFileSync(join(engine, room, file), 'utf8')
    const imported = [...source.matchAll(/from '@\/lib\/engine\/([^'/]+)/g)].map(([, name]) => name ?? '')
    expect(
      imported.filter((name) => above.includes(name)),
      file,
    ).toEqual([])
  }
})
