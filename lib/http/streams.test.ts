import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Shoot } from '@/lib/engine/types'
import type { Garden } from '@/lib/garden'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { CutGarden } from '@/lib/garden/cut/cut-garden'
import { emptySnapshot } from '@/lib/garden/snapshot'
import { closeStreams, openStream } from './streams'

let revision = 1
/** Each revision has one cluster, named for it. */
const shootOf = (of: number) => shootIn('dev', `s${of}`)
const shootIn = (namespace: string, name: string) =>
  ({ namespace, name, profile: { kind: 'CloudProfile', name: 'aws' } }) as Shoot
let listeners: Set<() => void>
const garden: Garden = {
  snapshot: () => ({
    ...emptySnapshot,
    revision: String(revision),
    shoots: ChunkedList.of([shootOf(revision)]),
  }),
  status: () => ({ kind: 'demo', label: 'Test', state: 'live', resources: [] }),
  subscribe: (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  ready: async () => {},
  apply: async () => ({ kind: 'unavailable', message: '', uncertain: false }),
  preview: async () => ({ kind: 'unavailable', message: '', uncertain: false }),
  events: async () => ({ kind: 'read', events: [] }),
  close: async () => {},
}

function change() {
  revision++
  for (const listener of listeners) listener()
}

/** What a reader of the stream has been told so far. */
function follow(stream: ReadableStream<Uint8Array>) {
  const told = { text: '', ended: false }
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      told.text += value
    }
    told.ended = true
  }
  void read()
  return told
}

const openFor = (identity: string) =>
  openStream(garden, new AbortController().signal, { identity, isAllowed: async () => true })

/** An event that tells a revision, and the clusters that came, went or changed since the one before; null: the first one. */
function eventText(of: number, shoots: readonly string[] | null): string {
  const changed = shoots && {
    shoots,
    profiles: [],
    used: shoots.length > 0 ? ['aws'] : [],
    projects: [],
    problems: false,
  }
  return `event: revision\ndata: ${JSON.stringify({ revision: String(of), state: 'live', changed })}\n\n`
}

beforeEach(() => {
  vi.useFakeTimers()
  revision = 1
  listeners = new Set()
  Reflect.deleteProperty(globalThis, Symbol.for('almanac.streams'))
})
afterEach(() => {
  closeStreams()
  vi.useRealTimers()
})

