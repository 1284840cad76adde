import type { ProfileKind } from './decode'
import { type Field, KINDS, type Shape } from './schema'

/** A field that an entry of a profile may have. */
export interface ProfileField {
  /** Below the entry: `cri[].name`. */
  readonly path: string
  /** Its structure and its name: `CRI.name`. */
  readonly name: string
  readonly kind: Shape['kind']
}

/**
 * The fields that an entry of a profile may have, with those below them, as the API has them; none where anything may stand.
 * @param entry its path, with names where lists are: `['spec', 'machineTypes', 'm5.large']`
 */
export function fieldsAt(kind: ProfileKind, entry: readonly string[]): readonly ProfileField[] {
  let shape: Shape | undefined = KINDS[kind]
  for (const step of entry) {
    if (shape?.kind === 'structure') shape = shape.fields[step]?.shape
    else shape = shape?.kind === 'list' || shape?.kind === 'map' ? shape.of : undefined
  }
  return shape === undefined ? [] : below(shape, '')
}

function below(shape: Shape, path: string): readonly ProfileField[] {
  if (shape.kind === 'list') return below(shape.of, `${path}[]`)
  if (shape.kind !== 'structure') return []
  const structure = shape.type.split('.').at(-1)
  return Object.entries(shape.fields).flatMap(([name, field]: [string, Field]) => {
    const at = path === '' ? name : `${path}.${name}`
    const own = { path: at, name: `${field.embedded ?? structure}.${name}`, kind: field.shape.kind }
    return [own, ...below(field.shape, at)]
  })
}
