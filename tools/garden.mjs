import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

/**
 * Which garden will be shown, as GARDEN says it: `demo` (default), `demo:DATE`, `kubernetes`, `-` for standard input, or a file or folder.
 * @param {string | undefined} garden
 * @param {string} from the folder that a relative path starts at: where the user typed the command
 * @param {string} [kubeconfig] KUBECONFIG
 * @returns {{ env: Record<string, string>, words: string }} what the server is told, with absolute paths, and how to call it
 * @throws when a path does not exist, or may not be read
 */
export function chooseGarden(garden, from, kubeconfig) {
  const value = garden?.trim() || 'demo'
  if (value === 'demo') return { env: { GARDEN: value }, words: 'the demo garden' }
  if (value.startsWith('demo:')) {
    return { env: { GARDEN: value }, words: `the demo garden as born on ${value.slice('demo:'.length)}` }
  }
  if (value === 'kubernetes') {
    const files = chooseKubeconfig(kubeconfig ?? '', from)
    const env = { GARDEN: value, ...(files !== '' && { KUBECONFIG: files }) }
    return { env, words: 'the Gardener API of your kubeconfig or of this cluster' }
  }
  if (value === '-') return { env: { GARDEN: value }, words: 'what came by standard input' }
  const path = resolve(from, value)
  if (!existsSync(path)) {
    throw new Error(
      `GARDEN=${value}: there is no such file or folder (looked at ${path}).\n` +
        'Give the path of a dump or of a folder with manifests, or "demo", or "kubernetes".',
    )
  }
  const stats = statSync(path)
  if (!stats.isFile() && !stats.isDirectory())
    throw new Error(`GARDEN=${value}: ${path} is neither a file nor a folder. Write a dump into a file first.`)
  if (!mayRead(path))
    throw new Error(`GARDEN=${value}: ${path} may not be read by who runs this. Change its mode, or its owner.`)
  return { env: { GARDEN: path }, words: `the garden in ${path}` }
}

/**
 * POLICY with an absolute path. What becomes of the file later is followed, and said on pages.
 * @param {string | undefined} policy the path of a ControllerManagerConfiguration
 * @param {string} from as for a garden
 * @returns {Record<string, string>} what the server is told
 * @throws when there is no file, or it may not be read
 */
export function choosePolicy(policy, from) {
  const value = policy?.trim() ?? ''
  if (value === '') return {}
  const path = resolve(from, value)
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  if (isFile && mayRead(path)) return { POLICY: path }
  throw new Error(
    `POLICY=${value}: ${isFile ? `${path} may not be read by who runs this` : `there is no such file (looked at ${path})`}.\n` +
      'Give the path of a ControllerManagerConfiguration, or leave it out.',
  )
}

/** @param {string} path */
function mayRead(path) {
  try {
    accessSync(path, constants.R_OK | (statSync(path).isDirectory() ? constants.X_OK : 0))
    return true
  } catch {
    return false
  }
}

/**
 * KUBECONFIG with absolute paths, as the server runs in another folder than the one it was typed in.
 * @param {string} kubeconfig one path, or several as kubectl takes them
 * @param {string} from
 * @throws when none of them exists
 */
function chooseKubeconfig(kubeconfig, from) {
  const files = kubeconfig
    .split(delimiter)
    .filter((file) => file.trim() !== '')
    .map((file) => resolve(from, file))
  if (files.length > 0 && !files.some((file) => existsSync(file))) {
    throw new Error(
      `KUBECONFIG=${kubeconfig}: there is no such file (looked at ${files.join(', ')}).\n` +
        'GARDEN=kubernetes needs the kubeconfig of a Gardener API; "kubectl get shoots -A" must work with it.',
    )
  }
  return files.join(delimiter)
}
