'use client'

import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Single keys. A key is `KeyboardEvent.key` (`t`, `/`, `?`, `[`, `Shift+ArrowLeft`), or two after each other (`g o`). They
 * never fire while something is typed, or a space presses what has the focus, with Ctrl, Meta or Alt, behind an open dialog, or when the viewer turned them off.
 */
type KeyActions = Readonly<Record<string, () => void>>

const SEQUENCE_MS = 1200
const layers: { readonly current: KeyActions }[] = []
let enabled = true
let prefix: { key: string; at: number } | undefined

/** Turns all single keys on or off. */
export function setKeysEnabled(value: boolean): void {
  enabled = value
}

/** Binds keys while the component is there; the one mounted last wins. */
export function useKeys(keys: KeyActions): void {
  const latest = useRef(keys)
  // At once with what is shown: a key that is pressed as soon as something is there acts on that.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const layer = latest
    if (layers.length === 0) document.addEventListener('keydown', onKey)
    layers.push(layer)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) document.removeEventListener('keydown', onKey)
    }
  }, [])
}

function onKey(event: KeyboardEvent): void {
  if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (isTaken(event) || document.querySelector('dialog[open]')) return
  const now = Date.now()
  const key = event.shiftKey && event.key.startsWith('Arrow') ? `Shift+${event.key}` : event.key
  const pair = prefix && now - prefix.at < SEQUENCE_MS ? find(`${prefix.key} ${key}`) : undefined
  prefix = { key, at: now }
  const action = pair ?? find(key)
  if (!action) return
  if (pair) prefix = undefined
  event.preventDefault()
  action()
}

function find(key: string): (() => void) | undefined {
  for (const layer of layers.toReversed()) {
    const action = layer.current[key]
    if (action) return action
  }
  return undefined
}

function isTaken({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (key === ' ' && target.closest('button, a, summary') !== null) return true
  return target.isContentEditable || target.closest('input, textarea, select, [role="combobox"]') !== null
}
