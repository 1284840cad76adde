import { rmSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { keep, kept } from './corpus'
import { held } from './held'
import { targets } from './targets'

/** Asks one target for some time: first what is kept of it, then what chance makes; see `run.ts`. */
const [name = '', seconds = '', seed = '', asked = ''] = process.argv.slice(2)
const read = targets.get(name)
if (read === undefined) throw new Error(`There is no target ${name}.`)
const target = await read()

/** As it comes back from a file: so what broke something breaks it again when it is read from the corpus. */
async function asKept(input: unknown): Promise<void> {
  const text = JSON.stringify(input)
  writeFileSync(asked, text)
  await held(target, JSON.parse(text))
}

for (const [file, input] of kept(name)) {
  await asKept(input).catch((error) => {
    console.log(`✗ ${name}: tools/fuzz/corpus/${name}/${file}: ${error.message}`)
    process.exitCode = 1
  })
}
const property = fc.asyncProperty(target.inputs, asKept)
const { numRuns, failed, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
  seed: Number(seed),
  numRuns: Number.MAX_SAFE_INTEGER,
  interruptAfterTimeLimit: Number(seconds) * 1000,
})
rmSync(asked, { force: true })
if (failed && counterexample !== null) {
  const [input] = counterexample
  const said = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  const file = keep(name, input)
  console.log(`✗ ${name}, seed ${seed}, path ${counterexamplePath}: ${said}\n  ${shown(input)}\n  Kept as ${file}.`)
  process.exitCode = 1
} else console.log(`✓ ${name}: ${numRuns} cases`)
process.exit()

/** The file has all of it. */
function shown(input: unknown): string {
  const text = JSON.stringify(input)
  return text.length > 2000 ? `${text.slice(0, 2000)}…` : text
}
