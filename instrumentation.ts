import type { Instrumentation } from 'next'

/** Next calls this once per process, before the first request: reading the garden need not wait for a visitor. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const [{ theFreezes }, { startRecording }, { theJournal }, { policyFile }, { log }, { startCounting }] =
    await Promise.all([
      import('./lib/server/freezes'),
      import('./lib/server/history'),
      import('./lib/server/journal'),
      import('./lib/server/policy/file'),
      import('./lib/server/log'),
      import('./lib/server/metrics/registry'),
    ])
  startCounting()
  try {
    for (const { source, reason } of theFreezes().problems) log.error(`${source}: ${reason}.`)
    policyFile()
    // What an earlier Almanac remembered is taken over, and the log says where a database does not answer.
    if (theJournal().kept !== 'process') void theJournal().read()
    startRecording()
  } catch (error) {
    // Pages show what is wrong with the setting; the log says it to whoever starts us.
    log.error(error instanceof Error ? error.message : String(error))
  }
}

/** What a page or a route throws past everything else; routes tell their own errors themselves. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, { routePath, routeType }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { inRequest, log, requestIdOf } = await import('./lib/server/log')
  const headers = new Headers({ 'x-request-id': String(request.headers['x-request-id'] ?? '') })
  inRequest(requestIdOf(headers), () => {
    log.error({ err: error, method: request.method, route: routePath }, `a ${routeType} failed`)
  })
}
