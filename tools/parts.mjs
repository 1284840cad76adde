import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { npm } from './npm.mjs'

/** @typedef {{ passed: number, failed: number, skipped?: number, failures?: string[] }} Counts the failures by name, as far as they are known */
/** @typedef {Counts & { name: string, seconds: number }} Part */

/**
 * Runs an npm script, shows what it prints, and counts its tests.
 * @param {string} name a few words for the summary
 * @param {string[]} script its name and arguments
 * @param {{ env?: Record<string, string>, count?: (output: string) => Counts | undefined, node?: string }} [how] env is added to
 *   ours; count reads the numbers from a report or from the output; without one the script counts as one test; node is the
 *   version that runs it, the one that runs us by default
 * @returns {Promise<Part>}
 */
export async function runPart(name, script, { env = {}, count = () => undefined, node } = {}) {
  console.log(`\n── ${name}`)
  const begin = performance.now()
  const { code, output } = await runScript(
    node ? ['exec', '--yes', `--package=node@${node}`, '--', 'npm', 'run'] : ['run'],
    script,
    env,
  )
  const seconds = (performance.now() - begin) / 1000
  return { name, seconds, ...settle(code === 0, count(output)) }
}

/**
 * What a part counts: one that failed without a failed test (it crashed), or found no test at all, is one failed test.
 * @param {boolean} ok
 * @param {Counts | undefined} counts
 * @returns {Counts}
 */
export function settle(ok, counts = ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }) {
  const blameless = counts.failed === 0
  return blameless && (!ok || counts.passed === 0) ? { ...counts, failed: 1 } : counts
}

/**
 * Ends this process with what its parts count: each failed test by name, and the closing line. What throws is one failed test.
 * @param {() => Promise<Part[]>} run
 */
export async function endWith(run) {
  const parts = await run().catch((error) => {
    console.error(error instanceof Error ? error.message : error)
    return [{ name: 'The run itself', seconds: 0, passed: 0, failed: 1 }]
  })
  console.log()
  for (const line of summary(parts)) console.log(line)
  process.exitCode = parts.some(({ failed }) => failed > 0) ? 1 : 0
}

/**
 * A line for each part, one for each failed test, and the closing line.
 * @param {readonly Part[]} parts
 */
export function summary(parts) {
  return [
    ...parts.flatMap((part) => [
      `${part.failed > 0 ? '✗' : '✓'} ${part.name}: ${closingLine([part])}, ${part.seconds.toFixed(1)} s`,
      ...(part.failures ?? []).map((failure) => `✗ ${part.name}: ${failure}`),
    ]),
    closingLine(parts),
  ]
}

/**
 * The closing line of the parts, or of several closing lines. What was skipped is told where something was.
 * @param {readonly Counts[]} all
 */
export function closingLine(all) {
  const total = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    all.reduce((sum, counts) => sum + (counts[key] ?? 0), 0)
  const skipped = total('skipped')
  return `${total('passed')} passed, ${total('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * The last `N passed, N failed` of an output.
 * @param {string} output
 * @returns {Counts | undefined}
 */
export function readClosingLine(output) {
  const [, passed, failed] = [...output.matchAll(/(\d+) passed, (\d+) failed/g)].at(-1) ?? []
  return passed && failed ? { passed: Number(passed), failed: Number(failed) } : undefined
}

/**
 * The numbers in a report of Vitest, where a file that cannot be loaded has no tests but fails.
 * @param {string} file
 * @returns {Counts | undefined}
 */
export function readVitestReport(file) {
  const report = readJson(file)
  if (!report) return undefined
  /** @typedef {{ status: string, fullName: string }} Assertion */
  /** @type {{ name: string, status: string, assertionResults: Assertion[] }[]} */
  const files = report.testResults
  const failures = files.flatMap(({ name, status, assertionResults }) => {
    if (assertionResults.length === 0) return status === 'failed' ? [name] : []
    return assertionResults.flatMap((test) => (test.status === 'failed' ? [`${name}: ${test.fullName}`] : []))
  })
  const skipped = report.numPendingTests
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    ...(failures.length > 0 && { failures }),
    ...(skipped > 0 && { skipped }),
  }
}

/**
 * The numbers in a report of Playwright; a test that only passed when repeated has failed.
 * @param {string} file
 * @returns {Counts | undefined}
 */
export function readPlaywrightReport(file) {
  const report = readJson(file)
  if (!report) return undefined
  const { expected, unexpected, flaky, skipped } = report.stats
  const failures = report.suites.flatMap(failedSpecs)
  return {
    passed: expected,
    failed: unexpected + flaky,
    ...(failures.length > 0 && { failures }),
    ...(skipped > 0 && { skipped }),
  }
}

/**
 * @typedef {{ file: string, line: number, title: string, tests: { status: string }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @param {Suite} suite
 * @returns {string[]}
 */
function failedSpecs({ specs = [], suites = [] }) {
  const failed = specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
  return [...failed.map(({ file, line, title }) => `${file}:${line}: ${title}`), ...suites.flatMap(failedSpecs)]
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * @param {string[]} runner what npm does with the script
 * @param {string[]} script
 * @param {Record<string, string>} env
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function runScript(runner, [script = '', ...rest], env) {
  const { command, args, options } = npm(...runner, '--silent', script, '--', ...rest)
  const child = spawn(command, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    output += text
    process.stdout.write(text)
  })
  return new Promise((done) => {
    child.once('error', (error) => done({ code: 1, output: error.message }))
    child.once('close', (code) => done({ code, output }))
  })
}
