import { fileURLToPath } from 'node:url'
import { type Almanac, startAlmanac } from '@/e2e/support/almanac'

/** The server as it is built, with a demo of many clusters or another garden, asked from outside. Needs `npm run build` before. */
export function startServer(shoots: number, garden = 'demo'): Promise<Almanac> {
  const preload = fileURLToPath(new URL('holds.mjs', import.meta.url))
  return startAlmanac({
    garden,
    env: {
      DEMO_BORN: '2026-11-21',
      DEMO_SHOOTS: String(shoots),
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--import=${preload}`,
    },
  })
}

/** Until everything that is prepared in the background is. */
export async function untilReady({ url }: Almanac): Promise<void> {
  while ((await fetch(`${url}/readyz`)).status !== 200) await new Promise((done) => setTimeout(done, 20))
}

/** The text of an answer; throws where it is none. */
export async function read({ url }: Almanac, path: string, body?: object): Promise<string> {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(url + path, body && sent)
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
  return text
}

/** The longest that the event loop was held since this was asked before, in milliseconds, and the bytes that the process has. */
export async function heldOf({ pid, log }: Almanac): Promise<{ readonly held: number; readonly bytes: number }> {
  const told = () => [...log().matchAll(/^held ([\d.]+) bytes (\d+)$/gm)]
  const count = told().length
  process.kill(pid, 'SIGUSR2')
  while (told().length === count) await new Promise((done) => setTimeout(done, 10))
  const [, held, bytes] = told().at(-1) ?? []
  return { held: Number(held), bytes: Number(bytes) }
}
