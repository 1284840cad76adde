import { readFileSync, statSync, watchFile } from 'node:fs'
import { resolve } from 'node:path'
import { isMap, isNode, isScalar, LineCounter, parseDocument, type Scalar, type YAMLMap } from 'yaml'
import type { PolicyFault, ProblemFault } from '@/lib/engine/faults'
import {
  isPromotionRule,
  type LifecyclePolicy,
  type PolicyProblem,
  pathText,
  readPolicy,
  readPromotionRule,
} from '@/lib/engine/policy'
import type { PromotionRule } from '@/lib/engine/promotion-rule'
import type { Instant } from '@/lib/engine/types'
import { readAnyYaml } from '@/lib/garden/manifests/yaml-text'
import { processWide } from '@/lib/process/kept'

/** What a page begins with where no policy is set: the configuration of seed 003 with Version Maintenance of Kubernetes. */
export const EXAMPLE = `apiVersion: controllermanager.config.gardener.cloud/v1alpha1
kind: ControllerManagerConfiguration
controllers:
  cloudProfile:
    concurrentSyncs: 5
    kubernetesVersionManagement:
      expirationDuration: 2880h # 120 days
      versionMaintenance:
        maintainedKubernetesVersions: 3
        expirationDurationUnmaintainedVersion: 720h # 30 days
    machineImageVersionManagement:
      expirationDuration: 2880h # 120 days
`

type PolicyText =
  | {
      readonly kind: 'ok'
      readonly policy: LifecyclePolicy /** Null: it has none. */
      readonly promotion: PromotionRule | null
    }
  | { readonly kind: 'problems'; readonly problems: readonly PolicyTextProblem[] }

/** What is wrong with the text of a policy, and on which line; null: with the whole of it. */
export interface PolicyTextProblem {
  /** Keys from the top with dots between; empty: the whole. */
  readonly path: string
  readonly line: number | null
  readonly fault: ProblemFault | PolicyFault
}

/** How many problems are told one by one. */
const MOST_PROBLEMS = 50

/** A configuration repeats nothing and is five levels deep. */
const limits = { aliases: 100, depth: 30 }

/**
 * Reads a policy from YAML (or JSON), and says of every problem on which line it is. A second document may be a rule for promotions;
 * one that stands alone is no policy.
 */
export function readPolicyText(text: string): PolicyText {
  const second = secondDocument(text)
  if (second === null) return readConfiguration(text, null)
  const rows = text.split('\n')
  const rest = rows.slice(second).join('\n')
  const more = secondDocument(rest)
  if (more !== null) return oneProblem(second + more, { code: 'third-document' })
  const read = readAnyYaml(rest, limits)
  if (read.kind === 'error') return oneProblem(second + (read.line ?? 1), read.fault)
  if (!isPromotionRule(read.value)) return oneProblem(second, { code: 'second-document' })
  const reading = readPromotionRule(read.value)
  if (reading.kind === 'ok') return readConfiguration(rows.slice(0, second - 1).join('\n'), reading.rule)
  return problemsOf(rest, reading.problems, second)
}

function readConfiguration(text: string, promotion: PromotionRule | null): PolicyText {
  const read = readAnyYaml(text, limits)
  if (read.kind === 'error') return oneProblem(read.line, read.fault)
  const reading = readPolicy(read.value)
  return reading.kind === 'ok' ? { ...reading, promotion } : problemsOf(text, reading.problems, 0)
}

/** `before`: so many lines stand before the text. */
function problemsOf(text: string, problems: readonly PolicyProblem[], before: number): PolicyText {
  const lineOf = lines(text)
  const more = problems.length - MOST_PROBLEMS
  return {
    kind: 'problems',
    problems: [
      ...problems.slice(0, MOST_PROBLEMS).map(({ path, fault }) => {
        const line = lineOf(path)
        return { path: pathText(path), line: line === null ? null : line + before, fault }
      }),
      ...(more > 0 ? [{ path: '', line: null, fault: { code: 'more', count: more } } as const] : []),
    ],
  }
}

function oneProblem(line: number, fault: PolicyTextProblem['fault']): PolicyText {
  return { kind: 'problems', problems: [{ path: '', line, fault }] }
}

/** The line on which another document begins after one that says something. */
export function secondDocument(text: string): number | null {
  const rows = text.split('\n')
  const isSaying = (row: string) => !/^\s*(#.*)?$/.test(row) && !/^(---|\.\.\.)\s*$/.test(row)
  const first = rows.findIndex(isSaying)
  const mark = first === -1 ? -1 : rows.findIndex((row, i) => i > first && /^---(\s|$)/.test(row))
  return mark !== -1 && rows.slice(mark).some(isSaying) ? mark + 1 : null
}

/** The line of a key by its path; of one that is not there the line of the nearest key above it. */
function lines(text: string): (path: readonly string[]) => number | null {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, logLevel: 'silent', uniqueKeys: false })
  return (path) => {
    let line: number | null = null
    let node: unknown = document.contents
    for (const name of path) {
      const pair = isMap(node) ? pairOf(node, name) : undefined
      if (pair === undefined) break
      if (pair.key.range) line = counter.linePos(pair.key.range[0]).line
      node = pair.value
    }
    if (line !== null || path.length > 0 || !isNode(node) || !node.range) return line
    return counter.linePos(node.range[0]).line
  }
}

function pairOf(map: YAMLMap, name: string): { readonly key: Scalar; readonly value: unknown } | undefined {
  for (const { key, value } of map.items) if (isScalar(key) && String(key.value) === name) return { key, value }
  return undefined
}

/** The file that `POLICY` names, as it was last read. */
export interface PolicyFile {
  /** The name of the file as it was given. */
  readonly name: string
  readonly readAt: Instant
  /** Empty when it cannot be read. */
  readonly text: string
  readonly reading: PolicyText
}

const mostBytes = 20_000
/** Looked at this often, in milliseconds: that also follows links and files that are replaced, as Kubernetes mounts them. */
const pause = 1000

interface FollowedPolicy {
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
function policy(): FollowedPolicy {
  return processWide('policy', () => open(process.env.POLICY?.trim() ?? ''))
}

function open(name: string): FollowedPolicy {
  const followers = new Set<() => void>()
  if (name === '') return { file: null, followers }
  const path = resolve(name)
  const opened: FollowedPolicy = { file: readFile(name, path), followers }
  watchFile(path, { interval: pause, persistent: false }, () => {
    opened.file = readFile(name, path)
    for (const tell of [...followers]) tell()
  })
  return opened
}

/** Never throws: what stands in the way is a problem of the file. */
export function readFile(name: string, path: string, now: Instant = Date.now()): PolicyFile {
  const unread = (fault: PolicyFault): PolicyFile => ({
    name,
    readAt: now,
    text: '',
    reading: { kind: 'problems', problems: [{ path: '', line: null, fault }] },
  })
  try {
    const stat = statSync(path)
    if (!stat.isFile()) return unread({ code: 'no-file' })
    if (stat.size > mostBytes) return unread({ code: 'policy-too-large', most: mostBytes })
    const text = readFileSync(path, 'utf8')
    return { name, readAt: now, text, reading: readPolicyText(text) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return unread({ code: 'file-missing' })
    return unread(
      code === 'EACCES' ? { code: 'file-forbidden' } : { code: 'file-unread', reason: String(code ?? error) },
    )
  }
}

/** Null: there is none. */
export function promotionRule(): PromotionRule | null {
  const reading = policyFile()?.reading
  return reading?.kind === 'ok' ? reading.promotion : null
}
