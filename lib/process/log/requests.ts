import { channel } from 'node:diagnostics_channel'

/** Asked for by a name that is not ours, or by a page of another site. */
export const REFUSAL_REASONS = ['host', 'origin'] as const

/** A request that was refused before any route saw it, see proxy.ts. */
export interface RequestRefusal {
  readonly request: string
  readonly reason: (typeof REFUSAL_REASONS)[number]
  readonly method: string
  readonly status: number
  readonly host: string | null
}

export const REFUSALS = 'almanac.refusals'

const refusals = channel(REFUSALS)

/** Tells the log and the metrics, which are too large for what runs before every request. */
export function tellRefusal(refusal: RequestRefusal): void {
  refusals.publish(refusal)
}

export const REQUEST_ID = 'x-request-id'

const SANE = /^[\w.:+/=-]{8,128}$/

/** The id that the proxy before us gave the request, so that both logs can be laid side by side; else one of ours. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get(REQUEST_ID)
  return given !== null && SANE.test(given) ? given : crypto.randomUUID()
}
