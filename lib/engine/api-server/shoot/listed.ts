interface Versioned {
  readonly version: string
}

/** The versions of a list with exactly this text, in its order. */
export type ListedAs = <V extends Versioned>(versions: readonly V[], text: string) => readonly V[]

/** For a few questions. */
export const searched: ListedAs = (versions, text) => versions.filter(({ version }) => version === text)

/** For many questions about the same lists, of which each may have thousands of versions: each list is gone through once. */
export function indexed(): ListedAs {
  const lists = new Map<readonly Versioned[], ReadonlyMap<string, readonly Versioned[]>>()
  return <V extends Versioned>(versions: readonly V[], text: string) => {
    let byText = lists.get(versions) as ReadonlyMap<string, readonly V[]> | undefined
    if (byText === undefined) {
      byText = byTextOf(versions)
      lists.set(versions, byText)
    }
    return byText.get(text) ?? []
  }
}

function byTextOf<V extends Versioned>(versions: readonly V[]): ReadonlyMap<string, readonly V[]> {
  const byText = new Map<string, V[]>()
  for (const version of versions) {
    const same = byText.get(version.version)
    if (same === undefined) byText.set(version.version, [version])
    else same.push(version)
  }
  return byText
}
