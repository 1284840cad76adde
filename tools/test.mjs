/**
 * npm test, npm run check and npm run test:all: runs parts of the tests, see tools/parts.mjs and docs/testing.md. All of them run, also
 * after one failed; a table says how long each took, and the last line sums them up. Runs before anything is installed, so it and what
 * it imports use nothing but Node.
 *
 *     node tools/test.mjs SET [part or set…] [--list] [-- arguments for the program of the part]
 *
 * SET is what is run where no part is named.
 */
import { summary } from './counts.mjs'
import { ensureInstalled } from './install.mjs'
import { lanes, listOf, partsNamed } from './parts.mjs'
import { lineOf, readyFor, runPart, runParts } from './run-parts.mjs'

const [usual = 'gate', ...words] = process.argv.slice(2)
const end = words.indexOf('--')
const [named, args] = end < 0 ? [words, []] : [words.slice(0, end), words.slice(end + 1)]
const names = named.filter((word) => word !== '--list')
const begin = performance.now()

/** @returns {Promise<import('./counts.mjs').Result[]>} */
async function run() {
  const parts = partsNamed(names.length > 0 ? names : [usual])
  ensureInstalled()
  const ready = await readyFor(parts)
  const before = (performance.now() - begin) / 1000
  if (before > 5) console.log(`Installed and found what the tests need in ${before.toFixed(0)} s.`)
  return runParts(parts, {
    lanes,
    run: (part, isAlone) =>
      runPart(part, ready.get(part.name) ?? {}, { isAlone, args: names.includes(part.name) ? args : [] }),
    begun: ({ title }) => console.log(`… ${title}`),
    ended: (result) => console.log(lineOf(result)),
  })
}

if (named.includes('--list')) {
  for (const line of listOf(partsNamed(names.length > 0 ? names : [usual]))) console.log(line)
} else {
  // What throws is one failed test.
  const results = await run().catch((error) => {
    console.error(error instanceof Error ? error.message : error)
    return [{ name: '', title: 'The run itself', seconds: 0, passed: 0, failed: 1 }]
  })
  console.log()
  for (const line of summary(results, (performance.now() - begin) / 1000)) console.log(line)
  process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0
}
