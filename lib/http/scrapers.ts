import { CodedError } from '@/lib/process/errors'
import { refuse } from './respond'

/**
 * Figures name projects. Where people sign in, or where there is a port for those who watch (`METRICS_PORT`), they are told there
 * only; the server says for each request where it came in, and nobody else can (tools/peers.mjs).
 */
export function forScrapersOnly<T extends readonly unknown[]>(
  tell: (request: Request, ...rest: T) => Promise<Response>,
): typeof tell {
  return async (request, ...rest) => {
    const { AUTH, METRICS_PORT } = process.env
    const isOpen = !METRICS_PORT?.trim() && (AUTH?.trim() || 'none') === 'none'
    if (isOpen || request.headers.get('x-almanac-listener') === 'metrics') return tell(request, ...rest)
    return refuse(
      new CodedError('not-found', 'Metrics are not told here.', { hint: 'They are at METRICS_PORT, if that is set.' }),
    )
  }
}
