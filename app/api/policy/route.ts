import { answerPolicy, answerPolicyStatus } from '@/lib/server/answers'
import { readBody } from '@/lib/server/body'
import { respond } from '@/lib/server/respond'

/** How far each CloudProfile is from the policy that `POLICY` names. */
export async function GET(request: Request): Promise<Response> {
  return respond(request, () => answerPolicyStatus(new URL(request.url).searchParams))
}

/** What a policy would edit in a CloudProfile, now and in a year. It changes nothing. */
export async function POST(request: Request): Promise<Response> {
  return respond(request, async () => answerPolicy(await readBody(request)))
}
