'use client'

import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import {
  dayMoved,
  dayWords,
  instantOfWall,
  readClock,
  readDay,
  type WallMoment,
  wallMoment,
} from '@/lib/browser/day-input'
import { onWire } from '@/lib/contract/dates'
import { offsetText, type Zone } from '@/lib/contract/zone'
import { msOrNull } from '@/lib/words/time-text'
import styles from './controls.module.css'
import { Icon } from './icon'

/** How many fields of a form hold text that cannot be read, and how that is counted. */
interface UnreadableFields {
  readonly count: number
  readonly add: (by: 1 | -1) => void
}

/** What a label with a field below it looks like. */
export const fieldClass = styles.field

const Counted = createContext<UnreadableFields>({ count: 0, add: () => {} })

/** Counts fields below it that hold what cannot be read: until they are mended, what is shown is not what was meant. */
export function CountUnreadable({ children }: { readonly children: ReactNode }): ReactNode {
  const [count, setCount] = useState(0)
  const [add] = useState(() => (by: 1 | -1) => setCount((before) => before + by))
  return <Counted value={{ count, add }}>{children}</Counted>
}

export function useUnreadable(): number {
  return use(Counted).count
}

/** Tells of a field whether what it holds cannot be read. */
export function useTellUnreadable(isUnreadable: boolean): void {
  const { add } = use(Counted)
  useEffect(() => {
    if (!isUnreadable) return
    add(1)
    return () => add(-1)
  }, [isUnreadable, add])
}

interface FieldProps {
  /** Names the field, where no label around it does. */
  readonly label?: string
  readonly id?: string
  /** When what is typed is told: with every letter that makes it one, or when the field is left or Enter is pressed. */
  readonly tells?: 'typed' | 'left'
}

interface DateFieldProps extends FieldProps {
  /** `2027-01-03`; empty: none. */
  readonly value: string
  readonly min?: string
  /** The name under which a form sends it, as `2027-01-03`. */
  readonly name?: string
  readonly required?: boolean
  readonly onChange?: (day: string) => void
}

const DAYS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 30, PageDown: -30 }

/**
 * A day, written as everywhere: `3 Jan 2027`. One stop for the keyboard: it is typed, or moved by arrows (a day) and pages (30
 * days). The calendar of the browser is there for a pointer; it does not take part in the order of the keys.
 */
export function DateField({ value, min = '2000-01-01', name, required = false, ...props }: DateFieldProps): ReactNode {
  const [chosen, setChosen] = useState({ of: value, day: value })
  const day = chosen.of === value ? chosen.day : value
  const picker = useRef<HTMLInputElement>(null)
  const sent = useRef<HTMLInputElement>(null)
  const change = (next: string) => {
    setChosen({ of: value, day: next })
    // A form may be sent before this is rendered.
    if (sent.current) sent.current.value = next
    props.onChange?.(next)
  }
  return (
    <>
      <WordField
        {...props}
        value={day}
        words={dayWords}
        hint={() => 'Write a day such as 3 Jan 2027.'}
        read={(text) => {
          if (text.trim() === '' && !required && name !== undefined) return ''
          const read = readDay(text)
          return read === null || read < min ? null : read
        }}
        moved={(from, key) => {
          const by = DAYS[key]
          const next = by === undefined || from === '' ? null : dayMoved(from, by)
          return next === null || next < min ? null : next
        }}
        input={{ required }}
        onChange={change}
      >
        <input
          ref={picker}
          type="date"
          className={styles.native}
          tabIndex={-1}
          aria-hidden
          value={day}
          min={min}
          max="2199-12-31"
          onChange={(event) => event.target.value !== '' && change(event.target.value)}
        />
        <button
          type="button"
          className={styles.pick}
          tabIndex={-1}
          aria-label="Calendar"
          onClick={() => picker.current?.showPicker()}
        >
          <Icon name="calendar" />
        </button>
      </WordField>
      {name !== undefined && <input ref={sent} type="hidden" name={name} defaultValue={day} key={value} />}
    </>
  )
}

interface WordFieldProps extends FieldProps {
  readonly value: string
  readonly words: (value: string) => string
  /** Null: it is none. */
  readonly read: (text: string) => string | null
  /** The word to which a key leads; null: none. */
  readonly moved: (from: string, key: string) => string | null
  /** Said of what cannot be read. */
  readonly hint: (text: string) => string
  readonly onChange: (value: string) => void
  /** More of the field itself; what is told there of a value counts while it can be read. */
  readonly input?: ComponentProps<'input'> & { readonly 'data-changed'?: true | undefined }
  /** Stands in the field, at its end. */
  readonly children?: ReactNode
}

