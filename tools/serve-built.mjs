/** What an image runs: serves the build that it holds, and neither installs nor builds. See tools/standalone.mjs. */
import { run } from './run.mjs'

await run('start')
