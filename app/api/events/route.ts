import { theGarden } from '@/lib/server/garden'
import { refuse } from '@/lib/server/respond'
import { openStream } from '@/lib/server/streams'

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/** Server-sent events: tells the garden's revision and state at once and whenever they change. */
export async function GET(request: Request): Promise<Response> {
  try {
    return new Response(openStream(theGarden(), request.signal), { headers })
  } catch (error) {
    return refuse(error)
  }
}

/** Without this, a HEAD request would open a stream that nobody reads. */
export async function HEAD(): Promise<Response> {
  return new Response(null, { headers })
}
