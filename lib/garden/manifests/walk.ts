import type { Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileFault } from '@/lib/engine/faults'
import { compare } from '../snapshot'
import { isKustomization } from './kustomization'
import type { ManifestLimits } from './reading'

/** A file with manifests, as it lies there now. */
export interface FoundFile {
  /** Relative to the folder; for a single file its own path as given. Names it to people. */
  readonly name: string
  readonly path: string
  readonly size: number
  /** See `stampOf`. */
  readonly stamp: string
  /** When it was written, in milliseconds since 1970 by the clock of the file system. */
  readonly writtenAt: number
}

/** How many files of a folder are looked at together: one after the other, most of the time would be waiting. */
const atOnce = 64

export interface FolderContents {
  /** The files in the order of their paths. */
  readonly files: readonly FoundFile[]
  /** What could not be looked at, or is beyond the limits. `name` as for files. */
  readonly problems: readonly { readonly name: string; readonly fault: FileFault }[]
  /** Why nothing could be looked at. */
  readonly missing?: string
}

/**
 * Finds the files of a path: itself, or all `.yaml`, `.yml` and `.json` files of the folder and its folders, and what kustomize reads. Names that begin
 * with a dot are skipped. Links are followed; a folder that contains itself is entered once, and a file that can be reached in
 * two ways is found once, under its first path.
 */
export async function walk(root: string, limits: ManifestLimits): Promise<FolderContents> {
  let top: Stats
  try {
    top = await stat(root)
  } catch (error) {
    return { files: [], problems: [], missing: systemReason(error) }
  }
  if (top.isFile()) return { files: [found(root, root, top)], problems: [] }
  // A pipe or a device may never come to an end.
  if (!top.isDirectory()) return { files: [], problems: [], missing: 'it is neither a file nor a folder' }
  const files: FoundFile[] = []
  const problems: { name: string; fault: FileFault }[] = []
  const seen = new Set<string>([identity(top)])
  let bytes = 0

  const enter = async (folder: string, prefix: string): Promise<void> => {
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort(compare)
    for (let begin = 0; begin < names.length; begin += atOnce) {
      const looks = names.slice(begin, begin + atOnce).map(async (name) => ({
        name,
        stats: await stat(join(folder, name)).catch((error: unknown) => ({ error })),
      }))
      for (const { name, stats } of await Promise.all(looks)) await take(folder, `${prefix}${name}`, name, stats)
    }
  }

  const take = async (
    folder: string,
    shown: string,
    name: string,
    stats: Stats | { error: unknown },
  ): Promise<void> => {
    const path = join(folder, name)
    try {
      if ('error' in stats) throw stats.error
      const isManifest = stats.isFile() && (/\.(ya?ml|json)$/i.test(name) || isKustomization(name))
      if (!(isManifest || stats.isDirectory()) || seen.has(identity(stats))) return
      seen.add(identity(stats))
      if (stats.isDirectory()) await enter(path, `${shown}/`)
      else if (files.length === limits.files) throw new FolderTooLarge({ files: limits.files })
      else if (bytes + stats.size > limits.totalBytes) throw new FolderTooLarge({ bytes: limits.totalBytes })
      else {
        bytes += stats.size
        files.push(found(shown, path, stats))
      }
    } catch (error) {
      if (error instanceof FolderTooLarge) throw error
      problems.push({ name: shown, fault: { code: 'unread', reason: systemReason(error) } })
    }
  }

  try {
    await enter(root, '')
  } catch (error) {
    if (!(error instanceof FolderTooLarge)) return { files: [], problems: [], missing: systemReason(error) }
    problems.push({ name: files.at(-1)?.name ?? root, fault: { code: 'folder-too-large', most: error.most } })
  }
  return { files, problems }
}

class FolderTooLarge extends Error {
  constructor(readonly most: Extract<FileFault, { code: 'folder-too-large' }>['most']) {
    super()
  }
}

const identity = (stats: Stats): string => `${stats.dev}:${stats.ino}`

function found(name: string, path: string, stats: Stats): FoundFile {
  const { size, mtimeMs, ctimeMs } = stats
  return { name, path, size, stamp: stampOf(stats), writtenAt: Math.max(mtimeMs, ctimeMs) }
}

/** A text for a file that differs whenever the file may have been written or replaced. */
export function stampOf(stats: Stats): string {
  return [identity(stats), stats.size, stats.mtimeMs, stats.ctimeMs].join(' ')
}

const words: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'the link leads to itself',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  EIO: 'the disk reports an error',
  EROFS: 'it may only be read',
  ENOSPC: 'the disk is full',
}

/** What the system says, in words. */
export function systemReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code !== undefined) return words[code] ?? code
  return error instanceof Error ? error.message : String(error)
}
