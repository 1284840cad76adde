import 'server-only'
import type { Garden } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { NotReady } from '@/lib/process/errors'
import { subscribers } from '@/lib/process/jobs'
import { processWide } from '@/lib/process/kept'

const ofEnd = subscribers<() => void>('the end of the garden')

/** Tells when the garden is closed, with the process. */
export const onClose = ofEnd.add

/**
 * Opens the one garden of this process, once. When the process is told to end, its watches are closed, and `onClose` tells it: they would
 * keep it alive. Throws `NotReady` when the setting of the garden is wrong.
 */
export function openTheGarden(): Garden {
  return processWide('garden', open)
}

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
