import { answerShoot } from '@/lib/server/answers'
import { respond } from '@/lib/server/respond'

/** One cluster: its forecast and everything around it. */
export async function GET(
  request: Request,
  { params }: RouteContext<'/api/shoots/[namespace]/[name]'>,
): Promise<Response> {
  const { namespace, name } = await params
  return respond(request, () => answerShoot(namespace, name, new URL(request.url).searchParams))
}
