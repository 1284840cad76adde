import { lineOf, type ShootRefusal } from '@/lib/engine/refusal'

/** The answer to a new cluster that is refused. `verbatim`: word for word what the API server says; else sentences of ours. */
export interface RefusalAnswer {
  readonly text: string
  readonly verbatim: boolean
}

/** One stage gives one answer for all that it found; equal lines are named once. */
export function answerText(errors: readonly ShootRefusal[], name = 'new'): RefusalAnswer {
  const lines = errors.map(({ field, quote }) => (field === '' || quote === undefined ? quote : `${field}: ${quote}`))
  if (lines.includes(undefined)) return { text: errors.map(lineOf).join(' '), verbatim: false }
  const said = [...new Set(lines)]
  const all = said.length === 1 ? said[0] : `[${said.join(', ')}]`
  return { text: `${headOf(errors, name)}${all}`, verbatim: true }
}

/** How the answer begins; where the API server breaks off, that is all there is. */
function headOf([first]: readonly ShootRefusal[], name: string): string {
  if (first?.rule === 'machine-type-gone') return ''
  return first?.stage === 'validation'
    ? `Shoot.core.gardener.cloud "${name}" is invalid: `
    : `shoots.core.gardener.cloud "${name}" is forbidden: `
}
