import type { ApplyAnswer } from '@/lib/contract/apply'
import { shortName } from '@/lib/contract/version-name'
import type { NamespacedName } from '@/lib/engine/types'
import { listed } from './phrases'
import { countsOf } from './time-text'

/** What was said when a draft was refused. */
type RefusedApply = Pick<Extract<ApplyAnswer, { outcome: 'forbidden' | 'refused' }>, 'outcome' | 'message' | 'causes'>

/** What still uses something that the draft takes away. */
export interface InUse {
  /** `1.32.13`, `gardenlinux 1592.9.0`, or the name of an image. */
  readonly name: string
  readonly clusters: readonly NamespacedName[]
  readonly profiles: readonly NamespacedName[]
}

export interface RefusalWords {
  /** Whether it is a matter of rights: who else might do it. */
  readonly isMissingRight: boolean
  readonly inUse: readonly InUse[]
  /** Everything else, in the garden's own words, each once. */
  readonly others: readonly string[]
  /** All of it, in the garden's own words. */
  readonly quote: string
  /** The garden said more than is kept: there may be more users. */
  readonly isCut: boolean
}

const HEAD = 'unable to delete '
const USE = ' is still in use by '
/** The subject at the beginning of a refusal. */
const SUBJECT = /^(?:Kubernetes version|[Mm]achine ?[Ii]mage(?: version)?) ["']([^"']+)["'] /
/** The user of a version at the beginning of what follows the subject. */
const USER = /^(shoot|NamespacedCloudProfile) ["']([^"'/]+)\/([^"']+)["']/

interface ObjectUse extends NamespacedName {
  readonly what: string
  readonly isCluster: boolean
}

/** `unable to delete Kubernetes version "1.32.13" from CloudProfile "aws" - version is still in use by shoot 'a/b'` */
function readUse(line: string): ObjectUse | null {
  const start = line.indexOf(HEAD)
  const end = start === -1 ? -1 : line.indexOf(USE, start)
  if (end === -1) return null
  const [, what] = SUBJECT.exec(line.slice(start + HEAD.length, end)) ?? []
  const [, kind, namespace, name] = USER.exec(line.slice(end + USE.length)) ?? []
  if (what === undefined || namespace === undefined || name === undefined) return null
  return { what, isCluster: kind === 'shoot', namespace, name }
}

/** Whether a user lacks a right, as the API server says it; a rule that forbids something never speaks of a user. */
function isAboutRights(message: string): boolean {
  const user = message.indexOf('User "')
  return user !== -1 && message.includes('" cannot ', user)
}

/** How many characters of what an API server says are kept; see `failure.ts` of the garden. */
const KEPT = 16_000

/**
 * What an API server says, sorted. Its text is all that there is to read (a garden of files answers in the same words): it writes a line for each cluster that uses a version, and says some lines both as its message
 * and as causes.
 */
export function refusalWords({ outcome, message, causes }: RefusedApply): RefusalWords {
  const told = causes.map((cause) => cause.message)
  // Causes are parts of the message, if there are any.
  const lines = told.length > 0 ? told : linesOf(message)
  const inUse = new Map<string, { clusters: Map<string, NamespacedName>; profiles: Map<string, NamespacedName> }>()
  const others: string[] = []
  for (const [i, line] of lines.entries()) {
    const found = readUse(line)
    if (found === null) {
      const field = told.length > 0 ? causes[i]?.field : ''
      others.push(field ? `${field}: ${line}` : line)
      continue
    }
    const { what, isCluster, namespace, name } = found
    const users = inUse.get(what) ?? { clusters: new Map(), profiles: new Map() }
    inUse.set(what, users)
    users[isCluster ? 'clusters' : 'profiles'].set(`${namespace}/${name}`, { namespace, name })
  }
  return {
    isMissingRight: outcome === 'forbidden' && inUse.size === 0 && isAboutRights(message),
    inUse: [...inUse].map(([what, { clusters, profiles }]) => ({
      name: usedName(what),
      clusters: [...clusters.values()],
      profiles: [...profiles.values()],
    })),
    // A head is `cloudprofiles.core.gardener.cloud "aws" is forbidden: 15 errors occurred:`.
    others: [...new Set(inUse.size > 0 ? others.filter((line) => !/\berrors? occurred:$/.test(line)) : others)],
    quote: told.length > 0 && !told.every((one) => message.includes(one)) ? [message, ...told].join('\n') : message,
    isCut: message.length >= KEPT,
  }
}

/** Gardener joins errors in lines with a star before each. */
function linesOf(message: string): string[] {
  const lines = message.split(/\n+/).flatMap((line) => line.replace(/^\s*\*\s*/, '').trim() || [])
  return lines.length > 0 ? lines : [message]
}

function usedName(what: string): string {
  const slash = what.indexOf('/')
  return slash === -1 ? what : shortName(what.slice(0, slash), what.slice(slash + 1))
}

/** `Refused: 1.32.13 is in use by 2 clusters and 1 namespaced profile.` */
export function inUseText({ name, clusters, profiles }: InUse, isCut: boolean): string {
  const users = countsOf(
    [clusters.length, 'cluster', 'clusters'],
    [profiles.length, 'namespaced profile', 'namespaced profiles'],
  )
  return `Refused: ${name} is in use by ${isCut ? 'at least ' : ''}${listed(users)}.`
}
