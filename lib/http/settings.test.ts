import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTINGS } from '@/tools/settings.mjs'

/** What others set, or only tests read. */
const NOT_OURS = [
  ...['HOME', 'PATH', 'INIT_CWD', 'NODE_ENV', 'NEXT_RUNTIME', 'XDG_CACHE_HOME'],
  ...['KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT', 'KUBERNETES_EXEC_INFO'],
  ...['ALMANAC_BROWSER', 'ALMANAC_URL', 'PROPERTY_RUNS'],
]

const files = ['app', 'lib', 'tools'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
)
const sources = [...files, 'proxy.ts', 'instrumentation.ts', 'next.config.js']
  .filter((file) => /\.(ts|tsx|mjs|js)$/.test(file) && !/\.test\.|testdata/.test(file))
  .map((file) => readFileSync(file, 'utf8'))

/** As a property of the environment, taken out of it, or by its name. */
const READ = [
  /\benv\??\.([A-Z][A-Z_]{3,})\b/g,
  /\b(?:value|readPort)\('([A-Z][A-Z_]+)'/g,
  /'((?:OIDC|SESSION|FEED)_[A-Z_]+)'/g,
]
const TAKEN = /\{([^{}]*)\}(?::| =) (?:Env\b|(?:process\.)?env\b)/g

const read = new Set(
  sources.flatMap((text) => [
    ...READ.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name)),
    ...[...text.matchAll(TAKEN)].flatMap(([, names = '']) => names.match(/\b[A-Z][A-Z_]{3,}\b/g) ?? []),
  ]),
)

const docs = readFileSync('docs/operations.md', 'utf8')
const rows = [...docs.matchAll(/^\| (`[A-Z_]+`.*?) \|/gm)].flatMap(([, cell = '']) => cell.match(/[A-Z_]{4,}/g) ?? [])

test('docs/operations.md has a row for every variable that is read', () => {
  const missing = [...read].filter((name) => !rows.includes(name) && !NOT_OURS.includes(name))
  expect(missing.sort()).toEqual([])
})

test('every row is of a variable that is read', () => {
  expect(rows.filter((name) => !sources.some((text) => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([])
  expect(new Set(rows).size).toBe(rows.length)
})

test('what is misspelt is compared with every row', () => {
  expect([...SETTINGS].sort()).toEqual([...rows].sort())
})
