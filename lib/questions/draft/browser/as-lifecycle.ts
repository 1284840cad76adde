import type { EditBody } from '@/lib/contract/edits'
import {
  type BastionImage,
  lifeJson,
  type RewrittenLife,
  versionWithLife,
  writtenAsDates,
  writtenAsLifecycle,
} from '@/lib/engine/edits'
import { isJsonObject, type JsonObject } from '@/lib/engine/json'
import { stagesOf } from '@/lib/engine/rules'
import { type DraftSource, editedProfile } from './source'
import { yamlEdit } from './yaml-entries'

/** Lives of all versions of a profile written as `lifecycle`, or back as classification and date: one edit of their values. */

export type RewriteDirection = 'lifecycle' | 'dates'

type TurnedLife = Extract<RewrittenLife, { readonly kind: 'turned' }>

/** What becomes of each version, those too that namespaced profiles date: who asks picks among them. */
export function rewrittenLives(
  direction: RewriteDirection,
  { profile, at }: DraftSource,
  object: JsonObject,
): readonly RewrittenLife[] {
  return direction === 'dates' ? writtenAsDates(profile, at) : writtenAsLifecycle(profile, bastionOf(object), at)
}

function bastionOf({ spec }: JsonObject): BastionImage {
  const bastion = isJsonObject(spec) ? spec.bastion : undefined
  const image = isJsonObject(bastion) ? bastion.machineImage : undefined
  if (!isJsonObject(image) || typeof image.name !== 'string') return null
  return { image: image.name, version: typeof image.version === 'string' ? image.version : null }
}

const FIELDS = ['classification', 'expirationDate', 'lifecycle'] as const

/** One edit for all of them; null: there is none. */
export function lifecycleEdit(lives: readonly RewrittenLife[]): EditBody | null {
  const changes = lives.flatMap((life) => {
    if (life.kind === 'left') return []
    const [was, is]: readonly JsonObject[] = [lifeJson(life.before), lifeJson(life.after)]
    const path =
      life.image === null
        ? ['spec', 'kubernetes', 'versions', life.version]
        : ['spec', 'machineImages', life.image, 'versions', life.version]
    return FIELDS.flatMap((field) => {
      const value = is?.[field]
      if (value === undefined && was?.[field] === undefined) return []
      return [value === undefined ? { path: [...path, field] } : { path: [...path, field], value }]
    })
  })
  return changes.length === 0 ? null : yamlEdit(changes)
}

/** Whether a version is the same stage at every instant in both forms. */
export function isSameLife({ version, before, after }: TurnedLife): boolean {
  const [was, is] = [before, after].map((life) => stagesOf(versionWithLife({ version }, life)))
  return JSON.stringify(was) === JSON.stringify(is)
}

/** How many of the entries that an edit writes as `lifecycle` could be written back as dates. */
export function writableBack(source: DraftSource, edit: EditBody, lives: readonly RewrittenLife[]): number {
  const { profile } = editedProfile(source, [edit])
  const turned = new Set(lives.map(({ image, version }) => `${image} ${version}`))
  return writtenAsDates(profile, source.at).filter(
    ({ kind, image, version }) => kind === 'turned' && turned.has(`${image} ${version}`),
  ).length
}
