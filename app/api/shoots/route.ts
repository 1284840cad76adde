import { answerShoots } from '@/lib/server/answers'
import { respond } from '@/lib/server/respond'

/** The clusters table. */
export async function GET(request: Request): Promise<Response> {
  return respond(request, () => answerShoots(new URL(request.url).searchParams))
}
