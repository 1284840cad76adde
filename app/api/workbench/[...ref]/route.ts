import { answerSource } from '@/lib/server/answers'
import { respond } from '@/lib/server/respond'

/** A profile as a draft of edits begins with it: NAME, or NAMESPACE/NAME for a namespaced one. */
export async function GET(request: Request, { params }: RouteContext<'/api/workbench/[...ref]'>): Promise<Response> {
  const { ref } = await params
  return respond(request, () => answerSource(ref, new URL(request.url).searchParams))
}
