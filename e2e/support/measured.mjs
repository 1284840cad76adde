/**
 * Loaded into a server before anything else (`NODE_OPTIONS=--import=…`): on SIGUSR2 it prints `held MS bytes BYTES heap BYTES`, how long
 * its event loop was held at most since it printed the last time, what the process has of the machine's memory, and what its objects
 * take when all that nobody needs has been thrown away.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

process.on('SIGUSR2', () => {
  const told = `held ${delay.max / 1e6} bytes ${process.memoryUsage.rss()}`
  collect()
  console.log(`${told} heap ${process.memoryUsage().heapUsed}`)
  delay.reset()
})
