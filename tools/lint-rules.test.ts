import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bin, root } from './root.mjs'

/** Where a line of code stands, and whether the lint rules refuse it there. */
const cases: readonly [file: string, code: string, verdict: 'refused' | 'fine'][] = [
  ['lib/engine/a.ts', 'export const a = new Date(0)', 'fine'],
  ['lib/engine/a.ts', 'export const a = Date.parse', 'fine'],
  ['lib/engine/a.ts', 'export const a = Math.max(1, 2)', 'fine'],
  ['lib/engine/a.ts', 'export const a = Date.now()', 'refused'],
  ['lib/engine/a.ts', 'export const a = Date.now', 'refused'],
  ['lib/engine/a.ts', 'export const a = new Date()', 'refused'],
  ['lib/engine/a.ts', 'export const a = Date()', 'refused'],
  ['lib/engine/a.ts', 'export const a = performance.now()', 'refused'],
  ['lib/engine/a.ts', 'export const a = globalThis.Date.now()', 'refused'],
  ['lib/engine/a.ts', 'export const a = Math.random()', 'refused'],
  ['lib/landscape/a.ts', 'export const a = Date.now()', 'fine'],
]

let folder: string
let complaints: ReadonlyMap<string, string>

/** Every case is a file of its own below the same path, so that one run of the linter judges all. */
const placeOf = (file: string, index: number) =>
  join(dirname(file), `case-${index}`, file.slice(dirname(file).length + 1))

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-rules-'))
  for (const part of ['biome.json', 'tools/engine-is-pure.grit', 'tsconfig.json', 'package.json', '.gitignore'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const [index, [file, code]] of cases.entries()) write(placeOf(file, index), code)
  write('lib/landscape/cycle/a.ts', "import { b } from '@/lib/landscape/cycle/b'\n\nexport const a = () => b")
  write('lib/landscape/cycle/b.ts', "import { a } from './a'\n\nexport const b = () => a")
  complaints = lint()
})

afterAll(() => rmSync(folder, { recursive: true }))

test.each(cases.map(([file, code, verdict], index) => ({ file, code, verdict, index })))(
  '$file: $code is $verdict',
  ({ file, verdict, index }) => {
    expect(complaints.has(placeOf(file, index)) ? 'refused' : 'fine').toBe(verdict)
  },
)

test('two files that import each other are refused', () => {
  expect(complaints.get('lib/landscape/cycle/a.ts')).toBe('lint/suspicious/noImportCycles')
})

function write(file: string, code: string): void {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${code}\n`)
}

/** Files that break one of the rules about imports or clocks, with the rule. */
function lint(): ReadonlyMap<string, string> {
  const args = [bin('@biomejs/biome/bin/biome'), 'lint', '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { category: string; location: { path: unknown } }[] }
  return new Map(
    diagnostics
      .filter(({ category }) => /noImportCycles|plugin/.test(category))
      .map(({ category, location }) => [String(location.path), category]),
  )
}
