export const REQUEST_ID = 'x-request-id'

const SANE = /^[\w.:+/=-]{8,128}$/

/** The id that whoever is before us gave the request, so that both logs can be laid side by side; else one of ours. */
export function requestIdOf(headers: Headers): string {
  const given = headers.get(REQUEST_ID)
  return given !== null && SANE.test(given) ? given : crypto.randomUUID()
}
