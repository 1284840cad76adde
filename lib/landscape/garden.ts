import 'server-only'
import { type Garden, openGarden } from '@/lib/garden'
import { NotReady } from '@/lib/process/errors'
import { processWide } from '@/lib/process/kept'
import { subscribers } from '@/lib/process/subscribers'

/** How long an answer waits for the first reading before it says that there is none, and looks how far it is, in milliseconds. */
const patience = 3000
const shortWait = 100

/** With more than so many objects left it does not wait: they are not read by then. Pages tell how far it is, and follow. */
const soonRead = 20_000

/**
 * The one garden of this process, opened with the first question. When the process is told to end, its watches are closed, and
 * `onClose` tells it: they would keep it alive. Throws `NotReady` when the setting of the garden is wrong.
 */
export function theGarden(): Garden {
  return processWide('garden', open)
}

/** Waits a little for the first snapshot; whether there is one now. */
export async function isRead(garden: Garden): Promise<boolean> {
  const until = performance.now() + patience
  while (garden.status().state === 'reading') {
    if (leftToRead(garden) > soonRead || performance.now() > until) return false
    await within(garden.ready(), shortWait)
  }
  return true
}

/** Resolves with a promise, or after so many milliseconds. */
export async function within(done: Promise<void>, most = patience): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, most)
  })
  await Promise.race([done, enough])
  clearTimeout(timer)
}

/** As far as it is known yet. */
function leftToRead(garden: Garden): number {
  return garden.status().resources.reduce((all, { read, of = read }) => all + of - read, 0)
}

const ofEnd = subscribers<() => void>('the end of the garden')

/** Tells when the garden is closed, with the process. */
export const onClose = ofEnd.add

function open(): Garden {
  try {
    const garden = openGarden()
    const end = () => {
      for (const close of ofEnd) close()
      void garden.close()
    }
    process.once('SIGTERM', end)
    process.once('SIGINT', end)
    return garden
  } catch (error) {
    if (error instanceof Error && error.name === 'GardenSettingError') throw new NotReady(error.message)
    throw error
  }
}
