import { benches } from './benches'

/** Runs the benchmark that is named and prints its figures as JSON; see `run.ts`. */
const [name = ''] = process.argv.slice(2)
const bench = benches.get(name)
if (bench === undefined) throw new Error(`There is no benchmark ${name}.`)
console.log(JSON.stringify(await bench()))
