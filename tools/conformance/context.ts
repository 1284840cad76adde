import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoizedProfile } from '@/lib/engine/course'
import { remembered } from '@/lib/engine/once'
import { isRecord } from '@/lib/engine/reader'
import { parseInstant } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { parseCloudProfile } from '@/lib/garden/parse'

/** One line of a vector file; every kind of vectors has a name in it. */
export type VectorCase = { readonly name: string } & Readonly<Record<string, unknown>>

export interface VectorRunner {
  /** E.g. `maintain.jsonl`. */
  readonly file: string
  /** The first difference between what is expected and what we compute, in a line; null if there is none. */
  readonly run: (vector: VectorCase, context: ConformanceContext) => string | null
}

export interface ConformanceContext {
  /** Throws if there is no such profile. */
  readonly profile: (name: string) => MemoizedProfile
  /** A profile as stored, for runners that edit profiles. Throws if there is no such profile. */
  readonly rawProfile: (name: string) => unknown
  /** A merged NamespacedCloudProfile of `namespaced/`. Throws if there is none of the name. */
  readonly rawNamespaced: (id: string) => unknown
}

/** The instant in a field of a case. Throws if there is none. */
export function instantOf(vector: Readonly<Record<string, unknown>>, field: string): Instant {
  const at = parseInstant(String(vector[field]))
  if (at === null) throw new Error(`${field}: ${vector[field]} is not a time`)
  return at
}

/** Reads `profiles/*.json` of the directory; each profile is one object however often it is asked for. */
export function createContext(directory: string): ConformanceContext {
  const raw = new Map<string, unknown>()
  for (const file of listProfiles(directory)) {
    raw.set(file.replace(/\.json$/, ''), JSON.parse(readFileSync(join(directory, 'profiles', file), 'utf8')))
  }
  const rawProfile = (name: string) => {
    if (!raw.has(name)) throw new Error(`profile ${name} is not in profiles/`)
    return raw.get(name)
  }
  const profile = remembered((name: string) => {
    const result = parseCloudProfile(rawProfile(name))
    if (result.kind === 'problem') throw new Error(`profile ${name}: ${JSON.stringify(result.problems[0])}`)
    return new MemoizedProfile(result.value.profile)
  })
  const rawNamespaced = (id: string): unknown =>
    JSON.parse(readFileSync(join(directory, 'namespaced', `${id}.json`), 'utf8'))
  return { profile, rawProfile, rawNamespaced }
}

function listProfiles(directory: string): string[] {
  try {
    return readdirSync(join(directory, 'profiles')).filter((file) => file.endsWith('.json'))
  } catch {
    return []
  }
}

/**
 * The first place where two JSON values differ, as `path: expected X, got Y`; null if they are equal.
 * Objects are compared by the expected one's fields and those that only the actual one has; undefined counts as absent.
 */
export function firstDifference(expected: unknown, actual: unknown, path = ''): string | null {
  if (Object.is(expected, actual)) return null
  if (Array.isArray(expected) && Array.isArray(actual)) {
    for (let i = 0; i < Math.max(expected.length, actual.length); i++) {
      const difference = firstDifference(expected[i], actual[i], `${path}[${i}]`)
      if (difference !== null) return difference
    }
    return null
  }
  if (isRecord(expected) && isRecord(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const difference = firstDifference(expected[key], actual[key], path === '' ? key : `${path}.${key}`)
      if (difference !== null) return difference
    }
    return null
  }
  return `${path}: expected ${show(expected)}, got ${show(actual)}`
}

/** What is no object has no fields. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? { ...value } : {}
}

/** What is no list has no entries. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}
