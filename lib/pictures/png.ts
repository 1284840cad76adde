import { LRUCache } from 'lru-cache'
import { createElement, type ReactElement } from 'react'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { processWide } from '@/lib/process/kept'
import { forEverybody } from '@/lib/process/on-behalf'
import { PICTURE } from './picture'

type Png = Uint8Array<ArrayBuffer>

/** So many are kept, of some ten thousand bytes each: one takes more than a second to draw, and a message is read by many. */
const most = 100

/** `name`: of what it shows. It is drawn with the font that comes with the drawer: nothing is loaded from anywhere. */
export function pngOf(
  { snapshot, at, foreseen }: FleetIndex,
  name: string,
  draw: () => ReactElement | Promise<ReactElement>,
): Promise<Png> {
  const known = processWide('pictures', () => new LRUCache<string, Promise<Png>>({ max: most }))
  const key = [snapshot.revision, at, foreseen?.from, name].join(' ')
  const before = known.get(key)
  if (before !== undefined) return before
  const drawn = forEverybody(async () => drawnOf(await draw()))
  known.set(key, drawn)
  drawn.catch(() => known.delete(key))
  return drawn
}

async function drawnOf(picture: ReactElement): Promise<Png> {
  const drawer = processWide('drawer', (): { draw: ReturnType<typeof loaded> | null } => ({ draw: null }))
  drawer.draw ??= loaded().catch((error) => {
    drawer.draw = null
    throw error
  })
  const draw = await drawer.draw
  return draw(picture, PICTURE)
}

/** It is large, and few pages are looked at in a message. It loads the most of itself with its first picture: that is an empty one. */
async function loaded() {
  const { ImageResponse } = await import('next/og')
  const draw = async (picture: ReactElement, size: { readonly width: number; readonly height: number }): Promise<Png> =>
    new Uint8Array(await new ImageResponse(picture, size).arrayBuffer())
  await draw(createElement('div'), { width: 1, height: 1 })
  return draw
}
