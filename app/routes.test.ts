import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { routes } from '@/lib/contract'
import type { Route } from '@/lib/contract/routes'
import { openapi } from '@/lib/server/openapi'

const METHOD = /^export (?:const|(?:async )?function) (GET|POST|PUT|PATCH|DELETE)\b/gm

test('every handler has a row in the table of routes, and every row a handler', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => /\broute\.ts$/.test(file))
  const handlers = files.flatMap((file) => {
    const methods = [...readFileSync(`app/${file}`, 'utf8').matchAll(METHOD)]
    return methods.map(([, method]) => `${method} /${file.replace(/\/route\.ts$/, '')}`)
  })
  expect(handlers.sort()).toEqual(Object.keys(routes).sort())
})

test('a handler is made of its own row', () => {
  for (const name of Object.keys(routes)) {
    const [method, path] = name.split(' ')
    const source = readFileSync(`app${path}/route.ts`, 'utf8')
    // Some are asked by few only, and say so around it.
    const [line] = source.match(new RegExp(`^export const ${method} = .*$`, 'm')) ?? []
    if (source.includes('handle(')) expect(line).toContain(`handle('${name}')`)
  }
})

test('docs/api.md lists what the table says', () => {
  const rows = Object.entries<Route>(routes).map(([name, { summary, ending }]) => {
    const path = `${name}${ending === undefined ? '' : `.${ending}`}`
      .replace(/\[(\w+)]/g, (_, part: string) => part.toUpperCase())
      .replace('[...ref]', '[NAMESPACE/]NAME')
    return `| \`${path}\` | ${summary} |`
  })
  const docs = readFileSync('docs/api.md', 'utf8')
  expect(docs.split('\n').filter((line) => /^\| `(GET|POST)/.test(line))).toEqual(rows)
})

test('docs/api.md says what every status means that the description foresees', () => {
  const foreseen = Object.values(openapi().paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => Object.keys(responses)),
  )
  const told = [...readFileSync('docs/api.md', 'utf8').matchAll(/^\| (\d{3}(?:, \d{3})*) \|/gm)].flatMap(
    ([, statuses = '']) => statuses.split(', '),
  )
  expect([...new Set(foreseen)].filter((status) => Number(status) >= 400 && !told.includes(status))).toEqual([])
})

test('docs/api.md has an example of every route', () => {
  const asked = [
    ...readFileSync('docs/api.md', 'utf8').matchAll(/^(?:BASE=\$\()?curl -sN? "?\$A(\/[^\s"?]+)\S*( -d )?/gm),
  ].map(([, path = '', body]) => `${body === undefined ? 'GET' : 'POST'} ${path}`)
  const without = Object.keys(routes).filter((name) => {
    const pattern = name.replace(/\[\.\.\.\w+\]/g, '.+').replace(/\[\w+\]/g, '[^/]+')
    return !asked.some((one) => new RegExp(`^${pattern}(\\.\\w+)?$`).test(one))
  })
  expect(without).toEqual([])
})
