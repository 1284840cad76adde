import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * Which garden will be shown, as GARDEN says it: `demo` (default), `demo:DATE`, `kubernetes`, or a file or folder.
 * @param {string | undefined} garden
 * @param {string} from the folder that a relative path starts at: where the user typed the command
 * @returns {{ value: string, words: string }} the value for the server, with an absolute path, and how to call it
 * @throws when the path does not exist
 */
export function chooseGarden(garden, from) {
  const value = garden?.trim() || 'demo'
  if (value === 'demo') return { value, words: 'the demo garden' }
  if (value.startsWith('demo:')) return { value, words: `the demo garden as born on ${value.slice('demo:'.length)}` }
  if (value === 'kubernetes') return { value, words: 'the Gardener API of your kubeconfig or of this cluster' }
  const path = resolve(from, value)
  if (!existsSync(path)) {
    throw new Error(
      `GARDEN=${value}: there is no such file or folder (looked at ${path}).\n` +
        'Give the path of a dump or of a folder with manifests, or "demo", or "kubernetes".',
    )
  }
  return { value: path, words: `the garden in ${path}` }
}
