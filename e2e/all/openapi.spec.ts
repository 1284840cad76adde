import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { root } from '../../tools/root.mjs'
import { ensureSchemathesis } from '../../tools/servers.mjs'
import { startAlmanac } from '../support/almanac'

/** Half of the questions are the same each time, the others come from a fixed seed. */
const HOW = ['--checks', 'all', '--max-examples', '5', '--seed', '1', '--request-timeout', '10', '--no-color']

test('Schemathesis finds no answer that the description does not foresee', async () => {
  test.setTimeout(900_000)
  const tool = ensureSchemathesis()
  test.skip('skipped' in tool, 'skipped' in tool ? tool.skipped : '')
  if ('skipped' in tool) return
  const almanac = await startAlmanac({ garden: 'demo:2026-11-21', env: { LOG_LEVEL: 'warn' } })
  try {
    const [command = '', ...args] = tool.command
    const settings = ['--config-file', join(root, 'e2e/all/openapi.toml')]
    // A stream of events never ends.
    const asked = ['run', `${almanac.url}/api/openapi.json`, '--exclude-path', '/api/events', ...HOW]
    await mkdir(test.info().outputDir, { recursive: true })
    const child = spawn(command, [...args, ...settings, ...asked], {
      cwd: test.info().outputDir,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
    expect(said).toContain('Test cases:')
    expect(code, said).toBe(0)
    expect(almanac.log(), 'and nothing fails').not.toMatch(/"level":"error"/)
  } finally {
    await almanac.stop()
  }
})
