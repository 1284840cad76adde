import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: { include: ['{lib,components,app,scripts,bench}/**/*.test.{ts,tsx}'], environment: 'node' },
})
