import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answers } from '@/lib/questions/answers'
import { answerOpenapi } from '@/lib/questions/openapi'
import { routes } from '@/lib/questions/routes'

const METHOD = /^export (?:const|(?:async )?function) (GET|POST|PUT|PATCH|DELETE)\b/gm

test('what does not answer below /api once has a handler of its own, and every such handler is in the list of routes', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => /\broute\.ts$/.test(file))
  const handlers = files.flatMap((file) => {
    const methods = [...readFileSync(`app/${file}`, 'utf8').matchAll(METHOD)]
    return methods.map(([, method]) => `${method} /${file.replace(/\/route\.ts$/, '')}`)
  })
  const own = routes.filter(({ name }) => !name.includes(' /api/') || !(name in answers)).map(({ name }) => name)
  expect(handlers.sort()).toEqual([...own, 'GET /api/[...path]', 'POST /api/[...path]'].sort())
})

test('no two routes have one name', () => {
  expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length)
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
