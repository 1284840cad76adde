import { theGarden } from '@/lib/server/garden'
import { refuse } from '@/lib/server/respond'
import { openStream } from '@/lib/server/streams'

/** Server-sent events: tells the garden's revision and state at once and whenever they change. */
export async function GET(request: Request): Promise<Response> {
  try {
    return new Response(openStream(theGarden(), request.signal), {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    })
  } catch (error) {
    return refuse(error)
  }
}
