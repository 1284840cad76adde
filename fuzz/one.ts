import { rmSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { keep, kept } from './corpus'
import { targets } from './targets'

/** Asks one target for some time: first what is kept of it, then what chance makes; see `run.ts`. */
const [name = '', seconds = '', seed = '', asked = ''] = process.argv.slice(2)
const target = targets.get(name)
if (target === undefined) throw new Error(`There is no target ${name}.`)

/** Milliseconds of this process alone, so that others on the machine do no harm. */
const MOST = 1000

async function held(input: unknown): Promise<void> {
  writeFileSync(asked, JSON.stringify(input))
  let least = Number.POSITIVE_INFINITY
  // What is compiled or collected for the first time is slow once.
  for (let tries = 0; tries < 3 && least > MOST; tries++) {
    const begin = process.cpuUsage()
    await target?.check(input)
    const { user, system } = process.cpuUsage(begin)
    least = Math.min(least, (user + system) / 1000)
  }
  if (least > MOST) throw new Error(`It takes ${Math.round(least)} ms.`)
}

for (const [file, input] of kept(name)) {
  await held(input).catch((error) => {
    console.log(`✗ ${name}: fuzz/corpus/${name}/${file}: ${error.message}`)
    process.exitCode = 1
  })
}
const property = fc.asyncProperty(target.inputs, held)
const { numRuns, failed, counterexample, errorInstance } = await fc.check(property, {
  seed: Number(seed),
  numRuns: Number.MAX_SAFE_INTEGER,
  interruptAfterTimeLimit: Number(seconds) * 1000,
})
rmSync(asked, { force: true })
if (failed && counterexample !== null) {
  const said = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  console.log(
    `✗ ${name}, seed ${seed}: ${said}\n  ${JSON.stringify(counterexample[0])}\n  ${keep(name, counterexample[0])}`,
  )
  process.exitCode = 1
} else console.log(`✓ ${name}: ${numRuns} cases`)
process.exit()
