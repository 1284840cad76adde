import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import { othersOrigins } from '../../support/test'

/** The client that Almanac is, and the audience that the API server wants. */
export const CLIENT = { id: 'almanac', secret: 'the secret of the client almanac' }

/** Where a login of the provider's own pages belongs to any password: a name alone makes that user. */
interface Options {
  /** The certificate and key that it shows. */
  readonly cert: string
  readonly key: string
}

/** A certified OpenID Connect provider on loopback, over https, as the API server wants it. */
export class IdentityProvider {
  /** Seconds that ID tokens live. */
  life = 3600
  /** How many times a refresh token was taken. */
  refreshed = 0

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
    private readonly key: { readonly signing: CryptoKey; readonly jwk: JWK },
  ) {}

  static async start({ cert, key }: Options): Promise<IdentityProvider> {
    const pair = await generateKeyPair('RS256', { extractable: true })
    const jwk = { ...(await exportJWK(pair.privateKey)), kid: 'tests', use: 'sig', alg: 'RS256' }
    const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    othersOrigins.add(issuer)
    return new IdentityProvider(issuer, server, { signing: pair.privateKey, jwk }).answer()
  }

  /** Lets Almanac at `url` send people here, and takes them back. */
  register(url: string): void {
    const { client } = this
    client.redirect_uris = [`${url}/signin/callback`]
    client.post_logout_redirect_uris = [`${url}/signin`]
  }

  /** A token as the provider would give it, but for what is said otherwise. `life` is in seconds, and may be negative. */
  async token(
    user: string,
    { audience = CLIENT.id, life = 3600, groups = [] as readonly string[] } = {},
  ): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ groups })
      .setProtectedHeader({ alg: 'RS256', kid: 'tests' })
      .setIssuer(this.issuer)
      .setSubject(user)
      .setAudience(audience)
      .setIssuedAt(Math.min(now, now + life - 60))
      .setExpirationTime(now + life)
      .sign(this.key.signing)
  }

  /** Stops answering, or begins again. */
  setAway(isAway: boolean): void {
    this.isAway = isAway
    if (isAway) this.server.closeAllConnections()
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }

  private isAway = false

  private readonly client = {
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: ['https://nobody.example/'],
    post_logout_redirect_uris: ['https://nobody.example/'],
  }

  private answer(): this {
    const kept = new Map<string, Kept>()
    const provider = new Provider(this.issuer, {
      adapter: (model: string) => new Adapter(model, kept, this.client),
      jwks: { keys: [this.key.jwk] },
      cookies: { keys: ['a key of the tests'] },
      claims: { openid: ['sub', 'groups'] },
      conformIdTokenClaims: false,
      issueRefreshToken: async () => true,
      rotateRefreshToken: true,
      ttl: {
        IdToken: () => this.life,
        AccessToken: 600,
        RefreshToken: 3600,
        Session: 3600,
        Grant: 3600,
        Interaction: 600,
      },
      features: { revocation: { enabled: true } },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: async () => ({ sub: id, groups: ['garden-people'] }),
      }),
    })
    provider.on('grant.success', ({ oidc }) => {
      if (oidc.params.grant_type === 'refresh_token') this.refreshed++
    })
    const handler = provider.callback()
    this.server.on('request', (request, response) => {
      if (this.isAway) request.socket.destroy()
      else handler(request, response)
    })
    return this
  }
}

interface Kept {
  readonly payload: Record<string, unknown>
  readonly until: number
}

/** All that the provider remembers, in memory, and the one client that it has. */
class Adapter {
  constructor(
    private readonly model: string,
    private readonly kept: Map<string, Kept>,
    private readonly client: { readonly client_id: string },
  ) {}

  async upsert(id: string, payload: Record<string, unknown>, life: number): Promise<void> {
    this.kept.set(`${this.model} ${id}`, { payload, until: Date.now() + life * 1000 })
  }

  async find(id: string): Promise<unknown> {
    if (this.model === 'Client') return id === this.client.client_id ? this.client : undefined
    const found = this.kept.get(`${this.model} ${id}`)
    return found === undefined || found.until < Date.now() ? undefined : found.payload
  }

  async findByUid(uid: string): Promise<unknown> {
    return this.where('uid', uid)
  }

  async findByUserCode(code: string): Promise<unknown> {
    return this.where('userCode', code)
  }

  async consume(id: string): Promise<void> {
    const found = this.kept.get(`${this.model} ${id}`)
    if (found !== undefined) found.payload.consumed = Math.floor(Date.now() / 1000)
  }

  async destroy(id: string): Promise<void> {
    this.kept.delete(`${this.model} ${id}`)
  }

  async revokeByGrantId(grant: string): Promise<void> {
    for (const [key, { payload }] of this.kept) if (payload.grantId === grant) this.kept.delete(key)
  }

  private where(field: string, value: string): unknown {
    for (const [key, { payload }] of this.kept) {
      if (key.startsWith(`${this.model} `) && payload[field] === value) return payload
    }
    return undefined
  }
}
