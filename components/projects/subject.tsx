import type { SubjectBody } from '@/lib/contract/common'

/** Whom to call: a link where the name is an address of mail. */
export function Owner({ owner, isWhole = false }: { readonly owner: SubjectBody | null; readonly isWhole?: boolean }) {
  if (owner === null) return <span className="faint">no owner named</span>
  const text = isWhole ? owner.name : shortSubject(owner)
  if (!isMail(owner)) return <span title={owner.name}>{text}</span>
  return (
    <a className="link" href={`mailto:${owner.name}`} title={owner.name}>
      {text}
    </a>
  )
}

export function isMail({ kind, name }: SubjectBody): boolean {
  return kind === 'User' && /^[^\s@:,;?&%#]+@[^\s@:,;?&%#]+$/.test(name)
}

/** Whom a project names, short: without what stands after an @. */
export function shortSubject({ name }: SubjectBody): string {
  const at = name.indexOf('@')
  return at > 0 ? name.slice(0, at) : name
}
