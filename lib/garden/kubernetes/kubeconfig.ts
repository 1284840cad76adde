import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { parse } from 'yaml'
import { isRecord } from '@/lib/engine/reader'
import { GardenSettingError } from '../errors'
import { systemReason } from '../manifests/walk'

/** The address of the API server and the credentials: from one context of a kubeconfig, or from the service account of the pod. */
export interface ClusterAccess {
  /** Name of the context; `in-cluster` for a service account. */
  readonly context: string
  /** Address of the API server, possibly with a path. */
  readonly server: string
  /** A kubeconfig with nothing but this context, all paths absolute, as JSON. */
  readonly kubeconfig: string
  /** The kubeconfig without credentials, for users who bring a token of their own. */
  readonly bareKubeconfig: string
  /** The namespace that the context names, in which kubectl works when none is given. */
  readonly namespace?: string
  /** Holds the bearer token, and is written anew from time to time. */
  readonly tokenFile?: string
  /** What all this was read from, and what else credentials are read from. */
  readonly files: readonly string[]
}

type KubeconfigEnvironment = Readonly<Record<string, string | undefined>>
type KubeconfigEntry = Record<string, unknown>

const serviceAccount = '/var/run/secrets/kubernetes.io/serviceaccount'

/**
 * The order of kubectl: the files of KUBECONFIG, `~/.kube/config`, the service account. Of several files the first that names
 * something counts, and its relative paths start at its folder. `context`: another one than the current.
 * Throws a `GardenSettingError` when there is none or it cannot be used.
 */
export function findAccess(env: KubeconfigEnvironment, context?: string): ClusterAccess {
  const listed = (env.KUBECONFIG ?? '').split(delimiter).filter((file) => file.trim() !== '')
  const usual = join(env.HOME ?? homedir(), '.kube', 'config')
  const files = listed.length > 0 ? listed : [usual]
  const present = files.filter((file) => existsSync(file))
  if (present.length > 0) return fromFiles(present, context)
  if (listed.length > 0) throw fault(`there is no file ${listed.join(' and none ')}`)
  if (env.KUBERNETES_SERVICE_HOST && existsSync(`${serviceAccount}/token`)) return fromServiceAccount(env)
  throw fault(`it is not set, there is no ${usual}, and this is no pod with a service account`)
}

function fromFiles(files: readonly string[], wanted: string | undefined): ClusterAccess {
  const configs = files.map((file) => ({ file, config: readConfig(file) }))
  const find = (list: string, name: unknown) => {
    for (const { file, config } of configs) {
      const items = config[list]
      const found = Array.isArray(items) ? items.find((item) => isRecord(item) && item.name === name) : undefined
      if (isRecord(found)) return { file, item: found }
    }
    return undefined
  }
  const current = wanted ?? configs.map(({ config }) => config['current-context']).find((name) => name)
  if (typeof current !== 'string') throw fault('no context is chosen: run "kubectl config use-context NAME"')
  const context = find('contexts', current)?.item.context
  if (!isRecord(context)) throw fault(`there is no context "${current}"`)
  const cluster = find('clusters', context.cluster)
  if (!cluster || !isRecord(cluster.item.cluster)) throw fault(`there is no cluster "${String(context.cluster)}"`)
  const user = context.user === undefined ? undefined : find('users', context.user)
  if (context.user !== undefined && !user) throw fault(`there is no user "${String(context.user)}"`)
  const access = accessOf(
    current,
    files,
    withPaths(cluster.item.cluster, dirname(cluster.file), ['certificate-authority']),
    user ? userOf(user.item.user, dirname(user.file)) : {},
  )
  const { namespace } = context
  return typeof namespace === 'string' && namespace !== '' ? { ...access, namespace } : access
}

function userOf(user: unknown, folder: string): KubeconfigEntry {
  if (!isRecord(user)) return {}
  const resolved = withPaths(user, folder, ['client-certificate', 'client-key', 'tokenFile'])
  const { exec } = resolved
  if (!isRecord(exec) || typeof exec.command !== 'string') return resolved
  // As kubectl does: a command with a slash is a path, others are looked for on the PATH.
  return { ...resolved, exec: /[\\/]/.test(exec.command) ? withPaths(exec, folder, ['command']) : exec }
}

function withPaths(entry: KubeconfigEntry, folder: string, fields: readonly string[]): KubeconfigEntry {
  const resolved: KubeconfigEntry = { ...entry }
  for (const field of fields) {
    const path = entry[field]
    if (typeof path === 'string' && path !== '') resolved[field] = isAbsolute(path) ? path : join(folder, path)
  }
  return resolved
}

function fromServiceAccount(env: KubeconfigEnvironment): ClusterAccess {
  const host = env.KUBERNETES_SERVICE_HOST ?? ''
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${env.KUBERNETES_SERVICE_PORT ?? '443'}`
  const cluster = { server, 'certificate-authority': `${serviceAccount}/ca.crt` }
  return accessOf('in-cluster', [], cluster, { tokenFile: `${serviceAccount}/token` })
}

function accessOf(
  context: string,
  files: readonly string[],
  cluster: KubeconfigEntry,
  user: KubeconfigEntry,
): ClusterAccess {
  const { server } = cluster
  if (typeof server !== 'string' || !URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol)) {
    throw fault(`the cluster of context "${context}" has no server like https://api.example.com`)
  }
  const { tokenFile, ...rest } = user
  const paths = [tokenFile, cluster['certificate-authority'], rest['client-certificate'], rest['client-key']]
  // The client refuses plain HTTP ("kubectl proxy") unless told that TLS does not matter.
  const usable = /^http:/i.test(server) ? { ...cluster, 'insecure-skip-tls-verify': true } : cluster
  const configOf = (user: KubeconfigEntry) =>
    JSON.stringify({
      clusters: [{ name: 'cluster', cluster: usable }],
      users: [{ name: 'user', user }],
      contexts: [{ name: context, context: { cluster: 'cluster', user: 'user' } }],
      'current-context': context,
    })
  return {
    context,
    server: server.replace(/\/+$/, ''),
    kubeconfig: configOf(withExecInfo(rest)),
    bareKubeconfig: configOf({}),
    ...(typeof tokenFile === 'string' && tokenFile !== '' && { tokenFile }),
    files: [...files, ...paths.filter((path) => typeof path === 'string')],
  }
}

/** Credential plugins read from this variable which protocol is spoken. */
function withExecInfo(user: KubeconfigEntry): KubeconfigEntry {
  const { exec } = user
  if (!isRecord(exec)) return user
  const info = { kind: 'ExecCredential', apiVersion: exec.apiVersion, spec: { interactive: false } }
  const variables = Array.isArray(exec.env) ? exec.env : []
  return {
    ...user,
    exec: { ...exec, env: [...variables, { name: 'KUBERNETES_EXEC_INFO', value: JSON.stringify(info) }] },
  }
}

function readConfig(file: string): KubeconfigEntry {
  let config: unknown
  try {
    // Pretty errors would quote lines of a file that holds secrets.
    config = parse(readFileSync(file, 'utf8'), { prettyErrors: false })
  } catch (error) {
    throw fault(`${file} cannot be read: ${systemReason(error)}`)
  }
  if (!isRecord(config)) throw fault(`${file} is no kubeconfig`)
  return config
}

function fault(what: string): GardenSettingError {
  return new GardenSettingError(
    `KUBECONFIG: ${what}. GARDEN=kubernetes needs the kubeconfig of a Gardener API; "kubectl get shoots -A" must work with it.`,
  )
}
