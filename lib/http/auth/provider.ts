import { randomBytes } from 'node:crypto'
import * as client from 'openid-client'
import { processWide } from '@/lib/process/kept'
import { log } from '@/lib/process/log'
import { type AuthSettings, readAuth } from '@/lib/process/settings.mjs'

/**
 * What this process was told about sign-in. Throws where that is wrong, with every question: a mistake lets no user in.
 * Sessions that no `SESSION_SECRET` seals end with the process, which is said once.
 */
export function theAuth() {
  return processWide('auth', () => {
    const auth = readAuth(process.env)
    if (!('secrets' in auth) || auth.secrets.length > 0) return auth
    log.warn('SESSION_SECRET is not set, so sessions end with this process, and no other replica knows them.')
    return { ...auth, secrets: [randomBytes(48).toString('base64')] }
  })
}

/** How people sign in; see docs/sign-in.md. */
export function authMode() {
  return theAuth().mode
}

type ProviderSettings = Extract<AuthSettings, { mode: 'oidc' }>['provider']

/** Seconds that the provider may take for an answer. */
const patience = 5
/** Asked for unless `OIDC_SCOPES` says otherwise, as far as the provider has them. */
const wanted = ['openid', 'email', 'profile', 'groups', 'offline_access']

/** The provider could not be asked, or did not give what it was asked for. The message has no secret in it. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  constructor(
    /** `refused`: it said so; `away`: it could not be asked, or its answer cannot be understood. */
    readonly kind: 'refused' | 'away',
    message: string,
  ) {
    super(message)
  }
}

/** Modules are loaded several times in one process, so `instanceof` would miss some. */
export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof Error && error.name === 'ProviderError'
}

/** What the provider gave: its ID token is what the API server knows people by. */
export interface ProviderTokens {
  readonly idToken: string
  readonly refresh?: string
}

/** What a sign-in needs to know of its beginning when the provider answers. */
export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/**
 * The OpenID Connect provider. What it says of itself is asked for when it is first needed, and again after it could not be had.
 * Signatures of its ID tokens are checked here too, before the API server does. All methods reject with a `ProviderError`.
 */
export class OpenIdProvider {
  private found: Promise<client.Configuration> | undefined

  constructor(private readonly settings: ProviderSettings) {}

  get host(): string {
    return new URL(this.settings.issuer).host
  }

  /** Whether it can be asked. */
  async isThere(): Promise<boolean> {
    return this.config().then(
      () => true,
      () => false,
    )
  }

  /** The address to which a browser goes to sign in, and what must be kept until it comes back to `redirect`. */
  async begin(redirect: string): Promise<SignInSecrets & { readonly address: string }> {
    const config = await this.config()
    const verifier = client.randomPKCECodeVerifier()
    const state = client.randomState()
    const nonce = client.randomNonce()
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: this.settings.scopes || scopesOf(config),
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return { address: address.href, state, nonce, verifier }
  }

  /** The tokens for the address that the provider led a browser back to. */
  async finish(address: URL, { state, nonce, verifier }: SignInSecrets): Promise<ProviderTokens> {
    const config = await this.config()
    return given(
      client.authorizationCodeGrant(config, address, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      }),
    )
  }

  /** The next tokens. Where the provider gives no other refresh token, the old one goes on. */
  async refresh(refresh: string): Promise<ProviderTokens> {
    const config = await this.config()
    return { refresh, ...(await given(client.refreshTokenGrant(config, refresh))) }
  }

  /**
   * Ends the session at the provider: its refresh token is worth nothing from now on, and the browser should go to the address. The
   * token is not in it, as addresses are logged; the provider may ask whether it is meant. Null: it has no such address.
   */
  async end(refresh: string | undefined, back: string): Promise<string | null> {
    const config = await this.config()
    const { revocation_endpoint, end_session_endpoint } = config.serverMetadata()
    if (refresh !== undefined && revocation_endpoint !== undefined) {
      await client.tokenRevocation(config, refresh, { token_type_hint: 'refresh_token' }).catch(() => {})
    }
    if (end_session_endpoint === undefined) return null
    return client.buildEndSessionUrl(config, { post_logout_redirect_uri: back }).href
  }

  private async config(): Promise<client.Configuration> {
    this.found ??= this.discover()
    try {
      return await this.found
    } catch (error) {
      this.found = undefined
      throw asProviderError(error)
    }
  }

  private async discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings
    const config = await client.discovery(
      new URL(issuer),
      clientId,
      undefined,
      clientSecret ? either(clientSecret) : client.None(),
      {
        timeout: patience,
      },
    )
    client.enableNonRepudiationChecks(config)
    return config
  }
}

/** The authentication of the client: in the header, as every provider must accept it, unless the provider accepts only the other way. */
function either(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

function scopesOf(config: client.Configuration): string {
  const supported = config.serverMetadata().scopes_supported
  return wanted.filter((scope) => scope === 'openid' || (supported?.includes(scope) ?? scope !== 'groups')).join(' ')
}

async function given(asked: Promise<client.TokenEndpointResponse>): Promise<ProviderTokens> {
  const { id_token, refresh_token } = await asked.catch((error: unknown) => {
    throw asProviderError(error)
  })
  if (id_token === undefined) throw new ProviderError('away', 'The provider gave no ID token.')
  return { idToken: id_token, ...(refresh_token !== undefined && { refresh: refresh_token }) }
}

function asProviderError(error: unknown): ProviderError {
  if (isProviderError(error)) return error
  if (error instanceof client.AuthorizationResponseError || error instanceof client.ResponseBodyError) {
    return new ProviderError('refused', [error.error, error.error_description].filter(Boolean).join(': '))
  }
  return new ProviderError('away', wordsOf(error))
}

/** `fetch` says only that it failed, and its cause says why. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'It does not answer.'
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? `${error.message}: ${cause.message}` : error.message
}

/** The one provider of this process. */
export function theProvider(settings: ProviderSettings): OpenIdProvider {
  return processWide('provider', () => new OpenIdProvider(settings))
}
