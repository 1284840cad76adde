/** What stands in `public/` and is served as it is, by its path: to all clients, also to users who are signed out. */
export const PUBLIC_FILES: ReadonlySet<string> = new Set([
  '/favicon.ico',
  '/icon-192.png',
  '/icon-512.png',
  '/icon.svg',
  '/manifest.webmanifest',
  '/robots.txt',
])
