import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { assertFree, chooseAddress, chooseMetricsPort, freePort } from './address.mjs'
import { chooseBasePath } from './base-path.mjs'
import { chooseGarden } from './garden.mjs'
import { root } from './root.mjs'
import { chooseStore } from './store.mjs'

test.each([
  ['this machine only, by default', {}, '127.0.0.1', 'http://127.0.0.1:3000', true],
  ['another port', { PORT: '3001' }, '127.0.0.1', 'http://127.0.0.1:3001', true],
  ['an empty PORT or HOST as none', { PORT: '', HOST: ' ' }, '127.0.0.1', 'http://127.0.0.1:3000', true],
  ['every address when told so', { HOST: '0.0.0.0' }, '0.0.0.0', 'http://localhost:3000', false],
  ['one address of the network', { HOST: '192.0.2.7' }, '192.0.2.7', 'http://192.0.2.7:3000', false],
  ['IPv6 in brackets', { HOST: '::1' }, '::1', 'http://[::1]:3000', true],
])('listens on %s', (_, env, host, url, loopback) => {
  expect(chooseAddress(env)).toMatchObject({ host, url, loopback })
})

test.each(['0', '70000', 'http', '3000.5', '-1'])('says that PORT=%s is no port', (PORT) => {
  expect(() => chooseAddress({ PORT })).toThrow(`PORT=${PORT} is not a port`)
})

test('watches where it is told to, and nowhere by default', () => {
  expect(chooseMetricsPort({}, 3000)).toBeUndefined()
  expect(chooseMetricsPort({ METRICS_PORT: ' ' }, 3000)).toBeUndefined()
  expect(chooseMetricsPort({ METRICS_PORT: '9090' }, 3000)).toBe(9090)
})

test.each([
  ['http', 'METRICS_PORT=http is not a port'],
  ['3000', 'METRICS_PORT=3000 is the port of the pages'],
])('says that METRICS_PORT=%s cannot be', (METRICS_PORT, words) => {
  expect(() => chooseMetricsPort({ METRICS_PORT }, 3000)).toThrow(words)
})

test.each([
  [undefined, ''],
  ['/', ''],
  [' /almanac/ ', '/almanac'],
  ['/tools/almanac-v1.2', '/tools/almanac-v1.2'],
])('serves below BASE_PATH=%s', (text, path) => {
  expect(chooseBasePath(text)).toBe(path)
})

test.each(['almanac', '//almanac', '/../etc', '/a b', '/:name', '/a?b', 'https://almanac.example', '/(.*)'])(
  'says that BASE_PATH=%s is no path',
  (text) => {
    expect(() => chooseBasePath(text)).toThrow('is no path')
  },
)

test('says which port is taken and how to take another', async () => {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await expect(assertFree('127.0.0.1', port)).rejects.toThrow(`PORT=${port + 1} npm start`)
  await new Promise((done) => server.close(done))
  await expect(assertFree('127.0.0.1', port)).resolves.toBeUndefined()
})

test.each([
  ['nothing is set', undefined, 'demo', 'the demo garden'],
  ['GARDEN is empty', '', 'demo', 'the demo garden'],
  ['the birthday is fixed', 'demo:2026-11-21', 'demo:2026-11-21', 'the demo garden as born on 2026-11-21'],
  ['a Gardener API is asked for', 'kubernetes', 'kubernetes', 'the Gardener API of your kubeconfig or of this cluster'],
  ['a path is given', 'package.json', `${root}/package.json`, `the garden in ${root}/package.json`],
])('chooses a garden when %s', (_, garden, value, words) => {
  expect(chooseGarden(garden, root)).toEqual({ env: { GARDEN: value }, words })
})

test('says where it looked for a garden that is not there', () => {
  expect(() => chooseGarden('missing.yaml', root)).toThrow(`looked at ${root}/missing.yaml`)
})

test('takes the paths of KUBECONFIG from where they were typed', () => {
  const { env } = chooseGarden('kubernetes', root, `package.json${delimiter}${delimiter}missing`)
  expect(env).toEqual({
    GARDEN: 'kubernetes',
    KUBECONFIG: `${join(root, 'package.json')}${delimiter}${join(root, 'missing')}`,
  })
})

test.each([undefined, ''])('leaves KUBECONFIG alone when it is %o', (kubeconfig) => {
  expect(chooseGarden('kubernetes', root, kubeconfig).env).toEqual({ GARDEN: 'kubernetes' })
})

test('says where it looked for a kubeconfig that is not there', () => {
  expect(() => chooseGarden('kubernetes', root, 'missing')).toThrow(`looked at ${root}/missing`)
})

test.each([
  ['nothing', {}, {}],
  ['a folder, from where it was typed', { DATA_DIR: 'data ' }, { DATA_DIR: join(root, 'data') }],
  ['a database', { DATABASE_URL: 'postgresql://almanac@db/almanac?sslmode=verify-full' }, {}],
])('remembers in %s', (_, env, told) => {
  expect(chooseStore(env, root)).toEqual(told)
})

test.each(['mysql://ada:secret@db/almanac', 'secret', 'postgres://ada:secret@db:port/'])(
  'says that DATABASE_URL is no database, without what may be a password in it',
  (DATABASE_URL) => {
    expect(() => chooseStore({ DATABASE_URL }, root)).toThrow(
      /^DATABASE_URL is no address of a PostgreSQL database\.\nGive/,
    )
    expect(() => chooseStore({ DATABASE_URL }, root)).not.toThrow(/secret/)
  },
)
