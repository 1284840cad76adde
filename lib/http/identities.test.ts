import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '@/lib/contract/route'
import type { Garden } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { openGarden } from '@/lib/garden/open-garden'
import { InMemoryHistory } from '@/lib/history'
import { GardenAccess } from '@/lib/landscape/access'
import type { Asker } from '@/lib/landscape/garden'
import { openTheGarden } from '@/lib/landscape/open-the-garden'
import { PastGardens } from '@/lib/landscape/past'
import { hiddenFrom, people, withUsers } from '@/lib/landscape/testdata/people'
import { processWide } from '@/lib/process/kept'
import { answerOf, answers } from '@/lib/questions/answers'
import { type AnsweredRouteName, type RouteName, routeAt, routeNamed, routes } from '@/lib/questions/routes'
import type { RequestInput } from './answer'
import { errorBodyOf } from './respond'

openTheGarden()

/**
 * Every route, asked by each person: what they may not see is nowhere in what they are told, and is refused like what
 * does not exist. The questions are the examples of docs/api.md, which has one for every route.
 */

const demo = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '300' })
/** The demo, with users: projects name those who may see them. */
const garden: Garden = withUsers(demo)
const access = new GardenAccess(garden)

/** Before the present: then there were more clusters, which are gone today, and each had another version. */
const SEEN = '2026-11-20T10:00:00Z'
/** After that a profile changed once more. */
const CHANGE = '2026-11-20T10:01:00.700Z'

function recordPast(): void {
  const history = new InMemoryHistory()
  const today = garden.snapshot()
  const gone = [...today.shoots].map((shoot) => ({ ...shoot, name: `${shoot.name}-gone`, uid: `${shoot.name}-gone` }))
  const shoots = [...today.shoots, ...gone].toSorted((a, b) => {
    const [one, other] = [`${a.namespace} ${a.name}`, `${b.namespace} ${b.name}`]
    return one < other ? -1 : one > other ? 1 : 0
  })
  history.record({ ...today, shoots: ChunkedList.of(shoots) }, Date.parse(SEEN) - 1000)
  // All versions but one, so that there is a change to ask about.
  const profiles = new Map(today.profiles)
  const aws = profiles.get('aws')
  if (aws === undefined) throw new Error('The demo has this profile.')
  profiles.set('aws', { ...aws, profile: { ...aws.profile, kubernetes: aws.profile.kubernetes.slice(1) } })
  history.record({ ...today, profiles }, Date.parse(CHANGE) - 1000)
  history.record(today, Date.parse(CHANGE))
  processWide('history', () => history)
  processWide('pasts', () => new PastGardens(garden, history))
}

async function askerFor(token: string): Promise<Asker> {
  return { identity: { kind: 'user', token }, ...(await access.of(token)) }
}

interface Example {
  readonly name: AnsweredRouteName
  readonly question: RequestInput
  readonly text: string
}

/** A command of docs/api.md, which may go over lines. */
const CURL = /curl -sN? "?\$A(\/[^\s"]+)"?(?: -d '((?:[^']|'\$BASE')*)')?/g
const AT = '2026-11-21T18:00:00Z'

async function examples(): Promise<readonly Example[]> {
  const docs = await readFile('docs/api.md', 'utf8')
  return [...docs.matchAll(CURL)].flatMap(([, address = '', body]) => {
    const [path = '', search = ''] = address.replace('$CHANGE', CHANGE).split('?')
    const verb = body === undefined ? 'GET' : 'POST'
    const found = routeAt(verb, path)
    if (found === null || !(found.name in answers)) return []
    const route: Route = routeNamed(found.name)
    const query: Record<string, string | string[]> = {}
    for (const [key, value] of new URLSearchParams(search)) {
      const known = query[key]
      query[key] = known === undefined ? value : [known, value].flat()
    }
    if (route.query?.shape.at !== undefined) query.at ??= AT
    const sent: unknown = body === undefined ? undefined : JSON.parse(body.replaceAll("'$BASE'", 'unknown'))
    return {
      name: found.name as AnsweredRouteName,
      question: { path: found.path, query, body: sent },
      text: `${address} ${body ?? ''}`,
    }
  })
}

