import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../../tools/address.mjs'
import { copyOfCheckout, copyPath } from '../../tools/copy.mjs'
import { endOfAlmanac, startAlmanac } from '../support/almanac'

test('a second start neither installs nor builds', async () => {
  const almanac = await startAlmanac()
  await almanac.stop()
  expect(almanac.log()).not.toMatch(/Installing|Building/)
})

test('says what is shown, where, and that nobody else can reach it', async () => {
  const almanac = await startAlmanac()
  await almanac.stop()
  expect(almanac.log()).toContain(`Almanac shows the demo garden at ${almanac.url}`)
  expect(almanac.log()).toContain('listens on this machine only')
})

for (const [named, env, sentence] of [
  ['the day of a demo', { GARDEN: 'demo:2026-13-45' }, /^GARDEN=demo:2026-13-45: "2026-13-45" is not a day\./m],
  ['the day of a demo by its variable', { DEMO_BORN: 'x' }, /^DEMO_BORN=x: "x" is not a day\./m],
  ['a demo of nothing', { DEMO_SHOOTS: '0' }, /^DEMO_SHOOTS=0 is not a number of clusters from 1 to /m],
  [
    'a garden that is not there',
    { GARDEN: '/nowhere.yaml' },
    /^GARDEN=\/nowhere\.yaml: there is no such file or folder/m,
  ],
  [
    'a Gardener API without a kubeconfig',
    { GARDEN: 'kubernetes', HOME: '/nowhere' },
    /^KUBECONFIG: it is not set, .* GARDEN=kubernetes needs the kubeconfig/m,
  ],
  ['a policy that is not there', { POLICY: '/nowhere.yaml' }, /^POLICY=\/nowhere\.yaml: there is no such file/m],
  ['a folder that cannot be made', { DATA_DIR: '/proc/nope/x' }, /^DATA_DIR=\/proc\/nope\/x: nothing can be written/m],
  ['days that are none', { HISTORY: '0' }, /^HISTORY=0 is not a number of days/m],
  ['a freeze that is none', { FREEZE: '2026-13-01' }, /^FREEZE: "2026-13-01" is neither a day nor a range of days/m],
  ['a level that the log does not have', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL=loud is no level of the log/m],
] as const) {
  test(`ends with one sentence and code 1 for ${named}, before anything is served`, async () => {
    const { code, output } = await endOfAlmanac({ env })
    expect(output).toMatch(sentence)
    expect(output).not.toMatch(/Almanac shows|\n {4}at /)
    expect(code).toBe(1)
  })
}

test('names a variable that is misspelt, and starts', async () => {
  const almanac = await startAlmanac({ env: { DEMO_SHOTS: '7' } })
  await almanac.stop()
  expect(almanac.log()).toContain('DEMO_SHOTS is no setting of Almanac, and is not read. Is DEMO_SHOOTS meant?')
})

test('warns when HOST lets others in', async () => {
  const almanac = await startAlmanac({ env: { HOST: '0.0.0.0' } })
  await almanac.stop()
  expect(almanac.log()).toContain('Warning: HOST=0.0.0.0')
})

test('ends when it is asked to, although a browser goes on listening for changes', async () => {
  const almanac = await startAlmanac()
  const stream = await fetch(`${almanac.url}/api/events`)
  await stream.body?.getReader().read()
  // Nothing else ends it, and the browser never does.
  await almanac.stop()
})

test('finishes what it has begun to answer before it ends', async () => {
  const almanac = await startAlmanac()
  const text = JSON.stringify({ zone: 'UTC' })
  const asked = request(`${almanac.url}/api/wall`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': text.length },
  })
  asked.write(text.slice(0, 5))
  const isReached = () =>
    fetch(`${almanac.url}/healthz`).then(
      () => true,
      () => false,
    )
  expect(await isReached()).toBe(true)
  const ended = almanac.stop()
  await expect.poll(isReached).toBe(false)
  asked.end(text.slice(5))
  const [response] = await once(asked, 'response')
  expect(response.statusCode).toBe(200)
  response.resume()
  await ended
})

