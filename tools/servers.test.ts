/** @module-tag processes */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { ensureTool, type Tool } from './servers.mjs'

/** Runs a tool of Prometheus; where there can be none, the test counts as skipped. */
function run({ skip }: TestContext, tool: Tool, ...args: string[]) {
  const found = ensureTool(tool)
  if ('skipped' in found) return skip(found.skipped)
  const { status, stdout, stderr } = spawnSync(found.path, args, { encoding: 'utf8' })
  return { isFine: status === 0, stdout, output: `${stdout}${stderr}` }
}

test('Prometheus reads the alert rules', (context) => {
  const { isFine, output } = run(context, 'promtool', 'check', 'rules', 'deploy/helm/almanac/files/alerts.yaml')
  expect(isFine, output).toBe(true)
  expect(output).toContain('12 rules found')
})

test('each alert says what it should when it should', (context) => {
  const { isFine, output } = run(context, 'promtool', 'test', 'rules', 'deploy/alerts.test.yaml')
  expect(isFine, output).toBe(true)
})

test('every alert has a test', () => {
  const alerts = [...readFileSync('deploy/helm/almanac/files/alerts.yaml', 'utf8').matchAll(/alert: (\w+)/g)]
  const tested = readFileSync('deploy/alerts.test.yaml', 'utf8')
  expect(alerts.map(([, name]) => name).filter((name) => !tested.includes(`alertname: ${name}`))).toEqual([])
})

test('Alertmanager takes the route of docs/operations.md, and it leads each team to its own receiver', (context) => {
  const [, config = ''] =
    /```yaml\n(# alertmanager\.yaml\n.*?)```/s.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'almanac-alertmanager-'))
  const file = join(folder, 'alertmanager.yaml')
  try {
    writeFileSync(file, config)
    const checked = run(context, 'amtool', 'check-config', file)
    expect(checked.isFine, checked.output).toBe(true)
    const receiverOf = (...labels: string[]) =>
      run(context, 'amtool', 'config', 'routes', 'test', `--config.file=${file}`, ...labels).stdout.trim()
    const forced = 'alertname=AlmanacForcedWithinAWeek'
    expect(receiverOf(forced, 'project=payments', 'severity=warning')).toBe('team-payments')
    expect(receiverOf(forced, 'project=media', 'severity=warning')).toBe('team-media')
    expect(receiverOf('alertname=AlmanacGardenNotLive', 'severity=warning')).toBe('operators')
    expect(receiverOf(forced, 'project=another', 'severity=warning')).toBe('operators')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
