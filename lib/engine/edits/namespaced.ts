import type { ImageOverride, ImageVersionOverride, ProfileOverrides } from '@/lib/engine/api-server'
import { parseVersion } from '@/lib/engine/rules'
import type { CloudProfile } from '@/lib/engine/types'
import {
  type Edit,
  type EditOutcome,
  editedLife,
  type ImageEdit,
  type KubernetesEdit,
  type LifeEdit,
  lifeOf,
  ok,
  problem,
  type Unnamespaced,
  withLife,
} from './edit'
import { placeIn, unknownImage, unknownVersion } from './edits'
import { applyYamlToOverrides } from './yaml'

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
): EditOutcome<ProfileOverrides> {
  if (edit.kind === 'yaml') return applyYamlToOverrides(overrides, edit)
  if (edit.image === null) return editKubernetes(overrides, parent, edit)
  const { image: name } = edit
  const inParent = parent.machineImages.find((image) => image.name === name)
  const at = overrides.machineImages.findIndex((image) => image.name === name)
  const own = overrides.machineImages[at]
  const isOwn = inParent === undefined
  if (edit.kind === 'addImage') {
    if (!isOwn || own !== undefined) return problem({ code: 'already-listed', image: name, version: null })
    const image: ImageOverride = { name, updateStrategy: edit.updateStrategy, versions: [] }
    const machineImages = overrides.machineImages.toSpliced(edit.index ?? overrides.machineImages.length, 0, image)
    return ok({ ...overrides, machineImages }, { kind: 'removeImage', image: name })
  }
  if (isOwn && own === undefined) return unknownImage(name)
  const image: ImageOverride = own ?? { name, versions: [] }
  const put = (edited: ImageOverride, inverse: Edit): EditOutcome<ProfileOverrides> => {
    // An override that says nothing of its parent's image is none.
    const isEmpty = !isOwn && edited.versions.length === 0 && edited.updateStrategy === undefined
    const machineImages = overrides.machineImages.toSpliced(
      at === -1 ? overrides.machineImages.length : at,
      at === -1 ? 0 : 1,
      ...(isEmpty ? [] : [edited]),
    )
    return ok({ ...overrides, machineImages }, inverse)
  }
  const listed = inParent?.versions.map(({ version }) => version) ?? []
  switch (edit.kind) {
    case 'removeImage': {
      if (!isOwn) return notHere({ because: 'image-of-parent', image: name })
      if (image.versions.length > 0) return problem({ code: 'not-empty', image: name })
      const inverse: Edit = {
        kind: 'addImage',
        image: name,
        updateStrategy: image.updateStrategy ?? 'major',
        index: at,
      }
      return ok({ ...overrides, machineImages: overrides.machineImages.toSpliced(at, 1) }, inverse)
    }
    case 'strategy': {
      const { updateStrategy: before, ...rest } = image
      const after = edit.updateStrategy
      if (isOwn && after === null) return notHere({ because: 'strategy-needed' })
      const inverse: Edit = { kind: 'strategy', image: name, updateStrategy: before ?? (isOwn ? 'major' : null) }
      return put(after === null ? rest : { ...rest, updateStrategy: after }, inverse)
    }
    case 'add':
      return addOwn(image, listed, edit, put)
    case 'remove': {
      const { version } = edit
      const index = image.versions.findIndex((o) => o.kind === 'whole' && o.version.version === version)
      const found = image.versions[index]
      if (found === undefined) {
        if (!listed.includes(version)) return unknownVersion(name, version)
        return notHere({ because: 'version-of-parent', image: name, version })
      }
      const inverse: Edit = { kind: 'add', image: name, entry: found.version, index }
      return put({ ...image, versions: image.versions.toSpliced(index, 1) }, inverse)
    }
    default:
      return editImageLife(image, listed, edit, put)
  }
}

type Put = (edited: ImageOverride, inverse: Edit) => EditOutcome<ProfileOverrides>

function addOwn(
  image: ImageOverride,
  listed: readonly string[],
  edit: Extract<ImageEdit, { kind: 'add' }>,
  put: Put,
): EditOutcome<ProfileOverrides> {
  const { version } = edit.entry
  const parsed = parseVersion(version)
  if (parsed === null) return problem({ code: 'not-a-version', version })
  if (listed.includes(version) || image.versions.some((own) => own.version.version === version))
    return problem({ code: 'already-listed', image: image.name, version })
  const added: ImageVersionOverride = { kind: 'whole', version: edit.entry }
  const place =
    edit.index ??
    placeIn(
      image.versions.map((own) => parseVersion(own.version.version)),
      parsed,
    )
  const versions = image.versions.toSpliced(place, 0, added)
  return put({ ...image, versions }, { kind: 'remove', image: image.name, version })
}

function editImageLife(
  image: ImageOverride,
  listed: readonly string[],
  edit: LifeEdit<string>,
  put: Put,
): EditOutcome<ProfileOverrides> {
  const { version } = edit
  const index = image.versions.findIndex((own) => own.version.version === version)
  const own = image.versions[index]
  if (own?.kind === 'whole') {
    const life = lifeOf(own.version)
    const edited: ImageVersionOverride = { ...own, version: withLife(own.version, editedLife(life, edit)) }
    const inverse: Edit = { kind: 'restore', image: image.name, version, life }
    return put({ ...image, versions: image.versions.with(index, edited) }, inverse)
  }
  if (!listed.includes(version)) return unknownVersion(image.name, version)
  if (edit.kind !== 'expire') return onlyDates(image.name, version)
  const inverse: Edit = { ...edit, expirationDate: own?.version.expirationDate ?? null }
  const rest = own === undefined ? image.versions : image.versions.toSpliced(index, 1)
  if (edit.expirationDate === null) return put({ ...image, versions: rest }, inverse)
  const dated = { version, architectures: [], cri: [], expirationDate: edit.expirationDate }
  const override: ImageVersionOverride = { kind: 'date', version: dated }
  const versions = own === undefined ? [...rest, override] : image.versions.with(index, override)
  return put({ ...image, versions }, inverse)
}

function editKubernetes(
  overrides: ProfileOverrides,
  parent: CloudProfile,
  edit: KubernetesEdit,
): EditOutcome<ProfileOverrides> {
  if (edit.kind === 'add' || edit.kind === 'remove') return notHere({ because: 'kubernetes-of-parent' })
  const { version } = edit
  if (!parent.kubernetes.some((listed) => listed.version === version)) return unknownVersion(null, version)
  if (edit.kind !== 'expire') return onlyDates(null, version)
  const { kubernetes } = overrides
  const index = kubernetes.findIndex((own) => own.version === version)
  const own = kubernetes[index]
  const inverse: Edit = { ...edit, expirationDate: own?.expirationDate ?? null }
  if (edit.expirationDate === null) {
    return ok({ ...overrides, kubernetes: own === undefined ? kubernetes : kubernetes.toSpliced(index, 1) }, inverse)
  }
  const dated = { version, expirationDate: edit.expirationDate }
  return ok(
    { ...overrides, kubernetes: own === undefined ? [...kubernetes, dated] : kubernetes.with(index, dated) },
    inverse,
  )
}

function onlyDates(image: string | null, version: string): EditOutcome<never> {
  return notHere({ because: 'only-dates', image, version })
}

function notHere(why: Unnamespaced): EditOutcome<never> {
  return problem({ code: 'not-in-namespaced', ...why })
}
