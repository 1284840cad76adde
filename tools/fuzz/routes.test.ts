import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { NextRequest } from 'next/server'
import { z } from 'zod'
import { errorBody } from '@/lib/contract/common'
import type { Route } from '@/lib/contract/route'
import type { Garden } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { InMemoryHistory } from '@/lib/history'
import { PastGardens } from '@/lib/landscape/past'
import { hiddenFrom, people, withUsers } from '@/lib/landscape/testdata/people'
import { METHODS, processWide } from '@/lib/process/kept'
import { answerOpenapi } from '@/lib/questions/openapi'
import { methodsOf, type RouteName, routeAt, routeNamed, routes } from '@/lib/questions/routes'
import { proxy } from '@/proxy'
import { fuzz } from './testdata/fuzz'
import { DEEP, nearly, oddText, textChange, withDepth, withTextChanges } from './testdata/odd'

const AT = '2026-11-21T18:00:00Z'
const names = routes.map(({ name }) => name)
const described = answerOpenapi().paths

/** What may stand in a path, part by part. */
const refs: readonly (readonly string[])[] = [
  ['aws'],
  ['garden-payments', 'aws-extended'],
  ['aws', 'kubernetes'],
  ['aws', 'kubernetes', '1.33.6'],
  ['garden-payments', 'aws-extended', 'acme-linux', '3.2.1'],
  ['nothing'],
]
const clusters: readonly (readonly string[])[] = [
  ['garden-payments', 'checkout-prod'],
  ['payments', 'sandbox'],
  ['garden-search', 'index-2024'],
  ['garden-payments', 'aws'],
]
const oddPart = fc.oneof(oddText, fc.constantFrom('..', '%', '%00', 'a/b', 'aws.ics', ' aws', 'AWS', '\u202e'))

interface Input {
  readonly route: RouteName
  /** One of `people`, or empty: signed out. Without it users need not sign in. */
  readonly by?: string | undefined
  readonly path: readonly string[]
  readonly query: readonly (readonly [string, string])[]
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

function pathOf(name: RouteName): fc.Arbitrary<readonly string[]> {
  const count = name.split('[').length - 1
  if (count === 0) return fc.constant([])
  const isRef = name.includes('[...')
  const usual = isRef ? refs : count === 2 ? clusters : [['payments'], ['garden-payments'], ['nothing']]
  const odd = fc.array(oddPart, isRef ? { minLength: 1, maxLength: 5 } : { minLength: count, maxLength: count })
  const { ending }: Route = routeNamed(name)
  const end = ending === undefined ? '' : `.${ending}`
  return mostly(
    fc.constantFrom(...usual).map((parts) => [...parts.slice(0, -1), parts.at(-1) + end]),
    5,
    odd,
  )
}

/** As an address has them: lists are repeated. */
function pairsOf(asked: unknown): readonly (readonly [string, string])[] {
  const fields = typeof asked === 'object' && asked !== null ? Object.entries(asked) : []
  return fields.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) =>
      one === undefined ? [] : [[name, typeof one === 'object' ? JSON.stringify(one) : String(one)] as const],
    ),
  )
}

const pair = fc.tuple(fc.constantFrom('at', 'seen', 'zone', 'cursor', 'code', 'state', '__proto__', ''), oddText)
const header = fc.tuple(
  fc.oneof(
    fc.constantFrom('if-none-match', 'cookie', 'authorization', 'accept', 'content-type', 'host', 'origin'),
    fc.constantFrom('x-forwarded-host', 'x-request-id', 'x-almanac-client', 'accept-language', 'sec-fetch-site'),
  ),
  fc.oneof(fc.constantFrom('*', 'W/"x"', 'text/html', 'Bearer x', 'almanac=x; almanac=y', 'a.b, c.d'), oddText),
)

/** Mostly one, seldom the other. */
function mostly<A, B>(usual: fc.Arbitrary<A>, weight: number, seldom: fc.Arbitrary<B>): fc.Arbitrary<A | B> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: seldom })
}

