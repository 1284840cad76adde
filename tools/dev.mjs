/** npm run dev: like npm start, but compiles on request and shows each change at once. */
import { ensureInstalled } from './install.mjs'
import { run } from './run.mjs'

await run('dev', () => {
  ensureInstalled()
  return undefined
})
