import { handle } from '@/lib/http/handle'
import { refuse } from '@/lib/http/respond'
import { NotFound } from '@/lib/process/errors'
import { answers } from '@/lib/questions/answers'
import { type AnsweredRouteName, methodsOf, type RouteName, routeAt, routeNamed } from '@/lib/questions/routes'

interface Context {
  /** The parts of the path behind `/api`, decoded. */
  readonly params: Promise<{ readonly path: readonly string[] }>
}

async function pathOf({ params }: Context): Promise<string> {
  const { path } = await params
  return ['/api', ...path].join('/')
}

/**
 * Every route below `/api` that answers once: it is found in the list of all, and the code of its answer is loaded when it is first asked
 * for. A file for each of them would say nothing but its name, and each would be a bundle with a copy of all that they share.
 */
async function respond(request: Request, context: Context): Promise<Response> {
  const { method } = request
  const path = await pathOf(context)
  const found = routeAt(method === 'HEAD' ? 'GET' : method, path)
  if (found === null || !isAnswered(found.name)) return refuse(new NotFound(path))
  const handler = await handlerOf(found.name, found.path)
  return handler(request)
}

async function handlerOf<K extends AnsweredRouteName>(name: K, path: Parameters<typeof handle>[2]) {
  return handle(routeNamed(name), await answers[name](), path)
}

function isAnswered(name: RouteName): name is AnsweredRouteName {
  return name in answers
}

export const GET = respond
export const POST = respond

export async function OPTIONS(_: Request, context: Context): Promise<Response> {
  const methods = methodsOf(await pathOf(context)) ?? []
  return new Response(null, { status: 204, headers: { allow: methods.join(', ') } })
}
