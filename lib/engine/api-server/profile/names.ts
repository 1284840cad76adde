/** What Kubernetes wants of names and labels, in its words; nothing is found where they are in order. */

const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/
const VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/

/** As Kubernetes tells them: without the ends of the text. */
function told({ source }: RegExp): string {
  return source.slice(1, -1)
}

const CHARACTERS =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
const NAME_EXAMPLES = `(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${told(NAME)}')`

/** A name with an optional domain before a slash. */
export function qualifiedNameFaults(value: string): readonly string[] {
  const parts = value.split('/')
  const [prefix, name = ''] = parts.length === 2 ? parts : [undefined, parts[0]]
  if (parts.length > 2) {
    return [
      `a valid label key ${CHARACTERS} ${NAME_EXAMPLES} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const found: string[] = []
  if (prefix === '') found.push('prefix part must be non-empty')
  else if (prefix !== undefined) found.push(...subdomainFaults(prefix, 'bytes').map((fault) => `prefix part ${fault}`))
  if (name === '') found.push('name part must be non-empty')
  else if (name.length > 63) found.push('name part must be no more than 63 bytes')
  if (!NAME.test(name)) found.push(`name part ${CHARACTERS} ${NAME_EXAMPLES}`)
  return found
}

/** A qualified name without a domain. */
export function plainNameFaults(value: string): readonly string[] {
  const found = qualifiedNameFaults(value)
  if (found.length > 0) return found
  return value.includes('/') ? [`name '${value}' must not contain a prefix`] : []
}

export function labelValueFaults(value: string): readonly string[] {
  const found: string[] = []
  if (value.length > 63) found.push('must be no more than 63 bytes')
  if (!VALUE.test(value)) {
    found.push(
      `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '${told(VALUE)}')`,
    )
  }
  return found
}

/** The name of an object, or the domain of a label, which Kubernetes measures in another word. */
export function subdomainFaults(value: string, measure: 'characters' | 'bytes' = 'characters'): readonly string[] {
  const found: string[] = []
  if (value.length > 253) found.push(`must be no more than 253 ${measure}`)
  if (!SUBDOMAIN.test(value)) {
    found.push(
      `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${told(SUBDOMAIN)}')`,
    )
  }
  return found
}

/** The name of a namespace. */
export function namespaceFaults(value: string): readonly string[] {
  const found: string[] = []
  if (value.length > 63) found.push('must be no more than 63 characters')
  if (LABEL.test(value)) return found
  if (SUBDOMAIN.test(value)) found.push('must not contain dots')
  else {
    found.push(
      `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${told(LABEL)}')`,
    )
  }
  return found
}
