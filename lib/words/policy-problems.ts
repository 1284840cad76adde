import type { PolicyProblemBody } from '@/lib/contract/common'

/** `Line 9, controllers.cloudProfile.concurrentSyncs: must be …` */
export function problemText({ path, line, reason }: PolicyProblemBody, whole: 'text' | 'file' = 'text'): string {
  const where = [line === null ? '' : `Line ${line}`, path].filter((part) => part !== '').join(', ')
  return where === '' ? `The ${whole} ${reason}` : `${where}: ${reason}`
}
