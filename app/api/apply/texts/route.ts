import { answerDraftTexts } from '@/lib/server/answers'
import { readBody } from '@/lib/server/body'
import { respond } from '@/lib/server/respond'

/** A draft of edits for other tools. It changes nothing. */
export async function POST(request: Request): Promise<Response> {
  return respond(request, async () => answerDraftTexts(await readBody(request)))
}
