import { spawnSync } from 'node:child_process'
import { closingLine, FAILED, SKIPPED } from './counts.mjs'
import { isProgram, npm } from './root.mjs'

/**
 * What `npm audit` said, as a part of npm test. Where no registry could be asked nothing is known, and it is skipped, not passed.
 * @param {{ status: number | null, stdout: string }} audit its code is another one than 0 where an advisory is grave
 * @returns {string[]} the lines to print
 */
export function linesOf({ status, stdout }) {
  const said = stdout.trim()
  if (!said.includes('vulnerabilit')) {
    return [`${SKIPPED}the registry does not answer`, closingLine([{ passed: 0, failed: 0, skipped: 1 }])]
  }
  if (status === 0) return [said, closingLine([{ passed: 1, failed: 0 }])]
  return [said, `${FAILED}packages have advisories of high severity`, closingLine([{ passed: 0, failed: 1 }])]
}

/** `node tools/advisories.mjs` */
if (isProgram(import.meta)) {
  const { command, args, options } = npm(
    'audit',
    '--audit-level=high',
    '--package-lock-only',
    '--fetch-retries=0',
    '--fetch-timeout=15000',
  )
  const { status, stdout } = spawnSync(command, args, { ...options, encoding: 'utf8', timeout: 30_000 })
  const lines = linesOf({ status, stdout: stdout ?? '' })
  for (const line of lines) console.log(line)
  process.exitCode = lines.some((line) => line.startsWith(FAILED)) ? 1 : 0
}
