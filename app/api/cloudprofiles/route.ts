import { answerProfiles } from '@/lib/server/answers'
import { respond } from '@/lib/server/respond'

/** All profiles. */
export async function GET(request: Request): Promise<Response> {
  return respond(request, () => answerProfiles(new URL(request.url).searchParams))
}
