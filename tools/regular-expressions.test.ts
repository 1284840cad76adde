import { readdirSync, readFileSync } from 'node:fs'
import { checkSync } from 'recheck'
import { parseSync } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * No regular expression may take longer than its input is long: whatever comes in could be made to hold others up. Each is judged
 * by recheck, all of them in some 80 seconds.
 */

/** Those that are not linear, or that recheck cannot judge, and what bounds their input. */
const BOUNDED: Readonly<Record<string, string>> = {
  '/[^/]+\\.\\w+$/': 'It reads the names of our own routes.',
  '/ \\(.*$/': 'It reads a sentence of ours.',
  '/0+$/': 'It reads the fraction of a second or less, of nine digits at most.',
  '/\\/+$/': 'It reads a setting and the kubeconfig of whoever starts Almanac.',
  '/almanac-flow-[\\w-]+$/': 'It reads names of cookies: Node takes no headers of more than 16 KB.',
  '/rgba?\\([^)]*\\)|color\\([^)]*\\)|oklch\\([^)]*\\)/': 'It reads what the browser made of our own styles.',
  '/%.*$/': 'It reads the address that a socket has.',
  '/(\\d+) passed, (\\d+) failed(?:, (\\d+) skipped)?/g': 'It reads what our own tests print.',
  '/\\/\\S+\\.so\\S*(?= \\(0x)/g': 'It reads what ldd prints.',
}

/** These files are about texts of any kind: `lib/patience.test.ts` holds each to 20,000 characters of the worst that is known. */
const PATIENT = ['lib/process/log/index.ts']

/** Made of words that are put together; what they are made of, and what bounds what they read. */
const MADE: Readonly<Record<string, string>> = {
  'lib/questions/policy/browser/release-calendar.ts':
    'Words, in a row of a calendar, which patience.test.ts has as well.',
  'lib/contract/icalendar.ts': 'Digits of bounded number.',
  'lib/engine/rules/cron.ts':
    'Areas of time zones at the beginning of a name, of which nothing is repeated but the letters of one word.',
  'lib/questions/routes.ts': 'Our own routes: each part of a path ends at a slash.',
  'lib/engine/rules/gardener-semver.ts': 'A constraint has 512 characters at most, and patience.test.ts has the worst.',
  'lib/engine/course/done-step.ts': 'What Gardener wrote of a maintenance; quotes and blanks end each part.',
  'lib/garden/manifests/split-yaml.ts': 'A bounded number of blanks; patience.test.ts has it as well.',
  'lib/questions/find/answer.ts': 'A word after one letter.',
}

const ROOTS = ['lib', 'app', 'cli', 'components', 'tools', 'proxy.ts', 'instrumentation.ts']

/** Tools that only developers run read what is in the repository, and nothing else. */
const isOurs = (file: string) =>
  /\.(?:ts|tsx|mjs)$/.test(file) &&
  !/\.test\.tsx?$|\.d\.ts$/.test(file) &&
  !file.includes('/testdata/') &&
  !/^tools\/(?:answers|bench|conformance|fuzz|soak)\//.test(file)

interface Found {
  readonly pattern: string
  readonly flags: string
  readonly files: string[]
}

const found = new Map<string, Found>()
const made = new Set<string>()
const backend = process.env.RECHECK_BACKEND

beforeAll(() => {
  // The one that needs neither Java nor a program of this platform.
  process.env.RECHECK_BACKEND = 'pure'
  for (const file of ROOTS.flatMap(filesIn).filter(isOurs)) {
    gather(parseSync(file, readFileSync(file, 'utf8')).program, file)
  }
})

afterAll(() => {
  if (backend === undefined) delete process.env.RECHECK_BACKEND
  else process.env.RECHECK_BACKEND = backend
})

function filesIn(root: string): string[] {
  if (root.endsWith('.ts')) return [root]
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => `${root}/${file.replaceAll('\\', '/')}`)
}

function gather(node: unknown, file: string): void {
  if (typeof node !== 'object' || node === null) return
  const { type, raw, regex, callee } = node as Partial<Record<'type' | 'raw', string>> & {
    readonly regex?: Omit<Found, 'files'>
    readonly callee?: { readonly name?: string }
  }
  if (regex !== undefined && raw !== undefined) {
    const known = found.get(raw)
    if (known === undefined) found.set(raw, { ...regex, files: [file] })
    else known.files.push(file)
  } else if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') made.add(file)
  for (const inner of Object.values(node)) gather(inner, file)
}

const EVERY = 'every regular expression takes time that grows with its input and no faster, or reads what is bounded'

test(EVERY, { tags: 'long', timeout: 600_000 }, () => {
  const isPatient = ({ files }: Found) => files.every((file) => PATIENT.includes(file))
  const judged = [...found].filter(([raw, one]) => BOUNDED[raw] === undefined && !isPatient(one))
  const slow = judged.filter(([, one]) => !isLinear(one))
  expect(slow.map(([raw, { files }]) => `${raw} in ${files.join(', ')}`)).toEqual([])
})

test('what is said to be bounded is still there', () => {
  expect(Object.keys(BOUNDED).filter((raw) => !found.has(raw))).toEqual([])
  expect([...made].sort()).toEqual(Object.keys(MADE).sort())
})

test.each([
  ['(a+)+$', ''],
  ['\\s+$', ''],
  ['^(\\d+)*$', ''],
])('one that is not linear is found: %s', (pattern, flags) => {
  expect(isLinear({ pattern, flags })).toBe(false)
})

function isLinear({ pattern, flags }: Pick<Found, 'pattern' | 'flags'>): boolean {
  return checkSync(pattern, flags, { timeout: 60_000 }).status === 'safe'
}
