import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { NamespacedName } from '@/lib/engine/types'
import type { GardenSight } from '@/lib/garden/cut/cut-snapshot'
import { type Asker, theGarden } from '@/lib/landscape/garden'
import { processWide } from '@/lib/process/kept'
import { readFeedSecrets } from '@/lib/process/settings.mjs'
import { type Store, type StoredRow, theStore } from '@/lib/store'
import { theAccess } from '../answer'
import { authMode } from '../auth'

/** A cluster or a project; projects are known by the namespace that belongs to them. */
export interface AddressScope extends NamespacedName {
  readonly kind: 'Shoot' | 'Project'
}

export interface SignedAddress {
  readonly id: string
  readonly scope: AddressScope
  readonly by: string
  /** The time, in milliseconds. */
  readonly at: number
}

const columns = 'id, kind, namespace, name, made_by, made_at'
const ofScope = 'kind = $1 AND namespace = $2 AND name = $3 AND revoked_at IS NULL'

/**
 * Addresses that work without signing in, each for one scope until it is revoked. The key in an address is its id and a signature
 * over id and scope, so that the database alone gives no key.
 */
export class SignedAddressStore {
  constructor(
    private readonly store: Store,
    private readonly secrets: readonly string[],
  ) {}

  /** Newest first. */
  async of({ kind, namespace, name }: AddressScope): Promise<readonly SignedAddress[]> {
    const rows = await this.store.rows(
      `SELECT ${columns} FROM feed_addresses WHERE ${ofScope} ORDER BY made_at DESC, id`,
      [kind, namespace, name],
    )
    return rows.map(addressOf)
  }

  /** A user has one for each scope: what is there already is given again. */
  make({ kind, namespace, name }: AddressScope, by: string): Promise<SignedAddress> {
    return this.store.together(async (rows) => {
      const scope = [kind, namespace, name]
      const [known] = await rows(`SELECT ${columns} FROM feed_addresses WHERE ${ofScope} AND made_by = $4`, [
        ...scope,
        by,
      ])
      if (known !== undefined) return addressOf(known)
      const id = randomBytes(16).toString('base64url')
      const now = Date.now()
      const values = [id, ...scope, by, now]
      await rows(`INSERT INTO feed_addresses (${columns}) VALUES ($1, $2, $3, $4, $5, $6)`, values)
      return { id, scope: { kind, namespace, name }, by, at: now }
    })
  }

  /** Null: there is none, or it was revoked. */
  async get(id: string): Promise<SignedAddress | null> {
    const [row] = await this.store.rows(`SELECT ${columns} FROM feed_addresses WHERE id = $1 AND revoked_at IS NULL`, [
      id,
    ])
    return row === undefined ? null : addressOf(row)
  }

  async revoke(id: string, by: string): Promise<void> {
    await this.store.rows(
      'UPDATE feed_addresses SET revoked_at = $2, revoked_by = $3 WHERE id = $1 AND revoked_at IS NULL',
      [id, Date.now(), by],
    )
  }

  keyOf({ id, scope }: SignedAddress): string {
    return `${id}.${sign(this.secrets[0] ?? '', id, scope).toString('base64url')}`
  }

  /** What a key is for; null: for nothing. It takes the same time whatever is wrong with the key. */
  async scopeOf(key: string): Promise<AddressScope | null> {
    const [id = '', signature = ''] = key.split('.')
    const given = Buffer.from(signature, 'base64url')
    const address = await this.get(id)
    const scope = address?.scope ?? { kind: 'Shoot', namespace: '', name: '' }
    const fits = this.secrets.map((secret) => isSame(sign(secret, id, scope), given))
    return address !== null && fits.includes(true) ? scope : null
  }
}

function sign(secret: string, id: string, { kind, namespace, name }: AddressScope): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([id, kind, namespace, name]))
    .digest()
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

function addressOf({ id, kind, namespace, name, made_by, made_at }: StoredRow): SignedAddress {
  const scope = { kind: kind === 'Project' ? ('Project' as const) : ('Shoot' as const), namespace: String(namespace) }
  return { id: String(id), scope: { ...scope, name: String(name) }, by: String(made_by), at: Number(made_at) }
}

/** Why there are no addresses here. */
export interface NoAddressesReason {
  readonly isNeeded: boolean
  readonly reason: string
}

/** The addresses of this process. */
export function theAddresses(): SignedAddressStore | NoAddressesReason {
  return processWide('addresses', () => {
    if (authMode() === 'none') return { isNeeded: false, reason: 'Nobody signs in here: the plain address works.' }
    const secrets = readFeedSecrets(process.env)
    const store = theStore()
    if (secrets.length > 0 && store.kept !== 'process') return new SignedAddressStore(store, secrets)
    const lacking = secrets.length === 0 ? 'FEED_SECRET' : 'DATABASE_URL or DATA_DIR'
    return { isNeeded: true, reason: `Whoever runs Almanac must set ${lacking} for that.` }
  })
}

export function isOff(addresses: SignedAddressStore | NoAddressesReason): addresses is NoAddressesReason {
  return 'reason' in addresses
}

/** What an address is asked for, by the parts of its path; namespaces may be named by their project. */
interface RequestedScope {
  readonly kind: AddressScope['kind']
  readonly namespace?: string | undefined
  readonly name: string
}

/**
 * A client that asks with a key sees the one thing that it is for. With a wrong key, a revoked one, or one for something else they see
 * nothing, and are answered as if there were nothing.
 */
export async function askerOfKey(key: string, asked: RequestedScope, addresses = theAddresses()): Promise<Asker> {
  const scope = isOff(addresses) ? null : await addresses.scopeOf(key)
  const sight = scope !== null && isFor(scope, asked) ? sightOf(scope) : nothing
  return { identity: { kind: 'process' }, user: null, ...theAccess().viewOf(sight) }
}

function isFor(scope: AddressScope, { kind, namespace, name }: RequestedScope): boolean {
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

function sightOf({ kind, namespace, name }: AddressScope): GardenSight {
  const own = new Set([namespace])
  const reach = { CloudProfile, NamespacedCloudProfile: own, Project: own, Shoot: own } as const
  return kind === 'Shoot' ? { reach, cluster: name } : { reach }
}

const none: ReadonlySet<string> = new Set()
const nothing: GardenSight = { reach: { CloudProfile, NamespacedCloudProfile: none, Project: none, Shoot: none } }
