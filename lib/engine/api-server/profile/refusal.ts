import type { ProfileRefusal, ProfileRule, RefusalSubject, RefusalType } from '@/lib/engine/refusal'

export function invalid(rule: ProfileRule, field: string, text: string, value: unknown = null): ProfileRefusal {
  return refusal('FieldValueInvalid', rule, field, text, JSON.stringify(value))
}

export function forbidden(rule: ProfileRule, field: string, text: string): ProfileRefusal {
  return refusal('FieldValueForbidden', rule, field, text)
}

export function required(rule: ProfileRule, field: string, text: string): ProfileRefusal {
  return refusal('FieldValueRequired', rule, field, text)
}

export function duplicate(rule: ProfileRule, field: string, value: string): ProfileRefusal {
  return refusal('FieldValueDuplicate', rule, field, '', JSON.stringify(value))
}

export function notSupported(
  rule: ProfileRule,
  field: string,
  value: string,
  supported: readonly string[],
): ProfileRefusal {
  const text =
    supported.length === 0 ? '' : `supported values: ${supported.map((word) => JSON.stringify(word)).join(', ')}`
  const { subject, ...rest } = refusal('FieldValueNotSupported', rule, field, text, JSON.stringify(value))
  return { ...rest, subject: { ...subject, supported } }
}

/** `value`: as the API server prints it, in JSON. */
function refusal(type: RefusalType, rule: ProfileRule, field: string, text: string, value?: string): ProfileRefusal {
  return { stage: 'validation', rule, type, field, subject: value === undefined ? {} : { value }, text }
}

/** The refusals, with what they are about; what one says of itself stays. One that is there several times stays one object. */
export function about(subject: RefusalSubject, refusals: readonly ProfileRefusal[]): ProfileRefusal[] {
  const known = new Map<ProfileRefusal, ProfileRefusal>()
  return refusals.map((one) => {
    const told = known.get(one) ?? { ...one, subject: { ...subject, ...one.subject } }
    known.set(one, told)
    return told
  })
}
