import { nextImageVersion } from '@/lib/engine/policy'
import {
  compareVersions,
  expiryOf,
  listedOf,
  minorOf,
  parseVersion,
  plus,
  type StatedStage,
  stageAt,
  statedStageAt,
  type Version,
} from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import type { AddKind, NextNumber, NumberProblem } from '@/lib/words/new-edits'
import { latestKubernetes } from './source'

/** A version as a form offers it. */
export interface VersionOption {
  readonly listed: ExpirableVersion
  /** The number of clusters that run it; undefined: not known yet. */
  readonly clusters: number | undefined
}

interface FittingContext {
  readonly at: Instant
  /** The highest Kubernetes version, which may have no date. */
  readonly latest: string | undefined
}

/** How well an edit fits a version: 0 is best; null: there is nothing to do. */
const FIT: Readonly<Partial<Record<AddKind, (candidate: VersionOption, context: FittingContext) => number | null>>> = {
  deprecate: ({ listed }, { at }) => {
    const fit: Partial<Record<StatedStage, number>> = { supported: 0, unclassified: 1, preview: 2 }
    return fit[statedStageAt(listed, at)] ?? null
  },
  promote: ({ listed }, { at }) => {
    const fit: Partial<Record<StatedStage, number>> = { preview: 0, deprecated: 1, unclassified: 2 }
    return fit[statedStageAt(listed, at)] ?? null
  },
  preview: ({ listed }, { at }) => {
    const stage = stageAt(listed, at)
    return stage === 'supported' ? 0 : stage === 'deprecated' ? 1 : null
  },
  expire: ({ listed }, { at, latest }) => {
    const stage = stageAt(listed, at)
    if (stage === 'expired') return 4
    if (listed.version === latest) return 5
    if (expiryOf(listed) !== null) return 2
    return stage === 'deprecated' ? 0 : stage === 'preview' ? 3 : 1
  },
  clear: ({ listed }, { at }) => (expiryOf(listed) === null ? null : stageAt(listed, at) === 'expired' ? 1 : 0),
  remove: ({ listed, clusters }, { at }) => {
    const isUsed = clusters !== 0
    return stageAt(listed, at) === 'expired' ? (isUsed ? 1 : 0) : isUsed ? 3 : 2
  },
  schedule: () => 0,
  describe: () => 0,
}

/** The versions that an edit can be made of in the order given, and the one that it fits best. */
export function fittingFor(
  kind: AddKind,
  candidates: readonly VersionOption[],
  { profile, image, at }: { readonly profile: CloudProfile; readonly image: string | null; readonly at: Instant },
): { readonly offered: readonly VersionOption[]; readonly best: VersionOption | undefined } {
  const context = { at, latest: image === null ? latestKubernetes(profile) : undefined }
  const ranked = candidates.flatMap((candidate) => {
    const fit = FIT[kind]?.(candidate, context) ?? null
    return fit === null ? [] : [{ candidate, fit }]
  })
  const best = ranked.reduce<(typeof ranked)[number] | undefined>(
    (most, one) => (most === undefined || one.fit < most.fit ? one : most),
    undefined,
  )
  return { offered: ranked.map(({ candidate }) => candidate), best: best?.candidate }
}

/** What is usually done next to a version in its stage. */
export function usualKind(listed: ExpirableVersion, at: Instant): AddKind {
  switch (stageAt(listed, at)) {
    case 'preview':
      return 'promote'
    case 'deprecated':
      return 'expire'
    case 'expired':
      return 'remove'
    default:
      return 'deprecate'
  }
}

/** How many minors still get patches. */
const PATCHED = 3

/**
 * Numbers that are likely to come next, likeliest first: of Kubernetes the next patch of each of the newest minors and the next
 * minor; of an image what its numbering leads to, and the next patch of its newest version.
 */
export function nextNumbers(profile: CloudProfile, image: string | null, at: Instant): readonly NextNumber[] {
  const entries = listedOf(profile, image)
  const listed = entries.flatMap((one) => parseVersion(one.version) ?? []).sort((a, b) => compareVersions(b, a))
  const [highest] = listed
  if (highest === undefined) return [{ version: '1.0.0', kind: 'first' }]
  if (image === null) {
    const tops = listed.filter((one, i) => listed.findIndex((other) => minorOf(other) === minorOf(one)) === i)
    return [
      ...tops.slice(0, PATCHED).map((top) => ({ version: nextPatch(top), kind: 'patch' as const, of: minorOf(top) })),
      { version: `${highest.major}.${plus(highest.minor, 1)}.0`, kind: 'minor' },
    ]
  }
  const usual = nextImageVersion(entries, at)
  const patch = nextPatch(highest)
  const guessed: readonly NextNumber[] = [
    ...(usual === null ? [] : [{ version: usual, kind: 'release' as const }]),
    ...(patch === usual ? [] : [{ version: patch, kind: 'patch' as const, of: highest.text }]),
  ]
  return guessed.filter(({ version }) => numberProblem(profile, image, version) === null)
}

function nextPatch({ major, minor, patch }: Version): string {
  return `${major}.${minor}.${plus(patch, 1)}`
}

/** Why a version of that number cannot be added; null: it can. */
export function numberProblem(profile: CloudProfile, image: string | null, version: string): NumberProblem | null {
  const parsed = parseVersion(version)
  if (parsed === null) return version === '' ? 'missing' : 'unreadable'
  const same = listedOf(profile, image).some((one) => {
    const other = parseVersion(one.version)
    return one.version === version || (other !== null && compareVersions(other, parsed) === 0)
  })
  return same ? 'listed' : null
}
