import { fileURLToPath } from 'node:url'
import { type Almanac, startAlmanac } from '@/e2e/support/almanac'
import { type Figure, summary } from './measure'

const rounds = 30
/** What the demo always has. */
const cluster = 'garden-payments/checkout-prod'

/**
 * The server as it is built, with a landscape of many, as readers meet it: from the start of its process to the last byte of an answer.
 * Needs `npm run build` before.
 */
export async function served(shoots = 100_000): Promise<Figure[]> {
  const preload = fileURLToPath(new URL('holds.mjs', import.meta.url))
  const begin = performance.now()
  const almanac = await startAlmanac({
    env: { DEMO_SHOOTS: String(shoots), LOG_LEVEL: 'warn', NODE_OPTIONS: `--import=${preload}` },
  })
  // Until it answers nobody waits for it.
  await heldOf(almanac)
  const figures: Figure[] = []
  const add = (what: string, value: number, unit: Figure['unit'], below?: number) =>
    figures.push({ bench: 'served', what, value, unit, ...(below !== undefined && { target: { below } }) })
  try {
    const cold = await timeOf(() => read(almanac, '/'))
    add('first page, cold, as soon as the server answers', cold, 'ms', 1000)
    while ((await fetch(`${almanac.url}/readyz`)).status !== 200) await new Promise((done) => setTimeout(done, 20))
    add('from the start of the process to /readyz', performance.now() - begin, 'ms', 5000)
    // What is read in the background for pages of the past is there after a while.
    for (const path of ['/', '/shoots', `/shoots/${cluster}`]) await read(almanac, path)
    await new Promise((done) => setTimeout(done, 20_000))
    add(
      'longest that the event loop was held from its first answer until then',
      (await heldOf(almanac)).held,
      'ms',
      100,
    )

    for (const [what, path] of [
      ['overview', '/'],
      ['clusters', '/shoots'],
      ['a cluster', `/shoots/${cluster}`],
      ['find', '/api/find?q=checkout'],
    ] as const) {
      await read(almanac, path)
      const times: number[] = []
      for (let i = 0; i < rounds; i++) times.push(await timeOf(() => read(almanac, path)))
      add(`${what}, warm, median`, summary(times).median, 'ms', 50)
    }
    add(
      'a changed cluster: from the edit to the answer that an open page shows, median',
      await change(almanac),
      'ms',
      300,
    )
    const { held, bytes } = await heldOf(almanac)
    add('longest that the event loop was held meanwhile', held, 'ms', 100)
    add('memory of the process', bytes / 2 ** 20, 'MB', 900)
    return figures
  } finally {
    await almanac.stop()
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

async function read({ url }: Almanac, path: string): Promise<string> {
  const response = await fetch(url + path)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
  return text
}

/** An edit by somebody else; the page hears of it by its stream, and asks again. */
async function change(almanac: Almanac): Promise<number> {
  const leave = new AbortController()
  const stream = await fetch(`${almanac.url}/api/events`, { signal: leave.signal })
  let told = ''
  const listening = (async () => {
    const decoder = new TextDecoder()
    for await (const bytes of stream.body ?? []) told += decoder.decode(bytes, { stream: true })
  })().catch(() => {})
  const times: number[] = []
  let { resourceVersion: base } = await post(almanac, 'plan', { edits: [] })
  for (let round = 0; round < rounds; round++) {
    told = ''
    const begin = performance.now()
    const edits = [{ field: 'spec.maintenance.autoUpdate.kubernetesVersion', value: round % 2 === 0 }]
    const { outcome, resourceVersion } = await post(almanac, 'apply', { base, edits })
    if (outcome !== 'applied') throw new Error(`The edit was not applied: ${outcome}`)
    base = resourceVersion
    while (!told.includes('revision')) await new Promise((done) => setTimeout(done, 2))
    await read(almanac, `/api/shoots/${cluster}`)
    times.push(performance.now() - begin)
  }
  leave.abort()
  await listening
  return summary(times).median
}

async function post({ url }: Almanac, what: 'plan' | 'apply', body: object): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/shoots/${cluster}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}

async function heldOf({ pid, log }: Almanac): Promise<{ readonly held: number; readonly bytes: number }> {
  const told = () => [...log().matchAll(/^held ([\d.]+) bytes (\d+)$/gm)]
  const count = told().length
  process.kill(pid, 'SIGUSR2')
  while (told().length === count) await new Promise((done) => setTimeout(done, 10))
  const [, held, bytes] = told().at(-1) ?? []
  return { held: Number(held), bytes: Number(bytes) }
}
