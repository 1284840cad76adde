'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useId, useMemo, useState } from 'react'
import { EventGlyph } from '@/components/ui/glyph'
import { withMoment } from '@/lib/browser/at'
import { useMoment, useNow, usePin } from '@/lib/browser/clock'
import { SHOOTS } from '@/lib/browser/paths'
import { usePreferences } from '@/lib/browser/preferences-context'
import { useSettled } from '@/lib/browser/use-settled'
import { findQueries } from '@/lib/questions/queries'
import { countText } from '@/lib/words/time-text'
import { IconButton } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Icon } from '../ui/icon'
import { useClockStep } from './clock'
import {
  askedFor,
  byUse,
  type FindAction,
  type FindGroup,
  type FindItem,
  findGroups,
  keepUse,
  loadUsed,
  markedParts,
  mostUsedItems,
  placesFor,
} from './find-items'
import styles from './shell.module.css'
import { useShell } from './shell-context'

const LONGEST = 100

/** Finds clusters, versions, profiles, projects, pages and actions by any part of their names. */
export function FindDialog() {
  const { close } = useShell()
  const router = useRouter()
  const moment = useMoment()
  const run = useAction()
  const [used] = useState(loadUsed)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const id = useId()
  const { found, total, instead, error, isWaiting } = useFound(text)
  // What an action that could not be done says.
  const [said, setSaid] = useState('')
  // Enter came before the answer: it opens the first line of that.
  const [isEntered, setEntered] = useState(false)

  const { pages, actions } = placesFor(text)
  const isTyped = text.trim() !== ''
  // Names that are only like what was typed step back where a page has the very words.
  const isGuess =
    instead?.split(' ').every((word) => text.toLowerCase().includes(word)) === false &&
    pages.length + actions.length > 0
  const groups = [
    ...(isTyped ? (isGuess ? [] : found) : [{ title: 'Used most', items: mostUsedItems(used) }]),
    { title: 'Pages and guides', items: pages },
  ].flatMap(({ title, items }) => (items.length === 0 ? [] : [{ title, items: byUse(items, used) }]))
  const lines: readonly (FindItem | FindAction)[] = [...groups.flatMap((group) => group.items), ...actions]
  const current = lines[Math.min(active, lines.length - 1)]
  const open = (item: FindItem) => {
    keepUse(item)
    close()
    router.push(withMoment(item.href, moment))
  }
  const choose = (line: FindItem | FindAction | undefined) => {
    if (line === undefined) return
    if ('href' in line) open(line)
    else void run(line).then(setSaid)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setActive((before) => (Math.min(before, lines.length - 1) + step + lines.length) % lines.length)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      if (isWaiting && active === 0) setEntered(true)
      else choose(current)
    }
  }

  useEffect(() => {
    if (!isEntered || isWaiting) return
    setEntered(false)
    choose(lines[0])
  })
  useEffect(() => {
    if (current) document.getElementById(domId(id, current))?.scrollIntoView({ block: 'nearest' })
  }, [current, id])

  const line = (item: FindItem | FindAction) => (
    // The field keeps the focus and its keys; the lines follow it by aria-activedescendant.
    <div
      key={item.id}
      id={domId(id, item)}
      role="option"
      tabIndex={-1}
      aria-selected={item === current}
      className={styles.found}
      onPointerMove={() => setActive(lines.indexOf(item))}
      onClick={() => choose(item)}
      onKeyDown={onKey}
    >
      <Sign item={item} />
      <span className="cut">
        <Marked text={item.text} query={instead ?? text} />
        {'note' in item ? (
          <span className="faint">
            {' '}
            <Marked text={item.note} query={figuresOf(text)} />
          </span>
        ) : null}
      </span>
      {item === current ? <kbd>Enter</kbd> : 'key' in item ? <kbd>{item.key}</kbd> : null}
    </div>
  )
  return (
    <Dialog title="Find" onClose={close} bare>
      <div className={styles.findField}>
        <Icon name="search" className="faint" />
        <input
          type="text"
          data-first
          role="combobox"
          aria-label="Find cluster, project, version"
          aria-expanded="true"
          aria-controls={`${id}list`}
          aria-activedescendant={current ? domId(id, current) : undefined}
          aria-autocomplete="list"
          placeholder="Find cluster, project, version"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(0)
            setEntered(false)
            setSaid('')
          }}
          onKeyDown={onKey}
        />
        <IconButton icon="close" label="Close" title="Key Esc" onClick={close} />
      </div>
      <div className={styles.findList} id={`${id}list`} role="listbox" aria-label="Found" tabIndex={-1}>
        {groups.map((group) => (
          <FoundGroup key={group.title} title={group.title}>
            {group.items.map(line)}
          </FoundGroup>
        ))}
        {actions.length > 0 && <FoundGroup title="Do">{actions.map(line)}</FoundGroup>}
      </div>
      <p className={`small faint ${styles.findFoot}`} role="status">
        {error ? <span className="bad">{error}</span> : said || outcomeText(text, { total, instead, found, isWaiting })}
      </p>
    </Dialog>
  )
}

