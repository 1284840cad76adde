/**
 * Whether text is a name as Kubernetes wants it for keys of labels and annotations, values of labels, pools and volumes. Each
 * function tells every rule that the text breaks, as the API server answers one error for each.
 */

const SUBDOMAIN = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/
const NAME = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/

/** A key such as `team` or `example.org/team`: an optional domain, and a name of up to 63 characters. */
export function problemsOfKey(key: string): readonly string[] {
  const parts = key.split('/')
  if (parts.length > 2) return [`"${key}" has more than one slash.`]
  const [name = '', prefix] = [parts.at(-1), parts.length === 2 ? parts[0] : undefined]
  return [
    ...(prefix === undefined ? [] : problemsOfPrefix(prefix)),
    ...(name === '' ? [`"${key}" has no name.`] : []),
    ...(name.length > 63 ? [`The name of "${key}" is longer than 63 characters.`] : []),
    ...(NAME.test(name) ? [] : [`"${key}" may have letters, digits, -, _ and . only, and none of these at its ends.`]),
  ]
}

function problemsOfPrefix(prefix: string): readonly string[] {
  if (prefix === '') return ['The domain in front of the slash is missing.']
  return [
    ...(prefix.length > 253 ? [`The domain "${prefix}" is longer than 253 characters.`] : []),
    ...(SUBDOMAIN.test(prefix) ? [] : [`"${prefix}" is no domain in lower case.`]),
  ]
}

/** The value of a label or taint; it may be empty. */
export function problemsOfValue(value: string): readonly string[] {
  return [
    ...(value.length > 63 ? [`"${value}" is longer than 63 characters.`] : []),
    ...(value === '' || NAME.test(value)
      ? []
      : [`"${value}" may have letters, digits, -, _ and . only, and none of these at its ends.`]),
  ]
}

/** The name of a pool or volume: lower case letters, digits and `-`. */
export function isLabel(name: string): boolean {
  return /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(name)
}
