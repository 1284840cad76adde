import { signInNotice } from '@/lib/contract/sign-in'
import { SealedCookie } from './sealed-cookie'

/** As long as it may take to show the page. Sealed, so that nobody puts words into its mouth by a link. */
export const noticeCookie = new SealedCookie('notice', signInNotice, 60)
