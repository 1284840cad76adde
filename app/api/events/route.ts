import { askerOf, identityOf } from '@/lib/http/answer'
import { answered } from '@/lib/http/handle'
import { refuse } from '@/lib/http/respond'
import { openStream } from '@/lib/http/streams'
import type { Asker } from '@/lib/landscape/garden'
import { isCoded } from '@/lib/process/errors'
import { askedBy } from '@/lib/process/log'
import { eventsRoute } from '@/lib/questions/status/contract'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Server-sent events: tells the garden's revision and state at once and whenever they change. */
export function GET(request: Request): Promise<Response> {
  return answered(request, eventsRoute.name, () => open(request))
}

async function open(request: Request): Promise<Response> {
  try {
    const asker = await askerOf(request.headers)
    askedBy(asker.user?.name)
    const reader = {
      identity: identityOf(asker, request.headers),
      isAllowed: () => seesTheSame(request, asker),
    }
    return new Response(openStream(asker.garden, request.signal, reader), { headers })
  } catch (error) {
    return refuse(error)
  }
}

/** Answers HEAD by itself: else a HEAD request would open a stream that is not read. */
export async function HEAD(): Promise<Response> {
  return new Response(null, { headers })
}

/** Whether the client still sees the same: if it is signed out meanwhile, or may see something else, it has to ask again. */
async function seesTheSame({ headers }: Request, { garden }: Asker): Promise<boolean> {
  try {
    return (await askerOf(headers)).garden === garden
  } catch (error) {
    return !(isCoded(error) && error.code === 'unauthenticated')
  }
}
