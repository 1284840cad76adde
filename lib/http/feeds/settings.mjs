/** Bytes of a secret. */
const SHORTEST = 32

/**
 * FEED_SECRET: what signs addresses of calendars and badges that work without signing in. Several, separated by commas: the first one
 * signs, all of them count, so that one can be replaced. Read by the start, before anything is installed, so it uses nothing but Node.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {string[]} none where it is not set
 * @throws an Error with one sentence where one is too short
 */
export function readFeedSecrets(env) {
  const text = env.FEED_SECRET?.trim() ?? ''
  if (text === '') return []
  const secrets = text.split(',').map((secret) => secret.trim())
  if (secrets.some((secret) => Buffer.byteLength(secret) < SHORTEST)) {
    throw new Error(
      `FEED_SECRET has a secret of fewer than ${SHORTEST} bytes: "openssl rand -base64 48" makes one that is long enough.`,
    )
  }
  return secrets
}
