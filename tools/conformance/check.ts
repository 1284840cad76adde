import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writtenNumber } from '@/lib/engine/api-server'
import { type ConformanceContext, createContext, type VectorCase, type VectorRunner } from './context'
import { asleepInWindow, forecasts, maintenance, maintenanceWindow } from './maintenance'
import { shootMove } from './moves'
import { namespacedAny, namespacedEdits, profileAny, profileEdits } from './profile-changes'
import { changeImpact, shootCreate } from './shoots'
import { classify, policy } from './versions'

/** How many failing cases of a file are printed, at most. */
const SHOWN = 20

/**
 * Runs every known `*.jsonl` file of the directory and of those directly in it, each with the profiles beside it, and hands its
 * findings, line by line, to `print`. True if there were cases and all hold.
 */
export function checkDirectory(directory: string, print: (line: string) => void): boolean {
  let passed = 0
  let failed = 0
  const inner = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const path of ['', ...inner.map(({ name }) => name).toSorted()]) {
    const counts = checkFiles(join(directory, path), print, path === '' ? '' : `${path}/`)
    passed += counts.passed
    failed += counts.failed
  }
  print(`${passed} passed, ${failed} failed`)
  return passed > 0 && failed === 0
}

/** `prefix`: before the names of the files. */
function checkFiles(directory: string, print: (line: string) => void, prefix: string) {
  const files = readdirSync(directory).filter((file) => file.endsWith('.jsonl'))
  const context = createContext(directory)
  let passed = 0
  let failed = 0
  for (const file of [...orderOf(runners, files)]) {
    const runner = runners.find((candidate) => candidate.file === file)
    if (runner === undefined) {
      print(`${prefix}${file}: not known, skipped`)
      continue
    }
    for (const { of, cases } of groupsOf(readCases(join(directory, file)))) {
      const failures = failuresOf(runner, cases, context)
      const holding = failures.total - failures.lines.length
      print(`${prefix}${file}${of}: ${holding} of ${failures.total} hold`)
      for (const line of failures.lines.slice(0, SHOWN)) print(`  ${line}`)
      if (failures.lines.length > SHOWN) print(`  and ${failures.lines.length - SHOWN} more`)
      passed += holding
      failed += failures.lines.length
    }
  }
  return { passed, failed }
}

/** Shoots that the API server would not take as they are stored could hardly have come about: they are counted apart. */
function groupsOf(cases: readonly (VectorCase | string)[]) {
  const isApart = (one: VectorCase | string): boolean =>
    typeof one !== 'string' && Array.isArray(one.tags) && one.tags.includes('stored-refused')
  const apart = cases.filter(isApart)
  const groups = [{ of: '', cases: cases.filter((one) => !isApart(one)) }]
  return apart.length === 0 ? groups : [...groups, { of: ', refused as stored', cases: apart }]
}

function orderOf(known: readonly VectorRunner[], files: readonly string[]): Set<string> {
  const first = known.map(({ file }) => file).filter((file) => files.includes(file))
  return new Set([...first, ...files.toSorted()])
}

function failuresOf(runner: VectorRunner, cases: readonly (VectorCase | string)[], context: ConformanceContext) {
  const lines: string[] = []
  for (const vector of cases) {
    if (typeof vector === 'string') {
      lines.push(vector)
      continue
    }
    const difference = attempt(() => runner.run(vector, context))
    if (difference !== null) lines.push(`${vector.name}: ${difference}`)
  }
  return { total: cases.length, lines }
}

function attempt(run: () => string | null): string | null {
  try {
    return run()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A line that is no case comes back as the text of its failure. */
function readCases(path: string): (VectorCase | string)[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, i): (VectorCase | string)[] => {
      if (line.trim() === '') return []
      try {
        const value: unknown = parsed(line)
        return isCase(value) ? [value] : [`line ${i + 1}: no case with a name`]
      } catch {
        return [`line ${i + 1}: no JSON`]
      }
    })
}

/** A whole number that is written with a fraction or an exponent keeps its text: the API server takes it for none. */
function parsed(line: string): unknown {
  const kept = line.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d+[.eE]/.test(token) && Number.isInteger(Number(token)) ? `{"${WRITTEN}":"${token}"}` : token,
  )
  return JSON.parse(kept, (_, value) =>
    typeof value === 'object' && value !== null && WRITTEN in value ? writtenNumber(value[WRITTEN]) : value,
  )
}

const WRITTEN = 'a number as it is written'

function isCase(value: unknown): value is VectorCase {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
}

/** Every kind of vectors that we know, in the order in which they are run. */
const runners: readonly VectorRunner[] = [
  classify,
  maintenanceWindow,
  maintenance,
  asleepInWindow,
  forecasts,
  profileEdits,
  namespacedEdits,
  profileAny,
  namespacedAny,
  policy,
  shootCreate,
  changeImpact,
  shootMove,
]
