import { createLoader, createSerializer, parseAsNativeArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server'

/**
 * The address of the clusters table: the page reads it on the server, the table in the browser. The names are those of
 * `GET /api/shoots`, so a filter looks the same in both.
 */
export const SORTS = ['attention', 'name', 'project', 'profile', 'version', 'next'] as const
export const WITHIN = ['1', '7', '30', '90', '365', 'none'] as const
export const STAGES = ['unavailable', 'preview', 'supported', 'deprecated', 'expired', 'notInProfile'] as const
export const EVENTS = ['auto', 'forced', 'fails', 'other'] as const
export const EFFECTS = ['rolling', 'inPlace', 'kubeletRestart', 'none'] as const
export const DENSITIES = ['dense', 'cosy'] as const

export const shootsParams = {
  q: parseAsString,
  project: parseAsNativeArrayOf(parseAsString),
  profile: parseAsNativeArrayOf(parseAsString),
  version: parseAsNativeArrayOf(parseAsString),
  stage: parseAsNativeArrayOf(parseAsStringLiteral(STAGES)),
  within: parseAsStringLiteral(WITHIN),
  event: parseAsNativeArrayOf(parseAsStringLiteral(EVENTS)),
  effect: parseAsNativeArrayOf(parseAsStringLiteral(EFFECTS)),
  sort: parseAsStringLiteral(SORTS).withDefault('attention'),
  density: parseAsStringLiteral(DENSITIES).withDefault('dense'),
  /** The expanded row, `namespace/name`. */
  open: parseAsString,
}

export const loadShootsParams = createLoader(shootsParams)
export const shootsAddress = createSerializer(shootsParams)
export type ShootsUrl = Awaited<ReturnType<typeof loadShootsParams>>