function inputOf(route: RouteName): fc.Arbitrary<Input> {
  const { query, body }: Route = routeNamed(route)
  const search = query === undefined ? fc.constant([]) : nearly(query).map(pairsOf)
  const json = nearly(body ?? z.strictObject({})).map((value) => JSON.stringify(value) ?? '')
  const text = fc.oneof(
    { weight: 8, arbitrary: json },
    fc.tuple(json, fc.array(textChange, { maxLength: 2 })).map(([made, changes]) => withTextChanges(made, changes)),
    json.map((made) => made.replaceAll(/"(?:1\.3\d[^"]*|aws)"|null|true/g, DEEP)),
    fc.constantFrom('', 'null', '[]', '7', '"x"', DEEP, `{"a":${DEEP}}`, 'token=x&to=//a.b', '\ufeff{}'),
  )
  return fc.record(
    {
      route: fc.constant(route),
      path: pathOf(route),
      query: fc
        .tuple(search, mostly(fc.constant([]), 4, fc.array(pair, { maxLength: 2 })))
        .map(([some, others]) => [...some, ...others]),
      headers: mostly(fc.constant([]), 4, fc.array(header, { maxLength: 3 })),
      body: route.startsWith('POST') ? text : fc.constant(''),
      by: fc.constantFrom('', ...Object.keys(people)),
    },
    { requiredKeys: ['route', 'path', 'query', 'headers', 'body'] },
  )
}

/** A landscape in memory, with a little past; what `check` was given before is no part of what it says. */
async function begin({ by }: Pick<Input, 'by'>) {
  const garden = processWide('garden', (): Garden => {
    const demo = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '40' })
    const users = withUsers(demo)
    const may: Garden['may'] = async (identity, actions) =>
      identity.kind === 'process' ? actions.map(() => true) : ((await users.may?.(identity, actions)) ?? [])
    return { ...users, may, reset: async () => demo.reset?.() }
  })
  await garden.ready()
  const history = processWide('history', () => new InMemoryHistory())
  processWide('pasts', () => {
    history.record(garden.snapshot(), Date.parse(AT) - 86_400_000)
    history.record(garden.snapshot(), Date.parse(AT))
    return new PastGardens(garden, history)
  })
  processWide(METHODS, () => methodsOf)
  processWide('auth', (): { mode: string } => ({ mode: 'none' })).mode = by === undefined ? 'none' : 'proxy'
  return garden
}

/**
 * Every route by its own handler: nothing is thrown, each answer is one that the description foresees, with a body of that shape, and
 * who is signed in is told nothing of what they may not see. What stands before all routes passes a question on, or refuses it in words.
 */
fuzz<Input>('routes', {
  inputs: fc.oneof(...names.map(inputOf)),
  async check(input) {
    const { route } = input
    const garden = await begin(input)
    const [method = '', path = ''] = route.split(' ')
    const folder = path.startsWith('/api/') && path !== '/api/events' ? '/api/[...path]' : path
    const file = pathToFileURL(join(import.meta.dirname, '..', '..', 'app', folder, 'route.ts'))
    const handlers = await import(/* @vite-ignore */ file.href)
    const leave = new AbortController()
    const asked = { ...input, body: withBase(input, garden) }
    await checkPassedOn(requestOf(asked, leave.signal))
    const request = requestOf(asked, leave.signal)
    // What an address cannot carry, such as the name `..`, asks for something else.
    const parts = new URL(request.url).pathname.split('/').map(decodeURIComponent)
    if (routeAt(method, parts.join('/'))?.name !== route) return
    const params = Promise.resolve({ path: parts.slice(2) })
    const response: Response = await handlers[method](new NextRequest(request), { params })
    try {
      checkTold(input, garden, await checkAnswer(route, response))
    } finally {
      leave.abort()
      if (route.includes('apply')) await garden.reset?.()
    }
  },
})

/** A question to a route, and the same to the page of that name, as a user opens it. */
async function checkPassedOn(request: Request): Promise<void> {
  const page = new NextRequest(request.url.replace('/api/', '/'), { headers: request.headers })
  page.headers.set('accept', 'text/html')
  for (const asked of [new NextRequest(request), page]) {
    const { status, headers, body } = await proxy(asked)
    if (headers.get('x-request-id') === null) throw new Error('A question has no name.')
    const isForeign = !['same-origin', null].includes(asked.headers.get('sec-fetch-site'))
    const isPassedOn = headers.get('x-middleware-next') === '1'
    if (isPassedOn && isForeign && asked.method === 'POST') throw new Error('Another site may change something.')
    if (isPassedOn && !asked.nextUrl.pathname.startsWith('/api/')) {
      const nonce = headers.get('x-middleware-request-x-nonce')
      const policy = headers.get('content-security-policy')
      if (nonce === null || !policy?.includes(`'nonce-${nonce}'`)) throw new Error('A page has no policy of its own.')
    } else if (status === 307) {
      const { origin, pathname } = new URL(headers.get('location') ?? '', asked.url)
      // Next leads to the address without a slash at its end before any code of ours is asked.
      if (origin !== asked.nextUrl.origin || !/^\/signin\/?$/.test(pathname))
        throw new Error(`It leads to ${origin}${pathname}.`)
    } else if (!isPassedOn) {
      if (status < 400 || status >= 500) throw new Error(`What stands before all routes answers ${status}.`)
      errorBody.parse(await new Response(body).json())
    }
  }
}

