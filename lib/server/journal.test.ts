import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JournalEntry } from '@/lib/contract'
import { FileJournal, MemoryJournal } from './journal'

let folder = ''
const path = () => join(folder, 'data', 'journal.jsonl')
const journal = () => new FileJournal(join(folder, 'data'))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-journal-'))
})
afterEach(() => rm(folder, { recursive: true }))

const entry = (id: string): JournalEntry => ({
  id,
  at: '2026-11-21T18:00:00Z',
  who: 'ada',
  profile: { kind: 'CloudProfile', name: 'aws' },
  base: '1',
  resourceVersion: '2',
  edits: [{ kind: 'expire', image: null, version: '1.34.6', expirationDate: '2026-12-24T00:00:00Z' }],
  inverse: [{ kind: 'restore', image: null, version: '1.34.6', life: {} }],
  effect: { clusters: 3, changes: { stuck: 0, freed: 0, forced: 1, earlier: 0, later: 0, target: 0, auto: 0 } },
})

const ids = async (of: FileJournal | MemoryJournal) => (await of.read()).entries.map(({ id }) => id)

describe('the journal of a process', () => {
  it('tells the newest first, and 500 at most', async () => {
    const memory = new MemoryJournal()
    for (let i = 0; i < 503; i++) await memory.append(entry(String(i)))
    const all = await ids(memory)
    expect([all.length, all[0], all.at(-1)]).toEqual([500, '502', '3'])
  })
})

describe('the journal in a file', () => {
  it('is empty before anything was applied, and then survives the process', async () => {
    expect(await journal().read()).toEqual({ entries: [], unreadable: 0 })
    await journal().append(entry('a'))
    await journal().append(entry('b'))
    expect(await journal().read()).toEqual({ entries: [entry('b'), entry('a')], unreadable: 0 })
    expect((await readFile(path(), 'utf8')).split('\n')).toHaveLength(3)
  })

  it.each([1, 20, 300])('survives a last line of which %i bytes are missing', async (missing) => {
    const one = journal()
    await one.append(entry('a'))
    await one.append(entry('b'))
    const { length } = await readFile(path())
    await truncate(path(), length - missing)
    const isWhole = missing === 1
    expect(await journal().read()).toEqual({
      entries: isWhole ? [entry('b'), entry('a')] : [entry('a')],
      unreadable: isWhole ? 0 : 1,
    })
    await journal().append(entry('c'))
    expect(await ids(one)).toEqual(isWhole ? ['c', 'b', 'a'] : ['c', 'a'])
  })

  it('passes over lines that are no entries, and counts them', async () => {
    await journal().append(entry('a'))
    await appendFile(path(), '\n{"id": 1}\nnull\n[]\n\u0000\u0000\n')
    expect(await journal().read()).toEqual({ entries: [entry('a')], unreadable: 4 })
  })

  it('keeps the order of entries that come at once', async () => {
    const one = journal()
    await Promise.all(['a', 'b', 'c'].map((id) => one.append(entry(id))))
    expect(await ids(one)).toEqual(['c', 'b', 'a'])
  })

  it('says that it cannot be kept', async () => {
    await writeFile(join(folder, 'data'), 'no folder')
    await expect(journal().append(entry('a'))).rejects.toThrow()
  })

  it('loses no entry that was kept when the process is killed', async () => {
    const program = `
      const { FileJournal } = await import('@/lib/server/journal')
      const journal = new FileJournal(process.argv[1])
      const entry = JSON.parse(process.argv[2])
      for (let i = 0; ; i++) { await journal.append({ ...entry, id: String(i) }); process.stdout.write(i + '\\n') }`
    const node = ['--import', 'tsx', '--input-type=module', '-e', program, join(folder, 'data')]
    const child = spawn(process.execPath, [...node, JSON.stringify(entry('x'))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let kept = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      kept += text
      if (kept.length > 40) child.kill('SIGKILL')
    })
    await once(child, 'close')
    const last = kept.trim().split('\n').length
    const { entries, unreadable } = await journal().read()
    expect(entries.length).toBeGreaterThanOrEqual(last)
    expect(unreadable).toBeLessThanOrEqual(1)
  }, 30_000)
})
