/**
 * npm run check: types, lint and unit tests side by side, with a tenth of the random cases. What each printed is shown whole when
 * it has ended.
 */
import { spawn } from 'node:child_process'
import { npm } from './npm.mjs'

/**
 * @param {string} script
 * @returns {Promise<boolean>} whether it succeeded
 */
function run(script) {
  const begin = performance.now()
  const { command, args, options } = npm('run', '--silent', script)
  const child = spawn(command, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PROPERTY_RUNS: '0.1', ...process.env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return new Promise((done) => {
    const end = (/** @type {boolean} */ isFine) => {
      const seconds = (performance.now() - begin) / 1000
      console.log(`${isFine ? '✓' : '✗'} ${script}, ${seconds.toFixed(1)} s\n${output.trimEnd()}\n`)
      done(isFine)
    }
    child.once('error', ({ message }) => {
      output += message
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}

const results = await Promise.all(['unit', 'typecheck', 'lint'].map(run))
process.exitCode = results.every(Boolean) ? 0 : 1
