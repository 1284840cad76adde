import { answerDefaults } from '@/lib/server/answers'
import { respond } from '@/lib/server/respond'

/** Which versions a new cluster gets. */
export async function GET(request: Request): Promise<Response> {
  return respond(request, () => answerDefaults(new URL(request.url).searchParams))
}
