import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Route } from '@/lib/contract/route'
import { type RouteName, routeNamed, routes } from '@/lib/questions/routes'
import { type Almanac, startAlmanac } from '../support/almanac'
import { AT, PAGES, pinned } from '../support/pages'
import { type Api, type KubeObject, paths } from './support/api'
import { type Kubeconfig, writeKubeconfig } from './support/kubeconfig'
import { load } from './support/landscape'
import { admit, createHidden, hidden, missing, type Person, people, tokenOfAccount } from './support/people'
import { type Ask, questions, type Subject } from './support/questions'
import type { Status } from './support/shown'
import { expect, test } from './support/test'
import { tokenOf } from './support/users'

/**
 * Every route and every page, asked by each person, of one Almanac in front of a real API server whose roles say who may
 * see what. Its own account sees everything: whatever is hidden from a person, Almanac has to hide.
 */
test.describe.configure({ mode: 'default', timeout: 300_000 })

let almanac: Almanac
let kubeconfig: Kubeconfig
let folder: string
let all: readonly Person[]
let clearAway: () => Promise<void>
/** The landscape as it is while the tests ask. */
let landscape: readonly KubeObject[]

test.beforeAll(async ({ plane }) => {
  clearAway = await createHidden(plane.admin)
  await admit(plane.admin, await plane.admin.list(paths.all('projects')))
  all = people(await tokenOfAccount(plane.admin, 'garden-data', 'ci-deployer'))
  folder = mkdtempSync(join(tmpdir(), 'almanac-identities-'))
  kubeconfig = writeKubeconfig(plane.url, plane.ca, tokenOf('viewer'))
  const env = {
    KUBECONFIG: kubeconfig.path,
    AUTH: 'token',
    SESSION_SECRET: 'a secret of the tests with more than 32 bytes',
    DATA_DIR: folder,
    FEED_SECRET: 'another secret of the tests with more than 32 bytes',
  }
  almanac = await startAlmanac({ garden: 'kubernetes', env })
  await expect.poll(async () => (await fetch(`${almanac.url}/readyz`)).status, { timeout: 30_000 }).toBe(200)
  landscape = await listAll(plane.admin)
  await editHiddenProfile(plane.admin)
})

test.afterAll(async () => {
  await almanac?.stop()
  kubeconfig?.remove()
  if (folder) rmSync(folder, { recursive: true, force: true })
  await clearAway?.()
})

async function listAll(admin: Api): Promise<readonly KubeObject[]> {
  const kinds = {
    CloudProfile: 'cloudprofiles',
    NamespacedCloudProfile: 'namespacedcloudprofiles',
    Project: 'projects',
    Shoot: 'shoots',
  }
  const lists = await Promise.all(
    Object.entries(kinds).map(async ([kind, plural]) =>
      (await admin.list(paths.all(plural))).map((one) => ({ ...one, kind })),
    ),
  )
  return lists.flat().map((one) => ({ ...one, apiVersion: 'core.gardener.cloud/v1beta1' }))
}

/** So that there is something in the journal. */
async function editHiddenProfile(admin: Api): Promise<void> {
  const [namespace = '', name = ''] = hidden.profile.split('/')
  const path = `${paths.all('namespaces')}/${namespace}/namespacedcloudprofiles/${name}`
  const { metadata } = await admin.object('GET', path)
  const edits = [{ kind: 'expire', image: null, version: '1.32.13', expirationDate: '2027-03-10T12:00:00Z' }]
  const body = { profile: hidden.profile, base: metadata.resourceVersion, edits, confirm: hidden.profile }
  const [operator] = all
  const { status, text } = await ask(operator, { address: '/api/apply', body })
  if (status !== 200) throw new Error(`The operator cannot edit ${hidden.profile}: ${status} ${text}`)
}

interface Told {
  readonly status: number
  readonly text: string
  readonly location: string | null
}

