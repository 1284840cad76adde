/** Parts of commands that people copy into a shell. Names in them come from objects, and a folder may hold any. */

import type { NamespacedName } from './types'

/** A text in quotes, in which nothing means anything to a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/**
 * A name as one word, in quotes where a shell would read it otherwise. What no name of an object has, and quotes do not help against,
 * is left out: controls and ends of lines, which a terminal takes for keys, and dashes at the beginning, which make an option of it.
 */
export function shellWord(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '').replace(/^-+/, '')
  return /^[\w./:@%+,=-]+$/.test(plain) ? plain : shellQuoted(plain)
}

/** The command that patches a shoot. */
export function patchCommand({ namespace, name }: NamespacedName, type: 'merge' | 'json', patch: unknown): string {
  const text = shellQuoted(JSON.stringify(patch))
  return `kubectl -n ${shellWord(namespace)} patch shoot ${shellWord(name)} --type ${type} -p ${text}`
}

/** The command that gives a shoot an annotation; `isThere`: in the place of the one that it has. */
export function annotateCommand({ namespace, name }: NamespacedName, annotation: string, isThere: boolean): string {
  const overwrite = isThere ? ' --overwrite' : ''
  return `kubectl -n ${shellWord(namespace)} annotate shoot ${shellWord(name)} ${annotation}${overwrite}`
}
