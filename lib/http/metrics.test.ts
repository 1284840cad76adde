import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Garden } from '@/lib/garden'
import { demoGarden } from '@/lib/garden/testdata/demo'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { gardenView } from '@/lib/questions/overview/answer/garden'
import * as problemWords from '@/lib/words/faults'
import { ensureTool } from '@/tools/servers.mjs'
import { countJob, countRequest, landscapeSamples, type MetricSample, metricsText } from './metrics'
import { statusBody } from './status-body'

const at = Date.parse('2026-11-21T18:00:00Z')
const history = { kept: 'file', waiting: 3, recorded: at, problem: null } as const
const accuracy = {
  maintenances: [{ labels: { days_before: '7', outcome: 'as-forecast' }, value: 19 }],
  computedAt: at,
}
const jobs = { answer: { running: 2, waiting: 7 } }
const store = { isUp: false, journalWaiting: 4 }
let garden: Garden
let landscape: Landscape
let text: string

beforeAll(async () => {
  garden = await demoGarden()
  landscape = await buildLandscape(garden.snapshot(), at)
  // A status that no other test has, as they share what is counted.
  countRequest('GET /api/garden', 299, 0.03)
  countJob('answer', 'shared')
  text = await metricsText(landscape, garden, { history, store, accuracy, jobs })
})
afterAll(() => garden.close())

const sum = (samples: readonly MetricSample[], labels: Readonly<Record<string, string>> = {}) =>
  samples
    .filter((one) => Object.entries(labels).every(([name, value]) => one.labels[name] === value))
    .reduce((all, { value }) => all + value, 0)

test('say what the overview says', async () => {
  const { figures } = await gardenView(landscape, statusBody(garden, problemWords), 'UTC')
  const samples = landscapeSamples(landscape)
  expect(sum(samples.clusters_forced, { days: '7' })).toBe(figures.forced.days7)
  expect(sum(samples.clusters_forced, { days: '30' })).toBe(figures.forced.days30)
  expect(sum(samples.clusters_forced, { days: '90' })).toBe(figures.forced.days90)
  expect(sum(samples.clusters_stuck)).toBe(figures.stuck.clusters)
})

test('count each cluster of a profile by its Kubernetes version, and by stage', () => {
  const { clusters } = landscapeSamples(landscape)
  expect(clusters).toContainEqual({
    labels: { profile: 'aws', what: 'Kubernetes', version: '1.32.13', stage: 'deprecated' },
    value: 14,
  })
  expect(sum(clusters, { what: 'Kubernetes', stage: 'expired' })).toBeGreaterThan(0)
})

test('have a line for every project, also for one with nothing ahead', () => {
  const { clusters_forced } = landscapeSamples(landscape)
  expect(clusters_forced.filter(({ labels }) => labels.days === '7')).toHaveLength(garden.snapshot().projects.length)
})

test('tell the next expiry of each profile that clusters meet', () => {
  const { next_expiry_seconds } = landscapeSamples(landscape)
  const aws = next_expiry_seconds.find(({ labels }) => labels.profile === 'aws')
  expect(aws?.labels).toEqual({ profile: 'aws', what: 'suse-chost', version: '15.6.20260401' })
  expect(aws?.value).toBeGreaterThan(4 * 86_400)
  expect(aws?.value).toBeLessThan(6 * 86_400)
})

test('say how recording goes on', async () => {
  expect(text).toContain('almanac_history_waiting 3')
  expect(text).toContain('almanac_forecast_accuracy_maintenances{days_before="7",outcome="as-forecast"} 19')
  expect(text).toContain(`almanac_forecast_accuracy_timestamp_seconds ${at / 1000}`)
  expect(text).toContain(`almanac_history_recorded_timestamp_seconds ${at / 1000}`)
  const none = await metricsText(landscape, garden, {
    history: { ...history, recorded: null },
    store,
    accuracy: null,
    jobs,
  })
  expect(none).not.toContain('almanac_history_recorded_timestamp_seconds')
  expect(none).not.toContain('almanac_forecast_accuracy')
})

test('say whether what is remembered can be written, and what waits for that', async () => {
  expect(text).toContain('almanac_store_up 0')
  expect(text).toContain('almanac_journal_waiting 4')
  const well = { isUp: true, journalWaiting: 0 }
  expect(await metricsText(landscape, garden, { history, store: well, accuracy, jobs })).toContain('almanac_store_up 1')
})

test('have names and units that promtool has nothing to say about', ({ skip }) => {
  const found = ensureTool('promtool')
  if ('skipped' in found) return skip(found.skipped)
  const { status, stdout, stderr } = spawnSync(found.path, ['check', 'metrics'], { input: text, encoding: 'utf8' })
  expect(`${stdout}${stderr}`).toBe('')
  expect(status).toBe(0)
})

test('say what takes its time, and what became of it', () => {
  expect(text).toContain('almanac_costly{kind="answer",state="waiting"} 7')
  // Other tests of this process may have shared answers before.
  expect(text).toMatch(/^almanac_costly_total\{kind="answer",fate="shared"\} [1-9]\d*$/m)
})

test('are in the text format, each metric with what it means, and with those of the process', () => {
  expect(text).toContain('# TYPE almanac_clusters gauge')
  expect(text).toContain('almanac_request_duration_seconds_count{route="GET /api/garden",status="299"} 1')
  expect(text).toContain('almanac_garden_live 1')
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/)
  const lines = text.split('\n').filter((line) => line !== '')
  // A name, its labels, a value: nothing else is on a line that is no comment.
  const wrong = lines.filter(
    (line) =>
      !/^(# (HELP|TYPE) .+|[a-z_\d]+(\{([a-z_]+="([^"\\]|\\.)*",?)*\})? -?[\d.e+-]+|.+ (Nan|\+Inf))$/.test(line),
  )
  expect(wrong).toEqual([])
})

test('are those of now at every scrape: what is gone has no line left', async () => {
  const later = await buildLandscape({ ...garden.snapshot(), shoots: garden.snapshot().shoots.toSpliced(0, 1) }, at)
  const before = sum(landscapeSamples(landscape).clusters, { what: 'Kubernetes' })
  expect(sum(landscapeSamples(later).clusters, { what: 'Kubernetes' })).toBe(before - 1)
  expect(await metricsText(landscape, garden, { history, store, accuracy, jobs })).toContain('almanac_clusters')
})
