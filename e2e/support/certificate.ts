import { createSign, generateKeyPairSync } from 'node:crypto'

/** A key, and a certificate for some names that it signed itself; for a day. */
export function selfSigned(names: readonly string[]): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const commonName = sequence(objectId(0x55, 0x04, 0x03), der(0x0c, Buffer.from(names[0] ?? '')))
  const name = sequence(der(0x31, commonName))
  const subjectAltName = sequence(
    objectId(0x55, 0x1d, 0x11),
    der(0x04, sequence(...names.map((one) => der(0x82, Buffer.from(one))))),
  )
  const day = 86_400_000
  const content = sequence(
    der(0xa0, integer(2)),
    integer(Date.now() % 0x7fffffff),
    ecdsaWithSha256,
    name,
    sequence(utcTime(Date.now() - day), utcTime(Date.now() + day)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(subjectAltName)),
  )
  const signature = createSign('sha256').update(content).sign(privateKey)
  const certificate = sequence(content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

/** X.690: a tag, how many bytes follow, and these. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length < 256 ? [0x81, content.length] : [0x82, content.length >> 8, content.length & 255]
  return Buffer.concat([Buffer.from([tag, ...(content.length < 128 ? [content.length] : size)]), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts)
}

function objectId(...bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes))
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(5)
  bytes.writeUInt32BE(value, 1)
  // As few bytes as hold it, the first of which does not look negative.
  let start = 0
  while (start < 4 && bytes[start] === 0 && (bytes[start + 1] ?? 0) < 0x80) start++
  return der(0x02, bytes.subarray(start))
}

function utcTime(at: number): Buffer {
  const text = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return der(0x17, Buffer.from(text.slice(2)))
}
