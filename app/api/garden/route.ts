import { answerGarden } from '@/lib/server/answers'
import { respond } from '@/lib/server/respond'

/** The overview. */
export async function GET(request: Request): Promise<Response> {
  return respond(request, () => answerGarden(new URL(request.url).searchParams))
}
