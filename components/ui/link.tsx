'use client'

import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { withAt } from '@/lib/client/at'
import { useAt } from '@/lib/client/clock'

export type LinkProps = Omit<ComponentProps<typeof NextLink>, 'href'> & {
  /** A path of ours, with its search. */
  readonly href: string
}

/**
 * A link that keeps the pinned clock. It does not load its page ahead: tables have hundreds of them, and pages answer fast.
 */
export function Link({ href, prefetch = false, ...rest }: LinkProps) {
  const at = useAt()
  return <NextLink {...rest} prefetch={prefetch} href={at === undefined ? href : withAt(href, at)} />
}
