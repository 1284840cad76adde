import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { assertFree, chooseAddress, chooseMetricsPort, freePort } from './address.mjs'
import { chooseBasePath } from './base-path.mjs'
import { root } from './root.mjs'
import { chooseGarden, choosePolicy, chooseStore, misspelt } from './settings.mjs'

const folder = mkdtempSync(join(tmpdir(), 'almanac-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

test('says of what is no file that it is none', () => {
  expect(() => chooseGarden('/dev/zero', root)).toThrow('GARDEN=/dev/zero: /dev/zero is neither a file nor a folder.')
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
  ['a folder, from where it was typed', { DATA_DIR: 'data/almanac ' }, { DATA_DIR: join(folder, 'data/almanac') }],
  ['a database', { DATABASE_URL: 'postgresql://almanac@db/almanac?sslmode=verify-full' }, {}],
])('remembers in %s', (_, env, told) => {
  expect(chooseStore(env, folder)).toEqual(told)
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

test.each(['/proc/nope/x', join(root, 'package.json'), join(root, 'package.json/data')])(
  'says that nothing can be remembered in DATA_DIR=%s',
  (DATA_DIR) => {
    expect(() => chooseStore({ DATA_DIR }, root)).toThrow(
      `DATA_DIR=${DATA_DIR}: nothing can be written to ${DATA_DIR} (`,
    )
  },
)

test('takes the path of POLICY from where it was typed', () => {
  expect(choosePolicy(undefined, root)).toEqual({})
  expect(choosePolicy(' ', root)).toEqual({})
  expect(choosePolicy('package.json', root)).toEqual({ POLICY: join(root, 'package.json') })
})

test.each(['missing.yaml', 'lib'])('says that POLICY=%s is no file', (policy) => {
  expect(() => choosePolicy(policy, root)).toThrow(`there is no such file (looked at ${join(root, policy)})`)
})

test('says what may not be read', () => {
  const secret = join(folder, 'secret.yaml')
  writeFileSync(secret, 'kind: Secret\n')
  chmodSync(secret, 0o000)
  chmodSync(folder, 0o755)
  // The user who runs the tests may be allowed to read everything, and may be the only one who can run this Node.
  const program = `
    import { chooseGarden, choosePolicy } from ${JSON.stringify(join(root, 'tools/settings.mjs'))}
    if (process.getuid?.() === 0) process.setuid(65534)
    for (const ask of [() => chooseGarden(process.argv[1], '/'), () => choosePolicy(process.argv[1], '/')]) {
      try { ask(); console.log('read') } catch (error) { console.log(error.message.split('\\n')[0]) }
    }`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program, secret], { encoding: 'utf8' })
  expect(stdout.trim().split('\n')).toEqual([
    `GARDEN=${secret}: ${secret} may not be read by who runs this. Change its mode, or its owner.`,
    `POLICY=${secret}: ${secret} may not be read by who runs this.`,
  ])
})

test.each([
  ['DEMO_SHOTS', 'DEMO_SHOOTS'],
  ['DATADIR', 'DATA_DIR'],
  ['garden', 'GARDEN'],
  ['LOG_LEVLE', 'LOG_LEVEL'],
  ['OIDC_CLIENTID', 'OIDC_CLIENT_ID'],
  ['SESSION_SECRETS', 'SESSION_SECRET'],
])('asks whether %s is to be %s', (name, meant) => {
  expect(misspelt({ [name]: 'x' })).toEqual([`${name} is no setting of Almanac, and is not read. Is ${meant} meant?`])
})

test('takes no other variable for one of ours', () => {
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'HISTFILE',
    'HISTSIZE',
    'PORTS',
    'HOSTS',
    'POST',
    'DATA',
    'GARDENER_DOMAIN',
    'LOGNAME',
  ]
  expect(misspelt(Object.fromEntries([...others, 'GARDEN', 'DATA_DIR'].map((name) => [name, 'x'])))).toEqual([])
})
