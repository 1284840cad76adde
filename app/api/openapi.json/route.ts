import { openapi } from '@/lib/server/openapi'
import { respond } from '@/lib/server/respond'

/** The routes, described for programs. */
export async function GET(request: Request): Promise<Response> {
  return respond(request, openapi)
}
