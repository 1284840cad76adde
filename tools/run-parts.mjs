import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser, ensureFirefox } from './browser.mjs'
import { ensureEngine } from './containers.mjs'
import { closingLine, markOf, settle } from './counts.mjs'
import { ensurePostgres } from './postgres.mjs'
import { npm, root } from './root.mjs'
import { findServers } from './servers.mjs'

/** @typedef {import('./parts.mjs').Part} Part */
/** @typedef {import('./counts.mjs').Result} Result */
/** @typedef {Omit<Result, 'name' | 'title' | 'seconds'>} Outcome */
/** @typedef {(part: Part, isAlone: boolean) => Promise<Outcome>} Run */

/**
 * Runs parts, so many side by side; one that wants to be alone waits until the others have ended, and others wait for it. What needs
 * a part that failed is not run, and counts as failed; what needs one that was skipped is skipped. One that throws is one failed test.
 * @param {readonly Part[]} parts in the order in which they are begun
 * @param {{ lanes: number, run: Run, begun?: (part: Part) => void, ended?: (result: Result) => void }} how
 * @returns {Promise<Result[]>} in the same order
 */
export async function runParts(parts, { lanes, run, begun = () => {}, ended = () => {} }) {
  /** @type {Map<string, Result>} */
  const results = new Map()
  /** @type {Map<Part, Promise<void>>} */
  const running = new Map()
  const names = new Set(parts.map(({ name }) => name))

  const begin = async (/** @type {Part} */ part) => {
    const { name, title } = part
    const start = performance.now()
    begun(part)
    const outcome = await run(part, part.place === 'alone').catch((error) => failure(messageOf(error)))
    const result = { name, title, seconds: (performance.now() - start) / 1000, ...outcome }
    results.set(name, result)
    running.delete(part)
    ended(result)
  }

  const canBegin = (/** @type {Part} */ { needs = [], after = [], place = 'beside' }) => {
    if (![...needs, ...after].every((name) => results.has(name) || !names.has(name))) return false
    const others = [...running.keys()].filter((one) => one.place !== 'background')
    if (place === 'background') return true
    if (place === 'alone') return others.length === 0
    return others.length < lanes && others.every((one) => one.place !== 'alone')
  }

  const waiting = new Set(parts)
  while (waiting.size > 0 || running.size > 0) {
    const before = waiting.size
    for (const part of waiting) {
      const hindrance = hindranceOf(part, results)
      if (hindrance !== undefined) {
        waiting.delete(part)
        const result = { name: part.name, title: part.title, seconds: 0, ...hindrance }
        results.set(part.name, result)
        ended(result)
      } else if (canBegin(part)) {
        waiting.delete(part)
        running.set(part, begin(part))
      }
    }
    if (running.size > 0) await Promise.race(running.values())
    // Else something was found to be hindered, and what waits for it is looked at again.
    else if (waiting.size === before && before > 0) throw new Error('Parts of the tests wait for each other.')
  }
  return parts.flatMap(({ name }) => results.get(name) ?? [])
}

/**
 * @param {Part} part
 * @param {ReadonlyMap<string, Result>} results
 * @returns {Outcome | undefined}
 */
function hindranceOf({ needs = [] }, results) {
  for (const name of needs) {
    const needed = results.get(name)
    if (needed === undefined) continue
    if (needed.failed > 0) return failure(`not run, as "${needed.title}" failed`)
    if (needed.passed === 0) return skipped(needed.reasons ?? [`"${needed.title}" was skipped`])
  }
  return undefined
}

/**
 * @param {string} words
 * @returns {Outcome}
 */
function failure(words) {
  return { passed: 0, failed: 1, failures: [words] }
}

/**
 * @param {string[]} reasons
 * @returns {Outcome}
 */