/** Text that stands for a value: while it is typed it stays as it is, afterwards it is written as it is understood. */
export function WordField(props: WordFieldProps): ReactNode {
  const { value, words, read, moved, label, tells = 'typed', input = {} } = props
  const hint = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const meant = typed === null ? value : read(typed)
  useTellUnreadable(meant === null)
  const tell = (next: string | null) => {
    if (next !== null && next !== value) props.onChange(next)
  }
  const leave = () => {
    tell(meant)
    if (meant !== null) setTyped(null)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') leave()
    const next = meant === null || event.ctrlKey || event.metaKey || event.altKey ? null : moved(meant, event.key)
    if (next === null) return
    event.preventDefault()
    setTyped(words(next))
    if (tells === 'typed') tell(next)
  }
  return (
    <span>
      <span className={styles.box}>
        <input
          maxLength={32}
          {...input}
          id={props.id}
          type="text"
          inputMode="text"
          aria-label={label}
          aria-invalid={meant === null || input['aria-invalid']}
          aria-describedby={meant === null ? hint : input['aria-describedby']}
          value={typed ?? words(value)}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value)
            if (tells === 'typed') tell(read(event.target.value))
          }}
          onKeyDown={press}
          onBlur={leave}
        />
        {props.children}
      </span>
      {meant === null && (
        <small id={hint} className={styles.hint} role="alert">
          {props.hint(typed ?? '')}
        </small>
      )}
    </span>
  )
}

/** One of a list; a text alone stands for itself. */
type SelectOption<T extends string> = T | { readonly value: T; readonly text: string; readonly group?: string }

/** One for each of some words, as what that is called. */
export function optionsOf<T extends string>(words: Readonly<Record<T, string>>) {
  return (Object.keys(words) as T[]).map((value) => ({ value, text: words[value] }))
}

interface SelectProps<T extends string>
  extends Pick<ComponentProps<'select'>, 'id' | 'aria-invalid' | 'aria-describedby'> {
  /** Names it, where no label around or before it does. */
  readonly label?: string
  readonly className?: string | undefined
  readonly value: T
  readonly options: readonly SelectOption<T>[]
  readonly onChange: (value: T) => void
  readonly isFirst?: boolean | undefined
  /** Whether it differs from what is there now. */
  readonly isChanged?: boolean
}

/** A choice of a list; those of one group stand together under its name. */
export function Select<T extends string>(props: SelectProps<T>): ReactNode {
  const { label, className = 'select', value, options, onChange, isFirst, isChanged, ...rest } = props
  const all = options.map((one) => (typeof one === 'string' ? { value: one, text: one } : one))
  const groups = [...new Set(all.map(({ group }) => group))]
  return (
    <select
      {...rest}
      aria-label={label}
      className={className || undefined}
      value={value}
      data-first={isFirst || undefined}
      data-changed={isChanged || undefined}
      onChange={({ target }) => {
        const chosen = all.find((one) => one.value === target.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {groups.map((group) => {
        const own = all
          .filter((one) => one.group === group)
          .map((one) => (
            <option key={one.value} value={one.value}>
              {one.text}
            </option>
          ))
        return group === undefined ? (
          own
        ) : (
          <optgroup key={group} label={group}>
            {own}
          </optgroup>
        )
      })}
    </select>
  )
}

/** A choice with its label above. */
export function SelectField<T extends string>({
  label,
  ...choice
}: Pick<SelectProps<T>, 'value' | 'options' | 'onChange' | 'isFirst'> & { readonly label: string }): ReactNode {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Select {...choice} id={id} className="" />
    </div>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly onChange: (value: string) => void
}

/** Text that is taken over as it is typed. */
export function TextField({ label, value, placeholder, onChange }: TextFieldProps): ReactNode {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        maxLength={128}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

interface MomentFieldProps {
  readonly label: string
  /** RFC 3339; null: none yet. */
  readonly value: string | null
  /** Whose calendar and clock it is. */
  readonly zone: Zone
  readonly onChange: (value: string) => void
}

/** A day and a time. What is not complete is not told, and what is left alone stays the same instant. */
export function MomentField({ label, value, zone, onChange }: MomentFieldProps): ReactNode {
  const at = msOrNull(value)
  const { day, clock } = at === null ? { day: '', clock: '23:59:59' } : wallMoment(at, zone)
  const change = (next: WallMoment) => {
    const moved = instantOfWall(next, zone, at)
    if (moved !== at && !Number.isNaN(moved)) onChange(onWire(moved))
  }
  return (
    <fieldset className={styles.field}>
      <legend>
        {label}
        {at !== null && `, ${zone === 'UTC' ? 'UTC' : offsetText(zone, at)}`}
      </legend>
      <span className={styles.moment}>
        <DateField label={`${label}: day`} value={day} onChange={(next) => change({ day: next, clock })} />
        <WordField
          label={`${label}: time`}
          value={clock}
          words={(one) => one}
          hint={() => 'Write a time such as 23:59:59.'}
          read={readClock}
          moved={() => null}
          onChange={(next) => change({ day, clock: next })}
        />
      </span>
    </fieldset>
  )
}
