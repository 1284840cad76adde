/** @module-tag processes */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { stringify } from 'yaml'
import { demoManifests } from '@/lib/garden/demo/manifests'
import { openGarden } from '@/lib/garden/open-garden'
import { journalView } from '@/lib/questions/journal/answer'
import { openStore } from '@/lib/store'
import { describeEachStore, type Place } from '@/lib/store/testdata/kinds'
import { Journal } from './journal'

/** A process that adds one version after the other to a profile; it may kill itself just before or after the fifth is written. */
const applying = `
  const { openGarden } = await import('@/lib/garden/open-garden')
  const { Forecaster } = await import('@/lib/engine/outlook/forecaster')
  const { InMemoryHistory } = await import('@/lib/history')
  const { buildLandscape } = await import('@/lib/landscape/landscape')
  const { theJournal } = await import('@/lib/apply/journal')
  const { apply } = await import('@/lib/apply/apply')
  const [folder, when] = process.argv.slice(1)
  // As a server, which waits for requests; nothing else here keeps a process alive.
  setInterval(() => {}, 1000)
  const garden = openGarden({ GARDEN: folder })
  await garden.ready()
  const forecaster = new Forecaster()
  let written = 0
  const killed = Object.assign(Object.create(garden), {
    apply: async (...asked) => {
      const isReal = !asked[3].dryRun
      if (isReal && when === 'before' && written === 4) process.kill(process.pid, 'SIGKILL')
      const outcome = await garden.apply(...asked)
      if (isReal && ++written === 5 && when === 'after') process.kill(process.pid, 'SIGKILL')
      return outcome
    },
  })
  const context = {
    garden: killed, identity: { kind: 'process' }, user: null, sight: '', journal: theJournal(),
    landscape: () => buildLandscape(garden.snapshot(), Date.parse('2026-11-21T18:00:00Z'), { forecaster }),
    uncut: async () => null,
    promoting: { rule: null, history: new InMemoryHistory() },
  }
  let base = garden.snapshot().profiles.get('aws').resourceVersion
  for (let i = 0; ; i++) {
    const edits = [{ kind: 'add', image: null, entry: { version: '1.40.' + i, classification: 'preview' }, index: 0 }]
    const answer = await apply(context, { profile: 'aws', base, edits, dryRun: false, reason: 'try ' + i, beside: [] })
    if (answer.outcome !== 'applied') throw new Error(JSON.stringify(answer))
    base = answer.resourceVersion
    process.stdout.write(i + '\\n')
  }`

describeEachStore('a process that is killed while it applies edits', (kind) => {
  let running: Awaited<ReturnType<typeof kind.start>>
  let place: Place
  let folder: string
  beforeAll(async () => {
    running = await kind.start()
  })
  afterAll(() => running?.stop())
  beforeEach(async () => {
    place = await running.place()
    folder = await mkdtemp(join(tmpdir(), 'almanac-killed-'))
    const items = JSON.parse(JSON.stringify(demoManifests({ born: '2026-11-21', shoots: 20 })))
    await writeFile(join(folder, 'garden.yaml'), stringify({ apiVersion: 'v1', kind: 'List', items }))
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await place.remove()
    await rm(folder, { recursive: true })
  })

  /** As another process tells it, which was started long after. */
  async function look() {
    const garden = openGarden({ GARDEN: folder })
    const store = openStore(place.env)
    await garden.ready()
    try {
      const journal = new Journal(store)
      return await journalView({ garden, identity: { kind: 'process' }, sight: '', journal })
    } finally {
      await Promise.all([garden.close(), store.close()])
    }
  }

  /** Resolves once it is dead to the versions that are in the file, and to the journal as the next process tells it. */
  async function kill(when: 'before' | 'after' | 'at any time') {
    // As on a server: what is marked as its own may be imported.
    const asServer = ['--conditions=react-server', '--import', 'tsx', '--input-type=module']
    const node = [...asServer, '-e', applying, folder, when]
    const child = spawn(process.execPath, node, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...place.env },
    })
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint += text
    })
    if (when === 'at any time') {
      child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), 100 + Math.random() * 400))
    } else child.stdout.resume()
    const [, signal] = await once(child, 'close')
    expect(signal, complaint).toBe('SIGKILL')
    const text = await readFile(join(folder, 'garden.yaml'), 'utf8')
    const versions = new Set(text.match(/1\.40\.\d+/g))
    const garden = openGarden({ GARDEN: folder })
    const store = openStore(place.env)
    await garden.ready()
    const journal = new Journal(store)
    const look = () => journalView({ garden, identity: { kind: 'process' }, sight: '', journal })
    await look()
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 15_000)
    const { entries, begun } = await look()
    await Promise.all([garden.close(), store.close()])
    const namesOf = (one: object) => JSON.stringify(one).match(/"add".*?"version":"(1\.40\.\d+)"/)?.[1]
    return {
      versions,
      entries: entries.map(namesOf),
      begun: begun.map((one) => ({ ...one, version: namesOf(one.begun) })),
    }
  }

  it('has begun what it wrote last, which is found', async () => {
    const { versions, entries, begun } = await kill('after')
    expect([...versions].sort()).toEqual(['1.40.0', '1.40.1', '1.40.2', '1.40.3', '1.40.4'])
    expect(entries).toEqual(['1.40.3', '1.40.2', '1.40.1', '1.40.0'])
    expect(begun).toMatchObject([
      { version: '1.40.4', isOpen: false, holds: 'all', begun: { reason: 'try 4', profile: { name: 'aws' } } },
    ])
    expect(begun[0]?.sentence).toMatch(/^Begun, outcome not known: Almanac ended.* The profile holds the edit now\.$/)
  })

  it('is begun no more an hour later: what the object holds is an entry, and the rest is taken away', async () => {
    const hour = Date.now() + 61 * 60_000
    const after = await kill('after')
    expect(after.begun).toHaveLength(1)
    vi.spyOn(Date, 'now').mockReturnValue(hour)
    const { entries, begun } = await look()
    expect(begun).toEqual([])
    expect(entries).toHaveLength(5)
    const found = entries.filter((one) => one.found)
    expect(found).toMatchObject([{ base: found[0]?.resourceVersion, reason: 'try 4' }])
    expect(new Set((await look()).entries), 'and stays one').toEqual(new Set(entries))
  })

  it('is taken away an hour later where nothing was made', async () => {
    const hour = Date.now() + 61 * 60_000
    expect((await kill('before')).begun).toHaveLength(1)
    vi.spyOn(Date, 'now').mockReturnValue(hour)
    expect(await look()).toMatchObject({ begun: [], entries: { length: 4 } })
  })

  it('has begun what it did not write, which is not found', async () => {
    const { versions, entries, begun } = await kill('before')
    expect([versions.size, entries.length]).toEqual([4, 4])
    expect(begun).toMatchObject([{ version: '1.40.4', isOpen: false, holds: 'none' }])
    expect(begun[0]?.sentence).toContain('The profile does not hold the edit now.')
  })

  it('leaves nothing in the file that the journal does not know', async () => {
    const { versions, entries, begun } = await kill('at any time')
    expect(versions.size).toBeGreaterThan(0)
    const found = begun.flatMap(({ holds, version }) => (holds === 'all' ? version : []))
    expect(new Set([...entries, ...found])).toEqual(versions)
    expect(begun.length).toBeLessThanOrEqual(1)
  })
})
