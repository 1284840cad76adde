import { answerStatus } from '@/lib/server/answers'
import { respond } from '@/lib/server/respond'

/** Whether what is shown follows the garden; quick, without a forecast. */
export async function GET(request: Request): Promise<Response> {
  return respond(request, () => answerStatus(new URL(request.url).searchParams))
}
