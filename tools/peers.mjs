import { BlockList, isIP } from 'node:net'

/** What proxies say about a request that they pass on. Any client can write it, so it counts from a trusted proxy only. */
const FORWARDED = /^(?:forwarded|x-forwarded(?:-.*)?|x-real-ip)$/

/** What this server tells the program behind it, and what Next tells itself; from outside no client may. */
const OWN = /^x-(?:almanac|middleware|invoke)-/

/** `1`: the peer is one of TRUSTED_PROXIES. */
const PEER_TRUSTED = 'x-almanac-peer-trusted'

/** The address of the client. */
const CLIENT = 'x-almanac-client'

/** `metrics`: the request came in at METRICS_PORT. */
const LISTENER = 'x-almanac-listener'

/**
 * Reads TRUSTED_PROXIES: addresses and CIDRs, IPv4 or IPv6, with commas between.
 * @param {string | undefined} text
 * @param {string} [auth] AUTH
 * @returns {(address: string | undefined) => boolean} whether the address of a peer is among them
 * @throws when one of them is no address, or when there is none and AUTH=proxy would let no user in
 */
export function readTrusted(text, auth) {
  const list = new BlockList()
  const all = (text ?? '').split(',').flatMap((part) => part.trim() || [])
  if (auth === 'proxy' && all.length === 0) {
    throw new Error('AUTH=proxy needs TRUSTED_PROXIES: the addresses of the proxy that signs people in.')
  }
  for (const one of all) add(list, one)
  return (address) => {
    const plain = (address ?? '').replace(/%.*$/, '')
    // A server that listens on IPv6 too sees peers of IPv4 as ::ffff:192.0.2.7.
    const mapped = plain.replace(/^::ffff:(?=[\d.]+$)/i, '')
    return [plain, mapped].some((one) => isIP(one) !== 0 && list.check(one, family(one)))
  }
}

/**
 * @param {BlockList} list
 * @param {string} text
 */
function add(list, text) {
  const [address = '', length, ...more] = text.split('/')
  const version = isIP(address)
  const bits = length === undefined ? undefined : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
  if (version === 0 || more.length > 0 || (bits !== undefined && !(bits <= (version === 4 ? 32 : 128)))) {
    throw new Error(
      `TRUSTED_PROXIES: ${text} is no address.\n` +
        'Give addresses or networks of the proxies in front, with commas between: TRUSTED_PROXIES=10.0.0.7,192.168.0.0/16,fd00::/8',
    )
  }
  if (bits === undefined) list.addAddress(address, family(address))
  else list.addSubnet(address, bits, family(address))
}

/** @param {string} address */
function family(address) {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6'
}

/**
 * Who asks: the peer, or where that is a trusted proxy, the nearest one before it that is none. Each proxy adds the address that it was
 * asked from at the end.
 * @param {string | undefined} address of the peer
 * @param {import('node:http').IncomingHttpHeaders} headers of the request, as they came
 * @param {(address: string | undefined) => boolean} isTrusted
 * @returns {string}
 */
export function clientOf(address, headers, isTrusted) {
  const forwarded = headers['x-forwarded-for'] ?? ''
  const hops = [...String(forwarded).split(','), address ?? ''].map((hop) => hop.trim()).filter(Boolean)
  return hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? ''
}

/**
 * Makes the headers of a request what the program may believe: no client's word about its own marks, and of proxies only those of the
 * trusted.
 * @param {import('node:http').IncomingHttpHeaders} headers changed in place
 * @param {boolean} isTrusted whether the peer is one of TRUSTED_PROXIES
 * @param {{ auth: string, client?: string, listener?: 'metrics' }} how AUTH, who asks, and where the request came in
 */
export function markPeer(headers, isTrusted, { auth, client, listener }) {
  for (const name of Object.keys(headers)) {
    if (OWN.test(name) || (!isTrusted && FORWARDED.test(name))) delete headers[name]
  }
  // Whose token it is only the proxy knows.
  if (auth === 'proxy' && !isTrusted) delete headers.authorization
  if (isTrusted) headers[PEER_TRUSTED] = '1'
  if (client !== undefined) headers[CLIENT] = client
  if (listener !== undefined) headers[LISTENER] = listener
}
