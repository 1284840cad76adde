import { imageBody, lifeBody } from '@/lib/contract/edit-codec'
import type { ExpirableVersion, MachineImageVersion } from '@/lib/engine/types'

/** What JSON can say, as a profile has it. */
export type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain }

/** A version as the profile's manifest has it, in the usual order of fields: there lists that are empty are left out. */
export function manifestEntry(listed: ExpirableVersion | MachineImageVersion): Readonly<Record<string, Plain>> {
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
export function yamlLines(value: Plain): readonly string[] {
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
