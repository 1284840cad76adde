import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Route } from '@/lib/contract/route'
import { answerOpenapi } from '@/lib/questions/openapi'
import { routes } from '@/lib/questions/routes'

const METHOD = /^export (?:const|(?:async )?function) (GET|POST|PUT|PATCH|DELETE)\b/gm

test('every handler is in the list of routes, and every route has a handler', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => /\broute\.ts$/.test(file))
  const handlers = files.flatMap((file) => {
    const methods = [...readFileSync(`app/${file}`, 'utf8').matchAll(METHOD)]
    return methods.map(([, method]) => `${method} /${file.replace(/\/route\.ts$/, '')}`)
  })
  expect(handlers.sort()).toEqual(routes.map(({ name }) => name).sort())
})

test('a handler is made of the route of its folder, and of the answer that is named like it', () => {
  for (const { name } of routes) {
    const [method, path] = name.split(' ')
    const source = readFileSync(`app${path}/route.ts`, 'utf8')
    // Some are asked by few only, and say so around it.
    const [line = ''] = source.match(new RegExp(`^export const ${method} = .*$`, 'm')) ?? []
    if (source.includes('handle(')) expect(line, name).toContain(`handle(${exportOf(name)}Route, answer`)
    const [, route = '', answer = ''] = /handle\((\w+)Route, answer(\w+)\)/.exec(line) ?? []
    expect(answer, name).toBe(route.charAt(0).toUpperCase() + route.slice(1))
  }
})

/** `shoot` of `shootRoute`, by which the file of its question exports a route, or `lib/contract` where the frame of all pages asks it. */
function exportOf(name: string): string {
  const declared = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\bcontract(?:\/\w+)?\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(`lib/${file}`, 'utf8').matchAll(/^export const (\w+)Route = \{\n {2}name: '([^']+)'/gm),
    ])
  return declared.find(([, , of]) => of === name)?.[1] ?? ''
}

test('docs/api.md lists all routes', () => {
  const rows = routes.map(({ name, summary, ending }: Route) => {
    const path = `${name}${ending === undefined ? '' : `.${ending}`}`
      .replace(/\[(\w+)]/g, (_, part: string) => part.toUpperCase())
      .replace('[...ref]', '[NAMESPACE/]NAME')
    return `| \`${path}\` | ${summary} |`
  })
  const docs = readFileSync('docs/api.md', 'utf8')
  expect(docs.split('\n').filter((line) => /^\| `(GET|POST)/.test(line))).toEqual(rows)
})

test('docs/api.md says what every status means that the description foresees', () => {
  const foreseen = Object.values(answerOpenapi().paths).flatMap((methods) =>
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
  const without = routes.filter(({ name }) => {
    const pattern = name.replace(/\[\.\.\.\w+\]/g, '.+').replace(/\[\w+\]/g, '[^/]+')
    return !asked.some((one) => new RegExp(`^${pattern}(\\.\\w+)?$`).test(one))
  })
  expect(without).toEqual([])
})
