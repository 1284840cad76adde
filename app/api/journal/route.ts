import { answerJournal } from '@/lib/server/answers'
import { respond } from '@/lib/server/respond'

/** Edits that were applied, newest first. */
export async function GET(request: Request): Promise<Response> {
  return respond(request, answerJournal)
}
