import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type KubeObject, paths } from './support/api'
import { load } from './support/landscape'
import { clustersListed, clustersShown, statusOf, untilState } from './support/shown'
import { demoObjects, expect, test } from './support/test'

const CLUSTERS = 10_000

/** Resident memory of a process in MiB, now and at most, as Linux counts it. */
function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (field: string): number => Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { now: of('VmRSS'), most: of('VmHWM') }
}

test('ten thousand clusters come while pages are open, and are all there', async ({ plane, follow, page }, info) => {
  test.setTimeout(900_000)
  const tell = (line: string): void => {
    console.log(`    ${line}`)
    info.annotations.push({ type: 'measured', description: line })
  }
  const { almanac } = await follow()
  await untilState(almanac.url, 'live')
  await page.goto(`${almanac.url}/shoots`)
  const overview = await page.context().newPage()
  await overview.goto(almanac.url)
  tell(`120 clusters: ${memoryOf(almanac.pid).now} MiB`)

  const present = [...(await plane.admin.list(paths.all('shoots'))), ...(await plane.admin.list(paths.all('projects')))]
  const idOf = ({ metadata: { namespace, name } }: KubeObject): string => `${namespace ?? ''}/${name}`
  const known = new Set(present.map(idOf))
  const fresh = demoObjects(CLUSTERS).filter(
    (object) => (object.kind === 'Shoot' || object.kind === 'Project') && !known.has(idOf(object)),
  )
  const begin = performance.now()
  const seconds = (): string => ((performance.now() - begin) / 1000).toFixed(1)
  const waits: number[] = []
  let isLoading = true
  const loading = load(
    plane.admin,
    fresh.map(({ status: _, ...object }) => object),
  ).finally(() => {
    isLoading = false
  })
  while (isLoading) {
    const asked = performance.now()
    await statusOf(almanac.url)
    waits.push(performance.now() - asked)
    await sleep(200)
  }
  await loading
  tell(`created in ${seconds()} s; meanwhile an answer took ${Math.round(Math.max(...waits))} ms at most`)

  const listed = await clustersListed(plane.admin)
  expect(listed.length).toBeGreaterThanOrEqual(CLUSTERS)
  await expect
    .poll(async () => (await (await fetch(`${almanac.url}/api/shoots?limit=1`)).json()).all, { timeout: 60_000 })
    .toBe(listed.length)
  expect(await clustersShown(almanac.url)).toEqual(listed)
  await expect(overview.getByRole('main')).toContainText(`of ${listed.length.toLocaleString('en')}`, {
    timeout: 30_000,
  })
  const { now, most } = memoryOf(almanac.pid)
  tell(`${listed.length} clusters: ${now} MiB, ${most} MiB at most`)
  expect(most).toBeLessThan(1200)

  const second = await follow()
  const started = performance.now()
  await page.goto(second.almanac.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  tell(`first page of a new process after ${Math.round(performance.now() - started)} ms`)
  await untilState(second.almanac.url, 'live', 120_000)
  tell(`all read after ${Math.round(performance.now() - started)} ms, ${memoryOf(second.almanac.pid).most} MiB at most`)
  expect(await clustersShown(second.almanac.url)).toEqual(listed)

  const namespaces = new Set(fresh.flatMap(({ metadata }) => metadata.namespace ?? []))
  for (const namespace of namespaces) await plane.admin.object('DELETE', paths.shoots(namespace))
  await expect
    .poll(async () => (await (await fetch(`${almanac.url}/api/shoots?limit=1`)).json()).all, { timeout: 120_000 })
    .toBe((await clustersListed(plane.admin)).length)
})