test('says that it is no longer ready, while others can still reach it', async () => {
  const almanac = await startAlmanac({ env: { HOST: '0.0.0.0' } })
  expect((await fetch(`${almanac.url}/readyz`)).status).toBe(200)
  const ended = almanac.stop()
  await expect.poll(async () => (await fetch(`${almanac.url}/readyz`)).status).toBe(503)
  const page = await fetch(`${almanac.url}/`)
  expect(page.status).toBe(200)
  expect(page.headers.get('connection')).toBe('close')
  await ended
})

test('tells metrics at a port of their own, and nothing else there', async () => {
  const port = await freePort()
  const almanac = await startAlmanac({ env: { METRICS_PORT: String(port) } })
  const statusOf = async (address: string) => (await fetch(address)).status
  const watched = `http://127.0.0.1:${port}`
  const open = ['/metrics', '/healthz', '/readyz'].map((path) => statusOf(watched + path))
  expect(await Promise.all(open)).toEqual([200, 200, 200])
  const closed = ['/', '/api/status', '/metrics/', '//metrics'].map((path) => statusOf(watched + path))
  expect(await Promise.all(closed)).toEqual([404, 404, 404, 404])
  const forged = { headers: { 'x-almanac-listener': 'metrics' } }
  expect((await fetch(`${almanac.url}/metrics`, forged)).status).toBe(404)
  expect(await statusOf(`${almanac.url}/healthz`)).toBe(200)
  await almanac.stop()
})

test('says that the port is taken instead of starting', async () => {
  const almanac = await startAlmanac()
  const port = new URL(almanac.url).port
  await expect(startAlmanac({ env: { PORT: port } })).rejects.toThrow(`Port ${port} is taken`)
  await almanac.stop()
})

test('says that there is no such garden instead of starting', async () => {
  await expect(startAlmanac({ garden: 'missing.yaml' })).rejects.toThrow('no such file or folder')
})

test('what runs goes on with its pages and scripts while changed sources are built beside it, and after that', async () => {
  test.setTimeout(1_800_000)
  const folder = copyOfCheckout('changed')
  const env = { BASE_PATH: copyPath }
  const building = () => {
    const options = { cwd: folder, stdio: 'ignore', env: { ...process.env, ...env } } as const
    return once(spawn(process.execPath, ['tools/build.mjs'], options), 'exit')
  }
  expect(await building()).toEqual([0, null])
  const almanac = await startAlmanac({ folder, env })
  try {
    const first = await (await fetch(almanac.url)).text()
    const scripts = [...new Set(first.match(/\/[^"\\]+\/_next\/static\/[^"\\]+\.(?:js|css)/g))]
    expect(scripts.length).toBeGreaterThan(5)
    const { origin } = new URL(almanac.url)
    const missing = async () => {
      const asked = [...scripts, ...['', '/shoots', '/workbench/aws', '/projects'].map((path) => copyPath + path)]
      const answers = await Promise.all(asked.map((path) => fetch(origin + path)))
      return answers.filter(({ status }) => status !== 200).map(({ url }) => url)
    }
    expect(await missing()).toEqual([])
    appendFileSync(join(folder, 'app/globals.css'), `\n.changed${Date.now()} {\n  color: red;\n}\n`)
    const ended = building()
    let isOver = false
    ended.finally(() => {
      isOver = true
    })
    while (!isOver) {
      expect(await missing(), 'while it is built').toEqual([])
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    expect(await ended).toEqual([0, null])
    expect(await missing(), 'after that').toEqual([])
    const next = await startAlmanac({ folder, env })
    try {
      expect(next.log(), 'the new one is there').not.toContain('Building')
      expect(await missing(), 'beside the new one').toEqual([])
    } finally {
      await next.stop()
    }
  } finally {
    await almanac.stop()
  }
})
