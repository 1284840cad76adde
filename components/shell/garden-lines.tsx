'use client'

import type { ReactNode } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { signInPage } from '@/lib/browser/paths'
import { useIsSignedOut, useStatus } from '@/lib/browser/status'
import type { GardenStatus } from '@/lib/contract/status'
import { sessionEndedText } from '@/lib/words/sign-in'
import { countOf, MINUTE, ms } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { Icon, type IconName } from '../ui/icon'
import styles from './shell.module.css'
import { useShell } from './shell-context'

interface LineProps {
  readonly look: 'pinned' | 'stale' | 'plain'
  readonly icon: IconName
  /** Read out at once. */
  readonly urgent?: boolean
  readonly children: ReactNode
}

/** A full-width line of notice under the bar. */
export function Line({ look, icon, urgent = false, children }: LineProps) {
  return (
    <div className={`${styles.line} ${styles[look]}`} role={urgent ? 'alert' : undefined}>
      <Icon name={icon} className={look === 'pinned' ? 'link' : 'warn'} />
      <p>{children}</p>
    </div>
  )
}

/** The page stays as it is, with all that was typed into it; the way back to this very address is here. */
export function SignedOutLine(): ReactNode {
  const { error } = useStatus()
  const now = useNow(MINUTE)
  const zone = useZone()
  return (
    <Line look="stale" icon="warning" urgent>
      <b>
        {error?.endedAt === undefined
          ? (error?.message ?? 'You are signed out.')
          : `${sessionEndedText(ms(error.endedAt), zone, now)}.`}
      </b>{' '}
      What is shown stays as it was, and drafts are kept.{' '}
      <a
        className="link"
        href={signInPage(window.location)}
        onClick={(event) => {
          // The address may have changed since, as drafts are in it.
          event.currentTarget.href = signInPage(window.location)
        }}
      >
        Sign in again
      </a>
    </Line>
  )
}

/** The lines that the session has ended, what of the garden may not be read, and what could not be. */
export function GardenLines({ garden }: { readonly garden: GardenStatus }): ReactNode {
  return (
    <>
      {useIsSignedOut() && <SignedOutLine />}
      {garden.state !== 'failed' && <GapLines garden={garden} />}
      {garden.problemCount > 0 && <ProblemsLine garden={garden} />}
    </>
  )
}

/** What is missing on every page while a resource may not be read. */
const WITHOUT: Readonly<Record<string, string>> = {
  CloudProfiles: 'What happens to clusters that use one is not known.',
  NamespacedCloudProfiles: 'What happens to clusters that use one is not known.',
  Projects: 'Clusters go by the name of their namespace.',
  Shoots: 'No cluster can be shown.',
}

function GapLines({ garden }: { readonly garden: GardenStatus }) {
  return garden.resources
    .filter(({ state }) => state === 'forbidden')
    .map(({ name, message }) => (
      <Line key={name} look="plain" icon="warning">
        <b>{message ?? `${name} may not be read`}.</b> {WITHOUT[name]}
      </Line>
    ))
}

function ProblemsLine({ garden }: { readonly garden: GardenStatus }) {
  const { show } = useShell()
  return (
    <Line look="plain" icon="warning">
      <b>{problemsTitle(garden)}</b> {garden.state === 'failed' ? '' : 'What can be read is shown. '}
      <Button small onClick={() => show('problems')}>
        Show
      </Button>
    </Line>
  )
}

/** `4 problems in 3 files.` */
export function problemsTitle(garden: GardenStatus): string {
  const sources = new Set(garden.problems.map((problem) => problem.source)).size
  const isWhole = garden.problems.length === garden.problemCount
  const where = garden.kind === 'manifests' && isWhole ? ` in ${countOf(sources, 'file')}` : ''
  return `${countOf(garden.problemCount, 'problem')}${where}.`
}