/** What a person is told, as text: the answer, or why there is none. */
async function told(name: AnsweredRouteName, asker: Asker, question: RequestInput): Promise<string> {
  try {
    const said: unknown = await answerOf(name, asker, question)
    if (said instanceof Uint8Array) return ''
    if (typeof said === 'object' && said !== null && Symbol.asyncIterator in said) {
      let text = ''
      for await (const part of said as AsyncIterable<string>) text += part
      return text
    }
    return typeof said === 'string' ? said : JSON.stringify(said)
  } catch (error) {
    return JSON.stringify(errorBodyOf(error))
  }
}

/** The examples are about `payments`; these are others that the members of it do not see, and none. */
const HIDDEN = { payments: 'billing', 'checkout-prod': 'invoices-qa', 'ledger-eu': 'invoices-qa' }
const UNREAL = { payments: 'nowhere', 'checkout-prod': 'wherever-xy', 'ledger-eu': 'wherever-xy' }

function renamed(question: RequestInput, names: Readonly<Record<string, string>>): RequestInput {
  const text = Object.entries(names).reduce((all, [from, to]) => all.replaceAll(from, to), JSON.stringify(question))
  return JSON.parse(text) as RequestInput
}

function plain(said: string): string {
  return [...Object.values(HIDDEN), ...Object.values(UNREAL)].reduce((all, name) => all.replaceAll(name, '…'), said)
}

let all: readonly Example[]
beforeAll(async () => {
  await demo.ready()
  recordPast()
  all = await examples()
})
afterAll(() => demo.close())

