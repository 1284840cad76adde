import { imageBody, lifeBody } from '@/lib/contract/edit-codec'
import { shortName } from '@/lib/contract/version-name'
import type { ExpirableVersion, MachineImageVersion } from '@/lib/engine/types'
import type { Changes } from './changes'

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

/** What JSON can say, as a profile has it. */
type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain }

/** A version as the profile's manifest has it, in the usual order of fields: there lists that are empty are left out. */
function manifestEntry(listed: ExpirableVersion | MachineImageVersion): Readonly<Record<string, Plain>> {
  const { lifecycle = [], ...life } = lifeBody(listed)
  return {
    version: listed.version,
    ...life,
    ...(lifecycle.length > 0 && { lifecycle }),
    ...('architectures' in listed && imageFields(listed)),
  }
}

function imageFields(image: MachineImageVersion): Readonly<Record<string, Plain>> {
  const { architectures, cri, ...others } = imageBody(image)
  return {
    ...(architectures.length > 0 && { architectures }),
    ...(cri.length > 0 && {
      cri: cri.map(({ name, containerRuntimes }) => ({
        name,
        ...(containerRuntimes.length > 0 && { containerRuntimes: containerRuntimes.map((type) => ({ type })) }),
      })),
    }),
    ...(others as Record<string, Plain>),
  }
}

/** A value as lines of YAML, the way manifests are usually written: two blanks, lists at the level of their key. */
function yamlLines(value: Plain): readonly string[] {
  if (typeof value !== 'object') return [scalar(value)]
  if (isList(value)) {
    return value.flatMap((item) => yamlLines(item).map((line, i) => `${i === 0 ? '- ' : '  '}${line}`))
  }
  return Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner !== 'object') return [`${key}: ${scalar(inner)}`]
    const lines = yamlLines(inner)
    if (lines.length === 0) return [`${key}: ${isList(inner) ? '[]' : '{}'}`]
    return [`${key}:`, ...lines.map((line) => (isList(inner) ? line : `  ${line}`))]
  })
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value)
}

const PLAIN = /^[A-Za-z][\w./-]*$|^\d+\.\d+\.[\w.+-]+$/
const WORDS = /^(true|false|null|yes|no|on|off|y|n)$/i

/** Quoted where YAML would read something else, e.g. `1.34` or a time. */
function scalar(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  return PLAIN.test(value) && !WORDS.test(value) ? value : JSON.stringify(value)
}