async function ask(
  person: Pick<Person, 'token'> | undefined,
  { address, body }: Pick<Ask, 'address' | 'body'>,
  { url }: Pick<Almanac, 'url'> = almanac,
): Promise<Told> {
  const token = person?.token ?? null
  const response = await fetch(`${url}${address}`, {
    method: body === undefined ? 'GET' : 'POST',
    redirect: 'manual',
    headers: {
      // As a browser opens a page.
      ...(!address.startsWith('/api/') && { accept: 'text/html' }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { status, headers } = response
  const isText = !headers.get('content-type')?.startsWith('image/png')
  return { status, text: isText ? await response.text() : '', location: headers.get('location') }
}

/** Many at once, as the process answers them in turn. */
async function each<T>(items: readonly T[], look: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const work = async () => {
    for (const item of left) await look(item)
  }
  await Promise.all(Array.from({ length: 6 }, work))
}

function isSeen(person: Person, project: string): boolean {
  return person.sees === 'all' ? project !== missing.project : person.sees.includes(project)
}

interface ProjectSpec {
  readonly namespace: string
  readonly description: string
  readonly members: readonly { readonly name: string }[]
}

/** Words that tell of what a person may not see: of projects, their people, clusters and profiles. */
function hiddenWords(person: Person): readonly string[] {
  const projects = landscape.filter(({ kind }) => kind === 'Project')
  const namespaces = new Map(projects.map(({ metadata, spec }) => [(spec as ProjectSpec).namespace, metadata.name]))
  const seen: string[] = []
  const words: string[] = []
  for (const { kind, metadata, spec } of landscape) {
    const project = kind === 'Project' ? metadata.name : namespaces.get(metadata.namespace ?? '')
    if (kind === 'CloudProfile' || project === undefined) continue
    const { namespace, description, members } = spec as ProjectSpec
    const names =
      kind === 'Project'
        ? [namespace, `"${metadata.name}"`, description, ...members.map(({ name }) => name)]
        : [metadata.name, `${metadata.namespace}/${metadata.name}`]
    if (isSeen(person, project)) seen.push(...names, JSON.stringify(spec))
    else words.push(...names)
  }
  const own = seen.join('\n')
  return [...new Set(words)].filter((word) => word.length > 4 && !own.includes(word))
}

/** What a person names in a question is no news to them. */
function tells(text: string, words: readonly string[], { address, body }: Pick<Ask, 'address' | 'body'>): string[] {
  const asked = `${address} ${JSON.stringify(body ?? '')}`
  const isAsked = (word: string) => word.split('/').every((part) => asked.includes(part.replaceAll('"', '')))
  return words.filter((word) => text.includes(word) && !isAsked(word))
}

/** An answer without the names that were asked for, and without what is different each time. */
function withoutNames(text: string): string {
  return [hidden, missing].reduce((rest, { project }) => rest.replaceAll(project, '…'), text)
}

function describeAsk({ address, body }: Ask): string {
  return body === undefined ? address : `${address} ${JSON.stringify(body).slice(0, 120)}`
}

/** Every question to every route about a subject. */
function questionsAbout(subject: Subject): readonly (Ask & { readonly name: RouteName })[] {
  return routes.flatMap(({ name }) => questions[name](subject).map((one) => ({ ...one, name })))
}

function isOpen(name: RouteName): boolean {
  const { isOpen }: Route = routeNamed(name)
  return isOpen === true
}

test('every route is asked', () => {
  expect(Object.keys(questions).sort()).toEqual(routes.map(({ name }) => name).sort())
})

test('everybody is told of what they see, and nothing of what they do not see', { tag: '@smoke' }, async () => {
  for (const person of all) {
    await test.step(person.who, async () => {
      const words = hiddenWords(person)
      expect(words.length > 0).toBe(person.sees !== 'all')
      const wrong: string[] = []
      const look = async (subject: Subject, one: Ask & { readonly name: RouteName }) => {
        const { status, text } = await ask(person, one)
        const isMine = isSeen(person, subject.project)
        const wanted = person.token === null && !isOpen(one.name) ? 401 : isMine ? (one.seen ?? 200) : one.unseen
        const what = `${describeAsk(one)} about ${subject.project}`
        if (status !== wanted) wrong.push(`${what}: ${status}, not ${wanted}: ${text.slice(0, 200)}`)
        if (
          isMine &&
          one.tells &&
          subject === person.own &&
          subject.profile.includes('/') &&
          !text.includes(subject.project)
        )
          wrong.push(`${what} does not tell of it`)
        wrong.push(...tells(text, words, one).map((word) => `${what} tells ${word}`))
      }
      const subjects = [person.own, hidden, missing].filter((one) => one !== null)
      const asked = new Map(
        subjects.flatMap((one) =>
          questionsAbout(one).map((question) => [JSON.stringify(question), [one, question] as const]),
        ),
      )
      await each([...asked.values()], ([subject, question]) => look(subject, question))
      expect(wrong).toEqual([])
    })
  }
})

/**
 * What was asked is put in place of itself; a page has a nonce and times of its own, and its parts are sent and numbered in the order in
 * which they are ready.
 */
function comparable(text: string): string {
  const [, nonce] = /nonce="(\w+)"/.exec(text) ?? []
  const sent: string[] = []
  const rest = text.replace(/<script[^>]*>self\.__next_f\.push\(\[1,(".*?")\]\)<\/script>/gs, (_, part: string) => {
    sent.push(JSON.parse(part))
    return ''
  })
  const parts = sent.join('').split('\n')
  const unnumbered = parts.map((part) =>
    part.replace(/^[\da-f]+:/, ':').replace(/"\$([A-Z@]?)[\da-f]+(?=[":])/g, '"$$$1'),
  )
  const rows = [rest, ...unnumbered.sort()].join('\n')
  return withoutNames(nonce === undefined ? rows : rows.replaceAll(nonce, '')).replace(
    /At":\d{13}|"(?:at|until)":"[^"]*"/g,
    '',
  )
}

/** Where two texts begin to differ. */
function differenceOf(a: string, b: string): string | null {
  if (a === b) return null
  const at = [...a].findIndex((letter, i) => letter !== b[i])
  return [a, b].map((text) => text.slice(Math.max(0, at - 100), at + 100)).join(' | ')
}

test('what is hidden is refused like what does not exist', { tag: '@smoke' }, async () => {
  for (const person of all.filter(({ sees, token }) => sees !== 'all' && token !== null)) {
    const pairs = questionsAbout(hidden).map((one, i) => [one, questionsAbout(missing)[i] ?? one] as const)
    const wrong: string[] = []
    await each(pairs, async ([one, other]) => {
      if (isOpen(one.name)) return
      const [said, saidOfNothing] = [await ask(person, one), await ask(person, other)]
      if (said.status === saidOfNothing.status && comparable(said.text) === comparable(saidOfNothing.text)) return
      wrong.push(
        `${person.who} asks ${describeAsk(one)}: ${said.status} ${said.text.slice(0, 300)} | ${saidOfNothing.status} ${saidOfNothing.text.slice(0, 300)}`,
      )
    })
    expect(wrong).toEqual([])
  }
})

/** Of which the answer tells where it was read, when, and how many there are that are not seen. */
const tellsMore: readonly RouteName[] = [
  'GET /api/accuracy',
  'GET /api/movement',
  'GET /api/status',
  'GET /api/account',
  'GET /api/journal',
  'GET /api/shoots/[namespace]/[name]/maintenance',
  'GET /api/versions/[...ref]',
  'GET /api/evidence/[...ref]',
  'GET /api/landscapes/standing',
  'GET /api/landscapes/evidence/[...ref]',
  'GET /api/scenarios',
  'POST /api/what-if',
  'POST /api/apply',
  'POST /api/more-time',
  'POST /api/more-time/apply',
  'GET /api/feeds/addresses',
  'POST /api/feeds/addresses',
  'POST /api/shoots/[namespace]/[name]/apply',
  'POST /api/apply/texts',
  'POST /api/demo/reset',
]

/** What an answer says, without what tells where and when it was read, and since when it is recorded. */
function says(text: string): string {
  const [, recordedSince] = /"recordedSince":"([^"]+)"/.exec(text) ?? []
  return (recordedSince === undefined ? text : text.replaceAll(recordedSince, ''))
    .replace(/(?<="at":"[^"]*",)"since":"[^"]*"/g, '')
    .replace(/"(?:revision|observedAt|resourceVersion|base)":"[^"]*"/g, '')
    .replace(/"resourceVersion":null|"mayEdit":(?:true|false)/g, '')
    .replace(/"garden":\{.*?"problemCount":\d+\}/g, '')
    .replace(/\r?\n /g, '')
    .replace(/^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE|UID|URL|X-WR-|SOURCE)[^\n]*\n/gm, '')
    .replace(/http:\/\/[\w.:]+/g, '')
}

test('an answer is the same as where there is nothing else', async ({ browserName: _ }, info) => {
  for (const person of all.filter(({ who }) => /member of|stranger/.test(who))) {
    const namespaces = landscape.flatMap(({ kind, metadata, spec }) =>
      kind === 'Project' && isSeen(person, metadata.name) ? [(spec as ProjectSpec).namespace] : [],
    )
    const items = landscape.filter(({ kind, metadata }) => {
      if (kind === 'CloudProfile') return true
      return kind === 'Project' ? isSeen(person, metadata.name) : namespaces.includes(metadata.namespace ?? '')
    })
    const dump = info.outputPath('dump.json')
    writeFileSync(dump, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
    const own = await startAlmanac({ garden: dump })
    try {
      const wrong: string[] = []
      const questions = questionsAbout(person.own ?? missing)
      const past = { address: '/api/history/cloudprofiles/aws' }
      // It begins to record once it has started.
      await expect.poll(async () => (await ask({ token: null }, past, own)).text).toContain('"recordedSince":"')
      await each(questions, async (one) => {
        if (isOpen(one.name) || tellsMore.includes(one.name)) return
        const seen = await ask(person, one)
        const alone = await ask({ token: null }, one, own)
        const [a, b] = [says(seen.text), says(alone.text)]
        if (seen.status === alone.status && a === b) return
        const at = [...a].findIndex((letter, i) => letter !== b[i])
        wrong.push(
          `${person.who} asks ${describeAsk(one)}: ${seen.status} ${a.slice(Math.max(0, at - 100), at + 100)} | ${alone.status} ${b.slice(Math.max(0, at - 100), at + 100)}`,
        )
      })
      expect(wrong).toEqual([])
    } finally {
      await own.stop()
    }
  }
})

/** The pages of the browser tests, about a subject in place of theirs. */
function pageAbout(path: string, { project, namespace, cluster, profile }: Subject): string {
  return pinned(
    path
      .replace(
        /garden-(?:payments|media)\/(?:ledger-eu|checkout-prod|thumbs-prod|origin-apac)/,
        `${namespace}/${cluster}`,
      )
      .replace('garden-payments/aws-extended', profile)
      .replace('payments', project),
  )
}

test('pages show what somebody sees, nothing else, and lead who is signed out to the sign-in', async () => {
  for (const person of all) {
    await test.step(person.who, async () => {
      const words = hiddenWords(person)
      const wrong: string[] = []
      const look = async (path: string, subject: Subject | null) => {
        const about = subject ?? person.own ?? hidden
        const one = { address: pageAbout(path, about) }
        const { status, text, location } = await ask(person, one)
        wrong.push(...tells(text, words, one).map((word) => `${one.address} tells ${word}`))
        if (person.token === null) {
          const to = new URL(location ?? '', almanac.url)
          const asked = to.searchParams.get('to') ?? ''
          const isSame = decodeURIComponent(asked) === decodeURIComponent(one.address)
          if (status !== 307 || to.pathname !== '/signin' || !isSame)
            wrong.push(`${one.address}: ${status} to ${location}`)
          return
        }
        const isThere = subject === null || isSeen(person, subject.project)
        if (status !== (isThere ? 200 : 404)) wrong.push(`${one.address}: ${status}`)
        if (isThere) return
        const other = await ask(person, { address: pageAbout(path, missing) })
        const difference = differenceOf(comparable(text), comparable(other.text))
        if (difference !== null) wrong.push(`${one.address} is not refused like what is missing: ${difference}`)
      }
      const isAbout = (path: string) => /payments\b.*|garden-media/.test(path) && !/^\/projects\?/.test(path)
      const subjects = person.own === null || person.own === hidden ? [hidden] : [person.own, hidden]
      const looks = PAGES.flatMap(({ path }): (readonly [string, Subject | null])[] =>
        isAbout(path) ? subjects.map((one) => [path, one] as const) : [[path, null]],
      )
      await each(looks, ([path, subject]) => look(path, subject))
      expect(wrong).toEqual([])
    })
  }
})

test('it takes as long to refuse what is hidden as what does not exist', async ({ browserName: _ }, info) => {
  const person = all.find(({ who }) => who === 'member of one project')
  const time = async (address: string) => {
    const begin = performance.now()
    await ask(person, { address })
    return performance.now() - begin
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
  for (const of of [
    ({ namespace, cluster }: Subject) => `/api/shoots/${namespace}/${cluster}?at=${AT}`,
    ({ project }: Subject) => `/api/projects/${project}?at=${AT}`,
    ({ profile }: Subject) => `/api/cloudprofiles/${profile}?at=${AT}`,
    ({ namespace, cluster }: Subject) => `/shoots/${namespace}/${cluster}?at=${AT}`,
  ]) {
    const ratios: number[] = []
    // Others may use the machine at the same time: a difference that is always there is in every round.
    for (let round = 0; round < 3 && !ratios.some((ratio) => ratio < 1.5); round++) {
      const [ofHidden, ofMissing]: [number[], number[]] = [[], []]
      for (let i = 0; i < 30; i++) {
        ofHidden.push(await time(of(hidden)))
        ofMissing.push(await time(of(missing)))
      }
      const [a, b] = [median(ofHidden), median(ofMissing)]
      ratios.push(Math.max(a, b) / Math.min(a, b))
      info.annotations.push({
        type: 'measured',
        description: `${of(hidden)}: ${a.toFixed(2)} ms, ${of(missing)}: ${b.toFixed(2)} ms`,
      })
    }
    expect(Math.min(...ratios), of(hidden)).toBeLessThan(1.5)
  }
})

/** The revisions that a stream tells a person, as they come. */
async function listen(person: Person): Promise<{ readonly revisions: readonly string[]; readonly stop: () => void }> {
  const stop = new AbortController()
  const headers = { authorization: `Bearer ${person.token}` }
  const response = await fetch(`${almanac.url}/api/events`, { headers, signal: stop.signal })
  expect(response.status).toBe(200)
  const revisions: string[] = []
  const read = async () => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes, { stream: true })
      revisions.length = 0
      revisions.push(...[...text.matchAll(/"revision":"([^"]+)"/g)].map(([, revision = '']) => revision))
    }
  }
  read().catch(() => {})
  await expect.poll(() => revisions.length).toBe(1)
  return { revisions, stop: () => stop.abort() }
}

async function setVersion(admin: Api, { namespace, cluster }: Subject, version: string): Promise<void> {
  await admin.object('PATCH', paths.shoot(namespace, cluster), { spec: { kubernetes: { version } } })
}

test('a stream tells of what somebody sees alone', async ({ plane }) => {
  const [operator, , member, three] = all
  if (operator === undefined || member?.own == null || three === undefined) throw new Error('nobody is there')
  const streams = await Promise.all([operator, member, three].map(listen))
  const [ofAll, ofMember, ofThree] = streams
  const { revision } = JSON.parse((await ask(member, { address: '/api/status' })).text)
  await setVersion(plane.admin, hidden, '1.33.11')
  await expect.poll(() => ofAll?.revisions.length).toBeGreaterThan(1)
  await setVersion(plane.admin, member.own, '1.33.11')
  await expect.poll(() => ofMember?.revisions.length).toBeGreaterThan(1)
  await setVersion(plane.admin, member.own, '1.32.13')
  await expect.poll(() => ofMember?.revisions.length).toBeGreaterThan(2)
  expect(ofMember?.revisions.slice(1)).toEqual([expect.not.stringContaining(revision), revision])
  expect(ofMember?.revisions[0]).toBe(revision)
  expect(ofThree?.revisions).toHaveLength(1)
  for (const { stop } of streams) stop()
})

/** Of clusters. */
async function namespacesOf(person: Pick<Person, 'token'>): Promise<readonly string[]> {
  const { text } = await ask(person, { address: `/api/shoots.json?at=${AT}` })
  const { items } = JSON.parse(text) as { readonly items: readonly { readonly namespace: string }[] }
  return [...new Set(items.map(({ namespace }) => namespace))]
}

test('somebody sees a project as soon as they are a member of it, and no longer than that', async ({ plane }) => {
  const stranger = all.find(({ who }) => who === 'stranger')
  if (stranger === undefined) throw new Error('nobody is there')
  const path = paths.project(hidden.project)
  const { spec } = await plane.admin.object('GET', path)
  const { members } = spec as ProjectSpec
  const name = (more: readonly object[], description: string) =>
    plane.admin.object('PATCH', path, { spec: { members: [...members, ...more], description } })
  const newcomer = { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'stranger@example.com', role: 'viewer' }
  const bindings = `/apis/rbac.authorization.k8s.io/v1/namespaces/${hidden.namespace}/rolebindings`
  const binding = {
    metadata: { name: 'newcomer' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: `almanac-project-${hidden.project}` },
    subjects: [newcomer].map(({ role: _, ...subject }) => subject),
  }
  const soon = { intervals: [100] }
  const seen = () => namespacesOf(stranger)

  expect(await seen()).toEqual([])
  // The project may say what it wants: the API server decides.
  await name([newcomer], 'names a newcomer')
  const whole = all[0]
  const description = async () =>
    JSON.parse((await ask(whole, { address: `/api/projects/${hidden.project}` })).text).about.description
  await expect.poll(description, soon).toBe('names a newcomer')
  expect(await seen()).toEqual([])

  await plane.admin.object('POST', bindings, binding)
  // A change of the project has what they may see asked anew at once, instead of within a minute.
  await name([newcomer], 'lets a newcomer in')
  await expect.poll(seen, soon).toEqual([hidden.namespace])

  await plane.admin.object('DELETE', `${bindings}/newcomer`)
  await name([newcomer], 'lets a newcomer in no more')
  await expect.poll(seen, soon).toEqual([])

  await plane.admin.object('POST', bindings, binding)
  await name([newcomer], 'lets a newcomer in again')
  await expect.poll(seen, soon).toEqual([hidden.namespace])
  // They are named no more, whatever binding is left.
  await name([], 'forgets a newcomer')
  await expect.poll(seen, soon).toEqual([])
  await plane.admin.object('DELETE', `${bindings}/newcomer`)
  await plane.admin.object('PATCH', path, { spec })
})

/** How many access reviews the API server has answered. */
async function reviewsAnswered(admin: Api): Promise<number> {
  const { body } = await admin.ask('GET', '/metrics')
  const lines = body.split('\n').filter((line) => /^apiserver_request_total\{.*selfsubjectaccessreviews/.test(line))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

test('a thousand projects take no more access reviews than one', async ({ plane }) => {
  const projects = Array.from(
    { length: 1000 },
    (_, i): KubeObject => ({
      apiVersion: 'core.gardener.cloud/v1beta1',
      kind: 'Project',
      metadata: { name: `many-${i}`, labels: { made: 'for-reviews' } },
      spec: {
        namespace: `garden-many-${i}`,
        owner: { kind: 'User', name: `many-${i}@example.com` },
        members: [{ kind: 'User', name: `many-${i}@example.com`, role: 'admin' }],
      },
    }),
  )
  const [operator] = all
  const count = async () => {
    const { garden } = JSON.parse((await ask(operator, { address: '/api/status' })).text) as Status
    return garden.resources.find(({ name }) => name === 'Projects')?.read ?? 0
  }
  const before = await count()
  await load(plane.admin, projects)
  try {
    await expect.poll(count, { timeout: 30_000 }).toBe(before + projects.length)
    // Nothing was asked with this token yet.
    const token = await tokenOfAccount(plane.admin, 'garden-data', 'ci-deployer')
    const answered = await reviewsAnswered(plane.admin)
    expect(await namespacesOf({ token })).toEqual(['garden-data'])
    const reviews = (await reviewsAnswered(plane.admin)) - answered
    // Four about everything, three about the one project.
    expect(reviews).toBe(7)
    await Promise.all(Array.from({ length: 20 }, () => namespacesOf({ token })))
    expect((await reviewsAnswered(plane.admin)) - answered).toBe(reviews)
  } finally {
    await plane.admin.object('DELETE', `${paths.all('projects')}?labelSelector=made%3Dfor-reviews`)
  }
})
