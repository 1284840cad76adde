'use client'

import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { isPinnedList, usePinnedProjects } from '@/lib/browser/pinned-projects'
import { countText } from '@/lib/words/time-text'
import { Button, FilterChip } from '../ui/button'
import { Icon } from '../ui/icon'
import styles from './clusters.module.css'
import {
  type ClusterFilters,
  chipsOf,
  type FilterOption,
  type FilterValues,
  hasFilters,
  NO_FILTERS,
  oppositeOf,
  optionNamed,
  optionsFor,
  toggled,
  turned,
  without,
} from './filters'

export interface FilterBarProps {
  readonly filters: ClusterFilters
  readonly onChange: (filters: ClusterFilters) => void
  /** What can be chosen; null before the first answer. */
  readonly facets: FilterValues | null
  readonly handle: Ref<{ readonly focus: () => void }>
}

/** What is set as chips, and one field that finds names and filters alike. */
export function FilterBar({ filters, onChange, facets, handle }: FilterBarProps) {
  const input = useRef<HTMLInputElement>(null)
  const pinned = usePinnedProjects()
  const isMine = isPinnedList(filters.project, pinned)
  return (
    <div className={styles.bar}>
      <Icon name="search" />
      <ul className={styles.chips} aria-label="Filters">
        {chipsOf(filters).map((chip) => (
          <li key={chip.name}>
            <FilterChip
              label={chip.name === 'project' && isMine ? 'My projects are' : chip.label}
              value={chip.value}
              turn={
                oppositeOf(chip.name) === null
                  ? undefined
                  : {
                      title: chip.name.startsWith('not.') ? 'Show only these' : 'Leave these out',
                      onTurn: () => onChange(turned(filters, chip.name)),
                    }
              }
              onRemove={() => {
                onChange(without(filters, chip.name))
                input.current?.focus()
              }}
            />
          </li>
        ))}
      </ul>
      {pinned.length > 0 && filters.project.length === 0 && (
        <Button
          look="quiet"
          small
          className={styles.mine}
          title={pinned.join(', ')}
          onClick={() => onChange({ ...filters, project: pinned })}
        >
          My projects
        </Button>
      )}
      <div className={styles.add}>
        <AddFilter filters={filters} onChange={onChange} facets={facets} input={input} handle={handle} />
        {hasFilters(filters) ? (
          <Button look="quiet" small onClick={() => onChange(NO_FILTERS)}>
            Clear
          </Button>
        ) : null}
      </div>
    </div>
  )
}

type AddFilterProps = FilterBarProps & { readonly input: RefObject<HTMLInputElement | null> }

/**
 * A combobox: options to choose appear while typing. Enter without choosing one takes the one that is named in full, else it
 * searches in names.
 */
function AddFilter({ filters, onChange, facets, input, handle }: AddFilterProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const id = useId()
  const groups = optionsFor(text, filters, facets)
  const options = groups.flatMap((group) => group.options)
  const current = options[active]
  const named = optionNamed(text, groups)
  const search = options.find(({ name }) => name === 'q')

  useImperativeHandle(handle, () => ({
    focus: () => {
      input.current?.focus()
      setOpen(true)
    },
  }))
  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  // The address follows a moment later than a filter is chosen: the next one is beside it all the same.
  const latest = useRef(filters)
  useEffect(() => {
    latest.current = filters
  }, [filters])
  const choose = (option: Pick<FilterOption, 'name' | 'value'>) => {
    latest.current = toggled(latest.current, option)
    onChange(latest.current)
    setText('')
    close()
  }
  const move = (to: number) => {
    setOpen(true)
    const next = options.length === 0 ? -1 : (to + options.length) % options.length
    setActive(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    switch (event.key) {
      case 'ArrowDown':
        event.preventDefault()
        return move(active + 1)
      case 'ArrowUp':
        event.preventDefault()
        return move(active < 0 ? options.length - 1 : active - 1)
      case 'Enter':
        event.preventDefault()
        if (current !== undefined) choose(current)
        else if (named !== undefined && !named.chosen) choose(named)
        else if (search !== undefined) choose(search)
        return
      case 'Escape':
        event.preventDefault()
        if (isOpen) return close()
        if (text !== '') return setText('')
        return event.currentTarget instanceof HTMLElement ? event.currentTarget.blur() : undefined
      case 'Backspace': {
        const last = chipsOf(filters).at(-1)
        if (text === '' && last !== undefined) onChange(without(filters, last.name))
        return
      }
    }
  }
  return (
    <div className={styles.field}>
      <input
        ref={input}
        className={styles.input}
        role="combobox"
        aria-label="Add a filter"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current === undefined ? undefined : `${id}-${active}`}
        placeholder="Add a filter: name, project, stage, effect, image …"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setOpen(true)
          setActive(-1)
        }}
        onClick={() => setOpen(true)}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Filters to add"
        aria-multiselectable="true"
        className={styles.list}
        hidden={!isOpen || options.length === 0}
      >
        {groups.map((group) => (
          <fieldset key={group.title} aria-label={group.title}>
            <div className={styles.title} aria-hidden="true">
              {group.title}
            </div>
            {group.options.map((option) => {
              const index = options.indexOf(option)
              return (
                <div
                  key={`${option.name} ${option.value}`}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.chosen}
                  data-active={index === active || undefined}
                  className={styles.option}
                  // Before the field loses focus, which would close the list.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                  onKeyDown={onKeyDown}
                >
                  <span className="link">{option.chosen ? <Icon name="check" /> : null}</span>
                  <span className="cut">
                    {option.name === 'q' ? (
                      <>
                        has <b>{option.text}</b>
                      </>
                    ) : (
                      option.text
                    )}
                  </span>
                  {option.count === null ? null : <span className="faint">{countText(option.count)}</span>}
                  {option === (named ?? options[0]) && text !== '' ? (
                    <span aria-hidden="true">
                      <kbd>Enter</kbd>
                    </span>
                  ) : null}
                </div>
              )
            })}
          </fieldset>
        ))}
      </div>
    </div>
  )
}
