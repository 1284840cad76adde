'use client'

import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { withMoment } from '@/lib/browser/at'
import { useMoment } from '@/lib/browser/clock'

export type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href' | 'prefetch'> & {
  /** A path of ours, with its search. */
  readonly href: string
}

/** A link that keeps the pinned clock. The page it leads to is not loaded ahead: tables have hundreds of links, and pages answer fast. */
export function Link({ href, ...rest }: LinkProps) {
  return <NextLink {...rest} href={withMoment(href, useMoment())} prefetch={false} />
}
