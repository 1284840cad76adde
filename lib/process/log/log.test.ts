import { expect, test } from 'vitest'
import { askedBy, inRequest, makeLog, requestIdOf, wordsOf } from '.'

type Line = Record<string, unknown>

function written(env: Record<string, string>, write: (log: ReturnType<typeof makeLog>) => void): Line[] {
  const lines: string[] = []
  write(makeLog(env, { write: (line) => void lines.push(line) }))
  expect(lines.every((line) => line.endsWith('\n') && !line.slice(0, -1).includes('\n'))).toBe(true)
  return lines.map((line) => JSON.parse(line) as Line)
}

test('a line is JSON with time, level and words', () => {
  const [line] = written({}, (log) => log.info({ route: '/api/find' }, 'answered'))
  expect(line).toEqual({ level: 'info', time: expect.any(String), route: '/api/find', msg: 'answered' })
  expect(Date.parse(String(line?.time))).toBeGreaterThan(0)
})

test('lines of a request say which, and who asks once that is known', async () => {
  const lines = written({}, (log) =>
    inRequest('0123456789', () => {
      log.info('before')
      askedBy('alice@example.org')
      log.info('after')
    }),
  )
  expect(lines.map(({ request, user }) => [request, user])).toEqual([
    ['0123456789', undefined],
    ['0123456789', 'alice@example.org'],
  ])
})

test('an error is told with its stack and code, without what a library hangs on it', () => {
  const error = Object.assign(new Error('the request failed', { cause: new Error('Bearer s3cr3t-value-of-x') }), {
    code: 403,
    headers: { authorization: 'Bearer s3cr3t-value-of-x' },
    body: 'private',
  })
  const [line] = written({}, (log) => log.error({ err: error }, 'failed'))
  const told = line?.err as Line
  expect(Object.keys(told).sort()).toEqual(['code', 'message', 'stack', 'type'])
  expect(String(told.stack)).toContain('log.test.ts')
  expect(JSON.stringify(line)).not.toMatch(/s3cr3t|private/)
})

test('what was thrown and is no error is told as well', () => {
  const lines = written({}, (log) => {
    for (const err of [null, 'a text', { a: 1 }]) log.error({ err }, 'failed')
  })
  expect(lines.map(({ err }) => err)).toEqual([
    { message: 'null' },
    { message: 'a text' },
    { message: '[object Object]' },
  ])
})

test('names from objects and addresses cannot begin a line of their own', () => {
  const name = 'a\n{"level":"error","msg":"forged"}\r\u001b[2J'
  const lines = written({}, (log) => log.warn({ host: name }, `Shoots: ${name} was ignored.`))
  expect(lines).toHaveLength(1)
  expect(lines[0]?.host).toBe(name)
})

test.each([
  ['warn', ['warn', 'error']],
  ['DEBUG', ['debug', 'info', 'warn', 'error']],
  ['silent', []],
  ['', ['info', 'warn', 'error']],
])('LOG_LEVEL=%s', (LOG_LEVEL, expected) => {
  const lines = written({ LOG_LEVEL }, (log) => {
    for (const level of ['debug', 'info', 'warn', 'error'] as const) log[level]('a line')
  })
  expect(lines.map(({ level }) => level)).toEqual(expected)
})

test.each(['loud', '30', 'constructor'])('LOG_LEVEL=%s is told as a mistake', (LOG_LEVEL) => {
  expect(() => written({ LOG_LEVEL }, () => {})).toThrow(
    /^LOG_LEVEL=.* is no level of the log: set one of trace, debug, .*\.$/,
  )
})

test.each([
  ['Shoots: 12 read, following.\n', { level: 'info', msg: 'Shoots: 12 read, following.' }],
  ['warn: Shoots: not followed.\n', { level: 'warn', msg: 'Shoots: not followed.' }],
  ['error: failed\nError: x\n    at y\n', { level: 'error', msg: 'failed', err: { stack: 'Error: x\n    at y' } }],
  ['', { level: 'info', msg: 'answered', status: 200, route: '/api/find' }],
  ['warn: answered status=500 route=/api/find\n', { level: 'warn', msg: 'answered', status: 500, route: '/api/find' }],
  ['warn: refused host=a b\n', { level: 'warn', msg: 'refused', host: 'a\u001b[2J\u009bb' }],
  ['warn: refused host=a b c\n', { level: 'warn', msg: 'refused', host: 'a\u202Eb\u2028c' }],
])('a terminal has words: %j', (words, line) => {
  expect(wordsOf(JSON.stringify({ time: '2026-11-21T18:00:00Z', ...line }))).toBe(words)
})

test.each([
  ['0123456789abcdef', true],
  ['Root=1-67891233-abcdef012345678912345678', true],
  ['short', false],
  ['', false],
  ['a'.repeat(129), false],
  ['<script>alert(1)</script>', false],
  ['with a space in it', false],
])('an id that comes with a request, %j, is taken: %s', (given, isTaken) => {
  const id = requestIdOf(new Headers({ 'x-request-id': given }))
  expect(id === given).toBe(isTaken)
  expect(id).toMatch(/^[\w.:+/=-]{8,128}$/)
})
