import type { Target } from './target'

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
