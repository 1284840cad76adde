/** What the tests use of it; the package brings no types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
    callback(): RequestListener
    on(
      event: 'grant.success',
      listener: (context: { readonly oidc: { readonly params: { readonly grant_type: string } } }) => void,
    ): this
  }
}