describe('what is told to whom', () => {
  it('is asked of every route', () => {
    const asked = new Set<RouteName>([...all.map(({ name }) => name), 'GET /api/events'])
    const told = routes.filter(({ answer }) => answer !== 'a redirect')
    expect(told.map(({ name }) => name).filter((name) => !asked.has(name))).toEqual([])
  })

  it.each(Object.keys(people))(
    '%s is told nothing of what they may not see',
    async (token) => {
      const person = people[token]
      if (person === undefined) throw new Error(token)
      const asker = await askerFor(token)
      const hidden = hiddenFrom(garden, person)
      expect(hidden.length > 0).toBe(person.namespaces !== 'all')
      const leaks: string[] = []
      for (const { name, question, text } of all) {
        const route: Route = routeNamed(name)
        if (route.isOpen) continue
        const said = await told(name, asker, question)
        expect(said, text).not.toContain('could not be computed')
        // What a person names in a question is no news to them.
        const tells = hidden.filter((word) => said.includes(word) && !text.includes(word.replaceAll('"', '')))
        leaks.push(...tells.map((word) => `${text} tells ${word}`))
      }
      expect(leaks).toEqual([])
    },
    120_000,
  )

  it.each(['member', 'nobody', 'member-without-profiles'])(
    '%s is refused what is hidden like what does not exist',
    async (token) => {
      const asker = await askerFor(token)
      const differ: string[] = []
      for (const { name, question, text } of all) {
        const hidden = renamed(question, HIDDEN)
        if (JSON.stringify(hidden) === JSON.stringify(question)) continue
        const unreal = renamed(question, UNREAL)
        const [real, other] = [await told(name, asker, hidden), await told(name, asker, unreal)]
        if (plain(real) !== plain(other)) differ.push(`${text}: ${plain(real)} | ${plain(other)}`)
      }
      expect(differ).toEqual([])
    },
  )

  it('is the same when all ask for it at once', { tags: 'long', timeout: 120_000 }, async () => {
    const costly = all.flatMap(({ name, question }) => {
      const { costly, body }: Route = routeNamed(name)
      if (costly === undefined) return []
      const sent = body?.shape.at === undefined ? question.body : { ...(question.body as object), at: AT }
      return { name, question: { ...question, body: sent } }
    })
    const askers = await Promise.all(['operator', 'member', 'member-of-three', 'nobody'].map(askerFor))
    const differ: string[] = []
    for (const { name, question } of costly) {
      const alone: string[] = []
      for (const asker of askers) alone.push(await told(name, asker, question))
      const together = await Promise.all(askers.map((asker) => told(name, asker, question)))
      if (together.join() !== alone.join()) differ.push(`${name}: ${together.join()} | ${alone.join()}`)
    }
    expect(differ).toEqual([])
  })

  it('is computed once for all who see the same and ask at once, or for one where their rights count', async () => {
    const [member, again, operator] = await Promise.all(['member', 'member', 'operator'].map(askerFor))
    if (member === undefined || again === undefined || operator === undefined) throw new Error('There are three.')
    const other: Asker = { ...again, identity: { kind: 'user', token: 'member-of-three' } }
    const whatIf = { body: { profile: 'aws', edits: [], at: AT } }
    const [one, same, whole] = await Promise.all(
      [member, other, operator].map((asker) => answerOf('POST /api/what-if', asker, whatIf)),
    )
    expect(same).toBe(one)
    expect(whole).not.toBe(one)
    const plan = { path: { namespace: 'payments', name: 'checkout-prod' }, body: { edits: [], at: AT } }
    const [own, ownAgain, others] = await Promise.all(
      [member, again, other].map((asker) => answerOf('POST /api/shoots/[namespace]/[name]/plan', asker, plan)),
    )
    expect(ownAgain).toBe(own)
    expect(others).not.toBe(own)
  })

  it.each(['member', 'member-without-profiles', 'nobody'])(
    '%s is told nothing of the past of what they may not see',
    async (token) => {
      const person = people[token]
      if (person === undefined) throw new Error(token)
      const asker = await askerFor(token)
      const hidden = hiddenFrom(garden, person).flatMap((word) => [word, `${word}-gone`])
      const [leaks, pasts]: [string[], string[]] = [[], []]
      for (const { name, question, text } of all) {
        const { query, body }: Route = routeNamed(name)
        if ((query ?? body)?.shape.seen === undefined) continue
        const past =
          query === undefined
            ? { body: { ...(question.body as object), seen: SEEN } }
            : { query: { ...(question.query as object), at: SEEN, seen: SEEN } }
        const said = await told(name, asker, { ...question, ...past })
        expect(said, text).not.toContain('could not be computed')
        if (said.includes(`"seen":"${SEEN}"`)) pasts.push(name)
        const tells = hidden.filter((word) => said.includes(word) && !text.includes(word.replaceAll('"', '')))
        leaks.push(...tells.map((word) => `${text} tells ${word}`))
      }
      expect(leaks).toEqual([])
      expect(pasts.length).toBeGreaterThan(token === 'member' ? 25 : 5)
    },
    120_000,
  )

  it('shows everybody the past of what they see today', async () => {
    const path = { namespace: 'garden-payments', name: 'checkout-prod-gone' }
    const name = 'GET /api/shoots/[namespace]/[name]'
    for (const token of ['operator', 'member']) {
      const said = JSON.parse(await told(name, await askerFor(token), { path, query: { seen: SEEN } }))
      expect(said).toMatchObject({ at: SEEN, seen: SEEN, mayEdit: false })
    }
    const hidden = { ...path, namespace: 'garden-billing', name: 'invoices-qa-gone' }
    expect(await told(name, await askerFor('operator'), { path: hidden, query: { seen: SEEN } })).toContain(SEEN)
    expect(await told(name, await askerFor('member'), { path: hidden, query: { seen: SEEN } })).toContain('not-found')
  })

  it('counts what it covers, and says so', async () => {
    const asker = await askerFor('member')
    const status = JSON.parse(await told('GET /api/status', asker, {}))
    expect(status.garden.label).toMatch(/, your project$/)
    const overview = JSON.parse(await told('GET /api/garden', asker, { query: { at: AT } }))
    const own = [...garden.snapshot().shoots].filter(({ namespace }) => namespace === 'garden-payments')
    expect(overview.figures).toMatchObject({ clusters: own.length, projects: 1 })
  })

  it('numbers those who hold a version and are not seen', async () => {
    const asker = await askerFor('member')
    const edits = [{ kind: 'remove', image: null, version: '1.32.13' }]
    const answer = JSON.parse(await told('POST /api/what-if', asker, { body: { profile: 'aws', edits, at: AT } }))
    const texts: string[] = answer.refusals.map(({ text }: { text: string }) => text)
    const rest = texts.filter((text) => text.endsWith('that you may not see'))
    expect(rest).toEqual([expect.stringMatching(/in use by \d+ of the clusters that you may not see$/)])
    expect(texts.filter((text) => /by shoot '(?!garden-payments\/)/.test(text))).toEqual([])
    const whole = JSON.parse(
      await told('POST /api/what-if', await askerFor('operator'), { body: { profile: 'aws', edits, at: AT } }),
    )
    const others = Number(/by (\d+) of the clusters/.exec(rest.join())?.[1])
    const owners = (whole.refusals as { text: string }[]).filter(({ text }) => text.includes("by shoot '"))
    expect(others).toBe(owners.filter(({ text }) => !text.includes("'garden-payments/")).length)
  })

  it('numbers those whom a draft changes and who are not seen', async () => {
    const edits = [{ kind: 'expire', image: null, version: '1.34.6', expirationDate: '2026-11-23T00:00:00Z' }]
    const figuresFor = async (token: string) => {
      const body = { profile: 'aws', edits, at: AT }
      return JSON.parse(await told('POST /api/what-if', await askerFor(token), { body })).figures
    }
    const [all, own] = [await figuresFor('operator'), await figuresFor('member')]
    expect(all.others).toBeNull()
    expect(own.clusters).toBeGreaterThan(0)
    expect(own.others.clusters).toBe(all.clusters - own.clusters)
    for (const [change, count] of Object.entries<number>(all.changes))
      expect(own.others.changes[change], change).toBe(count - own.changes[change])
    expect(own.others.changes.forced + own.others.changes.earlier).toBeGreaterThan(0)
    const nobody = await figuresFor('nobody')
    expect(nobody).toMatchObject({ clusters: 0, others: { clusters: all.clusters, changes: all.changes } })
  })

  it('tells in a calendar what is foreseen without the CloudProfiles, or why nothing is', async () => {
    const own = new Set(['garden-payments', 'garden-logistics'])
    const reach = { CloudProfile: new Set<string>(), NamespacedCloudProfile: own, Project: own, Shoot: own }
    const asker: Asker = { identity: { kind: 'process' }, user: null, ...access.viewOf({ reach }) }
    const feed = (query: object) => told('GET /api/feeds/shoots.ics', asker, { query: { at: AT, ...query } })
    const namespaced = await feed({ profile: 'garden-payments/aws-extended' })
    expect(namespaced).toContain('BEGIN:VEVENT')
    expect(namespaced).not.toContain('you may not see')
    const mixed = (await feed({})).replaceAll(/\r\n /g, '')
    expect(mixed).toContain('BEGIN:VEVENT')
    expect(mixed).toMatch(/Without those of \d+ clusters whose profiles you may not see\./)
    const refused = { error: { code: 'forbidden', message: expect.stringContaining('may not list CloudProfiles') } }
    expect(JSON.parse(await feed({ profile: 'aws' }))).toMatchObject(refused)
    const project = 'GET /api/feeds/projects/[name]'
    const blind = await askerFor('member-without-profiles')
    const asked = { path: { name: 'logistics' }, query: {} }
    expect(JSON.parse(await told(project, blind, asked))).toMatchObject(refused)
    expect(await told(project, blind, { path: { name: 'billing' }, query: {} })).toContain('"not-found"')
  })

  it('keeps what a calendar told somebody from those who do not see it', async () => {
    const feed = { path: { namespace: 'garden-billing', name: 'invoices-qa' }, query: {} }
    const name = 'GET /api/feeds/shoots/[namespace]/[name]'
    expect(await told(name, await askerFor('operator'), feed)).toContain('BEGIN:VEVENT')
    expect(await told(name, await askerFor('member'), feed)).toContain('is not in this garden')
  })
})

/** What may look at the whole garden, and what for. */
const WHOLE: Readonly<Record<string, string>> = {
  'http/answer.ts': 'cuts it',
  'http/auth/sign-in.ts':
    'asks the garden whom it takes a token for, and says where one signs in and whether it answers',
  'http/feeds/addresses.ts': 'finds the name of the project that an address is for',
  'landscape/current-landscape.ts': 'counts what is not seen',
  'landscape/garden.ts': 'has it, and says what Almanac itself sees',
  'landscape/history.ts': 'records it, and asks until when anybody maintains it',
  'landscape/past.ts': 'takes the state that was known then, to be cut like the one of today',
}

it('is made of nothing but what the asker sees', () => {
  const files = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const whole = files.filter((file) => /\btheGarden\(\)|\buncut \}: Garden/.test(readFileSync(`lib/${file}`, 'utf8')))
  expect(whole.toSorted()).toEqual(Object.keys(WHOLE))
})
