/**
 * npm start: installs when needed, builds when the sources changed, serves. docs/operations.md has the settings.
 * Runs before anything is installed, so it and what it imports use nothing but Node.
 */
import { claim, ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'

await run('start', () => {
  ensureInstalled()
  const build = ensureBuilt()
  if (build === null) throw new Error('The build failed, see above.')
  claim(root, build)
  return build
})
