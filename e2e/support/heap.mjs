/**
 * Loaded into a server before anything else (`NODE_OPTIONS=--import=…`): on SIGUSR2 it prints `heap BYTES`, what its objects take
 * when all that nobody needs has been thrown away.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('SIGUSR2', () => {
  collect()
  console.log(`heap ${process.memoryUsage().heapUsed}`)
})
