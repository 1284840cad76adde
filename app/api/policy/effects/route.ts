import { answerPolicyEffects } from '@/lib/server/answers'
import { readBody } from '@/lib/server/body'
import { respond } from '@/lib/server/respond'

/** What a policy means for the clusters of a CloudProfile. It changes nothing. */
export async function POST(request: Request): Promise<Response> {
  return respond(request, async () => answerPolicyEffects(await readBody(request)))
}
