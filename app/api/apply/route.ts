import type { ApplyAnswer } from '@/lib/contract'
import { answerApply } from '@/lib/server/answers'
import { readBody } from '@/lib/server/body'
import { refuse } from '@/lib/server/respond'

const statuses: Record<ApplyAnswer['outcome'], number> = {
  accepted: 200,
  applied: 200,
  unchanged: 200,
  forbidden: 403,
  gone: 404,
  conflict: 409,
  impossible: 422,
  refused: 422,
  unconfirmed: 428,
  unavailable: 503,
}

/** Applies a draft of edits of a profile; with `dryRun` it only asks. */
export async function POST(request: Request): Promise<Response> {
  try {
    const answer = await answerApply(await readBody(request))
    return Response.json(answer, { status: statuses[answer.outcome], headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    return refuse(error)
  }
}
