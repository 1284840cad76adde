/** Why the API server refuses something. */
export interface Refusal {
  /** Which stage of the API server speaks: the first one that finds something ends the check. */
  readonly stage: 'validation' | 'admission'
  /** Kind of the error, e.g. `FieldValueForbidden`; `Forbidden` for admission. */
  readonly type: string
  /** Path of the field with indices of the submitted object; empty when the text is about the whole object. */
  readonly field: string
  readonly detail: string
  /** What was found there, as the API server prints it (JSON); absent where it prints none. */
  readonly value?: string
}

export function invalid(field: string, detail: string, value: unknown = null): Refusal {
  return { stage: 'validation', type: 'FieldValueInvalid', field, detail, value: JSON.stringify(value) }
}

export function forbidden(field: string, detail: string): Refusal {
  return { stage: 'validation', type: 'FieldValueForbidden', field, detail }
}

export function required(field: string, detail: string): Refusal {
  return { stage: 'validation', type: 'FieldValueRequired', field, detail }
}

export function duplicate(field: string, value: string): Refusal {
  return { stage: 'validation', type: 'FieldValueDuplicate', field, detail: '', value: JSON.stringify(value) }
}

export function notSupported(field: string, value: string, supported: readonly string[]): Refusal {
  const detail =
    supported.length === 0 ? '' : `supported values: ${supported.map((word) => JSON.stringify(word)).join(', ')}`
  return { stage: 'validation', type: 'FieldValueNotSupported', field, detail, value: JSON.stringify(value) }
}

const WORDS: Readonly<Record<string, string>> = {
  FieldValueInvalid: 'Invalid value',
  FieldValueForbidden: 'Forbidden',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueNotSupported: 'Unsupported value',
}

/** The refusal in one line, as the API server puts it into longer texts. */
export function lineOf({ field, type, value, detail }: Refusal): string {
  return [`${field}: ${WORDS[type] ?? type}`, value, detail]
    .filter((part) => part !== undefined && part !== '')
    .join(': ')
}
