import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chown, link, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A file that a process left behind when it was killed is taken away by a later write, in milliseconds after it. */
const abandoned = 10 * 60_000

/**
 * Replaces the content of a file at one stroke: a reader, also one after a crash, finds the old or the new content,
 * nothing in between. The new content is written beside it, flushed, and renamed. Links are followed, the mode is kept,
 * the owner where that is allowed. False: the file is no longer as `before`; nothing was done. Rejects with the system's error.
 */
export async function replaceFile(path: string, before: Buffer, after: Buffer): Promise<boolean> {
  const target = await realpath(path)
  await takeAwayAbandoned(dirname(target), basename(target))
  return putInPlace(target, after, target, async (beside) => {
    if (!(await readFile(target)).equals(before)) return false
    await rename(beside, target)
    return true
  })
}

/**
 * Makes a file at one stroke, with the mode of one beside it, and its owner where that is allowed. False: something of that name is there;
 * nothing was done. Rejects with the system's error.
 */
export async function createFile(path: string, content: Buffer, like: string): Promise<boolean> {
  return putInPlace(path, content, like, async (beside) => {
    try {
      // Other than to rename, this never takes the place of what is there.
      await link(beside, path)
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
      throw error
    }
  })
}

/** @param put gives the file that was written beside it its name; false: nothing was done */
async function putInPlace(
  path: string,
  content: Buffer,
  like: string,
  put: (beside: string) => Promise<boolean>,
): Promise<boolean> {
  const folder = dirname(path)
  const { mode, uid, gid } = await stat(like)
  const beside = join(folder, `${prefixOf(basename(path))}${randomBytes(6).toString('hex')}`)
  try {
    await writeWhole(beside, content, mode)
    await chown(beside, uid, gid).catch(() => {})
    if (!(await put(beside))) return false
  } finally {
    await rm(beside, { force: true })
  }
  await flushFolder(folder)
  return true
}

async function writeWhole(path: string, content: Buffer, mode: number): Promise<void> {
  const file = await open(path, 'wx', mode & 0o777)
  try {
    await file.writeFile(content)
    // What the process may not give to new files by its mask, the old one may have had.
    await file.chmod(mode & 0o7777)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Rejects with the system's error where `replaceFile` would for want of permission. */
export async function checkReplaceable(path: string): Promise<void> {
  const target = await realpath(path)
  await access(target, constants.W_OK)
  await access(dirname(target), constants.W_OK)
}

/** Begins with a dot: files that do are no manifests. */
function prefixOf(name: string): string {
  return `.${name}.almanac-`
}

async function takeAwayAbandoned(folder: string, name: string): Promise<void> {
  const names = (await readdir(folder)).filter((one) => one.startsWith(prefixOf(name)))
  for (const one of names) {
    const path = join(folder, one)
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now())
    if (age > abandoned) await rm(path, { force: true })
  }
}

/** Flushes a folder, so that the new name survives a power cut. Some file systems cannot do this; the content is whole either way. */
async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {
    // Nothing more can be done for it.
  }
}
