import { type JsonObject, objectAt, objectsAt, textAt } from '@/lib/engine/api-server/manifest'
import { isLabel } from './names'
import { type At, duplicate, type Found, invalid, required, tooLong } from './refusal'

/** What the validation refuses of a pool's volumes. */
export function refuseVolumes(pool: JsonObject, at: At): readonly Found[] {
  const volume = objectAt(pool, 'volume')
  const data = objectsAt(pool, 'dataVolumes')
  const found: Found[] = []
  if (volume !== undefined) {
    const name = textAt(volume, 'name')
    if (name !== undefined) found.push(...refuseVolumeName(name, at('volume.name')))
    found.push(...refuseVolumeSize(volume, at('volume.size')))
  }
  if (data.length > 0 && volume === undefined) {
    found.push(required(at('volume'), 'volume-missing', 'A pool with data volumes needs a volume of its own.'))
  }
  const names = data.map((entry) => textAt(entry, 'name') ?? '')
  data.forEach((entry, i) => {
    const name = names[i] ?? ''
    found.push(...refuseVolumeName(name, at(`dataVolumes[${i}].name`)))
    if (names.indexOf(name) < i) {
      const detail = `The data volume ${name} is there twice.`
      const field = at(`dataVolumes[${i}].name`)
      found.push(duplicate(field, 'data-volume-twice', detail, { value: name }))
    }
    found.push(...refuseVolumeSize(entry, at(`dataVolumes[${i}].size`)))
  })
  const kubelet = textAt(pool, 'kubeletDataVolumeName')
  if (kubelet !== undefined && !names.includes(kubelet)) {
    const detail = `There is no data volume ${kubelet}.`
    found.push(invalid(at('kubeletDataVolumeName'), 'data-volume-unknown', detail, { value: kubelet }))
  }
  return found
}

const LONGEST_NAME = 15

function refuseVolumeName(name: string, field: string): readonly Found[] {
  if (name === '') return [required(field, 'volume-name', 'A volume needs a name.')]
  const found: Found[] = []
  if (!isLabel(name)) {
    const detail = `"${name}" is no name: use lower case letters, digits and -.`
    found.push(invalid(field, 'volume-name', detail, { value: name }))
  }
  if (name.length > LONGEST_NAME) {
    const detail = `"${name}" is too long: ${LONGEST_NAME} characters at most.`
    found.push(tooLong(field, 'volume-name-length', detail, name))
  }
  return found
}

function refuseVolumeSize(volume: JsonObject, field: string): readonly Found[] {
  const size = textAt(volume, 'size') ?? ''
  if (/^\d+Gi$/.test(size)) return []
  return [invalid(field, 'volume-size', `"${size}" is no size: give it in Gi, e.g. 50Gi.`, { value: size })]
}
