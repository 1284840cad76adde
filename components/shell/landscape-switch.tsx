'use client'

import { type CSSProperties, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import { useLandscapes } from '@/lib/browser/landscapes'
import { Icon } from '../ui/icon'
import { later } from '../ui/later'
import styles from './shell.module.css'

const LandscapeList = later(() => import('./landscape-list').then((part) => part.LandscapeList))

/** Leads to the same page of another landscape, and says before what stands there. Nothing where there is only this one. */
export function LandscapeSwitch(): ReactNode {
  const { all, own } = useLandscapes()
  const [isOpen, setOpen] = useState(false)
  const [left, setLeft] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  if (all.length === 0) return null
  const toggle = ({ newState }: ToggleEvent) => {
    setOpen(newState === 'open')
    // Below the button, which stands where the name of the program ends.
    setLeft(button.current?.getBoundingClientRect().left ?? 0)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.switch}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-label={`Landscape ${own?.name ?? 'that has no name'}`}
      >
        <span className="cut">{own?.name ?? 'Landscape'}</span>
        <Icon name={isOpen ? 'up' : 'down'} />
      </button>
      <nav
        id={id}
        popover="auto"
        aria-label="Landscapes"
        className={styles.landscapes}
        style={{ '--left': `${left}px` } as CSSProperties}
        onBeforeToggle={toggle}
      >
        {isOpen && <LandscapeList />}
      </nav>
    </>
  )
}
