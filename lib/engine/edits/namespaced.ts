import { type ImageOverride, isWholeVersion, type ProfileOverrides } from '@/lib/engine/api-server'
import type { CloudProfile } from '@/lib/engine/types'
import {
  type Edit,
  editProblem,
  type KubernetesEdit,
  type NamespacedProblem,
  ok,
  type ProfileEditOutcome,
} from './edit'
import { editVersions, unknownImage, unknownVersion } from './edits'
import { readOverrides } from './read-profile'
import { overridesJson } from './written'
import { applyYaml } from './yaml'

/**
 * One edit of a NamespacedCloudProfile. Gardener lets it override the expiration dates and update strategies of its parent
 * and add images and image versions of its own, which it may edit freely (docs/rules.md#namespaced-profiles).
 *
 * The inverse gives the same merged profile; overrides of what the parent has may come in another order, which means nothing.
 */
export function applyNamespacedEdit(
  overrides: ProfileOverrides,
  parent: CloudProfile,
  edit: Edit,
): ProfileEditOutcome<ProfileOverrides> {
  if (edit.kind === 'yaml') return applyYaml(overrides, edit, overridesJson, readOverrides)
  if (edit.image === null) return editKubernetes(overrides, parent, edit)
  const { image: name } = edit
  const inParent = parent.machineImages.find((image) => image.name === name)
  const at = overrides.machineImages.findIndex((image) => image.name === name)
  const own = overrides.machineImages[at]
  const isOwn = inParent === undefined
  if (edit.kind === 'addImage') {
    if (!isOwn || own !== undefined) return editProblem({ code: 'already-listed', image: name, version: null })
    const image: ImageOverride = { name, updateStrategy: edit.updateStrategy, versions: [] }
    const machineImages = overrides.machineImages.toSpliced(edit.index ?? overrides.machineImages.length, 0, image)
    return ok({ ...overrides, machineImages }, { kind: 'removeImage', image: name })
  }
  if (isOwn && own === undefined) return unknownImage(name)
  const image: ImageOverride = own ?? { name, versions: [] }
  const put = (edited: ImageOverride | null, inverse: Edit): ProfileEditOutcome<ProfileOverrides> => {
    // An override that says nothing of its parent's image is none.
    const isEmpty = !isOwn && edited?.versions.length === 0 && edited.updateStrategy === undefined
    return ok({ ...overrides, machineImages: withOne(overrides.machineImages, at, isEmpty ? null : edited) }, inverse)
  }
  if (edit.kind === 'removeImage') {
    if (!isOwn) return notHere({ because: 'image-of-parent', image: name })
    if (image.versions.length > 0) return editProblem({ code: 'not-empty', image: name })
    return put(null, { kind: 'addImage', image: name, updateStrategy: image.updateStrategy ?? 'major', index: at })
  }
  if (edit.kind === 'strategy') {
    const { updateStrategy: before, ...rest } = image
    const after = edit.updateStrategy
    if (isOwn && after === null) return notHere({ because: 'strategy-needed' })
    const inverse: Edit = { kind: 'strategy', image: name, updateStrategy: before ?? (isOwn ? 'major' : null) }
    return put(after === null ? rest : { ...rest, updateStrategy: after }, inverse)
  }
  const version = edit.kind === 'add' ? edit.entry.version : edit.version
  const isListed = inParent?.versions.some((one) => one.version === version) === true
  const index = image.versions.findIndex((one) => one.version === version)
  const override = image.versions[index]
  if (edit.kind === 'add' ? !isListed : override !== undefined && isWholeVersion(override)) {
    const outcome = editVersions(image.versions, edit)
    return outcome.kind === 'problem' ? outcome : put({ ...image, versions: outcome.value }, outcome.inverse)
  }
  if (!isListed) return unknownVersion(name, version)
  if (edit.kind === 'add') return editProblem({ code: 'already-listed', image: name, version })
  if (edit.kind === 'remove') return notHere({ because: 'version-of-parent', image: name, version })
  if (edit.kind !== 'expire') return notHere({ because: 'only-dates', image: name, version })
  const { expirationDate } = edit
  const dated = expirationDate === null ? null : { version, expirationDate }
  const inverse: Edit = { ...edit, expirationDate: override?.expirationDate ?? null }
  return put({ ...image, versions: withOne(image.versions, index, dated) }, inverse)
}

function editKubernetes(
  overrides: ProfileOverrides,
  parent: CloudProfile,
  edit: KubernetesEdit,
): ProfileEditOutcome<ProfileOverrides> {
  if (edit.kind === 'add' || edit.kind === 'remove') return notHere({ because: 'kubernetes-of-parent' })
  const { version } = edit
  if (!parent.kubernetes.some((listed) => listed.version === version)) return unknownVersion(null, version)
  if (edit.kind !== 'expire') return notHere({ because: 'only-dates', image: null, version })
  const { expirationDate } = edit
  const index = overrides.kubernetes.findIndex((own) => own.version === version)
  const inverse: Edit = { ...edit, expirationDate: overrides.kubernetes[index]?.expirationDate ?? null }
  const dated = expirationDate === null ? null : { version, expirationDate }
  return ok({ ...overrides, kubernetes: withOne(overrides.kubernetes, index, dated) }, inverse)
}

/** The list with an entry in the place of one, or at the end if there is none (-1); null: without it. */
function withOne<T>(list: readonly T[], index: number, entry: T | null): readonly T[] {
  const place = index === -1 ? list.length : index
  return list.toSpliced(place, index === -1 ? 0 : 1, ...(entry === null ? [] : [entry]))
}

function notHere(why: NamespacedProblem): ProfileEditOutcome<never> {
  return editProblem({ code: 'not-in-namespaced', ...why })
}