/** Asks when the typing pauses; what was found before stays until the new answer is there. */
function useFound(text: string) {
  const moment = useMoment()
  const now = useNow()
  const asked = askedFor(text)
  const q = useSettled(asked, asked === '' ? 0 : undefined)
  const { data, error, isFetching } = useQuery({
    ...findQueries.find({ q, ...moment }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    refetchInterval: false,
  })
  const shown = useDeferredValue(q === '' ? undefined : data)
  const found = useMemo(() => (shown ? findGroups(shown, now, q) : []), [shown, now, q])
  const isWaiting = isFetching || q !== asked || (q !== '' && shown !== data)
  return { found, total: shown?.total ?? 0, instead: shown?.instead ?? null, error: error?.message, isWaiting }
}

interface FindOutcome {
  readonly total: number
  readonly instead: string | null
  readonly found: readonly FindGroup[]
  readonly isWaiting: boolean
}

function outcomeText(text: string, { total, instead, found, isWaiting }: FindOutcome): string {
  if (text.trim() === '') return 'Any part of a name, a project, a version. Several words narrow it down.'
  if (isWaiting && found.length === 0) return 'Looking …'
  const listed = found.reduce((sum, group) => sum + group.items.length, 0)
  if (listed === 0) return 'No cluster, version, profile or project matches.'
  const figure = listed < total ? `${countText(listed)} of ${countText(total)} found` : `${countText(total)} found`
  return instead === null ? figure : `Nothing is called “${text.trim()}”: ${figure} for “${instead}”`
}

/** Does it; answers why it could not be done, else an empty text. */
function useAction(): (action: FindAction) => Promise<string> {
  const { close, show } = useShell()
  const { setTheme, setTimes } = usePreferences()
  const step = useClockStep()
  const pin = usePin()
  const router = useRouter()
  const moment = useMoment()
  return async (action) => {
    if ('overlay' in action) {
      show(action.overlay)
      return ''
    }
    if ('opens' in action) {
      close()
      const button = document.querySelector<HTMLElement>(`main [data-take="${action.opens}"]`)
      if (button === null) router.push(withMoment(`${SHOOTS}#${action.opens}`, moment))
      else button.click()
      return ''
    }
    if ('theme' in action) setTheme(action.theme)
    else if ('times' in action) setTimes(action.times)
    else if (action.step === 'now') pin(undefined)
    else {
      const problem = await step(action.step)
      if (problem !== '') return problem
    }
    close()
    return ''
  }
}

function FoundGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset aria-label={title}>
      <p className="tiny faint" aria-hidden="true">
        {title}
      </p>
      {children}
    </fieldset>
  )
}

function Sign({ item }: { readonly item: FindItem | FindAction }) {
  if (!('sign' in item)) return <Icon name={item.icon} />
  if (typeof item.sign === 'object') return <EventGlyph kind={item.sign.event} />
  switch (item.sign) {
    case 'version':
      return <Icon name="controlPlane" />
    case 'profile':
      return <Icon name="file" />
    case 'project':
      return <Icon name="filter" />
    case 'quiet':
      return <span />
  }
}

function Marked({ text, query }: { readonly text: string; readonly query: string }) {
  let at = 0
  return markedParts(text, query).map((part) => {
    const key = `${at}`
    at += part.text.length
    return part.hit ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>
  })
}

/** A note is looked through for versions only, not for words. */
function figuresOf(query: string): string {
  return query
    .split(/\s+/)
    .filter((word) => /\d/.test(word))
    .join(' ')
}

function domId(prefix: string, line: FindItem | FindAction): string {
  return `${prefix}${line.id.replaceAll(' ', '_')}`
}
