/** Finds something when it is first asked for, and keeps it. */
export function once<T extends object>(find: () => T): () => T {
  let found: T | null = null
  return () => {
    found ??= find()
    return found
  }
}
