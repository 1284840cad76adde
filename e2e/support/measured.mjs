/**
 * Loaded into a server before anything else (`NODE_OPTIONS=--import=…`): on SIGUSR2 it prints `held MS bytes BYTES busy SHARE heap BYTES`,
 * how long its event loop was held at most since it printed the last time, what the process has of the machine's memory, for which share of
 * that time the event loop had something to do, and what objects take when all that is not needed was thrown away.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let begin = performance.eventLoopUtilization()

process.on('SIGUSR2', () => {
  const busy = performance.eventLoopUtilization(begin).utilization
  const told = `held ${delay.max / 1e6} bytes ${process.memoryUsage.rss()} busy ${busy.toFixed(3)}`
  collect()
  console.log(`${told} heap ${process.memoryUsage().heapUsed}`)
  delay.reset()
  begin = performance.eventLoopUtilization()
})
