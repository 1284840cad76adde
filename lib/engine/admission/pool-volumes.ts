import { type JsonObject, objectAt, objectsAt, textAt } from '@/lib/engine/impact/json'
import { type At, type Found, invalid, required } from './refusal'

/** What the validation refuses of a pool's volumes. */
export function refuseVolumes(pool: JsonObject, at: At): readonly Found[] {
  const volume = objectAt(pool, 'volume')
  const data = objectsAt(pool, 'dataVolumes')
  const found: Found[] = volume === undefined ? [] : [...refuseVolumeSize(volume, at('volume.size'))]
  if (data.length > 0 && volume === undefined) {
    found.push(required(at('volume'), 'volume-missing', 'A pool with data volumes needs a volume of its own.'))
  }
  const names = data.map((entry) => textAt(entry, 'name') ?? '')
  data.forEach((entry, i) => {
    const name = names[i] ?? ''
    if (names.indexOf(name) < i) {
      const detail = `The data volume ${name} is there twice.`
      const field = at(`dataVolumes[${i}].name`)
      found.push({ type: 'FieldValueDuplicate', field, rule: 'data-volume-twice', detail, value: name })
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

function refuseVolumeSize(volume: JsonObject, field: string): readonly Found[] {
  const size = textAt(volume, 'size') ?? ''
  if (/^\d+Gi$/.test(size)) return []
  return [invalid(field, 'volume-size', `"${size}" is no size: give it in Gi, e.g. 50Gi.`, { value: size })]
}
