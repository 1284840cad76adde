import { spawnSync } from 'node:child_process'
import { closingLine, FAILED, SKIPPED } from './counts.mjs'
import { isProgram, npm } from './root.mjs'

/**
 * What the registry knows of the packages of package-lock.json. `not-asked`: no registry could be asked, so nothing is known.
 * @typedef {{ kind: 'none', lower: number } | { kind: 'found', packages: string[] } | { kind: 'not-asked', why: string }} Asked
 */

/** @returns {Asked} */
function askForAdvisories() {
  const { command, args, options } = npm(
    'audit',
    '--json',
    '--package-lock-only',
    '--fetch-retries=0',
    '--fetch-timeout=15000',
  )
  const { stdout } = spawnSync(command, args, { ...options, encoding: 'utf8', timeout: 30_000 })
  return readAudit(stdout ?? '')
}

/**
 * Reads what `npm audit --json` printed. Its exit code says nothing that is not in there.
 * @param {string} text
 * @returns {Asked}
 */
export function readAudit(text) {
  /** @type {{ message?: string, error?: { summary?: string }, metadata?: { vulnerabilities?: Record<string, number> }, vulnerabilities?: Record<string, { severity: string, range?: string }> }} */
  let report
  try {
    report = JSON.parse(text)
  } catch {
    return { kind: 'not-asked', why: 'npm gave no answer' }
  }
  const counts = report.metadata?.vulnerabilities
  if (counts === undefined) {
    // Addresses of a registry are of nobody else's concern.
    const why = (report.message ?? (report.error?.summary || 'npm gave no answer')).replace(
      / ?-? ?(?:[A-Z]+ )?https?:\S+/g,
      '',
    )
    return { kind: 'not-asked', why }
  }
  const grave = Object.entries(report.vulnerabilities ?? {}).filter(([, { severity }]) =>
    /^(?:high|critical)$/.test(severity),
  )
  if (grave.length > 0) {
    return {
      kind: 'found',
      packages: grave.map(([name, { severity, range }]) => `${name} ${range ?? ''}: ${severity}`),
    }
  }
  const { info = 0, low = 0, moderate = 0 } = counts
  return { kind: 'none', lower: info + low + moderate }
}

/**
 * What that counts as a part of npm test. What was not asked is skipped, and not passed.
 * @param {Asked} asked
 * @returns {string[]} the lines to print
 */
export function linesOf(asked) {
  switch (asked.kind) {
    case 'found': {
      const closing = closingLine([{ passed: 0, failed: asked.packages.length }])
      return ['npm audit says what to do.', ...asked.packages.map((one) => FAILED + one), closing]
    }
    case 'none': {
      const lower = asked.lower > 0 ? `, ${asked.lower} of lower` : ''
      return [`No advisory of high severity is known${lower}.`, closingLine([{ passed: 1, failed: 0 }])]
    }
    case 'not-asked': {
      const why = `${SKIPPED}the registry does not answer (${asked.why})`
      return [why, closingLine([{ passed: 0, failed: 0, skipped: 1 }])]
    }
  }
}

/** `node tools/advisories.mjs` */
if (isProgram(import.meta)) {
  const asked = askForAdvisories()
  for (const line of linesOf(asked)) console.log(line)
  process.exitCode = asked.kind === 'found' ? 1 : 0
}
