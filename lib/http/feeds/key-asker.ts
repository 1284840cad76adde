import type { Sight } from '@/lib/garden/cut/sight'
import { type Asker, theGarden } from '@/lib/landscape/garden'
import { theAccess } from '../asker'
import { isOff, type Scope, theAddresses } from './addresses'

/** What an address is asked for, by the parts of its path; namespaces may be named by their project. */
export interface AskedScope {
  readonly kind: Scope['kind']
  readonly namespace?: string | undefined
  readonly name: string
}

/**
 * Whoever asks with a key: they see the one thing that it is for. With a wrong key, a revoked one, or one for something else they see
 * nothing, and are answered as if there were nothing.
 */
export async function askerOfKey(key: string, asked: AskedScope, addresses = theAddresses()): Promise<Asker> {
  const scope = isOff(addresses) ? null : await addresses.scopeOf(key)
  const sight = scope !== null && isFor(scope, asked) ? sightOf(scope) : nothing
  return { identity: { kind: 'process' }, user: null, ...theAccess().viewOf(sight) }
}

function isFor(scope: Scope, { kind, namespace, name }: AskedScope): boolean {
  if (scope.kind !== kind) return false
  const project = theGarden()
    .snapshot()
    .projects.find((one) => one.namespace === scope.namespace)?.name
  const ofProject = [scope.namespace, project ?? scope.namespace]
  if (kind === 'Project') return name === scope.name || ofProject.includes(name)
  return name === scope.name && namespace !== undefined && ofProject.includes(namespace)
}

/** A forecast needs the profiles; what is told are clusters. */
const CloudProfile = 'all'

function sightOf({ kind, namespace, name }: Scope): Sight {
  const own = new Set([namespace])
  const reach = { CloudProfile, NamespacedCloudProfile: own, Project: own, Shoot: own } as const
  return kind === 'Shoot' ? { reach, cluster: name } : { reach }
}

const none: ReadonlySet<string> = new Set()
const nothing: Sight = { reach: { CloudProfile, NamespacedCloudProfile: none, Project: none, Shoot: none } }
