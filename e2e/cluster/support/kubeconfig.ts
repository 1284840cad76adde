import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A kubeconfig whose token lies in a file of its own, as service accounts have it, and can be replaced. */
export interface Kubeconfig {
  readonly path: string
  /** Another token from now on, swapped in one move. */
  readonly setToken: (token: string) => void
  readonly remove: () => void
}

/** `namespace`: the one that the context names. */
export function writeKubeconfig(server: string, ca: string, token: string, namespace?: string): Kubeconfig {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-kubeconfig-'))
  const tokenFile = join(folder, 'token')
  const setToken = (text: string): void => {
    writeFileSync(`${tokenFile}.new`, text, { mode: 0o600 })
    renameSync(`${tokenFile}.new`, tokenFile)
  }
  setToken(token)
  const path = join(folder, 'config')
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'garden', cluster: { server, 'certificate-authority': ca } }],
    users: [{ name: 'user', user: { tokenFile: 'token' } }],
    contexts: [{ name: 'landscape', context: { cluster: 'garden', user: 'user', ...(namespace && { namespace }) } }],
    'current-context': 'landscape',
  }
  writeFileSync(path, JSON.stringify(config), { mode: 0o600 })
  return { path, setToken, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
