import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isRecord } from '@/lib/engine/reader'
import { CommandFailure } from './layout'

type CommentEnvironment = Readonly<Record<string, string | undefined>>

/** A comment as a host of Git repositories has it. */
interface HostedComment {
  readonly id: number
  readonly body: string
  /** The user who wrote it. */
  readonly author: string
}

/** The host that has the comments of one pull request. */
interface CommentHost {
  /** Whose comments are ours. */
  author(): Promise<string>
  /** A page of comments, from 1 on; an empty one is the end. */
  page(number: number): Promise<readonly HostedComment[]>
  add(body: string): Promise<void>
  update(id: number, body: string): Promise<void>
}

/** How many comments a page has, and how many pages are looked through. */
const PAGE = 100
const PAGES = 50

/** GitHub says that a longer one is too long; GitLab takes more. */
const LONGEST = 65_000

/** After so long without an answer the request is given up, in milliseconds. */
const SILENCE = 30_000

/**
 * Writes a file as a comment on the pull request of this run (GitHub Actions) or merge request (GitLab CI), as their environment names
 * it. A comment of the same author that begins with the same line is written anew instead: there is one, however often it runs.
 * Resolves with what was done.
 */
export async function comment(file: string, folder: string, env: CommentEnvironment): Promise<string> {
  const body = bodyOf(readBody(file, folder))
  const [mark = ''] = body.split('\n', 1)
  if (!/^<!-- .+ -->$/.test(mark))
    throw new CommandFailure(
      `${file} begins with no hidden line, by which its comment would be found: make it with --format markdown.`,
    )
  const host = hostOf(env)
  const author = await host.author()
  for (let number = 1; number <= PAGES; number++) {
    const comments = await host.page(number)
    const own = comments.find((one) => one.author === author && one.body.split(/\r?\n/, 1)[0] === mark)
    if (own !== undefined) {
      await host.update(own.id, body)
      return 'The comment was updated.'
    }
    if (comments.length < PAGE) break
  }
  await host.add(body)
  return 'A comment was added.'
}

function readBody(file: string, folder: string): string {
  try {
    return readFileSync(resolve(folder, file), 'utf8')
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

/** The body of a comment. If the text is too long, the list of clusters is cut, and the comment says so. */
function bodyOf(text: string): string {
  if (text.length <= LONGEST) return text
  return `${text.slice(0, text.lastIndexOf('\n', LONGEST))}\n\n</details>\n\nThe rest is too long for a comment: "almanac diff" says all of it.\n`
}

function hostOf(env: CommentEnvironment): CommentHost {
  if (env.GITHUB_ACTIONS === 'true') return gitHub(env)
  if (env.GITLAB_CI === 'true') return gitLab(env)
  throw new CommandFailure(
    'almanac comment runs in GitHub Actions or GitLab CI, whose environment names the pull request. Neither is here.',
  )
}

function gitHub(env: CommentEnvironment): CommentHost {
  const api = needed(env, 'GITHUB_API_URL')
  const repository = needed(env, 'GITHUB_REPOSITORY')
  const [, number] = /^refs\/pull\/(\d+)\//.exec(env.GITHUB_REF ?? '') ?? []
  if (number === undefined)
    throw new CommandFailure('This is no run for a pull request: GITHUB_REF names none. Run it "on: pull_request".')
  const headers = { Authorization: `Bearer ${needed(env, 'GITHUB_TOKEN')}`, Accept: 'application/vnd.github+json' }
  const comments = `${api}/repos/${repository}/issues`
  return {
    // The token of a run cannot ask who it is.
    author: async () => env.COMMENT_AUTHOR ?? 'github-actions[bot]',
    page: async (page) =>
      listOf(
        await ask('GET', `${comments}/${number}/comments?per_page=${PAGE}&page=${page}`, headers),
        'user',
        'login',
      ),
    add: async (body) => void (await ask('POST', `${comments}/${number}/comments`, headers, { body })),
    update: async (id, body) => void (await ask('PATCH', `${comments}/comments/${id}`, headers, { body })),
  }
}

function gitLab(env: CommentEnvironment): CommentHost {
  const api = needed(env, 'CI_API_V4_URL')
  const request = env.CI_MERGE_REQUEST_IID
  if (request === undefined)
    throw new CommandFailure(
      'This is no run for a merge request: CI_MERGE_REQUEST_IID is not set. Add the rule for them.',
    )
  const headers = { 'PRIVATE-TOKEN': needed(env, 'GITLAB_TOKEN') }
  const notes = `${api}/projects/${needed(env, 'CI_PROJECT_ID')}/merge_requests/${request}/notes`
  return {
    author: async () => textIn(await ask('GET', `${api}/user`, headers), 'username'),
    page: async (page) =>
      listOf(await ask('GET', `${notes}?per_page=${PAGE}&page=${page}`, headers), 'author', 'username'),
    add: async (body) => void (await ask('POST', notes, headers, { body })),
    update: async (id, body) => void (await ask('PUT', `${notes}/${id}`, headers, { body })),
  }
}

function needed(env: CommentEnvironment, name: string): string {
  const value = env[name]
  if (value === undefined || value === '')
    throw new CommandFailure(`${name} is not set. docs/pull-requests.md has a job that sets it.`)
  return value
}

async function ask(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<unknown> {
  const signal = AbortSignal.timeout(SILENCE)
  const init =
    body === undefined
      ? { headers }
      : { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(url, { method, signal, ...init }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new CommandFailure(`${method} ${url} failed: ${cause}`)
  })
  const text = await response.text()
  if (!response.ok)
    throw new CommandFailure(
      `${method} ${url} answers ${response.status}: ${text.slice(0, 300)}${hintFor(response.status)}`,
    )
  return text === '' ? null : JSON.parse(text)
}

function hintFor(status: number): string {
  return status === 401 || status === 403
    ? '\nThe token may not write comments: docs/pull-requests.md says which right it needs.'
    : ''
}

function listOf(answer: unknown, author: string, name: string): readonly HostedComment[] {
  const items: readonly unknown[] = Array.isArray(answer) ? answer : []
  return items.flatMap((item) => {
    const { id, body, [author]: by } = recordOf(item)
    return typeof id === 'number' && typeof body === 'string' ? [{ id, body, author: textIn(by, name) }] : []
  })
}

function textIn(answer: unknown, name: string): string {
  return String(recordOf(answer)[name] ?? '')
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}
