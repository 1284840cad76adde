/**
 * Ends the process when it is asked to, with the exit code 0: after `finish`, or at once for whoever asks a second time.
 * @param {(signal: NodeJS.Signals) => Promise<void>} finish
 */
export function onceAsked(finish) {
  let isAsked = false
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      if (isAsked) process.exit(0)
      isAsked = true
      finish(signal).finally(() => process.exit(0))
    })
  }
  // The terminal was closed. What the program itself closes at its end listens to the others.
  process.on('SIGHUP', () => process.kill(process.pid, 'SIGINT'))
}
