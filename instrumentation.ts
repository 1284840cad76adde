import type { Instrumentation } from 'next'

/** Next calls this once per process, before the first request: reading the garden need not wait for a visitor. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { begin } = await import('./lib/questions/begin-process')
  begin()
}

/** What a page or a route throws past everything else; routes tell their own errors themselves. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, { routePath, routeType }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { inRequest, log, requestIdOf } = await import('./lib/process/log')
  const headers = new Headers({ 'x-request-id': String(request.headers['x-request-id'] ?? '') })
  inRequest(requestIdOf(headers), () => {
    log.error({ err: error, method: request.method, route: routePath }, `a ${routeType} failed`)
  })
}
