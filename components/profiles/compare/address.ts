import type { ProfileRefBody } from '@/lib/contract/common'

/** `aws`, or `garden-core/aws-ext`; undefined: it is neither. */
export function readProfile(text: string | null | undefined): ProfileRefBody | undefined {
  const [first = '', second, ...more] = (text ?? '').split('/')
  if (first === '' || second === '' || more.length > 0) return undefined
  if (second === undefined) return { kind: 'CloudProfile', name: first }
  return { kind: 'NamespacedCloudProfile', namespace: first, name: second }
}