/** What users name in a question is no news to them. */
function checkTold({ by, ...question }: Input, garden: Garden, text: string): void {
  const person = by === undefined ? undefined : people[by || 'nobody']
  const route: Route = routeNamed(question.route)
  if (person === undefined || route.isOpen) return
  const asked = JSON.stringify(question)
  const isNamed = (word: string) =>
    word
      .replaceAll('"', '')
      .split('/')
      .every((part) => asked.includes(part))
  // Calendars fold their lines.
  const told = text.replaceAll('\r\n ', '')
  const news = hiddenFrom(garden, person).filter((word) => told.includes(word) && !isNamed(word))
  if (news.length > 0)
    throw new Error(`${question.route} tells ${by || 'whoever is signed out'} of ${news.join(', ')}.`)
}

/** With the version of the object that is to be changed, where its place is held. */
function withBase({ route, path: [namespace, name], body }: Input, garden: Garden): string {
  if (!body.includes('"BASE"')) return body
  const { profiles, shoots } = garden.snapshot()
  const isIt = (shoot: { namespace: string; name: string }) => shoot.namespace === namespace && shoot.name === name
  const object = route === 'POST /api/apply' ? profiles.get(String(readBody(body).profile)) : [...shoots].find(isIt)
  return body.replaceAll('BASE', object?.resourceVersion ?? 'unknown')
}

function readBody(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

function requestOf({ route, path, query, headers, body, by }: Input, signal: AbortSignal): Request {
  const [method = '', folder = ''] = route.split(' ')
  const parts = [...path]
  const filled = folder.replaceAll(/\[[^\]]*\]/g, (part) => {
    const taken = part.startsWith('[...') ? parts.splice(0) : parts.splice(0, 1)
    return taken.map((one) => encodeURIComponent(wellFormed(one))).join('/')
  })
  const url = new URL(`http://localhost${filled}`)
  for (const [name, value] of query) url.searchParams.append(name, value)
  const sent = new Headers()
  if (by !== undefined) {
    sent.set('authorization', `Bearer ${by}`)
    // What our server says of each connection itself.
    sent.set('x-almanac-peer-trusted', '1')
  }
  // What HTTP cannot carry never arrives.
  for (const [name, value] of headers) sent.append(name, value.replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, ''))
  return new Request(url, {
    method,
    headers: sent,
    signal,
    ...(method === 'POST' && { body: withDepth(body) }),
  })
}

/** Returns what is said. */
async function checkAnswer(name: RouteName, response: Response): Promise<string> {
  const route: Route = routeNamed(name)
  const { status } = response
  const foreseen = responsesOf(name)
  const text = await textOf(response)
  if (!(status in foreseen)) throw new Error(`${name} answers ${status}, which is not foreseen: ${text.slice(0, 300)}`)
  if (status === 500) throw new Error(`${name} answers 500: ${text}`)
  const type = response.headers.get('content-type')?.split(';')[0]
  const isOutcome = Object.values(route.statuses ?? {}).includes(status)
  if (status === 200 || isOutcome) {
    if (type === 'application/json' && route.answer instanceof z.ZodType) {
      const shape = isOutcome && status !== 200 ? z.union([route.answer, errorBody]) : route.answer
      const read = shape.safeParse(JSON.parse(text))
      if (!read.success) throw new Error(`${name} answers something else than the contract says: ${read.error.message}`)
    } else if (type !== route.answer && !(type === 'text/csv' && route.csv !== undefined)) {
      throw new Error(`${name} answers with ${type}.`)
    }
  } else if (status >= 400) {
    const { error } = errorBody.parse(JSON.parse(text))
    if (JSON.stringify(error).length > 30_000) throw new Error(`${name} refuses with ${text.length} characters.`)
  }
  return text
}

function responsesOf(name: RouteName): object {
  const [method = '', folder = ''] = name.split(' ')
  const { ending }: Route = routeNamed(name)
  const path =
    folder.replace('[...ref]', '{name}').replaceAll(/\[(\w+)\]/g, '{$1}') + (ending === undefined ? '' : `.${ending}`)
  const known: object = described[path]?.[method === 'GET' ? 'get' : 'post']?.responses ?? {}
  return known
}

/** Of a stream that does not end, how it begins. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) return response.text()
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return new TextDecoder().decode(value)
}

/** Addresses hold no halves of letters. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString()
}
