import { inRequest, log, requestIdOf } from '@/lib/process/log'
import { countRequest } from './metrics/registry'

/** What is asked every few seconds by programs that look whether we live is of use only to who looks for it. */
const PROBES: readonly string[] = ['GET /healthz', 'GET /readyz', 'GET /metrics']

/** Answers a request to a route, by its name, as one that is counted and has its line in the log. */
export function answered(request: Request, name: string, respond: () => Promise<Response>): Promise<Response> {
  const begin = performance.now()
  return inRequest(requestIdOf(request.headers), async () => {
    const response = await respond()
    const { status } = response
    const milliseconds = performance.now() - begin
    countRequest(name, status, milliseconds / 1000)
    const level = status >= 500 ? 'warn' : PROBES.includes(name) ? 'debug' : 'info'
    const route = name.slice(name.indexOf(' ') + 1)
    log[level]({ method: request.method, route, status, ms: Math.round(milliseconds * 10) / 10 }, 'answered')
    return response
  })
}
