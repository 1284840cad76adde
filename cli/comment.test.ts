import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { comment } from './comment'

interface Note {
  readonly id: number
  body: string
  readonly author: string
}

/** What a host of Git repositories has, as far as comments go. */
let notes: Note[] = []
let asked: string[] = []
let refuses = 0

const server = createServer((request, response) => {
  const { method = '', url = '', headers } = request
  asked.push(`${method} ${url}`)
  let text = ''
  request.on('data', (part) => (text += part))
  request.on('end', () => {
    const send = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value))
    const isLetIn = headers.authorization === 'Bearer secret' || headers['private-token'] === 'secret'
    if (!isLetIn || refuses > 0) return send(refuses || 401, { message: 'Resource not accessible' })
    const body = text === '' ? '' : (JSON.parse(text) as { body: string }).body
    const { pathname, searchParams } = new URL(url, 'http://host')
    if (pathname.endsWith('/user')) return send(200, { username: 'almanac-bot' })
    if (method === 'GET') {
      const from = (Number(searchParams.get('page')) - 1) * 100
      const told = notes
        .slice(from, from + 100)
        .map(({ id, body, author }) => ({ id, body, user: { login: author }, author: { username: author } }))
      return send(200, told)
    }
    if (method === 'POST')
      notes.push({
        id: notes.length + 1,
        body,
        author: pathname.includes('merge_requests') ? 'almanac-bot' : 'github-actions[bot]',
      })
    else {
      const note = notes.find(({ id }) => id === Number(pathname.split('/').at(-1)))
      if (note === undefined) return send(404, {})
      note.body = body
    }
    return send(200, {})
  })
})

let origin = ''
let folder = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-comment-'))
  notes = []
  asked = []
  refuses = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

const gitHub = () => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_API_URL: origin,
  GITHUB_REPOSITORY: 'garden/landscape',
  GITHUB_REF: 'refs/pull/412/merge',
  GITHUB_TOKEN: 'secret',
})
const gitLab = () => ({
  GITLAB_CI: 'true',
  CI_API_V4_URL: `${origin}/api/v4`,
  CI_PROJECT_ID: '7',
  CI_MERGE_REQUEST_IID: '412',
  GITLAB_TOKEN: 'secret',
})
const post = (body: string, env: Record<string, string>) => {
  writeFileSync(join(folder, 'comment.md'), body)
  return comment('comment.md', folder, env)
}
const MARK = '<!-- almanac diff live -->'

describe.each([
  ['GitHub', gitHub, 'github-actions[bot]', '/repos/garden/landscape/issues/412/comments'],
  ['GitLab', gitLab, 'almanac-bot', '/api/v4/projects/7/merge_requests/412/notes'],
] as const)('on %s', (_, env, author, path) => {
  test('is there once, however often it is posted', async () => {
    expect(await post(`${MARK}\none\n`, env())).toBe('A comment was added.')
    expect(await post(`${MARK}\ntwo\n`, env())).toBe('The comment was updated.')
    expect(notes).toEqual([{ id: 1, author, body: `${MARK}\ntwo\n` }])
    expect(asked).toContain(`POST ${path}`)
  })

  test('is no comment of another landscape or of somebody else, and is found among many', async () => {
    const many = Array.from({ length: 130 }, (_, i): Note => ({ id: i + 1, body: 'fine', author: 'someone' }))
    notes = [
      ...many,
      { id: 131, body: `${MARK}\nmine`, author: 'someone' },
      { id: 132, body: '<!-- almanac diff canary -->\n', author },
    ]
    expect(await post(`${MARK}\none\n`, env())).toBe('A comment was added.')
    expect(await post(`${MARK}\ntwo\n`, env())).toBe('The comment was updated.')
    expect(notes.filter(({ body }) => body.startsWith(MARK)).map(({ body }) => body)).toEqual([
      `${MARK}\nmine`,
      `${MARK}\ntwo\n`,
    ])
  })

  test('that may not be written says so', async () => {
    refuses = 403
    await expect(post(`${MARK}\none\n`, env())).rejects.toThrow(/answers 403: .*\nThe token may not write comments/s)
  })

  test('that is too long is cut at a line, and says so', async () => {
    await post(`${MARK}\n${'a line\n'.repeat(12_000)}`, env())
    expect(notes[0]?.body.length).toBeLessThan(65_536)
    expect(notes[0]?.body).toMatch(
      /a line\n\n<\/details>\n\nThe rest is too long for a comment: "almanac diff" says all of it\.\n$/,
    )
  })
})

test.each<[string, () => Record<string, string>, string, string]>([
  ['nowhere', () => ({}), `${MARK}\n`, 'almanac comment runs in GitHub Actions or GitLab CI'],
  [
    'for no pull request',
    () => ({ ...gitHub(), GITHUB_REF: 'refs/heads/main' }),
    `${MARK}\n`,
    'no run for a pull request',
  ],
  [
    'for no merge request',
    () => ({ ...gitLab(), CI_MERGE_REQUEST_IID: undefined as never }),
    `${MARK}\n`,
    'no run for a merge request',
  ],
  ['without a token', () => ({ ...gitHub(), GITHUB_TOKEN: '' }), `${MARK}\n`, 'GITHUB_TOKEN is not set.'],
  ['without its first line', gitHub, 'text\n', 'begins with no hidden line'],
])('%s it says what is missing', async (_, env, body, message) => {
  await expect(post(body, env())).rejects.toThrow(message)
})
