import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, createContext, type Runner, type VectorCase } from './context'
import { runners } from './runners'

/** At most this many failing cases of a file are printed. */
const SHOWN = 20

/**
 * Runs every known `*.jsonl` file of the directory and hands its findings, line by line, to `print`.
 * True if there were cases and all hold.
 */
export function checkDirectory(directory: string, print: (line: string) => void): boolean {
  const files = readdirSync(directory).filter((file) => file.endsWith('.jsonl'))
  const context = createContext(directory)
  let passed = 0
  let failed = 0
  for (const file of [...orderOf(runners, files)]) {
    const runner = runners.find((candidate) => candidate.file === file)
    if (runner === undefined) {
      print(`${file}: not known, skipped`)
      continue
    }
    const failures = failuresOf(runner, readCases(join(directory, file)), context)
    const holding = failures.total - failures.lines.length
    print(`${file}: ${holding} of ${failures.total} hold`)
    for (const line of failures.lines.slice(0, SHOWN)) print(`  ${line}`)
    if (failures.lines.length > SHOWN) print(`  and ${failures.lines.length - SHOWN} more`)
    passed += holding
    failed += failures.lines.length
  }
  print(`${passed} passed, ${failed} failed`)
  return passed > 0 && failed === 0
}

function orderOf(known: readonly Runner[], files: readonly string[]): Set<string> {
  const first = known.map(({ file }) => file).filter((file) => files.includes(file))
  return new Set([...first, ...files.toSorted()])
}

function failuresOf(runner: Runner, cases: readonly (VectorCase | string)[], context: Context) {
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
        const value: unknown = JSON.parse(line)
        return isCase(value) ? [value] : [`line ${i + 1}: no case with a name`]
      } catch {
        return [`line ${i + 1}: no JSON`]
      }
    })
}

function isCase(value: unknown): value is VectorCase {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
}
