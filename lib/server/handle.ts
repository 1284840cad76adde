import 'server-only'
import { type RoutePath, routes } from '@/lib/contract'
import { type AnsweredRouteName, answer } from './answers'
import { readBody } from './body'
import { refuse, respond } from './respond'

/** The handler of a route, made of its row in the table of the contract. */
export function handle<K extends AnsweredRouteName>(name: K) {
  const route = routes[name]
  return async (request: Request, { params }: { readonly params: Promise<RoutePath<K>> }): Promise<Response> => {
    try {
      const query = new URL(request.url).searchParams
      const body = 'body' in route ? await readBody(request) : undefined
      const told = await answer(name, { path: await params, query, body })
      if (typeof told === 'string') return sendText(told, 'csv' in route ? tableHeaders(route.csv) : {})
      if ('statuses' in route) return sendOutcome(told, route.statuses)
      return respond(request, told)
    } catch (error) {
      return refuse(error)
    }
  }
}

function tableHeaders(file: string) {
  return { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${file}"` }
}

function sendText(text: string, headers: Readonly<Record<string, string>>): Response {
  return new Response(text, { headers: { ...headers, 'cache-control': 'no-store' } })
}

function sendOutcome(told: unknown, statuses: Readonly<Record<string, number>>): Response {
  const { outcome } = told as { readonly outcome: string }
  return Response.json(told, { status: statuses[outcome] ?? 200, headers: { 'cache-control': 'no-store' } })
}
