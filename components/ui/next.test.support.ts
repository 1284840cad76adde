import type { NextEvent } from '@/lib/contract/steps'

/** A cluster is forced in the window that begins then. */
export const forcedOn = (begin: string, to = '1.33.11'): NextEvent => ({
  kind: 'forced',
  kinds: ['forced'],
  window: { begin, latestStart: begin, end: begin, offset: '+01:00' },
  what: 'Kubernetes',
  from: '1.32.13',
  to,
  more: 0,
  effect: 'rolling',
  nodes: { min: 1, max: 2 },
  cause: null,
})
