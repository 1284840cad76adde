import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listOf, type Part, parts, partsNamed, sets } from './parts.mjs'
import { root } from './root.mjs'

const namesOf = (some: readonly Part[]) => some.map(({ name }) => name)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

test('each name is that of one part, and of no set', () => {
  expect(new Set(namesOf(parts)).size).toBe(parts.length)
  expect(namesOf(parts).filter((name) => sets.has(name))).toEqual([])
})

test.each(parts.map((part) => [part.name, part] as const))(
  '%s runs a program that is there, after parts that come before it',
  (_, part) => {
    const [runner, script] = part.run
    expect(runner === 'npm' ? script in scripts : existsSync(join(root, script))).toBe(true)
    const before = namesOf(parts.slice(0, parts.indexOf(part)))
    for (const name of [...(part.needs ?? []), ...(part.after ?? [])]) expect(before).toContain(name)
  },
)

test('parts write different reports', () => {
  const reports = parts.flatMap(({ report }) => report ?? [])
  expect(new Set(reports).size).toBe(reports.length)
})

test('what is asked for by name comes with what it needs, in its order, and once', () => {
  expect(namesOf(partsNamed(['types', 'conformance']))).toEqual(['types', 'conformance'])
  expect(namesOf(partsNamed(['browser', 'build', 'browser']))).toEqual(['build', 'browser'])
  expect(namesOf(partsNamed(['chart']))).toEqual(['servers', 'helm', 'build', 'chart'])
  expect(namesOf(partsNamed(['check']))).toEqual(['unit', 'types', 'lint'])
})

test('the smoke is for .ci/run, and builds no helm', () => {
  expect(namesOf(partsNamed(['gate']))).not.toContain('smoke')
  const ci = namesOf(partsNamed(['gate', 'smoke']))
  expect(ci).toEqual(expect.arrayContaining([...namesOf(partsNamed(['gate'])), 'smoke']))
  expect(ci).not.toContain('helm')
  expect(readFileSync(join(root, '.ci/run'), 'utf8')).toContain('npm test -- gate smoke')
})

test('everything leaves out nothing but what is part of another part', () => {
  const all = namesOf(partsNamed(['all']))
  expect(namesOf(parts).filter((name) => !all.includes(name))).toEqual(['unit', 'smoke'])
})

test('a name that is none is refused with those that there are', () => {
  expect(() => partsNamed(['unit', 'unti', 'e2e'])).toThrow(
    /^There is no part unti, e2e\. There are servers, .*unit, .*soak; and the sets check, gate, all\.$/,
  )
})

test('the list says what each part is for', () => {
  expect(listOf(partsNamed(['types', 'conformance']))).toEqual([
    'types        Types: TypeScript finds no fault, also in the tests and tools',
    'conformance  Conformance: the engine answers what the real Gardener code answered',
  ])
})

test('docs/testing.md has a row for each part, in the order of the list', () => {
  const text = readFileSync(join(root, 'docs/testing.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `([\w-]+)` \| (.*?) \|/gm)].map(([, name, holds]) => `${name}: ${holds}`)
  expect(rows).toEqual(parts.map(({ name, holds }) => `${name}: ${holds}`))
})
