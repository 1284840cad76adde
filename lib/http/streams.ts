import type { News, NewsChanges } from '@/lib/contract/news'
import { groupedBy, madeOnce } from '@/lib/engine/grouped'
import type { Garden } from '@/lib/garden/garden'
import { joinedChanges, namedChangesBetween } from '@/lib/landscape/delta'
import { followPolicy } from '@/lib/landscape/policy'
import { NotReady, TooMany } from '@/lib/process/errors'
import { processWide } from '@/lib/process/kept'

/** Server-sent events: which streams are open in this process, and what is told to them. */
interface OpenStreams {
  /** The channels by the garden that they tell of, while a client listens. */
  readonly channels: Map<Garden, Channel>
  /** All of them, the oldest first. */
  readonly open: Set<Stream>
  ended: boolean
}

/** The streams of all who see the same. */
interface Channel {
  readonly open: Set<Stream>
  /** Ends the watch of the garden. */
  readonly stop: () => void
}

interface Stream {
  send(text: string): void
  close(): void
  readonly reader: StreamReader
}

interface StreamReader {
  /** The identity, as `identityOf` makes it. */
  readonly identity: string
  /** Whether they may go on. */
  readonly isAllowed: () => Promise<boolean>
}

const most = 500
const heartbeat = 15_000
/**
 * A change is told at once; what follows within this time, in milliseconds, is told as one. This paces the pages too: they ask
 * again for what an event names, and for nothing else.
 */
const pause = 500
/** How many events may wait for a reader. */
const unread = 64

function streams(): OpenStreams {
  return processWide('streams', () => ({ channels: new Map(), open: new Set(), ended: false }))
}

/** Closes every stream and lets no new one open. For the end of the process, which open streams would keep waiting. */
export function closeStreams(): void {
  const all = streams()
  all.ended = true
  for (const stream of [...all.open]) stream.close()
}

/**
 * A stream that tells the garden's revision and state at once, and with what differs after every change (`event: revision`, whose
 * data is `News`: of what the asker of this garden sees, and nothing else), and that the file of `POLICY` was read anew (`event: policy`), until `signal` aborts, `isAllowed` says no (it is asked now and then) or the process
 * ends. When all that there may be are open, the client with most of them loses its oldest to one with fewer; `TooMany` is thrown where
 * that is the one that asks, `NotReady` where no client has more than one.
 */
export function openStream(
  garden: Garden,
  signal: AbortSignal,
  reader: StreamReader = { identity: '', isAllowed: async () => true },
): ReadableStream<Uint8Array> {
  const all = streams()
  if (all.ended) throw new NotReady('The server is shutting down.')
  if (all.open.size >= most) makeRoom(all, reader)
  const encoder = new TextEncoder()
  let stream: Stream | undefined
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const opened: Stream = {
        send: (text) => {
          // What a reader does not take piles up here; one that takes nothing for long is given up.
          if ((controller.desiredSize ?? 0) < -unread) opened.close()
          else controller.enqueue(encoder.encode(text))
        },
        close: () => {
          if (forget(all, garden, opened)) controller.close()
        },
        reader,
      }
      stream = opened
      all.open.add(opened)
      channelOf(all, garden).open.add(opened)
      signal.addEventListener('abort', opened.close, { once: true })
      opened.send(`retry: 3000\n\n${revisionEvent(newsOf(garden, null))}`)
      if (signal.aborted) opened.close()
    },
    cancel: () => {
      if (stream !== undefined) forget(all, garden, stream)
    },
  })
}

function makeRoom(all: OpenStreams, { identity }: StreamReader): void {
  const held = groupedBy(all.open, ({ reader }) => reader.identity)
  const own = held.get(identity)?.length ?? 0
  const [oldest, ...others] = [...held.values()].reduce((more, some) => (some.length > more.length ? some : more))
  if (oldest !== undefined && others.length > own) oldest.close()
  else if (own > 1) throw new TooMany(`${own} of the ${most} event streams that there may be are open from here.`)
  else throw new NotReady(`${most} event streams are open already.`)
}

/** Whether the stream was still open. */
function forget(all: OpenStreams, garden: Garden, stream: Stream): boolean {
  all.open.delete(stream)
  const channel = all.channels.get(garden)
  if (channel === undefined || !channel.open.delete(stream)) return false
  if (channel.open.size === 0) {
    channel.stop()
    all.channels.delete(garden)
  }
  return true
}

function channelOf(all: OpenStreams, garden: Garden): Channel {
  return madeOnce(all.channels, garden, () => {
    const open = new Set<Stream>()
    return { open, stop: watch(garden, open) }
  })
}

/** One subscription and one heartbeat for all streams of a garden. */
function watch(garden: Garden, open: ReadonlySet<Stream>): () => void {
  let seen = garden.snapshot()
  let { state } = garden.status()
  // What came and went within a pause is among them: it may have been answered meanwhile, and told to who began to listen.
  let changed: NewsChanges | undefined
  let waiting: NodeJS.Timeout | undefined
  let next = 0
  const send = (text: string) => {
    for (const stream of [...open]) stream.send(text)
  }
  const tell = () => {
    waiting = undefined
    if (changed === undefined) return
    const news = newsOf(garden, changed)
    state = news.state
    changed = undefined
    next = performance.now() + pause
    send(revisionEvent(news))
  }
  const unsubscribe = garden.subscribe(() => {
    const before = seen
    seen = garden.snapshot()
    if (seen.revision !== before.revision || garden.status().state !== state)
      changed = joinedChanges(changed ?? NOTHING, namedChangesBetween(before, seen))
    waiting ??= setTimeout(tell, Math.max(0, next - performance.now()))
  })
  const unfollow = followPolicy(() => send('event: policy\ndata: {}\n\n'))
  const beat = setInterval(() => {
    send(': still here\n\n')
    for (const stream of [...open]) void closeUnlessAllowed(stream)
  }, heartbeat)
  return () => {
    unsubscribe()
    unfollow()
    clearTimeout(waiting)
    clearInterval(beat)
  }
}

/** Whether they may cannot always be asked: then they may. */
async function closeUnlessAllowed(stream: Stream): Promise<void> {
  if (!(await stream.reader.isAllowed().catch(() => true))) stream.close()
}

const NOTHING: NewsChanges = { shoots: [], profiles: [], used: [], projects: [], problems: false }

function newsOf(garden: Garden, changed: News['changed']): News {
  return { revision: garden.snapshot().revision, state: garden.status().state, changed }
}

function revisionEvent(news: News): string {
  return `event: revision\ndata: ${JSON.stringify(news)}\n\n`
}
