import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { CommandFailure } from './layout'

/** The manifests of a revision, in a folder of their own. */
export interface Revision {
  readonly folder: string
  /** `4f2c9e1`; null: what was named is a folder of a revision, and no commit. */
  readonly commit: string | null
  /** Links that lead out of it, or nowhere: what is there is not read. */
  readonly leadingOut: readonly string[]
  /** Takes the folder away. */
  remove(): void
}

/** What may be manifests: the files that a folder of manifests is read from. */
const MANIFEST = /\.(?:ya?ml|json)$|(?:^|\/)[Kk]ustomization$/

/** The mode of a symbolic link, whose content is where it leads. */
const LINK = '120000'

/** How much Git may print in one answer, in bytes. */
const MOST = 2 * 1024 * 1024 * 1024

/** Whether a text names a revision of the Git checkout around a folder. */
export function isRevision(text: string, folder: string): boolean {
  return objectOf(text, folder) !== null
}

/**
 * Writes the manifests of a revision (`main`, `HEAD~1`, `main:profiles`) into a folder of the system for temporary files. They are read
 * from Git's own storage: neither the work tree nor its index is touched. Throws a `CommandFailure` where Git has no such revision.
 */
export function readRevision(text: string, folder: string): Revision {
  const object = objectOf(text, folder)
  if (object === null) throw new CommandFailure(noRevision(text, folder))
  const listed = gitOf(folder, ['ls-tree', '-r', '-z', '--full-tree', object.id]).toString('utf8').split('\0')
  const files = listed.flatMap((line) => {
    const [, mode = '', id = '', path = ''] = /^(\d+) blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? []
    const isLink = mode === LINK
    return path !== '' && (isLink || MANIFEST.test(path)) && !isHidden(path) ? [{ id, path, isLink }] : []
  })
  const into = realpathSync(mkdtempSync(join(tmpdir(), 'almanac-')))
  const remove = () => rmSync(into, { recursive: true, force: true })
  try {
    const contents = contentsOf(
      folder,
      files.map(({ id }) => id),
    )
    const all = files.map(({ path, isLink }, i) => ({ path, isLink, content: contents[i] ?? '' }))
    const links = all.filter(({ isLink }) => isLink)
    // The links come last: where A and a are the same name, a file would be written through one.
    for (const { path, isLink, content } of [...all.filter((one) => !one.isLink), ...links]) {
      const target = join(into, path)
      mkdirSync(dirname(target), { recursive: true })
      if (isLink) symlinkSync(content, target)
      else writeFileSync(target, content)
    }
    const leadingOut = links.map(({ path }) => path).filter((path) => !leadsWithin(into, path))
    for (const path of leadingOut) rmSync(join(into, path))
    return { folder: into, commit: object.kind === 'commit' ? object.id.slice(0, 7) : null, leadingOut, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** The author of a pull request could else have files of this machine read. All links must stand, as one may lead through another. */
function leadsWithin(folder: string, path: string): boolean {
  try {
    return `${realpathSync(join(folder, path))}${sep}`.startsWith(folder + sep)
  } catch {
    return false
  }
}

/** Folders that begin with a dot hold settings of programs, and are passed over in a folder as well. */
function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.'))
}

/** The contents in the order in which they are asked for. */
function contentsOf(folder: string, ids: readonly string[]): readonly Buffer[] {
  if (ids.length === 0) return []
  const answer = gitOf(folder, ['cat-file', '--batch'], `${ids.join('\n')}\n`)
  let at = 0
  return ids.map((id) => {
    const end = answer.indexOf('\n', at)
    const size = Number(answer.toString('utf8', at, end).split(' ')[2])
    if (end < 0 || !Number.isSafeInteger(size))
      throw new CommandFailure(`Git does not give the content of ${id}: run "git fsck".`)
    const content = answer.subarray(end + 1, end + 1 + size)
    at = end + 1 + size + 1
    return content
  })
}

interface GitObject {
  readonly id: string
  readonly kind: string
}

function objectOf(text: string, folder: string): GitObject | null {
  // What begins with a dash would be read as an option.
  if (text.startsWith('-')) return null
  const found = git(folder, ['rev-parse', '--verify', '--quiet', text])
  const id = found.stdout.toString('utf8').trim()
  if (found.status !== 0 || !/^[0-9a-f]{40,64}$/.test(id)) return null
  const peeled = git(folder, ['rev-parse', '--verify', '--quiet', `${id}^{commit}`])
  if (peeled.status === 0) return { id: peeled.stdout.toString('utf8').trim(), kind: 'commit' }
  const kind = git(folder, ['cat-file', '-t', id]).stdout.toString('utf8').trim()
  return kind === 'tree' ? { id, kind } : null
}

function noRevision(text: string, folder: string): string {
  const { error, status } = git(folder, ['rev-parse', '--is-inside-work-tree'])
  if (error !== undefined)
    return `${text} is no file or folder, and whether it is a revision cannot be told: there is no git here. Give a path.`
  return status === 0
    ? `${text} is neither a file or folder nor a revision of this Git checkout. "git log --oneline" lists revisions; one that was not fetched has to be fetched first ("git fetch origin ${text}").`
    : `${text} is no file or folder, and there is no Git checkout here whose revision it could be. Give a path, or run this within the checkout.`
}

function gitOf(folder: string, args: readonly string[], input?: string): Buffer {
  const { status, stdout, stderr, error } = git(folder, args, input)
  if (status === 0) return stdout
  throw new CommandFailure(`git ${args[0]} failed: ${error?.message ?? stderr.toString('utf8').trim()}`)
}

function git(folder: string, args: readonly string[], input?: string) {
  return spawnSync('git', args, { cwd: folder, maxBuffer: MOST, ...(input !== undefined && { input }) })
}
