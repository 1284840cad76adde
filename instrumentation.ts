import type { Instrumentation } from 'next'
import { METHODS } from './lib/server/kept'

/** Next calls this once per process, before the first request: reading the garden need not wait for a visitor. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const [
    { theFreezes },
    { startRecording },
    { processWide },
    { theJournal },
    { methodsOf },
    { policyFile },
    { startCounting },
  ] = await Promise.all([
    import('./lib/server/freezes'),
    import('./lib/server/history'),
    import('./lib/server/kept'),
    import('./lib/server/journal'),
    import('./lib/server/methods'),
    import('./lib/server/policy/file'),
    import('./lib/server/metrics/registry'),
  ])
  startCounting()
  processWide(METHODS, () => methodsOf)
  try {
    theFreezes()
    policyFile()
    // What an earlier Almanac remembered is taken over, and the log says where a database does not answer.
    if (theJournal().kept !== 'process') void theJournal().read()
    startRecording()
    processWide('begun', () => () => {})()
  } catch (error) {
    // A setting that cannot be right. Nothing is served yet: whoever starts us reads the sentence in place of a page that has nothing.
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
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
