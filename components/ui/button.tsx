import type { ButtonHTMLAttributes, FocusEvent, ReactNode } from 'react'
import styles from './button.module.css'
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
    <button type="button" {...rest} className={classes(look, small, className)}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}

export function ButtonLink({ look, small, icon, className, children, ...rest }: ButtonLook & LinkProps) {
  return (
    <Link {...rest} className={classes(look, small, className)}>
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

export interface Tab {
  readonly href: string
  readonly text: string
  readonly count?: string
  readonly current: boolean
}

/** Parts of a page that each have an address: links, so that they can be opened elsewhere and shared. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className={styles.tabs} onFocus={bringInSight}>
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} aria-current={tab.current ? 'page' : undefined} scroll={false}>
          {tab.text}
          {tab.count === undefined ? null : <small>{tab.count}</small>}
        </Link>
      ))}
    </nav>
  )
}

/** Browsers leave a tab where it is once a part of it can be seen. */
function bringInSight({ currentTarget: nav, target }: FocusEvent<HTMLElement>): void {
  const frame = nav.getBoundingClientRect()
  const { left, right } = target.getBoundingClientRect()
  nav.scrollLeft += Math.min(0, left - frame.left) + Math.max(0, right - frame.right)
}

function classes(look: ButtonLook['look'] = 'plain', small = false, own = ''): string {
  return [styles.btn, look === 'plain' ? '' : styles[look], small ? styles.small : '', own].filter(Boolean).join(' ')
}
