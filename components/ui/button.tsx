'use client'

import { type ButtonHTMLAttributes, type ReactNode, useState } from 'react'
import { useKeys } from '@/lib/browser/keys'
import { useUrlState } from '@/lib/browser/url-state'
import styles from './controls.module.css'
import { Icon, type IconName } from './icon'
import { Link, type LinkProps } from './link'

export interface ButtonLook {
  /** `primary`: the one thing to do here. `quiet`: no outline. */
  readonly look?: 'plain' | 'primary' | 'quiet'
  readonly small?: boolean
  readonly icon?: IconName
}

type ButtonProps = ButtonLook & ButtonHTMLAttributes<HTMLButtonElement>

/** Does something here. What leads elsewhere is a `ButtonLink`. */
export function Button({ look, small, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={buttonClass(look, small, className)}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}

export function ButtonLink({ look, small, icon, className, children, ...rest }: ButtonLook & LinkProps) {
  return (
    <Link {...rest} className={buttonClass(look, small, className)}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </Link>
  )
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> & {
  readonly icon: IconName
  /** What it does: it is read out and shown as a title. */
  readonly label: string
}

export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={className ? `${styles.icon} ${className}` : styles.icon}
    >
      <Icon name={icon} />
    </button>
  )
}

export interface SegmentedProps<T extends string> {
  /** What is chosen, e.g. `View`. */
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly text: ReactNode; readonly title?: string }[]
  readonly onChange: (value: T) => void
  readonly className?: string
}

/** One of a few choices, all in sight. */
export function Segmented<T extends string>({ label, value, options, onChange, className }: SegmentedProps<T>) {
  return (
    <fieldset aria-label={label} className={className ? `${styles.segmented} ${className}` : styles.segmented}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          title={option.title}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </fieldset>
  )
}

interface CheckboxProps {
  readonly isOn: boolean
  readonly isFirst?: boolean
  /** Whether it is a setting that is on or off, drawn as a switch. */
  readonly isSwitch?: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children: ReactNode
}

/** A box to tick, with its words. */
export function Checkbox({ isOn, isFirst, isSwitch = false, onChange, children }: CheckboxProps): ReactNode {
  return (
    <label className="choice">
      <input
        type="checkbox"
        role={isSwitch ? 'switch' : undefined}
        data-first={isFirst || undefined}
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  )
}

/** What is ticked, with one more or without it. */
export function withTicked<T>(all: readonly T[], one: T, isOn: boolean): T[] {
  return isOn ? [...all, one] : all.filter((other) => other !== one)
}

/** The look of a button, also for a plain link that is no page of ours: a file, a mail. */
export function buttonClass(look: ButtonLook['look'] = 'plain', small = false, own = ''): string {
  return [styles.btn, look === 'plain' ? '' : styles[look], small ? styles.small : '', own].filter(Boolean).join(' ')
}

export interface FilterChipProps {
  /** `Project is`; together with `value` it reads as a phrase. */
  readonly label: string
  readonly value: string
  readonly onRemove: () => void
  /** How the filter can be turned round, and what that does. */
  readonly turn?: { readonly title: string; readonly onTurn: () => void } | undefined
}

/** A filter that is set. */
export function FilterChip({ label, value, onRemove, turn }: FilterChipProps) {
  return (
    <span className={styles.chip}>
      {turn === undefined ? (
        <span className="muted">{label}</span>
      ) : (
        <button type="button" className={styles.turn} title={turn.title} onClick={turn.onTurn}>
          {label}
        </button>
      )}{' '}
      <b title={value}>{value}</b>
      <button type="button" className={styles.remove} aria-label={`Remove filter ${label} ${value}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </span>
  )
}

interface ViewSwitchProps {
  /** What the drawn view is called. */
  readonly drawn?: 'Timeline' | 'Chart'
}

/** Whether the address asks for the table behind a chart. */
export function useIsTable(): boolean {
  return useUrlState().params.get('view') === 'table'
}

/** Between a chart and the table behind it; key `t` does the same. */
export function ViewSwitch({ drawn = 'Timeline' }: ViewSwitchProps): ReactNode {
  const { set } = useUrlState()
  const isTable = useIsTable()
  const show = (asTable: boolean) => set({ view: asTable ? 'table' : undefined })
  useKeys({ t: () => show(!isTable) })
  return (
    <Segmented<'drawn' | 'table'>
      label="View"
      value={isTable ? 'table' : 'drawn'}
      options={[
        { value: 'drawn', text: drawn },
        { value: 'table', text: 'Table', title: 'Key t' },
      ]}
      onChange={(value) => show(value === 'table')}
    />
  )
}

/** Many pools that are alike are told as one; where some are, a button below shows each. */
export function useEachPool<T>(rowsOf: (isEach: boolean) => readonly T[]) {
  const [isEach, setEach] = useState(false)
  const [alike, each] = [rowsOf(false), rowsOf(true)]
  const button = (
    <Button small aria-expanded={isEach} onClick={() => setEach(!isEach)}>
      {isEach ? 'Equal pools as one' : 'Each of the equal pools'}
    </Button>
  )
  return { rows: isEach ? each : alike, button: alike.length < each.length ? button : null }
}
