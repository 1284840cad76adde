const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/**
 * LOG_LEVEL: how much is written down; undefined: nothing was said. Read by the start, before anything is installed, so it uses nothing
 * but Node; and by the log.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {string | undefined}
 * @throws an Error with one sentence where it is no level
 */
export function readLogLevel(env) {
  const text = env.LOG_LEVEL?.trim() ?? ''
  if (text === '') return undefined
  const level = LEVELS.find((one) => one === text.toLowerCase())
  if (level !== undefined) return level
  throw new Error(
    `LOG_LEVEL=${text} is no level of the log: set one of ${LEVELS.join(', ')}, or leave it out for info.`,
  )
}
