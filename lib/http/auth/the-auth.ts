import { randomBytes } from 'node:crypto'
import { processWide } from '@/lib/process/kept'
import { log } from '@/lib/process/log'
import { readAuth } from './settings.mjs'

/**
 * What this process was told about sign-in. Throws where that is wrong, with every question: nobody is let in by a mistake.
 * Sessions that no `SESSION_SECRET` seals end with the process, which is said once.
 */
export function theAuth() {
  return processWide('auth', () => {
    const auth = readAuth(process.env)
    if (!('secrets' in auth) || auth.secrets.length > 0) return auth
    log.warn('SESSION_SECRET is not set, so sessions end with this process, and no other replica knows them.')
    return { ...auth, secrets: [randomBytes(48).toString('base64')] }
  })
}

/** How people sign in; see docs/sign-in.md. */
export function authMode() {
  return theAuth().mode
}
