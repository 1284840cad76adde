/**
 * Whether the name in the Host header may be answered. While only this machine is served, a page of another site could
 * point a name of its own at 127.0.0.1 (DNS rebinding) and then read us as if we were that site; the browser still sends
 * that name. So only names of this machine are answered, unless HOST opens Almanac to others, or a trusted proxy in front asks: it
 * answers the names that it was given.
 * @param header the Host header, null when absent
 * @param boundTo where the server listens (HOST); absent: this machine only
 * @param isProxy whether a trusted proxy asks
 */
export function isKnownHost(header: string | null, boundTo: string | undefined, isProxy = false): boolean {
  const bound = boundTo || '127.0.0.1'
  if (isProxy || !isLoopback(bound)) return true
  const name = /^(\[[^\]]+\]|[^:]+)(:\d+)?$/.exec(header ?? '')?.[1]?.toLowerCase()
  return name !== undefined && isLoopback(name.replace(/^\[(.*)\]$/, '$1'))
}

/** `localhost` and the addresses that never leave the machine. */
function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}
