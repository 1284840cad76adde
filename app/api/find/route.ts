import { answerFind } from '@/lib/server/answers'
import { respond } from '@/lib/server/respond'

/** Clusters, versions, profiles and projects by a part of their name. */
export async function GET(request: Request): Promise<Response> {
  return respond(request, () => answerFind(new URL(request.url).searchParams))
}
