import type { Garden } from '@/lib/garden/garden'
import { NotReady } from './errors'
import { processWide } from './kept'
import { followPolicy } from './policy/file'

/** Server-sent events: which streams are open in this process, and what is told to them. */
interface Streams {
  readonly open: Set<Stream>
  /** Ends the watch of the garden; present while a stream is open. */
  stop?: () => void
  ended: boolean
}

interface Stream {
  send(text: string): void
  close(): void
}

const most = 500
const heartbeat = 15_000
/** Changes that come faster than this are told as one. */
const pause = 250
/** So many events may wait for a reader. */
const unread = 64

function streams(): Streams {
  return processWide('streams', () => ({ open: new Set(), ended: false }))
}

/** Closes every stream and lets no new one open. For the end of the process, which open streams would keep waiting. */
export function closeStreams(): void {
  const all = streams()
  all.ended = true
  for (const stream of [...all.open]) stream.close()
}

/**
 * A stream that tells the garden's revision and state at once and after every change (`event: revision`), and that the file of
 * `POLICY` was read anew (`event: policy`), until `signal` aborts or the process ends. Throws `NotReady` when too many are open.
 */
export function openStream(garden: Garden, signal: AbortSignal): ReadableStream<Uint8Array> {
  const all = streams()
  if (all.ended) throw new NotReady('The server is shutting down.')
  if (all.open.size >= most) throw new NotReady(`${most} event streams are open already.`)
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
          if (forget(all, opened)) controller.close()
        },
      }
      stream = opened
      all.open.add(opened)
      all.stop ??= watch(garden, all)
      signal.addEventListener('abort', opened.close, { once: true })
      opened.send(`retry: 3000\n\n${revisionEvent(garden)}`)
      if (signal.aborted) opened.close()
    },
    cancel: () => {
      if (stream !== undefined) forget(all, stream)
    },
  })
}

/** Whether the stream was still open. */
function forget(all: Streams, stream: Stream): boolean {
  const wasOpen = all.open.delete(stream)
  if (wasOpen && all.open.size === 0) all.stop?.()
  return wasOpen
}

/** One subscription and one heartbeat for all streams. */
function watch(garden: Garden, all: Streams): () => void {
  let told = revisionEvent(garden)
  // What came and went within a pause may have been answered meanwhile, and told to whoever began to listen.
  let hasDiffered = false
  let waiting: NodeJS.Timeout | undefined
  const send = (text: string) => {
    for (const stream of [...all.open]) stream.send(text)
  }
  const tell = () => {
    waiting = undefined
    const news = revisionEvent(garden)
    if (news === told && !hasDiffered) return
    told = news
    hasDiffered = false
    send(news)
  }
  const unsubscribe = garden.subscribe(() => {
    hasDiffered ||= revisionEvent(garden) !== told
    waiting ??= setTimeout(tell, pause)
  })
  const unfollow = followPolicy(() => send('event: policy\ndata: {}\n\n'))
  const beat = setInterval(() => send(': still here\n\n'), heartbeat)
  return () => {
    unsubscribe()
    unfollow()
    clearTimeout(waiting)
    clearInterval(beat)
    delete all.stop
  }
}

function revisionEvent(garden: Garden): string {
  const data = { revision: garden.snapshot().revision, state: garden.status().state }
  return `event: revision\ndata: ${JSON.stringify(data)}\n\n`
}
