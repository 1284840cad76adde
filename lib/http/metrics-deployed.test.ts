import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { demoGarden } from '@/lib/garden/testdata/demo'
import { buildLandscape } from '@/lib/landscape/landscape'
import { countForecast, countJob, countRequest, metricsText } from './metrics'

/** Alert rules and the dashboard ask for what `/metrics` really tells. */

const FILES = 'deploy/helm/almanac/files'
/** What Prometheus adds itself, and `le` of each bucket. */
const ADDED = ['job', 'instance', 'le']
/** Series of its own, with the labels of a target. */
const OF_PROMETHEUS = new Map([['up', new Set<string>()]])
const WORDS =
  'abs absent and avg by clamp_min count group histogram_quantile ignoring label_values max min min_over_time on or rate sum topk unless without'

/** Labels by the name of each series. */
const told = new Map<string, Set<string>>(OF_PROMETHEUS)

beforeAll(async () => {
  const garden = await demoGarden()
  countRequest('GET /api/garden', 200, 0.03)
  countForecast(0.1)
  const at = Date.parse('2026-11-21T18:00:00Z')
  const live = Object.create(garden, { heardAt: { value: () => [{ kind: 'Shoot', name: 'Shoots', at }] } })
  const history = { kept: 'file', waiting: 0, recorded: at, problem: null } as const
  const accuracy = {
    maintenances: [{ labels: { days_before: '7', outcome: 'almanac-wrong' }, value: 0 }],
    computedAt: at,
  }
  countJob('answer', 'refused')
  const jobs = { answer: { running: 0, waiting: 0 } }
  const text = await metricsText(await buildLandscape(garden.snapshot(), at), live, {
    history,
    store: { isUp: true, journalWaiting: 0 },
    accuracy,
    jobs,
  })
  await garden.close()
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = told.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    told.set(name, known)
  }
})

/** What is wrong with a query: series that no metric tells, and labels that they do not have. */
function mistakesIn(query: string): string[] {
  const bare = query.replaceAll(/"[^"]*"/g, '""').replaceAll(/\[[^\]]*\]/g, '')
  const matched = [...bare.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', matchers = '']) =>
    [...matchers.matchAll(/(\w+)\s*[!=]/g)].flatMap(([, label = '']) =>
      told.get(name)?.has(label) || ADDED.includes(label) ? [] : [`${name} has no label ${label}`],
    ),
  )
  const grouped = [...bare.matchAll(/\b(?:by|on|without|ignoring) ?\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(','),
  )
  const names = bare
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\b(?:by|on|without|ignoring) ?\([^)]*\)/g, '')
    .match(/[a-z_]\w*/gi)
  const series = [...new Set(names)].filter((name) => !WORDS.split(' ').includes(name))
  const labels = new Set([...ADDED, ...series.flatMap((name) => [...(told.get(name) ?? [])])])
  return [
    ...series.filter((name) => !told.has(name)).map((name) => `nobody tells ${name}`),
    ...matched,
    ...grouped.flatMap((label) => (labels.has(label.trim()) ? [] : [`no series has the label ${label.trim()}`])),
  ]
}

test.each([
  ['sum by (project) (almanac_clusters_forced{days="7"})', []],
  ['almanac_cluster_forced > 0', ['nobody tells almanac_cluster_forced']],
  ['sum by (team) (almanac_clusters_forced)', ['no series has the label team']],
  ['almanac_clusters_forced{week="1"}', ['almanac_clusters_forced has no label week']],
  ['histogram_quantile(0.9, sum by (le, route) (rate(almanac_request_duration_seconds_bucket[5m])))', []],
])('%s: %j', (query, mistakes) => {
  expect(mistakesIn(query)).toEqual(mistakes)
})

describe('alerts', () => {
  const { groups } = parse(readFileSync(`${FILES}/alerts.yaml`, 'utf8')) as {
    groups: {
      rules: { alert: string; expr: string; labels: Record<string, string>; annotations: Record<string, string> }[]
    }[]
  }
  const rules = groups.flatMap(({ rules }) => rules)
  test.each(rules)('$alert asks for what is told', ({ expr, labels, annotations }) => {
    expect(mistakesIn(expr)).toEqual([])
    expect(labels.severity).toMatch(/^(warning|critical)$/)
    expect(Object.keys(annotations)).toEqual(['summary', 'description'])
  })
  test('those for teams keep the label by which a team is found', () => {
    const [projects] = groups
    expect(projects?.rules.map(({ expr }) => expr.startsWith('max by (project) ('))).toEqual([true, true])
  })
  test('each stands in the table of what to do when', () => {
    const docs = readFileSync('docs/operations.md', 'utf8')
    expect(rules.map(({ alert }) => alert).filter((alert) => !docs.includes(`\`${alert}\``))).toEqual([])
  })
})

describe('the dashboard', () => {
  const dashboard = JSON.parse(readFileSync(`${FILES}/dashboard.json`, 'utf8')) as {
    templating: { list: { name: string; definition?: string }[] }
    panels: {
      title: string
      type: string
      gridPos: { x: number; y: number; w: number; h: number }
      datasource?: { uid: string }
      targets?: { expr: string; datasource: { uid: string } }[]
    }[]
  }
  const { panels, templating } = dashboard
  test.each(panels.filter(({ type }) => type !== 'row'))('$title asks for what is told', ({ targets, datasource }) => {
    expect(targets?.length).toBeGreaterThan(0)
    expect(targets?.flatMap(({ expr }) => mistakesIn(expr))).toEqual([])
    // Of whichever Prometheus the viewer chose.
    expect(new Set([datasource?.uid, ...(targets ?? []).map((target) => target.datasource.uid)])).toEqual(
      new Set([`\${datasource}`]),
    )
  })
  test('its variables ask for what is told, and all that are used are there', () => {
    const names = templating.list.map(({ name }) => name)
    for (const { definition } of templating.list) {
      const [, series = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(definition ?? '') ?? []
      if (definition !== undefined) expect(told.get(series)?.has(label), definition).toBe(true)
    }
    const used = [...JSON.stringify(dashboard).matchAll(/\$\{?([a-z]\w*)\}?/g)].map(([, name]) => name)
    expect([...new Set(used)].sort()).toEqual(names.sort())
  })
  test('no two panels lie over each other', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
  })
})
