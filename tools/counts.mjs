import { readFileSync } from 'node:fs'

/**
 * What a part counts. `failures` names the failed tests as far as they are known, `reasons` says why something was skipped.
 * @typedef {{ passed: number, failed: number, skipped?: number, failures?: string[], reasons?: string[] }} Counts
 */
/** @typedef {Counts & { name: string, title: string, seconds: number }} Result what a part of the tests came to; without a name it cannot be asked for again */

/** What a program begins a line with that says why something was not run. */
export const SKIPPED = 'Skipped: '
/** What it begins a line with that names a failure. */
export const FAILED = '✗ '

/**
 * What a part counts: one that failed without a failed test (it crashed), or found no test at all, is one failed test.
 * @param {boolean} ok whether its program ended with code 0
 * @param {Counts | undefined} counts undefined: it told none, and counts as one test
 * @returns {Counts}
 */
export function settle(ok, counts = ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }) {
  const blameless = counts.failed === 0
  const isEmpty = counts.passed === 0 && (counts.skipped ?? 0) === 0
  return blameless && (!ok || isEmpty) ? { ...counts, failed: 1 } : counts
}

/**
 * The end of a run: a line for each part with how long it took, the failures by name, why something was not run, how to run again
 * what failed, and the closing line.
 * @param {readonly Result[]} results
 * @param {number} seconds that all of it took on the clock; parts that ran side by side took more together
 * @returns {string[]}
 */
export function summary(results, seconds) {
  const width = Math.max(...results.map(({ title }) => title.length), 'Altogether'.length)
  const row = (/** @type {string} */ mark, /** @type {string} */ title, /** @type {number} */ took, text = '') =>
    `${mark} ${title.padEnd(width)}  ${minutes(took)}  ${text}`.trimEnd()
  const failed = results.filter((result) => result.failed > 0 && result.name !== '')
  return [
    ...results.map((result) => row(markOf(result), result.title, result.seconds, closingLine([result]))),
    row(' ', 'Altogether', seconds),
    ...section(results.flatMap(({ title, failures }) => (failures ?? []).map((one) => `${FAILED}${title}: ${one}`))),
    ...section(results.flatMap(({ title, reasons }) => (reasons ?? []).map((one) => `Not run, ${title}: ${one}`))),
    ...section(failed.length > 0 ? [`Again: npm test -- ${failed.map(({ name }) => name).join(' ')}`] : []),
    '',
    closingLine(results),
  ]
}

/** @param {string[]} lines */
function section(lines) {
  return lines.length > 0 ? ['', ...lines] : []
}

/** @param {Counts} counts */
export function markOf({ passed, failed }) {
  if (failed > 0) return '✗'
  return passed > 0 ? '✓' : '–'
}

/** @param {number} seconds */
function minutes(seconds) {
  return `${(seconds / 60).toFixed(1).padStart(5)} min`
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
 * What a program of ours printed: the last `N passed, N failed, N skipped`, each line that names a failure, and each that says why
 * something was skipped.
 * @param {string} output
 * @returns {Counts | undefined}
 */
export function readClosingLine(output) {
  const [, passed, failed, skipped] =
    [...output.matchAll(/(\d+) passed, (\d+) failed(?:, (\d+) skipped)?/g)].at(-1) ?? []
  if (!passed || !failed) return undefined
  const lines = output.split('\n')
  const after = (/** @type {string} */ begin) =>
    lines.filter((line) => line.startsWith(begin)).map((line) => line.slice(begin.length).trim())
  const failures = after(FAILED)
  const reasons = after(SKIPPED)
  return {
    passed: Number(passed),
    failed: Number(failed),
    ...(skipped !== undefined && { skipped: Number(skipped) }),
    ...(failures.length > 0 && { failures }),
    ...(reasons.length > 0 && { reasons }),
  }
}

/**
 * The numbers in a report of Vitest, where a file that cannot be loaded has no tests but fails.
 * @param {string} file
 * @param {(tags: readonly string[]) => boolean} isMeant whether a test of these tags was to run: Vitest reports others as skipped
 * @returns {Counts | undefined} undefined: there is no such report, as the run crashed
 */
export function readVitestReport(file, isMeant = () => true) {
  const report = readJson(file)
  if (!report) return undefined
  /** @typedef {{ status: string, fullName: string, tags?: readonly string[] }} Assertion */
  /** @type {{ name: string, status: string, assertionResults: Assertion[] }[]} */
  const files = report.testResults
  const failures = files.flatMap(({ name, status, assertionResults }) => {
    if (assertionResults.length === 0) return status === 'failed' ? [name] : []
    return assertionResults.flatMap((test) => (test.status === 'failed' ? [`${name}: ${test.fullName}`] : []))
  })
  const isSkipped = (/** @type {Assertion} */ { status, tags = [] }) =>
    (status === 'skipped' || status === 'pending') && isMeant(tags)
  const skipped = files.flatMap(({ assertionResults }) => assertionResults.filter(isSkipped)).length
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
 * @returns {Counts | undefined} undefined: there is no such report, as the run crashed
 */
export function readPlaywrightReport(file) {
  const report = readJson(file)
  if (!report) return undefined
  const { expected, unexpected, flaky, skipped } = report.stats
  /** @type {Spec[]} */
  const specs = report.suites.flatMap(specsOf)
  const failures = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ file, line, title }) => `${file}:${line}: ${title}`)
  const reasons = specs.flatMap(({ file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .flatMap(({ annotations = [] }) => annotations)
      .flatMap(({ type, description }) => (type === 'skip' && description ? [`${file}:${line}: ${description}`] : [])),
  )
  // What a whole file or an error outside of every test says stands beside the tests.
  const outside = (report.errors ?? []).map((/** @type {{ message?: string }} */ { message }) => firstLine(message))
  return {
    passed: expected,
    failed: unexpected + flaky + (unexpected + flaky === 0 ? outside.length : 0),
    ...(failures.length + outside.length > 0 && { failures: [...failures, ...outside] }),
    ...(skipped > 0 && { skipped }),
    ...(reasons.length > 0 && { reasons }),
  }
}

/** @param {string | undefined} message */
function firstLine(message = 'an error without words') {
  return message.split('\n')[0] ?? message
}

/**
 * @typedef {{ type: string, description?: string }} Annotation
 * @typedef {{ file: string, line: number, title: string, tests: { status: string, annotations?: Annotation[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
