import { answerProfile } from '@/lib/server/answers'
import { respond } from '@/lib/server/respond'

/** One profile: NAME, or NAMESPACE/NAME for a namespaced one. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/api/cloudprofiles/[...ref]'>,
): Promise<Response> {
  const { ref } = await params
  return respond(request, () => answerProfile(ref, new URL(request.url).searchParams))
}
