import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    // Tests run as the server does, which may import what is marked as its own.
    alias: { 'server-only': fileURLToPath(new URL('node_modules/server-only/empty.js', import.meta.url)) },
  },
  test: {
    include: ['{lib,components,app,cli,tools}/**/*.test.{ts,tsx}'],
    environment: 'node',
    // No test leaves anything behind in a module, so modules are read once, not once a file: half the time.
    isolate: false,
    // By default one core is left idle, which on two cores is half of them.
    maxWorkers: '100%',
    // What was compiled is kept: a tenth of the time of a warm run.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/vitest' },
    // What the gate leaves to "npm run test:all", see tools/parts.mjs.
    tags: [
      { name: 'processes', description: 'starts processes and servers, and kills them' },
      {
        name: 'long',
        description: 'takes as long as hundreds of other tests, as the bounds of what is very large do',
      },
    ],
    // A machine that does other things as well is slow, not wrong.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
})
