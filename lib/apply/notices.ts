import { createHash, createHmac } from 'node:crypto'
import type { NoticesSent } from '@/lib/contract/apply'
import { log } from '@/lib/process/log'
import { type Store, theStore } from '@/lib/store'

/** The server that is told when edits are applied. */
export interface NoticeTarget {
  readonly url: string
  /** The key with which notices are signed. */
  readonly secret: string
}

/** What one project is told, as it is sent. */
export interface ProjectNotice {
  readonly project: string
  /** JSON. */
  readonly body: string
}

/** What a change is known by, so that it is not told twice: the same edits of the same version of the same profile. */
export function changeId(change: {
  readonly profile: string
  readonly base: string
  readonly edits: readonly unknown[]
}): string {
  const { profile, base, edits } = change
  return createHash('sha256')
    .update(JSON.stringify([profile, base, edits]))
    .digest('hex')
}

/** `sha256=…`: of the moment, a full stop and the body, so that what was overheard cannot be sent again later. */
export function signatureOf({ secret }: Pick<NoticeTarget, 'secret'>, moment: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${moment}.${body}`).digest('hex')}`
}

/** For how long an answer is waited for, in milliseconds. After that it is not known whether a notice arrived. */
const ANSWERED_WITHIN = 5_000
/** How long all notices may take together, in milliseconds, however many projects there are: the user who applies waits for them. */
const ALL_WITHIN = 30_000
/** How many notices are sent at a time. */
const AT_A_TIME = 8

/**
 * Tells each project of a change, at most once: that it is told is remembered before, so one that fails, or is cut off, is not told
 * again. When the time for all is up, those whose turn has not come are not told. Never rejects.
 * @param within how long all of them may take, in milliseconds
 */
export async function sendNotices(
  target: NoticeTarget,
  change: string,
  notices: readonly ProjectNotice[],
  store: Pick<Store, 'rows'> = theStore(),
  within: number = ALL_WITHIN,
): Promise<NoticesSent> {
  const told: NoticesSent = { sent: 0, failed: [], unsure: [], known: 0, unreached: [] }
  const waiting = [...notices]
  const timeIsUp = AbortSignal.timeout(within)
  const next = async () => {
    for (let notice = waiting.shift(); notice !== undefined; notice = waiting.shift()) {
      const { project } = notice
      if (timeIsUp.aborted) {
        told.unreached.push(project)
        continue
      }
      try {
        if (!(await isFirst(store, change, project))) told.known++
        else if (await isTaken(target, change, notice, timeIsUp)) told.sent++
        else told.failed.push(project)
      } catch (error) {
        log.warn({ project, error }, 'a notice was not sent, or not answered')
        told[isCutOff(error) ? 'unsure' : 'failed'].push(project)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, next))
  return told
}

async function isFirst({ rows }: Pick<Store, 'rows'>, change: string, project: string): Promise<boolean> {
  const written = await rows(
    'INSERT INTO notices (change_id, project, begun) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING project',
    [change, project, Date.now()],
  )
  return written.length > 0
}

async function isTaken(
  target: NoticeTarget,
  change: string,
  { body }: ProjectNotice,
  timeIsUp: AbortSignal,
): Promise<boolean> {
  const moment = new Date().toISOString()
  const { ok } = await fetch(target.url, {
    method: 'POST',
    redirect: 'error',
    headers: {
      'Content-Type': 'application/json',
      'X-Almanac-Change': change,
      'X-Almanac-Time': moment,
      'X-Almanac-Signature': signatureOf(target, moment, body),
    },
    body,
    signal: AbortSignal.any([timeIsUp, AbortSignal.timeout(ANSWERED_WITHIN)]),
  })
  return ok
}

/** The time was up, or the connection broke: what was sent by then may have arrived. */
function isCutOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = (error.cause ?? {}) as { readonly code?: unknown }
  return ['TimeoutError', 'AbortError'].includes(error.name) || code === 'UND_ERR_SOCKET' || code === 'ECONNRESET'
}
