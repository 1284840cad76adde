/** What sentences are made of. */

/** The text as it begins a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[], and: 'and' | 'or' = 'and'): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} ${and} ${parts.at(-1)}`
}

/** `pool a`, `pools a and b`. */
export function poolsText(names: readonly string[]): string {
  return `${names.length === 1 ? 'pool' : 'pools'} ${listed(names)}`
}

/** `Kubernetes 1.33.6`, or `gardenlinux 1592.9.0`. */
export function nameOf(image: string | null, version: string): string {
  return `${image ?? 'Kubernetes'} ${version}`
}