describe('an event stream', () => {
  it('tells the revision at once', async () => {
    const told = follow(openStream(garden, new AbortController().signal))
    await vi.advanceTimersByTimeAsync(0)
    expect(told.text).toBe(`retry: 3000\n\n${eventText(1, null)}`)
  })

  it('tells a change at once, those that follow fast as one, and nothing when nothing changed', async () => {
    const told = follow(openStream(garden, new AbortController().signal))
    await vi.advanceTimersByTimeAsync(0)
    told.text = ''
    change()
    await vi.advanceTimersByTimeAsync(1)
    expect(told.text).toBe(eventText(2, ['dev/s1', 'dev/s2']))
    told.text = ''
    change()
    change()
    await vi.advanceTimersByTimeAsync(498)
    expect(told.text).toBe('')
    await vi.advanceTimersByTimeAsync(1)
    expect(told.text).toBe(eventText(4, ['dev/s2', 'dev/s3', 'dev/s4']))
    for (const listener of listeners) listener()
    await vi.advanceTimersByTimeAsync(1000)
    expect(told.text).toBe(eventText(4, ['dev/s2', 'dev/s3', 'dev/s4']))
    told.text = ''
    change()
    await vi.advanceTimersByTimeAsync(1)
    expect(told.text).toBe(eventText(5, ['dev/s4', 'dev/s5']))
  })

  it('says that everything changed rather than to name more than a hundred', async () => {
    const told = follow(openStream(garden, new AbortController().signal))
    change()
    await vi.advanceTimersByTimeAsync(1)
    told.text = ''
    for (let i = 0; i < 200; i++) change()
    await vi.advanceTimersByTimeAsync(500)
    expect(told.text).toBe('event: revision\ndata: {"revision":"202","state":"live","changed":"all"}\n\n')
  })

  it('tells what came and went between two events, as somebody may have asked in between', async () => {
    const told = follow(openStream(garden, new AbortController().signal))
    await vi.advanceTimersByTimeAsync(0)
    change()
    await vi.advanceTimersByTimeAsync(1)
    expect(told.text).toContain(eventText(2, ['dev/s1', 'dev/s2']))
    change()
    const late = follow(openStream(garden, new AbortController().signal))
    await vi.advanceTimersByTimeAsync(100)
    expect(late.text).toContain(eventText(3, null))
    revision = 1
    change()
    ;[told.text, late.text] = ['', '']
    await vi.advanceTimersByTimeAsync(1000)
    expect([told.text, late.text]).toEqual([eventText(2, ['dev/s2', 'dev/s3']), eventText(2, ['dev/s2', 'dev/s3'])])
  })

  it('names only what its reader sees', async () => {
    let shoots = [shootIn('dev', 'a'), shootIn('prod', 'a')]
    const whole: Garden = {
      ...garden,
      snapshot: () => ({ ...emptySnapshot, revision: String(revision), shoots: ChunkedList.of(shoots) }),
    }
    const mine = new Set(['dev'])
    const reach = { CloudProfile: 'all', NamespacedCloudProfile: mine, Project: mine, Shoot: mine } as const
    const told = follow(openStream(new CutGarden(whole, { reach }), new AbortController().signal))
    await vi.advanceTimersByTimeAsync(0)
    told.text = ''
    shoots = [shoots[0] ?? shootIn('dev', 'a'), shootIn('prod', 'a'), shootIn('prod', 'b')]
    change()
    await vi.advanceTimersByTimeAsync(1000)
    expect(told.text, 'a change that they do not see').toBe('')
    shoots = [{ ...shootIn('dev', 'a'), kubernetesVersion: '1.34.1' }, shootIn('prod', 'a')]
    change()
    await vi.advanceTimersByTimeAsync(1000)
    expect(told.text).toContain('"shoots":["dev/a"]')
    expect(told.text).not.toContain('prod')
  })

  it('shows every 15 seconds that it is alive', async () => {
    const told = follow(openStream(garden, new AbortController().signal))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(told.text.match(/^: still here$/gm)).toHaveLength(2)
  })

  it('ends when the reader leaves, and with the last one the watch of the garden ends', async () => {
    const first = new AbortController()
    const second = new AbortController()
    const told = follow(openStream(garden, first.signal))
    follow(openStream(garden, second.signal))
    first.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect([told.ended, listeners.size]).toEqual([true, 1])
    second.abort()
    expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0])
  })

  it('ends when the reader stops reading', async () => {
    await openStream(garden, new AbortController().signal).cancel()
    expect(listeners.size).toBe(0)
  })

  it('ends with the process, after which none begins', async () => {
    const told = follow(openStream(garden, new AbortController().signal))
    closeStreams()
    await vi.advanceTimersByTimeAsync(0)
    expect(told.ended).toBe(true)
    expect(() => openStream(garden, new AbortController().signal)).toThrow(/shutting down/)
  })

  it('is refused when too many are open', () => {
    for (let i = 0; i < 500; i++) openStream(garden, new AbortController().signal)
    expect(() => openStream(garden, new AbortController().signal)).toThrow(/500/)
  })

  it('is refused when everybody has one, and none is free', () => {
    for (let i = 0; i < 500; i++) openFor(`reader ${i}`)
    expect(() => openFor('another')).toThrow('500 event streams are open already.')
  })

  it('takes the place of the oldest of whoever has most', async () => {
    const greedy = Array.from({ length: 400 }, () => follow(openFor('greedy')))
    const calm = Array.from({ length: 100 }, () => follow(openFor('calm')))
    await vi.advanceTimersByTimeAsync(0)
    const late = follow(openFor('late'))
    await vi.advanceTimersByTimeAsync(0)
    expect(greedy.map(({ ended }) => ended)).toEqual([true, ...Array(399).fill(false)])
    expect([...calm, late].some(({ ended }) => ended)).toBe(false)
    expect(() => openFor('greedy')).toThrow('399 of the 500 event streams that there may be are open from here.')
  })

  it('is given up when its reader takes nothing for long', async () => {
    openStream(garden, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(20 * 60_000)
    expect(listeners.size).toBe(0)
  })
})
