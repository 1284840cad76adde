import { answerWhy } from '@/lib/server/answers'
import { respond } from '@/lib/server/respond'

/** Why a maintenance of a cluster takes the versions that it takes. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/api/shoots/[namespace]/[name]/why'>,
): Promise<Response> {
  const { namespace, name } = await params
  return respond(request, () => answerWhy(namespace, name, new URL(request.url).searchParams))
}
