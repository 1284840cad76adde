/**
 * Everything that the tests need, fetched and built once, so that they can run side by side. Runs before anything is installed, so
 * it and what it imports use nothing but Node.
 */
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { ensurePostgres } from './postgres.mjs'

try {
  ensureInstalled()
  await ensureBrowser()
  ensurePostgres()
  if (!ensureBuilt()) throw new Error('The build failed, see above.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
