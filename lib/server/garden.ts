import 'server-only'
import { type Garden, openGarden } from '@/lib/garden'
import { NotReady } from './errors'
import { processWide } from './kept'
import { closeStreams } from './streams'

/** How long an answer waits for the first reading before it says that there is none. */
const patience = 3000

/**
 * The one garden of this process, opened with the first question. When the process is told to end, streams and watches are
 * closed: they would keep it alive. Throws `NotReady` when the setting of the garden is wrong.
 */
export function theGarden(): Garden {
  return processWide('garden', open)
}

/** Waits a little for the first snapshot; whether there is one now. */
export async function isRead(garden: Garden): Promise<boolean> {
  if (garden.status().state !== 'reading') return true
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise((resolve) => {
    timer = setTimeout(resolve, patience)
  })
  await Promise.race([garden.ready(), enough])
  clearTimeout(timer)
  return garden.status().state !== 'reading'
}

function open(): Garden {
  try {
    const garden = openGarden()
    const end = () => {
      closeStreams()
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
