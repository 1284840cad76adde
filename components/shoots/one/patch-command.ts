import type { Advice, ShootRow } from '@/lib/contract'

/** The command that does what an advice says, with the real names filled in; null when there is nothing to patch. */
export function patchCommand(advice: Advice, shoot: Pick<ShootRow, 'namespace' | 'name'>): string | null {
  if (advice.patch === null) return null
  const patch = advice.patch.replaceAll("'", `'\\''`)
  return `kubectl -n ${shoot.namespace} patch shoot ${shoot.name} --type ${advice.patchType ?? 'merge'} -p '${patch}'`
}
