import { shortName } from '@/lib/contract/version-name'
import type { Changes } from './changes'
import { manifestEntry, yamlLines } from './entry-yaml'

/** One version as it was and as it will be, line by line. */
export interface Hunk {
  /** `Kubernetes`, or the image's name. */
  readonly what: string
  readonly name: string
  readonly lines: readonly HunkLine[]
}

interface HunkLine {
  /** Equal lines are told apart by their place. */
  readonly place: number
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

export function hunksOf({ versions, images }: Changes): readonly Hunk[] {
  return [
    ...images.map(({ image, before, after }): Hunk => {
      const line = (strategy: string | null) => (strategy === null ? [] : [`  updateStrategy: ${strategy}`])
      return {
        what: image,
        name: image,
        lines: diffLines(
          before === null ? [] : [`- name: ${image}`, ...line(before)],
          after === null ? [] : [`- name: ${image}`, ...line(after)],
        ),
      }
    }),
    ...versions.map(
      ({ image, version, before, after }): Hunk => ({
        what: image ?? 'Kubernetes',
        name: shortName(image, version),
        lines: diffLines(before === null ? [] : entryLines(before), after === null ? [] : entryLines(after)),
      }),
    ),
  ]
}

function entryLines(listed: Parameters<typeof manifestEntry>[0]): readonly string[] {
  return yamlLines([manifestEntry(listed)])
}

/** Lines of entries that are short and in one order: what is in both is the same, what goes stands before what comes. */
function diffLines(before: readonly string[], after: readonly string[]): Hunk['lines'] {
  const lines: Omit<HunkLine, 'place'>[] = []
  let i = 0
  for (const [position, text] of after.entries()) {
    const at = before.indexOf(text, i)
    if (at === -1) {
      // What this line replaces goes first, up to the next line that stays.
      const rest = after.slice(position + 1)
      for (let old = before[i]; old !== undefined && !rest.includes(old); old = before[++i])
        lines.push({ kind: 'removed', text: old })
      lines.push({ kind: 'added', text })
    } else {
      for (const old of before.slice(i, at)) lines.push({ kind: 'removed', text: old })
      lines.push({ kind: 'same', text })
      i = at + 1
    }
  }
  for (const old of before.slice(i)) lines.push({ kind: 'removed', text: old })
  return lines.map((line, place) => ({ place, ...line }))
}
