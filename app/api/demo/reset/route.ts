import { answerReset } from '@/lib/server/answers'
import { readBody } from '@/lib/server/body'
import { respond } from '@/lib/server/respond'

/** Brings back the demo garden as it was at the start. */
export async function POST(request: Request): Promise<Response> {
  return respond(request, async () => answerReset(await readBody(request)))
}
