import { answerScenario } from '@/lib/server/answers'
import { respond } from '@/lib/server/respond'

/** A guide through a common scenario of operators, checked on this garden. */
export async function GET(request: Request): Promise<Response> {
  return respond(request, () => answerScenario(new URL(request.url).searchParams))
}
