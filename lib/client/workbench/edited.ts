import type { EditBody, NewVersionBody } from '@/lib/contract'
import { applyEdit, applyEdits, type Edit, type EditProblem, type ImageEdit, type Life } from '@/lib/engine/edit'
import type { CloudProfile, ExpirableVersion, Instant } from '@/lib/engine/types'
import type { Lists } from './changes'
import type { Source } from './source'

/** A profile with the edits of a draft made, by the same rules as the server's. */
export interface EditedProfile {
  readonly profile: CloudProfile
  /** Of every edit: why it was left out, or null. */
  readonly problems: readonly (EditProblem | null)[]
  /** What the object itself says, without the edits and with them: of a namespaced profile only what is its own. */
  readonly written: readonly [before: Lists, after: Lists]
}

export function editedProfile({ profile, namespaced, at }: Source, bodies: readonly EditBody[]): EditedProfile {
  const edits = bodies.map((body) => engineEdit(body, at))
  if (namespaced !== null) return namespaced.edited(edits)
  const { value, problems } = applyEdits(profile, edits, applyEdit)
  return { profile: value, problems, written: [profile, value] }
}

/** An edit of the contract in the engine's terms. `at`: when a stage begins that does not say when. */
export function engineEdit(body: EditBody, at: Instant): Edit {
  switch (body.kind) {
    case 'add':
      return {
        kind: 'add',
        image: body.image,
        entry: body.image === null ? kubernetesEntry(body.entry) : imageEntry(body.entry),
        ...(body.index !== undefined && { index: body.index }),
      } as Edit
    case 'remove':
      return body as Edit
    case 'classify':
      return { ...body, from: body.from === undefined ? at : Date.parse(body.from) }
    case 'expire':
      return { ...body, expirationDate: body.expirationDate === null ? null : Date.parse(body.expirationDate) }
    case 'schedule':
      return {
        ...body,
        lifecycle: body.lifecycle === null ? null : (lifeOf({ lifecycle: body.lifecycle }).lifecycle ?? []),
      }
    case 'restore':
      return { ...body, life: lifeOf(body.life) }
    case 'strategy':
    case 'removeImage':
      return body
    case 'addImage':
      return body as ImageEdit
  }
}

/** Only what is known of the life; Kubernetes versions have nothing else. */
function kubernetesEntry({ version, ...rest }: NewVersionBody): ExpirableVersion {
  return { version, ...lifeOf(rest) }
}

/** With the API server's defaults. */
function imageEntry(entry: NewVersionBody) {
  const { version, classification: _, expirationDate: __, lifecycle: ___, cri, architectures, ...image } = entry
  return {
    version,
    ...lifeOf(entry),
    ...image,
    architectures: architectures ?? ['amd64'],
    cri: (cri ?? [{ name: 'containerd' }]).map(({ name, containerRuntimes = [] }) => ({ name, containerRuntimes })),
  }
}

function lifeOf({ classification, expirationDate, lifecycle }: Omit<NewVersionBody, 'version'>): Life {
  return {
    ...(classification !== undefined && { classification }),
    ...(expirationDate !== undefined && { expirationDate: Date.parse(expirationDate) }),
    ...(lifecycle !== undefined && {
      lifecycle: lifecycle.map((stage) => ({
        classification: stage.classification,
        ...(stage.startTime !== undefined && { startTime: Date.parse(stage.startTime) }),
      })),
    }),
  }
}
