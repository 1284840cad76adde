/**
 * Loaded into a server before anything else (`NODE_OPTIONS=--import=…`): on SIGUSR2 it prints `held MS bytes BYTES`, how long its
 * event loop was held at most since it printed the last time, and what the process has of the machine's memory.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

process.on('SIGUSR2', () => {
  console.log(`held ${delay.max / 1e6} bytes ${process.memoryUsage.rss()}`)
  delay.reset()
})
