import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Target } from './odd'

/**
 * Milliseconds of computing that one case may take. Of this process alone, not of the clock: on a busy machine a case waits for
 * others for as long as it likes. What it computes itself takes up to twice as long there, as caches and cores are shared; the slowest
 * cases take a sixth of this, most a hundredth, so that only what grows out of proportion comes near it.
 */
const MOST = 1000

/** Throws when a target does not hold for one case, or computes for too long. */
export async function held({ check }: Target, input: unknown): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  // What is compiled or collected for the first time is slow once. So is what is remembered: an answer that only the first to ask
  // waits for is not found here.
  for (let tries = 0; tries < 3 && least > MOST; tries++) {
    const begin = process.cpuUsage()
    await check(input)
    const { user, system } = process.cpuUsage(begin)
    least = Math.min(least, (user + system) / 1000)
  }
  if (least > MOST) throw new Error(`It takes ${Math.round(least)} ms.`)
}

const corpus = join(import.meta.dirname, 'corpus')

/** What once broke a target, by the name of its file. */
export function kept(target: string): readonly (readonly [file: string, input: unknown])[] {
  const folder = join(corpus, target)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8'))])
}

/** Keeps what broke a target; returns the path of its file. */
export function keep(target: string, input: unknown): string {
  const text = `${JSON.stringify(input, null, 2)}\n`
  const folder = join(corpus, target)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${createHash('sha1').update(text).digest('hex').slice(0, 12)}.json`)
  writeFileSync(file, text)
  return file
}

/** By name; each is read when it is asked, as some need the whole server. */
export const targets: ReadonlyMap<string, () => Promise<Target>> = new Map<string, () => Promise<Target>>([
  ['landscapes', async () => (await import('./landscapes')).landscapes],
  ['policies', async () => (await import('./texts')).policies],
  ['calendars', async () => (await import('./texts')).calendars],
  ['files', async () => (await import('./files')).files],
  ['watches', async () => (await import('./watches')).watches],
  ['routes', async () => (await import('./routes')).everyRoute],
  ['addresses', async () => (await import('./texts')).addresses],
])
