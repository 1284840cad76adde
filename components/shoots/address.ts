import { withAt } from '@/lib/client/at'

/** The page of a cluster. */
export function hrefOf(shoot: { readonly namespace: string; readonly name: string }): string {
  return `/shoots/${encodeURIComponent(shoot.namespace)}/${encodeURIComponent(shoot.name)}`
}

/** The whole address of a page with the clock pinned: whoever opens it sees what is seen now. */
export function pinnedLink(origin: string, href: string, at: string): string {
  return `${origin}${withAt(href, at)}`
}
