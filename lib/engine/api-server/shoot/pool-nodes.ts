import { type JsonObject, objectsAt, textAt, textMapAt } from '@/lib/engine/api-server/manifest'
import { problemsOfKey, problemsOfValue } from './names'
import { type At, duplicate, type Found, forbidden, invalid, notSupported, required, tooLong } from './refusal'

/** What the validation refuses of the labels and annotations that a pool gives its nodes. */
export function refuseLabels(pool: JsonObject, at: At): readonly Found[] {
  const labels = Object.entries(textMapAt(pool, 'labels')).flatMap(([key, value]) => [
    ...problemsOfKey(key).map((detail) => invalid(at('labels'), 'label-key', detail, { value: key })),
    ...problemsOfValue(value).map((detail) => invalid(at('labels'), 'label-value', detail, { value })),
  ])
  const annotations = Object.keys(textMapAt(pool, 'annotations')).flatMap((key) =>
    problemsOfKey(key.toLowerCase()).map((detail) =>
      invalid(at('annotations'), 'annotation-key', detail, { value: key }),
    ),
  )
  return [...labels, ...annotations]
}

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute']
const RESERVED_TAINT = 'node.gardener.cloud/critical-components-not-ready'

/** What the validation refuses of the taints of a pool; a taint is known by its key and effect. */
export function refuseTaints(pool: JsonObject, at: At): readonly Found[] {
  const seen = new Set<string>()
  return objectsAt(pool, 'taints').flatMap((taint, i) => {
    const [key, effect] = [textAt(taint, 'key') ?? '', textAt(taint, 'effect') ?? '']
    const value = textAt(taint, 'value') ?? ''
    const found: Found[] = problemsOfKey(key).map((detail) =>
      invalid(at(`taints[${i}].key`), 'taint-key', detail, { value: key }),
    )
    if (key === RESERVED_TAINT) {
      found.push(forbidden(at(`taints[${i}].key`), 'taint-reserved', `${key} is Gardener's own.`, { value: key }))
    }
    const problems = problemsOfValue(value)
    if (problems.length > 0) found.push(invalid(at(`taints[${i}].value`), 'taint-value', problems.join(' '), { value }))
    if (effect === '') found.push(required(at(`taints[${i}].effect`), 'taint-effect', 'A taint needs an effect.'))
    else if (!EFFECTS.includes(effect)) {
      const facts = { value: effect, supported: EFFECTS }
      found.push(notSupported(at(`taints[${i}].effect`), 'taint-effect', `"${effect}" is no effect.`, facts))
    }
    if (seen.has(`${effect} ${key}`)) {
      const detail = `The taint ${key} with effect ${effect} is there twice.`
      found.push(duplicate(at(`taints[${i}]`), 'taint-twice', detail))
    }
    seen.add(`${effect} ${key}`)
    return found
  })
}

/** Kernel settings are files below /proc/sys: their path and each of its parts have a longest length. */
const LONGEST_SYSCTL = 4096 - '/proc/sys/'.length
const LONGEST_SYSCTL_PART = 255
const SYSCTL = /^(?:(?:[a-zA-Z0-9-][a-zA-Z0-9_/-]*|\*)\.)*[a-zA-Z0-9_/-]*[a-zA-Z0-9]$/

/** What the validation refuses of the kernel settings of a pool. */
export function refuseSysctls(pool: JsonObject, at: At): readonly Found[] {
  return Object.entries(textMapAt(pool, 'sysctls')).flatMap(([key, value]) => {
    const field = at(`sysctls.${key}`)
    const found: Found[] = []
    if (!SYSCTL.test(key)) found.push(invalid(field, 'sysctl-key', `"${key}" is no kernel setting.`, { value: key }))
    if (key.length > LONGEST_SYSCTL) {
      const detail = `A kernel setting has ${LONGEST_SYSCTL} characters at most.`
      found.push(tooLong(field, 'sysctl-length', detail, key))
    }
    for (const part of key.split('.').filter((part) => part.length > LONGEST_SYSCTL_PART)) {
      const detail = `A part of a kernel setting has ${LONGEST_SYSCTL_PART} characters at most.`
      found.push(invalid(field, 'sysctl-part-length', detail, { value: part }))
    }
    if (value === '') found.push(required(field, 'sysctl-value', `${key} needs a value.`))
    return found
  })
}

/** Certificates for the nodes: PEM text. Only its envelope is looked at, not what a certificate says. */
export function refuseCaBundle(pool: JsonObject, at: At): readonly Found[] {
  const bundle = textAt(pool, 'caBundle')
  // Each certificate begins with the bytes of a sequence, in base64 `MI`.
  const envelope = /-----BEGIN CERTIFICATE-----\s+MI[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/
  if (bundle === undefined || envelope.test(bundle)) return []
  return [invalid(at('caBundle'), 'ca-bundle', 'This is no certificate in PEM text.')]
}
