import { profilePage, projectPage, selectedVersionPage, shootPage } from '@/lib/browser/paths'
import type { EventKind } from '@/lib/contract/common'
import type { FindAnswer } from '@/lib/questions/find/contract'
import { orOtherNight, untilWindow } from '@/lib/words/event-words'
import { profileName } from '@/lib/words/phrases'
import { countOf, type Time } from '@/lib/words/time-text'

type Found = FindAnswer['items'][number]

export interface FindItem {
  readonly id: string
  readonly href: string
  /** The words that the search is about. */
  readonly text: string
  /** Said after it, quieter. */
  readonly note: string
  readonly sign: { readonly event: EventKind } | 'version' | 'profile' | 'project' | 'quiet'
}

export interface FindGroup {
  readonly title: string
  readonly items: readonly FindItem[]
}

/**
 * What was found, as groups of lines in the order in which people look for them; first the one with something that is called
 * exactly what was typed: `payments` means the project, not the clusters in it.
 */
export function findGroups(answer: FindAnswer, now: Time, typed = ''): readonly FindGroup[] {
  const of = (kind: Found['kind']) =>
    answer.items.filter((item) => item.kind === kind).map((item) => findItem(item, now))
  const groups = [
    { title: 'Clusters', items: of('shoot') },
    { title: 'Versions', items: of('version') },
    { title: 'Profiles', items: of('profile') },
    { title: 'Projects', items: of('project') },
  ].filter((group) => group.items.length > 0)
  const name = typed.trim().toLowerCase()
  const isMeant = ({ items }: FindGroup) => items.some((item) => item.text.toLowerCase() === name)
  return [...groups.filter(isMeant), ...groups.filter((group) => !isMeant(group))]
}

function findItem(item: Found, now: Time): FindItem {
  switch (item.kind) {
    case 'shoot': {
      const next = item.next
      const when = next
        ? `, ${NOTE_WORDS[next.kind]} ${untilWindow(next.window, now, 'short')}${orOtherNight(next, now)}`
        : ', nothing ahead'
      return {
        id: `shoot ${item.namespace}/${item.name}`,
        href: shootPage(item),
        text: `${item.project} / ${item.name}`,
        note: item.kubernetes + when,
        sign: next ? { event: next.kind } : 'quiet',
      }
    }
    case 'version':
      return {
        id: `version ${profileName(item.profile)} ${item.what} ${item.version}`,
        href: selectedVersionPage(item.profile, item.what, item.version),
        text: `${item.what} ${item.version} in ${profileName(item.profile)}`,
        note: countOf(item.clusters, 'cluster'),
        sign: 'version',
      }
    case 'profile':
      return {
        id: `profile ${profileName(item.profile)}`,
        href: profilePage(item.profile),
        text: profileName(item.profile),
        note: countOf(item.clusters, 'cluster'),
        sign: 'profile',
      }
    case 'project':
      return {
        id: `project ${item.project}`,
        href: projectPage(item.project),
        text: item.project,
        note: countOf(item.clusters, 'cluster'),
        sign: 'project',
      }
  }
}

const NOTE_WORDS: Readonly<Record<EventKind, string>> = {
  auto: 'auto-update',
  forced: 'forced',
  fails: 'fails',
  other: 'changes',
}

/** A text cut at the words that were looked for. */
export function markedParts(text: string, query: string): readonly { readonly text: string; readonly hit: boolean }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const parts: { text: string; hit: boolean }[] = []
  const lower = text.toLowerCase()
  let from = 0
  while (from < text.length) {
    let hit = text.length
    let length = 0
    for (const word of words) {
      const found = lower.indexOf(word, from)
      if (found >= 0 && (found < hit || (found === hit && word.length > length))) {
        hit = found
        length = word.length
      }
    }
    if (hit > from) parts.push({ text: text.slice(from, hit), hit: false })
    if (length > 0) parts.push({ text: text.slice(hit, hit + length), hit: true })
    from = hit + length
  }
  return parts
}