function skipped(reasons) {
  return { passed: 0, failed: 0, skipped: 1, reasons }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Runs the program of a part. What it prints is shown at once where it is alone, else when it has ended: all of it where something
 * failed, one line where not. It is kept in `test-results` in any case.
 * @param {Part} part
 * @param {Ready} ready
 * @param {object} how
 * @param {boolean} how.isAlone
 * @param {readonly string[]} [how.args] handed on to its program
 * @param {(text: string) => void} [how.show]
 * @param {(name: string, output: string) => void} [how.keep]
 * @returns {Promise<Outcome>}
 */
export async function runPart(part, ready, { isAlone, args = [], show = toTerminal, keep = toFile }) {
  if ('skipped' in ready) return skipped([ready.skipped])
  if (part.report) rmSync(part.report, { force: true })
  const { command, words, options } = commandOf(part, args)
  const child = spawn(command, words, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...part.defaults, ...process.env, ...part.env, ...ready.env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text
      if (isAlone) show(text)
    })
  }
  const code = await new Promise((done) => {
    child.once('error', (error) => {
      output += error.message
      done(1)
    })
    child.once('close', done)
  })
  const outcome = settle(code === 0, part.count?.(output))
  keep(part.name, output)
  if (!isAlone && outcome.failed > 0) show(`\n── ${part.title}\n${output.trimEnd()}\n\n`)
  return ready.note === undefined ? outcome : { ...outcome, reasons: [...(outcome.reasons ?? []), ready.note] }
}

/** @param {string} text */
function toTerminal(text) {
  process.stdout.write(text)
}

/**
 * @param {string} name
 * @param {string} output
 */
function toFile(name, output) {
  const folder = join(root, 'test-results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.log`), output)
}

/**
 * @param {Part} part
 * @param {readonly string[]} args
 * @returns {{ command: string, words: readonly string[], options: { cwd: string, shell?: boolean } }}
 */
function commandOf({ run: [runner, script, ...own], node }, args) {
  if (runner === 'node') {
    return { command: process.execPath, words: [script, ...own, ...args], options: { cwd: root } }
  }
  const begin = node ? ['exec', '--yes', `--package=node@${node}`, '--', 'npm', 'run'] : ['run']
  const { command, args: words, options } = npm(...begin, '--silent', script, '--', ...own, ...args)
  return { command, words, options }
}

/** @param {Result} result */
export function lineOf(result) {
  return `${markOf(result)} ${result.title}: ${closingLine([result])}, ${result.seconds.toFixed(1)} s`
}

/** @typedef {{ env?: Readonly<Record<string, string>>, note?: string } | { skipped: string }} Ready what a part is told of a tool, and what is left out for want of it; or why it cannot run at all */

/**
 * Finds a tool, or installs it where that can be done without asking.
 * @type {Readonly<Record<import('./parts.mjs').Tool, () => Ready | Promise<Ready>>>}
 */
const tools = {
  browser: async () => ({ env: { ALMANAC_BROWSER: await ensureBrowser() } }),
  firefox: () => {
    const firefox = ensureFirefox()
    return firefox === undefined
      ? { skipped: 'there is no Firefox, and it cannot be installed here' }
      : { env: { ALMANAC_FIREFOX: firefox } }
  },
  postgres: () => (ensurePostgres() ? {} : { note: 'tests with PostgreSQL, which cannot be had here' }),
  servers: () => {
    const found = findServers('cluster')
    return 'skipped' in found ? found : { env: { ALMANAC_SERVERS: found.bin } }
  },
  helm: () => {
    const found = findServers('helm')
    return 'skipped' in found ? found : { env: { ALMANAC_HELM: `${found.bin}/helm` } }
  },
  containers: () => {
    const found = ensureEngine()
    return 'skipped' in found
      ? found
      : { env: { ALMANAC_ENGINE: found.engine.join(' '), ALMANAC_LIMITS: found.limits.join(' ') } }
  },
}

/**
 * Makes ready what parts need, each tool once.
 * @param {readonly import('./parts.mjs').Part[]} parts
 * @returns {Promise<ReadonlyMap<string, Ready>>} by the name of the part
 * @throws where there is no browser, as nearly everything needs one
 */
export async function readyFor(parts) {
  /** @type {Map<string, Ready>} */
  const known = new Map()
  for (const tool of new Set(parts.flatMap((part) => part.tools ?? []))) known.set(tool, await tools[tool]())
  return new Map(parts.map((part) => [part.name, together((part.tools ?? []).map((tool) => known.get(tool) ?? {}))]))
}

/**
 * @param {readonly Ready[]} all
 * @returns {Ready}
 */
function together(all) {
  /** @type {Record<string, string>} */
  const env = {}
  const notes = []
  for (const one of all) {
    if ('skipped' in one) return one
    Object.assign(env, one.env)
    if (one.note !== undefined) notes.push(one.note)
  }
  return { env, ...(notes.length > 0 && { note: notes.join('; ') }) }
}
