import type { SignInNotice } from '@/lib/contract/sign-in'
import type { Zone } from '@/lib/contract/zone'
import { usualProject } from './phrases'
import { nearText } from './time-text'

interface NoticeText {
  readonly title: string
  /** What to do, or what holds meanwhile. */
  readonly text: string
  /** The words of the API server or of the provider. */
  readonly said?: string
}

/** What became of an attempt to sign in; null where there is nothing to tell. */
export function signInNoticeText(notice: SignInNotice, host: string, zone: Zone, now: number): NoticeText {
  switch (notice.kind) {
    case 'no-token':
      return { title: 'There is no token', text: 'Paste one below.' }
    case 'no-such-token':
      return {
        title: 'This is no token',
        text: 'It has letters that no bearer token has. Copy it whole, without quotation marks.',
      }
    case 'expired':
      return {
        title: `The token expired ${nearText(notice.at * 1000, zone, now)}`,
        text: 'Make a new one: the command below gives one for an hour.',
      }
    case 'refused':
      return {
        title: 'The garden does not let this token in',
        text: 'It may have expired, or be for another garden.',
        said: notice.said,
      }
    case 'garden-away':
      return {
        title: 'The garden could not be asked',
        text: 'Whether the token is good is not known. Try again in a moment.',
        said: notice.said,
      }
    case 'too-large':
      return {
        title: 'The session is too large for a cookie',
        text: `Browsers keep about 8,000 characters of it, and this one has ${notice.length}. A token that names fewer groups is shorter.`,
      }
    case 'provider-away':
      return {
        title: `The provider at ${host} could not be asked`,
        text: 'Who runs it can say why. A token works meanwhile.',
        said: notice.said,
      }
    case 'provider-refused':
      return {
        title: `The provider at ${host} does not sign you in`,
        text: 'Who runs it can say why.',
        said: notice.said,
      }
    case 'not-begun':
      return {
        title: 'This sign-in was not begun in this browser',
        text: 'Or it took longer than 10 minutes, or was finished before. Begin again.',
      }
    case 'signed-out':
      return { title: 'You are signed out', text: 'Nothing of your session is left in this browser.' }
  }
}

/** `Your session ended at 18:54 +01:00` */
export function sessionEndedText(time: number, zone: Zone, now: number): string {
  return `Your session ended ${nearText(time, zone, now)}`
}

/** The place to which one goes afterwards: `payments / checkout-prod` for a cluster, else the path. Undefined: the first page. */
export function placeText(to: string): string | undefined {
  const [path = ''] = to.split(/[?#]/)
  if (path === '/' || path === '') return undefined
  const [, first, ...parts] = path.split('/').map(readable)
  if (first === 'shoots' && parts.length >= 2) return `${usualProject(parts[0] ?? '')} / ${parts[1]}`
  return path.slice(1).split('/').map(readable).join(' / ')
}

/** Whether an address carries a draft of edits. */
export function hasDraft(to: string): boolean {
  return /[?&](?:draft|edits|plan)=/.test(to)
}

/** The command that gives a token, in the namespace that the address is about. */
export function tokenCommand(to: string): string {
  const namespace = /\b(garden-[a-z0-9-]{1,56})\b/.exec(to)?.[1] ?? 'garden-PROJECT'
  return `kubectl -n ${namespace} create token viewer`
}

/** The garden's own name for people, and where it is: `live`, of `api.live.garden.example (live)`. */
export function gardenName(label: string): { readonly name: string; readonly host: string } {
  const [, host = label, name = host] = /^(\S+) \(([^)]+)\)/.exec(label) ?? []
  return { name, host }
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
