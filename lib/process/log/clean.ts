const HIDDEN = '[hidden]'

/**
 * What a secret looks like in a line of the log, and what is left of it. Lines are JSON, so that no pattern goes past a quotation
 * mark or a backslash: what comes out is the same JSON with other texts. Every repetition is bounded, or over what no other part of
 * its pattern matches.
 */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // A header, or a field that has the name of a secret, as text or as JSON within a text.
  [
    /\b((?:proxy-)?authorization|(?:set-)?cookie|x-[a-z]{1,20}-token|[a-z_-]{0,30}(?:secret|password|passwd|token))(\\{0,3}["']?\s?[:=]\s?(?:\[\s?)?\\{0,3}["']?)(?!\[hidden\])[^"'\\\s][^"'\\]*/gi,
    `$1$2${HIDDEN}`,
  ],
  [/\b(bearer\s)[\w.~+/=-]{8,}/gi, `$1${HIDDEN}`],
  // A JSON Web Token begins with `{"` in base64.
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g, HIDDEN],
  // The password of an address.
  [/(\b[a-z][a-z0-9+]{0,20}:\/\/[^\s:@/"\\]{0,200}):[^\s@"\\]{1,500}@/gi, `$1:${HIDDEN}@`],
  // What a signed address and the answer of a provider carry.
  [/([?&](?:key|code|state|nonce|signature|id_token_hint|code_verifier)=)[^&\s"\\#]+/gi, `$1${HIDDEN}`],
]

/**
 * Takes secrets out of what is written down: what looks like one, and `known` ones wherever they stand. Fields of our own have none;
 * this is for texts of others, as errors of libraries.
 */
export function cleaned(line: string, known: readonly string[] = []): string {
  let clean = line
  for (const secret of known) clean = clean.replaceAll(secret, HIDDEN)
  for (const [pattern, kept] of PATTERNS) clean = clean.replace(pattern, kept)
  return clean
}

type Env = Readonly<Record<string, string | undefined>>

const SECRETS = ['OIDC_CLIENT_SECRET', 'SESSION_SECRET', 'FEED_SECRET'] as const

/** The secrets of the settings, as they may stand in JSON. What is shorter than this would take words apart. */
export function secretsOf(env: Env): readonly string[] {
  // Keys are several while one takes the place of another.
  const given = SECRETS.flatMap((name) => (env[name] ?? '').split(',').map((secret) => secret.trim()))
  const found = [...given, ...passwordsOf(env.DATABASE_URL ?? '')]
  return [...new Set(found.map((text) => JSON.stringify(text).slice(1, -1)))].filter((text) => text.length >= 6)
}

function passwordsOf(url: string): readonly string[] {
  const [, written = ''] = /^[^:]*:\/\/[^:@]*:(.*)@/.exec(url) ?? []
  const parsed = URL.canParse(url) ? new URL(url).password : ''
  try {
    return [written, parsed, decodeURIComponent(parsed)]
  } catch {
    return [written, parsed]
  }
}
