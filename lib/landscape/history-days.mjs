/** The past of a year, and of the weeks that somebody needs to ask about its first days. */
const USUAL = 400
const MOST = 4000

/**
 * HISTORY: for how many days it is kept what was known of the garden. Read by the start, before anything is installed, so it uses
 * nothing but Node; and by the server.
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {number}
 * @throws an Error with one sentence where it is no such number
 */
export function readHistoryDays(env) {
  const text = env.HISTORY?.trim() ?? ''
  if (text === '') return USUAL
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (days >= 1 && days <= MOST) return days
  throw new Error(`HISTORY=${text} is not a number of days from 1 to ${MOST}: leave it out for ${USUAL}.`)
}
