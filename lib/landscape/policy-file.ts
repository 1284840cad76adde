import { readFileSync, statSync, watchFile } from 'node:fs'
import { resolve } from 'node:path'
import type { PromotionRule } from '@/lib/engine/policy/evidence'
import type { Instant } from '@/lib/engine/types'
import { processWide } from '@/lib/process/kept'
import { type PolicyText, readPolicyText } from './policy-text'

/** The file that `POLICY` names, as it was last read. */
export interface PolicyFile {
  /** As it was given. */
  readonly name: string
  readonly readAt: Instant
  /** Empty when it cannot be read. */
  readonly text: string
  readonly reading: PolicyText
}

const mostBytes = 20_000
/** Looked at this often, in milliseconds: that also follows links and files that are replaced, as Kubernetes mounts them. */
const pause = 1000

interface Policy {
  file: PolicyFile | null
  readonly followers: Set<() => void>
}

/** Null when `POLICY` is not set. Read with the first question, and again whenever the file changes. */
export function policyFile(): PolicyFile | null {
  return policy().file
}

/** Calls back whenever the file was read anew; returns the way to stop. */
export function followPolicy(listener: () => void): () => void {
  const { followers } = policy()
  followers.add(listener)
  return () => followers.delete(listener)
}

/** The process watches the file once. */
function policy(): Policy {
  return processWide('policy', () => open(process.env.POLICY?.trim() ?? ''))
}

function open(name: string): Policy {
  const followers = new Set<() => void>()
  if (name === '') return { file: null, followers }
  const path = resolve(name)
  const opened: Policy = { file: readFile(name, path), followers }
  watchFile(path, { interval: pause, persistent: false }, () => {
    opened.file = readFile(name, path)
    for (const tell of [...followers]) tell()
  })
  return opened
}

/** Never throws: what stands in the way is a problem of the file. */
export function readFile(name: string, path: string, now: Instant = Date.now()): PolicyFile {
  const unread = (reason: string): PolicyFile => ({
    name,
    readAt: now,
    text: '',
    reading: { kind: 'problems', problems: [{ path: '', line: null, reason }] },
  })
  try {
    const stat = statSync(path)
    if (!stat.isFile()) return unread('is no file')
    if (stat.size > mostBytes) return unread(`is larger than ${mostBytes} bytes; a policy is much smaller`)
    const text = readFileSync(path, 'utf8')
    return { name, readAt: now, text, reading: readPolicyText(text) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return unread('is not there')
    return unread(code === 'EACCES' ? 'may not be read' : `cannot be read (${String(code ?? error)})`)
  }
}

/** Null: there is none. */
export function promotionRule(): PromotionRule | null {
  const reading = policyFile()?.reading
  return reading?.kind === 'ok' ? reading.promotion : null
}
